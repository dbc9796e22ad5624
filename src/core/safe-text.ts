/**
 * Text of a log made harmless for whoever reads it next, a terminal or a prompt: ANSI sequences, control characters and
 * invisible Unicode (zero-width, bidi controls, tags, variation selectors out of place) go, white space becomes single
 * blanks, and the length is bounded. Joiners between emoji stay, for there they are part of what is seen.
 */
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const ANSI =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]P^_X]|[\u009d\u0090\u009e\u009f\u0098])[^\u0007\u001b\u009c]{0,4096}(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
const SPACE = /[\s\u0085]+/gu;
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|\u200D(?!\p{Extended_Pictographic})|(?!\u200D)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u{E0000}-\u{E0FFF}]/gu;

/** At most `maxLength` UTF-16 units; a cut text ends with an ellipsis. */
export function cleanText(text: string, maxLength: number): string {
  // Only so much is looked at, so that a line of megabytes costs no more than a long one.
  const visible = text
    .slice(0, maxLength * 4)
    .replace(ANSI, "")
    .replace(SPACE, " ")
    .replace(INVISIBLE, "")
    .trim();
  if (visible.length <= maxLength && text.length <= maxLength * 4) return visible;
  return `${cutAt(visible, maxLength - 1)}…`;
}

/** Never between the two halves of a surrogate pair. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff && text.length > length ? length - 1 : length);
}
