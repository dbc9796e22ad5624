import { widthOf } from "./fitting.js";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** The column may be narrowed to this many columns of the terminal; its cells wrap then. Without it, it keeps its width. */
  readonly least?: number;
  /** It is never wider than this. */
  readonly most?: number;
  /** What of a cell is an id, to be copied: its first word or all of it. It is not broken, as long as the table fits somehow. */
  readonly whole?: "word" | "cell";
  /** A cell of more lines is cut: the place of the rest is the JSON report. */
  readonly mostLines?: number;
  /** Where the table is still too wide, the cells of these columns go below their row, those with the lowest number first. */
  readonly folds?: number;
}

/** A column of the table that is shown as one, and how wide it is. */
export interface Placed {
  readonly index: number;
  readonly column: Column;
  readonly width: number;
}

interface Measured {
  readonly index: number;
  readonly column: Column;
  readonly natural: number;
  readonly least: number;
  /** The same where ids may be broken. */
  readonly leastBroken: number;
}

export const GAP = "  ";
/** A longer id is broken: it would leave no room for anything else. */
const MOST_ID = 32;

/** Which columns stand side by side in `columns` columns of the terminal, and how wide each is. No more fold than must. */
export function layout(head: readonly Column[], rows: readonly (readonly string[])[], columns: number): Placed[] {
  const all = head.map((column, index) => measured(column, index, rows, columns === Infinity));
  const isCramped = !fits(
    all.filter(({ column }) => column.folds === undefined),
    columns,
  );
  let shown = isCramped ? all.map((one) => ({ ...one, least: one.leastBroken })) : all;
  for (;;) {
    const widths = fitted(shown, roomFor(shown, columns));
    const next = firstToFold(shown);
    if (widths !== null || next === undefined) {
      return shown.map(({ index, column, least }, k) => ({ index, column, width: widths?.[k] ?? least }));
    }
    shown = shown.filter((column) => column !== next);
  }
}

function fits(shown: readonly Measured[], columns: number): boolean {
  return sum(shown.map(({ least }) => least)) <= roomFor(shown, columns);
}

function roomFor(shown: readonly Measured[], columns: number): number {
  return columns - GAP.length * (shown.length - 1);
}

function measured(column: Column, index: number, rows: readonly (readonly string[])[], isEndless: boolean): Measured {
  const cells = rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? "")), widthOf(column.title));
  const natural = isEndless ? cells : Math.min(column.most ?? Infinity, cells);
  if (column.least === undefined) return { index, column, natural, least: natural, leastBroken: natural };
  const word = Math.max(...column.title.split(" ").map((part) => widthOf(part)));
  const leastBroken = Math.min(natural, Math.max(column.least, word));
  const ids = rows.map((row) => widthOf(idOf(row[index] ?? "", column))).filter((width) => width <= MOST_ID);
  return { index, column, natural, least: Math.min(natural, Math.max(leastBroken, ...ids)), leastBroken };
}

function idOf(cell: string, { whole }: Column): string {
  if (whole === undefined) return "";
  return whole === "cell" ? cell : (cell.split(" ")[0] ?? "");
}

/** Widths of these columns such that they fit into `room`, or null when they do not even at their least. */
function fitted(shown: readonly Measured[], room: number): number[] | null {
  if (sum(shown.map(({ least }) => least)) > room) return null;
  const widths = shown.map(({ natural }) => natural);
  // The widest gives way first, so that short cells stay on one line.
  while (sum(widths) > room) {
    const slack = shown.map(({ least }, k) => ((widths[k] ?? 0) > least ? (widths[k] ?? 0) : 0));
    const widest = slack.indexOf(Math.max(...slack));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function firstToFold(shown: readonly Measured[]): Measured | undefined {
  const fold = ({ column }: Measured) => column.folds ?? Infinity;
  const [first] = shown.toSorted((a, b) => fold(a) - fold(b));
  return first?.column.folds === undefined ? undefined : first;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
