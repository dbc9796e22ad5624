// Phrases are spelled out only as far as a text goes along with them: that must find what spelling out all of them would.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CHINESE_WORDS } from "../../src/core/safety/words-chinese.js";
import { ENGLISH_WORDS } from "../../src/core/safety/words-english.js";
import { OTHER_WORDS } from "../../src/core/safety/words-others.js";
import { PhraseIndex, type Phrase, type Words } from "../../src/core/safety/phrase-index.js";
import { plainWords } from "../../src/core/safety/views.js";

const WORDS = "a {b|c}|{|the }rules|{x|} y|go*|é {f|g}|规则|{不|}要{}|h|{i|j*}|k {|l}|{m*|n} o|选“是”";

/** All phrases of a table, or of every so manieth word, each in every combination of its choices. */
function spelledOut(words: Words, every = 1): Phrase[] {
  return Object.entries(words).flatMap(([concept, list]) =>
    (list.replace(/\s+/g, " ").match(/(?:\{[^}]*\}|[^|{])+/g) ?? []).flatMap((word, nth) => {
      if (nth % every > 0) return [];
      let spelled = [""];
      for (const [i, part] of word.split(/[{}]/).entries())
        spelled = spelled.flatMap((one) => (i % 2 === 0 ? [part] : part.split("|")).map((choice) => one + choice));
      return spelled.map((one) => {
        const written = one.replaceAll("  ", " ").trim();
        const bare = written.replace(/\*$/, "");
        const phrase = /^[a-z0-9 ./:\u4e00-\u9fff]*$/.test(bare) ? bare : plainWords(bare);
        return { phrase, concept: concept as Phrase["concept"], open: written.endsWith("*") };
      });
    }),
  );
}

function textsOf(phrases: readonly Phrase[]): string[] {
  return [...new Set(phrases.map(({ phrase, concept, open }) => `${concept} ${phrase}${open ? "*" : ""}`))].toSorted();
}

test.for([
  ["a b", ["a b"]],
  ["the rules", ["the rules"]],
  ["y", ["y"]],
  ["gone", ["go"]],
  ["e g", ["e g"]],
  ["不要", ["不要"]],
  ["k", ["k"]],
  ["选 是", ["选 是"]],
  ["zz", []],
] as const)("what stands at %s: %s", ([text, phrases]) => {
  const found = new PhraseIndex([{ drop: WORDS }]).standingAt(text, 0);
  expect(found.map(({ phrase }) => phrase)).toEqual(phrases);
});

test("what stands at any place is what spelling out all phrases would find", () => {
  const all = spelledOut({ drop: WORDS, told: "rules|the |go {on|} now|规则书" }).filter(({ phrase }) => phrase !== "");
  const index = new PhraseIndex([{ drop: WORDS, told: "rules|the |go {on|} now|规则书" }]);
  const piece = fc.constantFrom(...all.map(({ phrase }) => phrase), ..."abcdefghijklmno yx规则不要选是 the".split(""));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.nat(8), (pieces, from) => {
      const text = pieces.join("");
      const at = Math.min(from, text.length);
      const expected = all.filter(({ phrase }) => text.startsWith(phrase, at));
      expect(textsOf(index.standingAt(text, at))).toEqual(textsOf(expected));
    }),
    { numRuns: 1000 },
  );
});

test("every phrase of the tables is found", () => {
  const index = new PhraseIndex([ENGLISH_WORDS, CHINESE_WORDS, OTHER_WORDS]);
  const all = [ENGLISH_WORDS, CHINESE_WORDS, OTHER_WORDS].flatMap((words) => spelledOut(words, 50));
  const missed = all.filter((one) => !textsOf(index.standingAt(one.phrase, 0)).includes(textsOf([one])[0] as string));
  expect(missed).toEqual([]);
});

test("an ending that is open is told, and each phrase is there once", () => {
  const index = new PhraseIndex([{ drop: "go*|go*|{g|h}o on" }]);
  expect(index.standingAt("go on", 0)).toEqual([
    { phrase: "go", concept: "drop", open: true },
    { phrase: "go on", concept: "drop", open: false },
  ]);
});
