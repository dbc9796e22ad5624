/**
 * What of a text is not seen: controls (with them every ANSI escape), bidi and other format characters, what is drawn as
 * nothing (zero-width, fillers, variation selectors, tags), line separators, private use, halves of surrogate pairs.
 */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

let pieces: RegExp | undefined;

/**
 * A text in pieces: whole emoji (joiners, selectors and tags are what these are made of), runs of marks, single
 * characters. Made when it is first wanted, for that takes 30 ms: every sequence of emoji is compiled into it. From a
 * string, since the flag is younger than the compiler's target.
 */
export function piecesPattern(): RegExp {
  return (pieces ??= new RegExp(String.raw`\p{RGI_Emoji}|\p{M}+|.`, "gsv"));
}
export const MARKS = /^\p{M}/u;

/** More marks than any script stacks on one letter paint over the lines above and below. */
export const MOST_MARKS = 4;

/**
 * A joiner that is spelling: between two letters of a script whose letters join (Persian می‌خواهم), or after a mark that
 * ends an Indic letter (क्‍ष). Without it the word is another word. It can't hide anything: one alone, inside a word, and
 * what is assessed has none.
 */
export const SPELLED_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])/u;

// Made from a string: control characters are what this is about, and literals must not hold them.
const STRING_END = String.raw`(?:\u0007|\u001b\\|\u009c)?`;
/** CSI sequences; strings (OSC, DCS, SOS, PM, APC) up to their end or 4,096 units; other escapes. */
export const ANSI = new RegExp(
  String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|` +
    String.raw`(?:\u001b[\]P^_X]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]{0,4096}${STRING_END}|` +
    String.raw`\u001b[ -/]*[0-~]?`,
  "g",
);

const CUT = "…";
let segmenter: Intl.Segmenter | undefined;

/** At most `maxLength` UTF-16 units, ending with an ellipsis, and no character cut in two. */
export function withCut(text: string, maxLength: number): string {
  const room = maxLength - CUT.length;
  if (room < 0) return "";
  if (text.length <= room) return text + CUT;
  // The character that the cut would fall into goes whole. Walking there from the text's beginning costs a hundred times as much.
  return text.slice(0, (segmenter ??= new Intl.Segmenter()).segment(text).containing(room)?.index ?? room) + CUT;
}
