/**
 * Text of a log made harmless for whoever reads it next. A terminal must show that something hidden is there; a prompt
 * must not carry it. So the two differ in what becomes of a hidden character, and in nothing else.
 */
import { ANSI, HIDDEN, MARKS, MOST_MARKS, piecesPattern, SPELLED_JOINER, withCut } from "../safety/hidden.js";
import { maskSecrets, type SecretKind } from "../safety/secrets.js";

/** What was done to a text: sequences, controls, invisible characters and piled-up marks removed, secrets masked, the rest cut. */
export type CleaningNote = "ansi" | "control" | "invisible" | "marks" | "cut" | `masked:${SecretKind}`;

export interface SafeText {
  readonly text: string;
  /** Each once, in the order in which it was done. */
  readonly notes: readonly CleaningNote[];
}

const PRINTABLE = /^[\x20-\x7e]*$/;
const SPACE = /[\s\u0085]+/gu;
const MANY_MARKS = /\p{M}{5}/u;
/** A secret may begin before the cut and end behind it: so much of the rest is read too, and never shown. */
const BEHIND_THE_CUT = 1024;

/** What a draft shows of a keyword, in UTF-16 units. */
export const MAX_KEYWORD = 80;

/** One line of at most `maxLength` UTF-16 units for a draft; a cut text ends with an ellipsis. */
export function cleanText(text: string, maxLength: number): string {
  return safeText(text, maxLength).text;
}

/** `cleanText` with its notes. Secrets are masked before the cut, so that none is left in part. */
export function safeText(text: string, maxLength: number): SafeText {
  const notes = new Set<CleaningNote>();
  // Only so much is looked at, so that a line of megabytes costs no more than a long one.
  const looked = maxLength * 4 + BEHIND_THE_CUT;
  // Blanks come first, for a tab is one and a control too, and once more, for what hid between two blanks is gone.
  const visible = withoutHidden(withoutAnsi(text.slice(0, looked), notes).replace(SPACE, " "), notes)
    .replace(SPACE, " ")
    .trim();
  const masked = maskSecrets(visible);
  for (const kind of masked.kinds) notes.add(`masked:${kind}`);
  if (text.length <= looked && masked.text.length <= maxLength) return { text: masked.text, notes: [...notes] };
  // What stands at the end of an incomplete text may be the first part of a secret.
  const shownLength = text.length <= looked ? maxLength : Math.max(1, masked.text.length - BEHIND_THE_CUT);
  return { text: withCut(masked.text, Math.min(maxLength, shownLength)), notes: [...notes, "cut"] };
}

function withoutAnsi(text: string, notes: Set<CleaningNote>): string {
  const without = text.replace(ANSI, "");
  if (without !== text) notes.add("ansi");
  return without;
}

function withoutHidden(text: string, notes: Set<CleaningNote>): string {
  if (PRINTABLE.test(text) || !(HIDDEN.test(text) || MANY_MARKS.test(text))) return text;
  return text.replace(piecesPattern(), (piece: string, at: number) => {
    if (MARKS.test(piece)) return fewMarks(piece, notes);
    if (isEmoji(piece) || !HIDDEN.test(piece)) return piece;
    if (isSpelledJoiner(text, at)) return piece;
    notes.add(/\p{Cc}/u.test(piece) ? "control" : "invisible");
    return "";
  });
}

function fewMarks(run: string, notes: Set<CleaningNote>): string {
  const seen = Array.from(run).filter((mark) => !HIDDEN.test(mark));
  if (seen.join("") !== run && seen.length <= MOST_MARKS) notes.add("invisible");
  if (seen.length > MOST_MARKS) notes.add("marks");
  return seen.slice(0, MOST_MARKS).join("");
}

function isSpelledJoiner(text: string, at: number): boolean {
  return SPELLED_JOINER.test(text.slice(Math.max(0, at - 2), at + 3));
}

const NAMED: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` };
/** Keeps a character at the cut whole. */
const MARGIN = 64;
/** What a character of several code points has in it, besides what is hidden: without any, there is nothing to take apart. */
const COMPOSED = /[\p{M}\p{Emoji_Modifier}\p{RI}]/u;

/**
 * Text from a log, as it may stand on one line of a terminal: hidden characters are shown as `\u{hex}`, not dropped, so
 * that two ids that differ do not look alike. At most `maxLength` UTF-16 units; a cut is shown by `…`.
 */
export function cleanForTerminal(text: string, maxLength: number): string {
  if (text.length <= maxLength && PRINTABLE.test(text)) return text;
  // An id may be megabytes long: only what can be shown is looked at.
  const [start, rest] = [text.slice(0, maxLength + MARGIN), text.length > maxLength + MARGIN];
  if (!HIDDEN.test(start) && !COMPOSED.test(start)) return text.length > maxLength ? withCut(start, maxLength) : text;
  let shown = "";
  for (const [piece] of start.matchAll(piecesPattern())) {
    const visible = visibleForm(piece);
    if (shown.length + visible.length > maxLength) return withCut(shown, maxLength);
    shown += visible;
  }
  return rest ? withCut(shown, maxLength) : shown;
}

function visibleForm(piece: string): string {
  if (MARKS.test(piece)) return Array.from(piece).slice(0, MOST_MARKS).map(visibleChar).join("");
  return isEmoji(piece) ? piece : visibleChar(piece);
}

/** A piece of more than one code point that is no run of marks is an emoji sequence: everything else comes one by one. */
function isEmoji(piece: string): boolean {
  return piece.length > String.fromCodePoint(piece.codePointAt(0) ?? 0).length;
}

function visibleChar(char: string): string {
  if (!HIDDEN.test(char)) return char;
  return NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
