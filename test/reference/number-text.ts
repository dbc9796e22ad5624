/**
 * The source text of a top-level number of a JSON object (the value of the last `key`), or undefined. Ids written as
 * numbers count as their source text, the one exception to `JSON.parse` as the oracle.
 */
export function referenceNumberText(json: string, key: string): string | undefined {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
  let depth = 0;
  let found: string | undefined;
  tokens.forEach((token, i) => {
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    // At depth 1 of an object a colon always stands between a key and its value.
    if (depth !== 1 || token !== ":" || JSON.parse(tokens[i - 1]!) !== key) return;
    found = /^[-\d]/.test(tokens[i + 1]!) ? tokens[i + 1]! : undefined;
  });
  return found;
}
