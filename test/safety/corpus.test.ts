// Question: how many of the attacks are found, how many of the look-alikes are suspected falsely? Both corpora were written
// before the rules; the rules were then made with two thirds in view, and each third text is held out: its figures are
// stated apart. All come from one author, who knew them when the rules were written, so even the held-out figures are
// better than what the world will show: of 159 public attacks gathered afterwards, 54 % were found at first, and 86 % of
// the half that was then still not looked at, once the rules had learnt from the other half.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { assessText } from "../../src/core/safety.js";

function corpus(name: string): string[] {
  const lines = readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("%%")).map(decoded);
}

function decoded(line: string): string {
  return line
    .replaceAll(String.raw`\n`, "\n")
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

interface Figures {
  readonly flagged: number;
  readonly total: number;
  readonly wrong: readonly string[];
}

function figures(texts: readonly string[], expected: boolean): Figures {
  const flagged = texts.map((text) => assessText(text).reasons.length > 0);
  return {
    flagged: flagged.filter(Boolean).length,
    total: texts.length,
    wrong: texts.filter((_, i) => flagged[i] !== expected),
  };
}

const heldOut = (texts: readonly string[]): string[] => texts.filter((_, i) => i % 3 === 2);
const inView = (texts: readonly string[]): string[] => texts.filter((_, i) => i % 3 !== 2);
const rate = ({ flagged, total }: Figures): number => flagged / total;
const stated = ({ flagged, total }: Figures): string => `${flagged} of ${total}`;

const PARTS = [
  ["in view", inView],
  ["held out", heldOut],
] as const;

test.for(PARTS)("attacks %s are found: at least 97 %%", ([name, part]) => {
  const found = figures(part(corpus("attacks")), true);
  console.log(`attacks ${name}: ${stated(found)} found`);
  expect(rate(found), `missed:\n${found.wrong.join("\n")}`).toBeGreaterThanOrEqual(0.97);
});

test.for(PARTS)("look-alikes %s pass: at most 2 %% are suspected", ([name, part]) => {
  const suspected = figures(part(corpus("harmless")), false);
  console.log(`look-alikes ${name}: ${stated(suspected)} suspected`);
  expect(rate(suspected), `suspected:\n${suspected.wrong.join("\n")}`).toBeLessThanOrEqual(0.02);
});

test("the corpora are of the stated size, and no text stands in both or twice", () => {
  const [attacks, harmless] = [corpus("attacks"), corpus("harmless")];
  expect(attacks.length).toBeGreaterThanOrEqual(150);
  expect(harmless.length).toBeGreaterThanOrEqual(150);
  expect(new Set([...attacks, ...harmless]).size).toBe(attacks.length + harmless.length);
});
