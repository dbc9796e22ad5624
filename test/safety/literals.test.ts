// A pattern is tried only on texts that hold one of its literals: that must leave out no text that it matches.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EXFILTRATION, REMOTE_CODE } from "../../src/core/safety/commands.js";
import { literalsOf } from "../../src/core/safety/literals.js";
import { MARKUP } from "../../src/core/safety/markup.js";
import { TRAPS } from "../../src/core/safety/traps.js";
import { TriedPatterns } from "../../src/core/safety/tried-patterns.js";
import { compactOf, viewsOf } from "../../src/core/safety/views.js";
import { COMPACT, SECRECY, WORDING } from "../../src/core/safety/wording.js";
import { corpus } from "./corpus.js";

const ALL = [MARKUP, WORDING, SECRECY, REMOTE_CODE, EXFILTRATION, TRAPS, COMPACT].flat();

test.for([
  [/curl|wget/g, ["curl", "wget"]],
  [/ab?cde/g, ["cde"]],
  [/(?:ab|c)?de+f/g, ["de"]],
  [/\b(?:send|post)\b.{0,9}\.env/g, [".env"]],
  [/x{2}(?:\.\d){3}/g, ["x"]],
  [/(?<!not )go(?= on)/g, ["go"]],
  [/go{0,1}d/g, ["g"]],
  [/[a\]b]cd\/e/g, ["cd/e"]],
  [/密码[=：]/g, ["密码"]],
  [/(.)ab\1/g, ["ab"]],
  [/a\nb/g, ["a\nb"]],
  [/Ab/gi, ["ab"]],
  [/x[=:]?[-+]/g, ["x"]],
  [/[ab]+/g, ["a", "b"]],
  [/[a-c]|b/g, undefined],
  [/[^a]/g, undefined],
  [/ЯΣab/gi, ["ab"]],
  [/ab|c?/g, undefined],
  [/ab/s, undefined],
  [/\u0061bc/g, undefined],
  [/(?<name>abc)/g, undefined],
] as const)("literals of %s: %j", ([pattern, literals]) => {
  expect(literalsOf(pattern)).toEqual(literals);
});

const FEW = ["", "", "", "?", "{2}", "{0,2}", "??"];
const MANY = ["*", "+", "{1,}", "+?"];

/** What repeats is repeated twice at most: a star within a star would try for ever what a text of twenty letters does not match. */
const quantified = (inside: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  inside.chain((piece) => {
    const times = /[*+?{]/.test(piece.slice(3)) ? FEW : [...FEW, ...MANY];
    return fc.constantFrom(...times).map((some) => piece + some);
  });

const pattern = fc.letrec<{ alternatives: string; sequence: string; piece: string }>((tie) => ({
  alternatives: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((all) => all.join("|")),
  sequence: fc.array(tie("piece"), { maxLength: 5 }).map((all) => all.join("")),
  piece: fc.oneof(
    { maxDepth: 3, depthIdentifier: "pattern" },
    quantified(fc.constantFrom("a", "b", "c", "a", "b", "\\.", "\\n", "\\d", ".", "[ab]", "[^a]", "[\\]c]")),
    fc.constantFrom("\\b", "(?<!a)", "(?=b)", "(?!c|ab)", "^"),
    quantified(tie("alternatives").map((inside) => `(?:${inside})`)),
  ),
})).alternatives;

test("what matches holds a literal", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "ab", "A", "B", ".", "\n", "1", "]"), maxLength: 6 });
  fc.assert(
    fc.property(pattern, text, fc.constantFrom("g", "gi"), (source, held, flags) => {
      const one = { pattern: new RegExp(source, flags) };
      const found = held.match(one.pattern)?.[0];
      fc.pre(found !== undefined);
      expect(new TriedPatterns([one]).in(held).has(one)).toBe(true);
      const literals = literalsOf(one.pattern) ?? [""];
      expect(literals.some((literal) => found.toLowerCase().includes(literal))).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("each pattern of the tables has literals, and is tried wherever it matches", () => {
  expect(ALL.filter(({ pattern: one }) => literalsOf(one) === undefined)).toEqual([]);
  const tried = new TriedPatterns(ALL);
  const texts = ["attacks", "practice-attacks", "hostile", "harmless"].flatMap(corpus);
  const views = texts.flatMap((text) => Object.values(viewsOf(text)).concat(compactOf(text.toLowerCase())));
  const missed = [...new Set(views)].flatMap((view) => {
    const found = tried.in(view);
    return ALL.filter((one) => !found.has(one) && view.search(one.pattern) >= 0).map((one) => [one.pattern, view]);
  });
  expect(missed).toEqual([]);
});
