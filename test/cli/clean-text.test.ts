import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanForTerminal } from "../../src/core/text/safe-text.js";
import { costsTheSame } from "../support/growth.js";

const CASES: [what: string, text: string, clean: string][] = [
  ["plain text", "rule_ban_013 虚构 é ©", "rule_ban_013 虚构 é ©"],
  ["an ANSI escape", "\u001b[31mred", "\\u{1b}[31mred"],
  ["an 8-bit escape", "\u009b31m", "\\u{9b}31m"],
  ["a title", "\u001b]0;x\u0007", "\\u{1b}]0;x\\u{7}"],
  ["line ends and tabs", "a\r\nb\tc", "a\\r\\nb\\tc"],
  ["line separators", "a\u2028b\u2029c\u0085d", "a\\u{2028}b\\u{2029}c\\u{85}d"],
  ["bidi controls", "\u202eabc\u2066", "\\u{202e}abc\\u{2066}"],
  ["zero-width characters", "a\u200bb\u2060c\ufeff", "a\\u{200b}b\\u{2060}c\\u{feff}"],
  ["fillers", "\u3164\u115f\u2800", "\\u{3164}\\u{115f}\\u{2800}"],
  ["tags", "a\u{e0041}", "a\\u{e0041}"],
  ["a selector on a letter", "a\ufe0f\u{e0100}", "a\\u{fe0f}\\u{e0100}"],
  ["a joiner between letters", "a\u200db", "a\\u{200d}b"],
  ["half a pair", "a\ud83db", "a\\u{d83d}b"],
  ["emoji, with what they are made of", "👩‍👩‍👧 ⚠️ ❤️‍🔥 🇨🇳 1️⃣ 👍🏽", "👩‍👩‍👧 ⚠️ ❤️‍🔥 🇨🇳 1️⃣ 👍🏽"],
  ["a flag made of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["accents", "e\u0301 ก\u0e34\u0e48", "e\u0301 ก\u0e34\u0e48"],
  ["a tower of accents", `e${"\u0301".repeat(100)}x`, `e${"\u0301".repeat(4)}x`],
  ["nothing", "", ""],
];

test.for(CASES)("%s", ([, text, clean]) => {
  expect(cleanForTerminal(text, 1000)).toBe(clean);
});

test("a cut is shown and leaves whole characters", () => {
  expect(cleanForTerminal("abcdef", 4)).toBe("abc…");
  expect(cleanForTerminal("abcd", 4)).toBe("abcd");
  expect(cleanForTerminal("ab👩‍👩‍👧cd", 6)).toBe("ab…");
  expect(cleanForTerminal("ab👍cd", 4)).toBe("ab…");
  expect(cleanForTerminal("ab\u001bcd", 5)).toBe("ab…");
});

test("any text becomes one line that a terminal only shows, no longer than asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (text, most) => {
      const clean = cleanForTerminal(text, most);
      expect(clean.length).toBeLessThanOrEqual(most);
      expect(clean).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(cleanForTerminal(clean, most)).toBe(clean);
    }),
    { numRuns: 2000 },
  );
});

test("of a huge text only the beginning is looked at", () => {
  const huge = "\u001b".repeat(2 ** 26);
  expect(cleanForTerminal(huge, 100)).toHaveLength(97);
  expect(costsTheSame((text) => cleanForTerminal(text, 100), huge.slice(0, 2 ** 12), huge)).toBe(true);
});
