import { readFileSync } from "node:fs";

/** The texts of corpus/<name>.txt: one a line, `\n` a line feed, `\u{hex}` a code point, headings left out. */
export function corpus(name: string): string[] {
  const lines = readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("%%")).map(decoded);
}

function decoded(line: string): string {
  return line
    .replaceAll(String.raw`\n`, "\n")
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
