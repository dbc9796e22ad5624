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
    const valueEnd = skipValue(text, valueStart);
    const wanted = typeof key === "string" && keys.includes(key);
    if (wanted && /[-\d]/.test(text[valueStart] as string)) found.set(key, text.slice(valueStart, valueEnd));
    else if (wanted) found.delete(key);
    p = skipSpace(text, skipSpace(text, valueEnd) + 1);
  }
  return found;
}

function skipSpace(text: string, p: number): number {
  while (text[p] === " " || text[p] === "\t" || text[p] === "\r" || text[p] === "\n") p++;
  return p;
}

/** The position after the closing quote of the string that opens at `p`. */
function stringEnd(text: string, p: number): number {
  for (p++; text[p] !== '"'; p++) if (text[p] === "\\") p++;
  return p + 1;
}

function skipValue(text: string, p: number): number {
  let depth = 0;
  do {
    const c = text[p] as string;
    if (c === '"') p = stringEnd(text, p);
    else if (depth === 0 && c !== "{" && c !== "[") return scalarEnd(text, p);
    else {
      if (c === "{" || c === "[") depth++;
      else if (c === "}" || c === "]") depth--;
      p++;
    }
  } while (depth > 0);
  return p;
}

function scalarEnd(text: string, p: number): number {
  while (p < text.length && !/[,}\]\s]/.test(text[p] as string)) p++;
  return p;
}
