import { cleanForTerminal } from "./safe-text.js";

/** Of a longer name only so much is shown; what a program needs whole stands beside the message. */
const SHOWN_CHARS = 300;

/** A name from outside, such as a file's or a key's, as it stands in a message: in quotes and harmless to a terminal. */
export function quoted(name: string, maxLength = SHOWN_CHARS): string {
  return `"${cleanForTerminal(name, maxLength)}"`;
}
