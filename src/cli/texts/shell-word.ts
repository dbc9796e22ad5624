import { cleanForTerminal } from "../../core/text/safe-text.js";

/** What a shell takes as it is. */
const PLAIN_WORD = /^[\w./@%+,:=-][\w./~@%+,:=-]*$/;
const MOST_WORD = 300;

/** A text as one word of a shell, harmless to a terminal. */
export function shellWord(text: string): string {
  const shown = cleanForTerminal(text, MOST_WORD);
  return PLAIN_WORD.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`;
}
