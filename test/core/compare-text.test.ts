import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareText } from "../../src/core/merge/counts.js";
import { encodeWtf8 } from "../../src/core/line/wtf8.js";

test.for<[a: string, b: string]>([
  ["", "a"],
  ["a", "aa"],
  ["B", "a"],
  ["a", "é"],
  ["\uffff", "😀"], // UTF-16 has it the other way round
  ["\ud800", "\ue000"],
  ["\udfff", "\ue000"],
  ["\ue000", "\ud800\udc00"],
  ["a\ud83d", "a\ud83d\ude00"],
])("%j stands before %j", ([a, b]) => {
  expect(compareText(a, b)).toBeLessThan(0);
  expect(compareText(b, a)).toBeGreaterThan(0);
  expect(compareText(a, a)).toBe(0);
});

test("the order of code points is that of the bytes", () => {
  const units = fc.constantFrom(0x61, 0x7f, 0x80, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff);
  const texts = fc.array(units, { maxLength: 6 }).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(encodeWtf8(a), encodeWtf8(b)));
    }),
    { numRuns: 2000 },
  );
});
