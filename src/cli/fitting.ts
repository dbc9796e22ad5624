import stringWidth from "string-width";

const SEGMENTER = new Intl.Segmenter();
/** Between these and anything else a line may break. */
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。；：！？、）」』】》]/u;
/** Punctuation that must not begin a line. */
const CLOSING = /^[，。；：！？、）」』】》…,.;:!?)\]}]/u;

/** Punctuation that must not end one. */
const OPENING = /[（「『【《([{]$/u;

const ONE_IDEOGRAPH = /^[\u4e00-\u9fff]$/;

/** Columns that the text takes on a terminal: CJK and emoji take two. */
export function widthOf(text: string): number {
  // Chinese text wraps ideograph by ideograph, and to measure one costs ten microseconds.
  return ONE_IDEOGRAPH.test(text) ? 2 : stringWidth(text);
}

export function padTo(text: string, width: number, align: "left" | "right" = "left"): string {
  const gap = " ".repeat(Math.max(0, width - widthOf(text)));
  return align === "left" ? text + gap : gap + text;
}

/** The text in lines of at most `width` columns: broken at spaces and between ideographs, inside a word where it must be. */
export function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text.trimEnd()];
  const lines = [""];
  let used = 0;
  for (const piece of wordsOf(text).flatMap((word) => chopped(word, width))) {
    const size = widthOf(piece);
    const spaces = piece.length - piece.trimEnd().length;
    const starts = used > 0 && used + size - spaces > width;
    if (starts) lines.push("");
    lines[lines.length - 1] += piece;
    used = (starts ? 0 : used) + size;
  }
  return lines.map((line) => line.trimEnd());
}

/** Pieces between which a line may break, with the spaces that follow them. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let open = "";
  for (const { segment } of SEGMENTER.segment(text)) {
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
  for (const { segment } of SEGMENTER.segment(word)) {
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
