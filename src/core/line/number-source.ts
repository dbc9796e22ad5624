import { skipSpace, stringEnd, valueEnd } from "../text/json-text.js";

/**
 * The source text of top-level numbers of a JSON object, by key (the last one wins, as with `JSON.parse`).
 * `text` must be valid JSON. Ids written as numbers keep their text: 9007199254740992 and ...993 are one double.
 */
export function numberSources(text: string, keys: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  let p = skipSpace(text, text.indexOf("{") + 1);
  while (text[p] === '"') {
    const keyEnd = stringEnd(text, p);
    const key: unknown = JSON.parse(text.slice(p, keyEnd));
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, valueStart);
    const wanted = typeof key === "string" && keys.includes(key);
    if (wanted && /[-\d]/.test(text[valueStart] as string)) found.set(key, text.slice(valueStart, end));
    else if (wanted) found.delete(key);
    p = skipSpace(text, skipSpace(text, end) + 1);
  }
  return found;
}
