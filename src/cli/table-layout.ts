import { widthOf } from "./fitting.js";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** The column may be narrowed to this many columns of the terminal; its cells wrap then. Without it, it keeps its width. */
  readonly least?: number;
  /** It is never wider than this. */
  readonly most?: number;
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
}

export const GAP = "  ";

/** Which columns stand side by side in `columns` columns of the terminal, and how wide each is. No more fold than must. */
export function layout(head: readonly Column[], rows: readonly (readonly string[])[], columns: number): Placed[] {
  let shown = head.map((column, index) => measured(column, index, rows, columns === Infinity));
  for (;;) {
    const widths = fitted(shown, columns - GAP.length * (shown.length - 1));
    const next = firstToFold(shown);
    if (widths !== null || next === undefined) {
      return shown.map(({ index, column, least }, k) => ({ index, column, width: widths?.[k] ?? least }));
    }
    shown = shown.filter((column) => column !== next);
  }
}

function measured(column: Column, index: number, rows: readonly (readonly string[])[], isEndless: boolean): Measured {
  const cells = rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? "")), widthOf(column.title));
  const natural = isEndless ? cells : Math.min(column.most ?? Infinity, cells);
  if (column.least === undefined) return { index, column, natural, least: natural };
  const word = Math.max(...column.title.split(" ").map((part) => widthOf(part)));
  return { index, column, natural, least: Math.min(natural, Math.max(column.least, word)) };
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
