// Question: how many of the attacks are found, how many of the look-alikes are suspected falsely? Both corpora were written
// before the rules; the rules were then made with two thirds in view, and each third text is held out: its figures are
// stated apart. At the first run: in view 130 of 132 and 1 of 148, held out 65 of 65 and 2 of 74, which were then mended too.
// But all come from one author, who knew them when the rules were written, so the world is worse than any of these figures.
// Public attacks gathered afterwards (not kept here): of 159, 54 % were found at first; once the rules had learnt from half
// of them, 86 % of the other half; of 31 more, 74 %. Of 30,000 distinct lines of public documentation, 7 were suspected.
// The last headings of both corpora are kinds that no rule was made for: at first 7 of 50 attacks and 1 of 50 look-alikes
// were flagged, after their rules 49 and 1; of 24 and 24 more of the same kinds, by the same author, then 24 and 0.
import { expect, test } from "vitest";
import { assessText } from "../../src/core/safety/safety.js";
import { corpus } from "./corpus.js";

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
