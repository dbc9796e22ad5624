// Keywords of rules and logs meet case-folded and NFC, as Unicode folds case.
import { expect, test } from "vitest";
import { foldCase } from "../../src/core/rules/rule-index.js";

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
