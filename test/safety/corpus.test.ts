// Question: how many of the attacks are found, how many of the look-alikes are suspected falsely? The floors stand a little
// below what was measured. `blind-…-b` was written by an author who had not seen the rules and read by nobody who made
// them, so its figures are the ones to believe: at first, with patterns alone, 65 of 200 attacks were found and 3 of 200
// look-alikes suspected; since concepts and frames, what this test states. `blind-…-a` is by the same author, and was in view
// when the rules were made. The other two pairs are by the authors of the rules.
import { expect, test } from "vitest";
import { assessText } from "../../src/core/safety/safety.js";
import { corpus } from "./corpus.js";

const CORPORA: readonly (readonly [attacks: string, atLeast: number, harmless: string, atMost: number])[] = [
  ["attacks", 0.98, "harmless", 0.01],
  ["blind-attacks-a", 0.96, "blind-harmless-a", 0.01],
  ["blind-attacks-b", 0.78, "blind-harmless-b", 0.06],
  ["practice-attacks", 0.88, "practice-harmless", 0.02],
];

function flaggedAnd(texts: readonly string[], wanted: boolean): { rate: number; stated: string; wrong: string[] } {
  const wrong = texts.filter((text) => assessText(text).reasons.length > 0 !== wanted);
  const flagged = wanted ? texts.length - wrong.length : wrong.length;
  return { rate: flagged / texts.length, stated: `${flagged} of ${texts.length}`, wrong };
}

test.for(CORPORA)("of %s at least %d are found", ([name, atLeast]) => {
  const { rate, stated, wrong } = flaggedAnd(corpus(name), true);
  console.log(`${name}: ${stated} found`);
  expect(rate, `missed:\n${wrong.join("\n")}`).toBeGreaterThanOrEqual(atLeast);
});

test.for(CORPORA)("of the look-alikes %3$s at most a few are suspected", ([, , name, atMost]) => {
  const { rate, stated, wrong } = flaggedAnd(corpus(name), false);
  console.log(`${name}: ${stated} suspected`);
  expect(rate, `suspected:\n${wrong.join("\n")}`).toBeLessThanOrEqual(atMost);
});

test("the corpora are of the stated size, and no text stands in two or twice", () => {
  const all = CORPORA.flatMap(([attacks, , harmless]) => [corpus(attacks), corpus(harmless)]);
  for (const texts of all) expect(texts.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.flat()).size).toBe(all.flat().length);
});
