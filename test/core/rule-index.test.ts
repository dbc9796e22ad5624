// Keywords of rules and logs meet case-folded and NFC, as Unicode folds case.
import { expect, test } from "vitest";
import { foldCase, RuleIndex } from "../../src/core/rules/rule-index.js";
import { MAX_KEYWORD, cleanText } from "../../src/core/text/safe-text.js";
import type { Rule } from "../../src/model/rule.js";

test.each([
  ["straße", "STRASSE"],
  ["groẞ", "gross"],
  ["ΟΔΟΣ", "οδος"],
  ["οδοσ", "οδος"],
  ["İstanbul", "i\u0307stanbul"],
  ["\u212aelvin ſ ﬁ", "kelvin s fi"],
  ["ＡＢ", "ａｂ"],
  ["CAFÉ", "cafe\u0301"],
])("%s and %s are one keyword", (a, b) => {
  expect(foldCase(a)).toBe(foldCase(b));
});

test.each([
  ["İstanbul", "istanbul"],
  ["ıx", "ix"],
  ["ıx", "IX"],
  ["ＡＢ", "ab"],
  ["ά", "α"],
])("%s and %s are two", (a, b) => {
  expect(foldCase(a)).not.toBe(foldCase(b));
});

function ruleWith(...keywords: string[]): Rule {
  const path = "rules/ban/a.md";
  return { id: "a", path, title: "A", type: "ban", level: "hard", keywords, placeholder: false, expiresAtMs: null };
}

test.each([
  ["two  blanks"],
  ["a\ttab"],
  ["a\u00a0b"],
  ["zero\u200bwidth"],
  ["x".repeat(MAX_KEYWORD + 1)],
  ["😀".repeat(MAX_KEYWORD)],
  ["password=hunter2hunter2"],
])("a rule covers what a draft shows of its own keyword: %j", (keyword) => {
  const shown = cleanText(keyword, MAX_KEYWORD);
  expect(shown).not.toBe(keyword);
  const index = new RuleIndex([ruleWith("other", keyword)], 0);
  expect(index.coveringKeywords([shown])?.id).toBe("a");
  expect(index.coveringKeywords([keyword])?.id).toBe("a");
  expect(index.coveringKeywords([shown, "other"])?.id).toBe("a");
  expect(index.coveringKeywords([shown, "another"])).toBeUndefined();
  expect(index.coveringKeywords([])).toBeUndefined();
});
