import { hanging, padTo, wrap } from "./fitting.js";
import { GAP, layout, type Column, type Placed } from "./table-layout.js";

export type { Column } from "./table-layout.js";

export interface TableTexts {
  readonly field: (title: string, value: string) => string;
  readonly separator: string;
}

/**
 * A table without rules, in `columns` columns: at full width if it fits, else with its flexible columns narrowed, else with
 * some of them folded under each row. The title line comes first. cli-table3 is not used: it measures with an older
 * string-width, by which combining marks take a column and newer emoji one.
 */
export function table(
  head: readonly Column[],
  rows: readonly (readonly string[])[],
  columns: number,
  texts: TableTexts,
): string[] {
  const placed = layout(head, rows, columns);
  const shown = new Set(placed.map(({ index }) => index));
  const titles = head.map((column) => column.title);
  const below = (row: readonly string[]) => {
    const cells = row.map((cell, i) => ({ cell, title: titles[i] ?? "", folded: !shown.has(i) && cell !== "" }));
    const folded = cells.filter((one) => one.folded);
    const fields = folded.map(({ cell, title }) => (title === "" ? cell : texts.field(title, cell)));
    return fields.length === 0 ? [] : hanging("    ", fields.join(texts.separator), columns);
  };
  return [...rowLines(titles, placed), ...rows.flatMap((row) => [...rowLines(row, placed), ...below(row)])];
}

/** One row; several lines where a cell wraps. */
function rowLines(cells: readonly string[], placed: readonly Placed[]): string[] {
  const blocks = placed.map(({ index, column, width }) =>
    cut(wrap(cells[index] ?? "", width), width, column.mostLines),
  );
  const height = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: height }, (_, y) =>
    placed
      .map(({ column, width }, k) => padTo(blocks[k]?.[y] ?? "", width, column.align))
      .join(GAP)
      .trimEnd(),
  );
}

function cut(lines: string[], width: number, mostLines = Infinity): string[] {
  if (lines.length <= mostLines) return lines;
  const last = wrap(lines[mostLines - 1] ?? "", Math.max(1, width - 1))[0] ?? "";
  return [...lines.slice(0, mostLines - 1), `${last}…`];
}
