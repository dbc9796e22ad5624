import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf8, decodeWtf8, encodeWtf8, isUtf8 } from "../../src/core/line/wtf8.js";

const units = fc.oneof(
  fc.constantFrom(0xd800, 0xdbff, 0xdc00, 0xdfff, 0xd7ff, 0xd000, 0xe000, 0xfeff, 0xfffd, 0xffff, 0, 0x7f, 0x80, 0x7ff),
  fc.integer({ min: 0, max: 0xffff }),
);
/** Any sequence of UTF-16 units: pairs, lone surrogates and neighbours of the surrogate range. */
const texts = fc.array(units, { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));

test.for<[text: string, bytes: number[]]>([
  ["", []],
  ["é", [0xc3, 0xa9]],
  ["\ud800", [0xed, 0xa0, 0x80]],
  ["\udfff", [0xed, 0xbf, 0xbf]],
  ["\ud7ff", [0xed, 0x9f, 0xbf]],
  ["\ud83d\ude00", [0xf0, 0x9f, 0x98, 0x80]],
  ["\ude00\ud83d", [0xed, 0xb8, 0x80, 0xed, 0xa0, 0xbd]],
  ["\ufeffa", [0xef, 0xbb, 0xbf, 0x61]],
  ["\ud83d\ude00\udc00\ud000", [0xf0, 0x9f, 0x98, 0x80, 0xed, 0xb0, 0x80, 0xed, 0x80, 0x80]],
])("%j is %j", ([text, bytes]) => {
  expect([...encodeWtf8(text)]).toEqual(bytes);
  expect(decodeWtf8(Uint8Array.from(bytes))).toBe(text);
});

test("any text survives, and two texts have two encodings", () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(decodeWtf8(encodeWtf8(a))).toBe(a);
      expect(Buffer.compare(encodeWtf8(a), encodeWtf8(b)) === 0).toBe(a === b);
    }),
    { numRuns: 3000 },
  );
});

test("text without lone surrogates is plain UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(encodeWtf8(text)).toEqual(new TextEncoder().encode(text));
    }),
    { numRuns: 1000 },
  );
});

test("decoding as UTF-8 keeps a BOM and makes U+FFFD of what is broken", () => {
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toBe("\ufeffa\ufffd");
  expect(decodeUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBe("\ufffd\ufffd\ufffd");
});

test.for<[bytes: number[], valid: boolean]>([
  [[], true],
  [[0x61, 0xc3, 0xa9], true],
  [[0xef, 0xbb, 0xbf], true],
  [[0xc3], false],
  [[0xc0, 0x80], false],
  [[0xed, 0xa0, 0x80], false],
  [[0xf4, 0x90, 0x80, 0x80], false],
  [[0xff], false],
])("%j is UTF-8: %s", ([bytes, valid]) => {
  expect(isUtf8(Uint8Array.from(bytes))).toBe(valid);
});
