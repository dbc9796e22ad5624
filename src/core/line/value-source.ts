import { skipSpace, stringEnd, valueEnd } from "../text/json-text.js";

/** The source text of the value that `path` (keys and indices) leads to. `text` is valid JSON, and the path is there. */
export function valueSource(text: string, path: readonly (string | number)[]): string {
  let start = skipSpace(text, 0);
  for (const step of path)
    start = typeof step === "number" ? elementAt(text, start, step) : memberAt(text, start, step);
  return text.slice(start, valueEnd(text, start));
}

/** Where the value of an object's member begins: of the last one of that name, as with `JSON.parse`. */
function memberAt(text: string, object: number, key: string): number {
  let found = object;
  let p = skipSpace(text, object + 1);
  while (text[p] === '"') {
    const keyEnd = stringEnd(text, p);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (JSON.parse(text.slice(p, keyEnd)) === key) found = value;
    p = skipSpace(text, skipSpace(text, valueEnd(text, value)) + 1);
  }
  return found;
}

function elementAt(text: string, array: number, index: number): number {
  let p = skipSpace(text, array + 1);
  for (let i = 0; i < index; i++) p = skipSpace(text, skipSpace(text, valueEnd(text, p)) + 1);
  return p;
}
