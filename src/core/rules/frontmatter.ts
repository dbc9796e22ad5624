import type { WarningReason } from "../../model/warning-reasons.js";

/** A value of the frontmatter as text: numbers, dates and booleans stay as they are written. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string; /** Not quoted, no block scalar. */ readonly plain: boolean }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "map"; readonly entries: Fields };
export type Fields = ReadonlyMap<string, FieldValue>;

export interface Frontmatter {
  readonly fields: Fields;
  /** What in it was not taken as it stands; empty when nothing is wrong. */
  readonly problems: readonly WarningReason[];
}

/** Reads YAML of any kind. `core` imports no package, so `io` passes the reader in. Never throws. */
export type ReadYaml = (source: string) => Frontmatter | NoYaml;
export interface NoYaml {
  /** What is wrong; its `line`, from 1, is one of `source`, and absent where it is the whole. */
  readonly failure: WarningReason;
}

/**
 * A frontmatter is a screenful; a longer one is read line by line. Ten times what any needs, and what a parser can be
 * made to spend on it stays bounded: 10 µs a character on hostile input.
 */
export const MAX_HEADER_CHARS = 32_768;

/** A rule file in its two parts. Lines end in LF alone. */
export interface SplitRule {
  /** The lines between the fences; null where the file has no frontmatter. */
  readonly header: string | null;
  readonly body: string;
  /** False: the closing fence is missing, and everything after the opening one is in `header`. */
  readonly closed: boolean;
}

const OPENING = /^---[ \t]*(?:\n|$)/;
// Neither `m` nor `$` alone would do: JavaScript takes U+2028 for the end of a line, YAML does not.
const CLOSING = /\n(?:---|\.\.\.)[ \t]*(?=\n|$)/g;

/**
 * Finds the frontmatter: the first line is `---`, the last one `---` or `...`, both at column 0 with nothing but blanks
 * behind. `----`, `---js` and an indented `---` are no fences.
 */
export function splitFrontmatter(source: string): SplitRule {
  const text = toLf(source.startsWith("\ufeff") ? source.slice(1) : source);
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return { header: null, body: text, closed: true };
  // The closing pattern begins with the newline that may also end the opening line.
  const start = opening.endsWith("\n") ? opening.length - 1 : opening.length;
  CLOSING.lastIndex = start;
  const closing = CLOSING.exec(text);
  if (closing === null) return { header: text.slice(opening.length), body: "", closed: false };
  const body = text.slice(closing.index + closing[0].length + 1);
  return { header: text.slice(opening.length, closing.index + 1), body, closed: true };
}

function toLf(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
