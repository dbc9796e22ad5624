import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanForTerminal, cleanText, safeText } from "../../src/core/text/safe-text.js";

const HIDDEN = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u200b\u2060-\u206f\u202a-\u202e\u00ad\ufeff]|[\u{e0100}-\u{e01ef}]/u;

const CLEANED: [what: string, text: string, clean: string, notes: string[]][] = [
  ["plain text", "fix: a", "fix: a", []],
  ["blanks", "  a\t\n b\u3000c ", "a b c", []],
  ["colours", "\u001b[31mred\u001b[0m", "red", ["ansi"]],
  ["a title sequence", "a\u001b]0;title\u0007b", "ab", ["ansi"]],
  ["a C1 sequence", "a\u009b31mb", "ab", ["ansi"]],
  ["controls", "a\u0000b\u0008c", "abc", ["control"]],
  ["zero-width", "a\u200bb\u2060c\ufeff", "abc", ["invisible"]],
  ["bidi controls", "a\u202eb\u2066c", "abc", ["invisible"]],
  ["tags", "a\u{e0069}\u{e0067}b", "ab", ["invisible"]],
  ["selectors that select nothing", "a\ufe0fb\u{e0100}", "ab", ["invisible"]],
  ["fillers", "a\u3164b\u2800c", "abc", ["invisible"]],
  ["half a character", "a\ud83db", "ab", ["invisible"]],
  ["piles of marks", `e${"\u0301".repeat(9)}!`, `e${"\u0301".repeat(4)}!`, ["marks"]],
  ["an emoji family", "👩‍👩‍👧‍👦 ok", "👩‍👩‍👧‍👦 ok", []],
  ["emoji with selectors", "❤️ 1️⃣ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️ 1️⃣ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿", []],
  ["a joiner beside an emoji", "👩\u200d a\u200d", "👩 a", ["invisible"]],
  ["Persian", "می‌خواهم", "می‌خواهم", []],
  ["Hindi", "क्‍ष", "क्‍ष", []],
  ["blanks around what is hidden", "!\t\u0000\t!", "! !", ["control"]],
  ["two joiners in Persian", "می\u200c\u200cخ", "میخ", ["invisible"]],
  ["a joiner in Latin", "ig\u200cnore", "ignore", ["invisible"]],
];

test.for(CLEANED)("%s", ([, text, clean, notes]) => {
  expect(safeText(text, 100)).toEqual({ text: clean, notes });
});

test("a cut is marked and noted, and no character is cut in two", () => {
  expect(safeText("a".repeat(11), 10)).toEqual({ text: `${"a".repeat(9)}…`, notes: ["cut"] });
  expect(cleanText("a".repeat(10), 10)).toBe("a".repeat(10));
  expect(cleanText(`${"a".repeat(8)}👩‍👩‍👧‍👦b`, 12)).toBe(`${"a".repeat(8)}…`);
  expect(cleanText("x".repeat(5_000_000), 10)).toBe("xxxxxxxxx…");
});

const awkward = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "\u001b[",
      "\u001b]",
      "\u200d",
      "\ufe0f",
      "👩",
      "❤",
      "م",
      "क्",
      "\u0301",
      "\t",
      "\u0000",
      "password=",
      "eyJ",
      "ghp_",
    ),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
  { maxLength: 40 },
);

test("whatever comes in, what goes out is one visible line of bounded length, and stays as it is", () => {
  fc.assert(
    fc.property(awkward, fc.integer({ min: 1, max: 80 }), (parts, maxLength) => {
      const once = cleanText(parts.join(""), maxLength);
      expect(once.length).toBeLessThanOrEqual(maxLength);
      expect(HIDDEN.test(once.replace(/\p{Extended_Pictographic}[\ufe0f\u200d]|[\d#*]\ufe0f/gu, ""))).toBe(false);
      expect(cleanText(once, maxLength)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test("a cut does not make a secret of what is none", () => {
  expect(cleanText("password=𐀀® 豈", 13)).toBe("password=𐀀®…");
  expect(cleanText("password=𐀀®…", 13)).toBe("password=𐀀®…");
});

test("a terminal is shown what a draft does not carry", () => {
  const text = "a\u200bb\u001b[31mc\nd\ud800";
  expect(cleanText(text, 100)).toBe("abc d");
  expect(cleanForTerminal(text, 100)).toBe(String.raw`a\u{200b}b\u{1b}[31mc\nd\u{d800}`);
});
