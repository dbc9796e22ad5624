import { createRequire } from "node:module";
import { COMMAND, withBlanks } from "./texts/invocation.js";

let stringWidth: ((text: string) => number) | undefined;
let segmenter: Intl.Segmenter | undefined;
/** Between these and anything else a line may break. */
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。；：！？、）」』】》]/u;
/** Punctuation that must not begin a line. */
const CLOSING = /^[，。；：！？、）」』】》…,.;:!?)\]}]/u;

/** Punctuation that must not end one. */
const OPENING = /[（「『【《([{]$/u;

/** Each of these is a character by itself, whatever stands beside it, and takes two columns. */
const WIDE = /[\u4e00-\u9fff\u3001-\u3003\u3008-\u3011\uff01-\uff5e]/g;
const PRINTABLE = /^[ -~]*$/;

/** Columns that the text takes on a terminal: CJK and emoji take two. */
export function widthOf(text: string): number {
  // To measure an ideograph costs ten microseconds, and the first one a millisecond.
  const rest = text.replace(WIDE, "");
  return PRINTABLE.test(rest) ? rest.length + 2 * (text.length - rest.length) : measured(text);
}

/** Hardly any text needs the package, and what is measured is measured synchronously. */
function measured(text: string): number {
  const load = (): { default: (text: string) => number } => createRequire(import.meta.url)("string-width");
  return (stringWidth ??= load().default)(text);
}

export function padTo(text: string, width: number, align: "left" | "right" = "left"): string {
  const gap = " ".repeat(Math.max(0, width - widthOf(text)));
  return align === "left" ? text + gap : gap + text;
}

/**
 * The text in lines of at most `width` columns: broken at spaces and between ideographs, inside a word where it must be. A
 * command (texts/invocation.ts) stays whole however wide it is: the terminal breaks it, and it can still be copied.
 */
export function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [withBlanks(text).trimEnd()];
  const lines = [""];
  let used = 0;
  for (const piece of piecesOf(text, width)) {
    const size = widthOf(piece);
    const spaces = piece.length - piece.trimEnd().length;
    const starts = used > 0 && used + size - spaces > width;
    if (starts) lines.push("");
    lines[lines.length - 1] += piece;
    used = (starts ? 0 : used) + size;
  }
  return lines.map((line) => withBlanks(line).trimEnd());
}

/** What is never broken, in parts that fit. */
function piecesOf(text: string, width: number): string[] {
  const parts = text.split(COMMAND);
  return parts.flatMap((part, i) => (i % 2 === 1 ? [part] : wordsOf(part).flatMap((word) => chopped(word, width))));
}

/** Pieces between which a line may break, with the spaces that follow them. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let open = "";
  for (const { segment } of segments(text)) {
    const starts = /\s$/.test(open) ? segment !== " " : isBreak(open, segment);
    if (starts && open !== "") {
      words.push(open);
      open = "";
    }
    open += segment;
  }
  return open === "" ? words : [...words, open];
}

function isBreak(before: string, next: string): boolean {
  if (CLOSING.test(next) || next === " " || OPENING.test(before)) return false;
  return IDEOGRAPH.test(next) || IDEOGRAPH.test(Array.from(before).at(-1) ?? "");
}

/** A word that is wider than a whole line, in parts; any other as it is. */
function chopped(word: string, width: number): string[] {
  if (widthOf(word.trimEnd()) <= width) return [word];
  const parts = [""];
  for (const { segment } of segments(word)) {
    const open = parts.at(-1) ?? "";
    if (widthOf(open) + widthOf(segment) > width && open !== "") parts.push(segment);
    else parts[parts.length - 1] = open + segment;
  }
  return parts;
}

/** The text wrapped under its first line: `lead` stands before it, and the lines that follow are indented as far. */
export function hanging(lead: string, text: string, columns: number): string[] {
  const indent = widthOf(lead);
  const lines = wrap(text, Math.max(10, columns - indent));
  return lines.map((line, i) => (i === 0 ? lead : " ".repeat(indent)) + line);
}

/** Graphemes. What splits them takes as long to make as a small table. */
function segments(text: string): Iterable<{ readonly segment: string }> {
  return (segmenter ??= new Intl.Segmenter()).segment(text);
}
