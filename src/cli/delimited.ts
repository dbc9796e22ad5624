import { shownText } from "./shown.js";

/** A table for other programs: names of the columns, and cells as they are. */
export interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

const MOST_TEXT = 500;
/** A spreadsheet takes such a cell for a formula, and the cells come out of logs. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, with LF. */
export function csv({ columns, rows }: Sheet): string[] {
  return [columns, ...rows].map((row) => row.map(csvCell).join(","));
}

function csvCell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = shownText(value ?? "", MOST_TEXT);
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A table of GitHub's Markdown. */
export function markdown({ columns, rows }: Sheet): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(row.map((value) => markdownCell(String(value ?? ""))))),
  ];
}

/** Text of a log must stay text: no markup, no link, no picture that is fetched when somebody looks. */
export function markdownCell(text: string): string {
  return shownText(text, MOST_TEXT).replace(/[\\|<>[\]`]/g, String.raw`\$&`);
}
