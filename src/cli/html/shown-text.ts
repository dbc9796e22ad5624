import { cleanForTerminal } from "../../core/text/safe-text.js";

/** Longest texts, in UTF-16 units: names and ids, and sentences and paths. */
export const SHORT = 100;
export const LONG = 300;
/** Text out of a log: what is hidden in it is shown, and it is cut. */
export function shown(text: string, most = SHORT): string {
  return cleanForTerminal(text, most);
}
