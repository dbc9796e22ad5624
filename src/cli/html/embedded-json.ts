/** What could end the block or begin a comment in it, and what scripts of old took for line ends. */
const RISKY = /[<>&\u2028\u2029]/g;

/** A value as JSON that can stand in a script block of a page, whatever its texts are: the same value to `JSON.parse`. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(RISKY, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
