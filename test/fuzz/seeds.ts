// The fuzzer's corpus: lines in pieces, so that they can be put together anew. All is bytes, for a log may hold any.
import { readFileSync } from "node:fs";

export interface Member {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

export interface Seed {
  /** What the line is made of: strings, numbers, words, brackets, spaces. */
  readonly tokens: readonly Uint8Array[];
  /** Keys and values of the object itself, if it is one. */
  readonly members: readonly Member[];
}

export interface Seeds {
  readonly all: readonly Seed[];
  /** Every value of the corpus, and every key, as written. */
  readonly values: readonly Uint8Array[];
  readonly keys: readonly Uint8Array[];
  /** Values by their key's text. */
  readonly byKey: ReadonlyMap<string, readonly Uint8Array[]>;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+0-9.eE]+|[a-zA-Z]+|./gs;
const CORPUS = new URL("./corpus.txt", import.meta.url);

/** Each line a seed, in latin1: so a character is a byte. `\xNN` stands for the byte that a text file can't hold. */
export function readSeeds(text = readFileSync(CORPUS, "latin1")): Seeds {
  const all = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("//"))
    .map((line) =>
      seedOf(line.replace(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))),
    );
  const byKey = new Map<string, Uint8Array[]>();
  for (const { key, value } of all.flatMap(({ members }) => members)) {
    const name = keyText(key);
    byKey.set(name, [...(byKey.get(name) ?? []), value]);
  }
  const members = all.flatMap((seed) => seed.members);
  return { all, values: members.map(({ value }) => value), keys: members.map(({ key }) => key), byKey };
}

export function keyText(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}

function seedOf(line: string): Seed {
  const tokens = line.match(TOKEN) ?? [];
  return { tokens: tokens.map(bytesOf), members: membersOf(tokens) };
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** Of a line that is an object; of any other none, or what looks like some. */
function membersOf(tokens: readonly string[]): Member[] {
  const members: Member[] = [];
  let depth = 0;
  let key: string | undefined;
  let value = "";
  const close = (): void => {
    if (key !== undefined && value.trim() !== "") members.push({ key: bytesOf(key), value: bytesOf(value.trim()) });
    key = undefined;
    value = "";
  };
  for (const token of tokens) {
    if (token === "}" || token === "]") depth--;
    if (depth === 0 || (depth === 1 && token === ",")) close();
    else if (key === undefined && depth === 1) key = token.startsWith('"') ? token : undefined;
    else if (depth > 1 || token !== ":" || value !== "") value += token;
    if (token === "{" || token === "[") depth++;
  }
  return members;
}
