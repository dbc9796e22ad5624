/**
 * Steps over valid JSON text, for what needs the source of a value and not the value. Nothing is checked: `text` has been
 * parsed before.
 */
export function skipSpace(text: string, p: number): number {
  while (text[p] === " " || text[p] === "\t" || text[p] === "\r" || text[p] === "\n") p++;
  return p;
}

/** The position after the closing quote of the string that opens at `p`. */
export function stringEnd(text: string, p: number): number {
  for (p++; text[p] !== '"'; p++) if (text[p] === "\\") p++;
  return p + 1;
}

/** The position behind the value that begins at `p`. */
export function valueEnd(text: string, p: number): number {
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
