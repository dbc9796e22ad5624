// Phrases are spelled out only where a text begins like them: that must find what spelling out all of them would.
import { expect, test } from "vitest";
import { PhraseIndex } from "../../src/core/safety/phrase-index.js";

const WORDS = "a {b|c}|{|the }rules|{x|} y|go*|é {f|g}|规则|{不|}要{}|h";

test.for([
  ["a b", ["a b"]],
  ["a c", ["a c"]],
  ["rules", ["rules"]],
  ["the rules", ["the rules"]],
  ["x y", ["x y"]],
  ["y", ["y"]],
  ["gone", ["go"]],
  ["e g", ["e f", "e g"]],
  ["规则", ["规则"]],
  ["不要", ["不要"]],
  ["要", ["要"]],
  ["h", ["h"]],
  ["zz", []],
] as const)("what may begin at %s: %s", ([text, phrases]) => {
  const index = new PhraseIndex([{ drop: WORDS }]);
  const found = index.beginningAt(text, 0).map(({ phrase }) => phrase);
  expect(found).toEqual(expect.arrayContaining([...phrases]));
  expect(found.every((phrase) => phrase.startsWith(text.slice(0, 2)) || phrase === text.charAt(0))).toBe(true);
});

test("an ending that is open is told, and each phrase is there once", () => {
  const index = new PhraseIndex([{ drop: "go*|go*|{g|h}o on" }]);
  expect(index.beginningAt("go", 0)).toEqual([
    { phrase: "go", concept: "drop", open: true },
    { phrase: "go on", concept: "drop", open: false },
  ]);
});
