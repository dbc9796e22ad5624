/**
 * What must not reach a terminal as it is: controls (with them every ANSI escape), bidi and other format characters, what
 * is drawn as nothing (zero-width, fillers, variation selectors, tags), line separators, halves of surrogate pairs.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Joiners, selectors and tags are what these are made of; they stay whole. Made at run time: the flag is younger than the target. */
const PIECES = new RegExp(String.raw`\p{RGI_Emoji}|\p{M}+|.`, "gsv");
const MARKS = /^\p{M}/u;
const NAMED: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` };
/** More marks than any script stacks on one letter paint over the lines above and below. */
const MOST_MARKS = 4;
const CUT = "…";

/**
 * Text from a log, as it may stand on one line of a terminal: hidden characters are shown as `\u{hex}`, not dropped, so
 * that two ids that differ do not look alike. At most `maxLength` UTF-16 units; a cut is shown by `…`.
 */
export function cleanForTerminal(text: string, maxLength: number): string {
  if (text.length <= maxLength && /^[\x20-\x7e]*$/.test(text)) return text;
  // An id may be megabytes long: only what can be shown is looked at. The margin keeps a character at the cut whole.
  const [start, rest] = [text.slice(0, maxLength + 64), text.length > maxLength + 64];
  let shown = "";
  for (const [piece] of start.matchAll(PIECES)) {
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

/** A match of more than one code point is an emoji sequence: everything else is matched one by one. */
function isEmoji(piece: string): boolean {
  return piece.length > String.fromCodePoint(piece.codePointAt(0) ?? 0).length;
}

function visibleChar(char: string): string {
  if (!HIDDEN.test(char)) return char;
  return NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

function withCut(shown: string, maxLength: number): string {
  const room = maxLength - CUT.length;
  if (room < 0) return "";
  if (shown.length <= room) return shown + CUT;
  // Whole characters only: the segments of a cluster may be several units long.
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(shown)) {
    if (kept.length + segment.length > room) break;
    kept += segment;
  }
  return kept + CUT;
}
