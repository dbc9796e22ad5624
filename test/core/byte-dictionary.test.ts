import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteDictionary } from "../../src/core/count/byte-dictionary.js";
import { bytesAt } from "../../src/core/count/columns.js";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const word = fc.integer({ min: 0, max: 0xffff_ffff });
const strings = fc.uint8Array({ maxLength: 3, max: 3 });

test("numbers byte strings in the order of arrival, as a Map would", () => {
  fc.assert(
    fc.property(fc.array(strings, { maxLength: 200, size: "max" }), word, word, (list, k0, k1) => {
      const dictionary = new ByteDictionary({ k0, k1 });
      const rows = new Map<string, number>();
      for (const bytes of list) {
        const known = rows.get(text(bytes));
        const hash = dictionary.hash(bytes, 0, bytes.length);
        expect(dictionary.find(bytes, 0, bytes.length, hash)).toBe(known ?? -1);
        expect(dictionary.intern(bytes)).toBe(known ?? rows.size);
        rows.set(text(bytes), known ?? rows.size);
      }
      expect(dictionary.size).toBe(rows.size);
      const column = dictionary.toColumn();
      for (const [key, row] of rows) {
        expect(text(dictionary.bytesOf(row))).toBe(key);
        expect(text(bytesAt(column, row))).toBe(key);
      }
    }),
    { numRuns: 200 },
  );
});

test("strings whose hashes are equal stay apart", () => {
  const dictionary = new ByteDictionary({ k0: 1, k1: 2 });
  for (let i = 0; i < 1000; i++) dictionary.add(Uint8Array.of(i & 255, i >> 8), 0, 2, 0xffff_ffff);
  for (let i = 0; i < 1000; i++) expect(dictionary.find(Uint8Array.of(i & 255, i >> 8), 0, 2, 0xffff_ffff)).toBe(i);
  expect(dictionary.find(Uint8Array.of(0), 0, 1, 0xffff_ffff)).toBe(-1);
});

test("a slice is a string of its own, and a column is a copy", () => {
  const dictionary = new ByteDictionary({ k0: 1, k1: 2 });
  const bytes = Uint8Array.from([1, 2, 3, 1, 2]);
  expect(dictionary.intern(bytes, 0, 2)).toBe(0);
  expect(dictionary.intern(bytes, 0, 3)).toBe(1);
  expect(dictionary.intern(bytes, 3, 5)).toBe(0);
  expect(dictionary.intern(bytes, 2, 2)).toBe(2);
  const column = dictionary.toColumn();
  bytes.fill(9);
  for (let i = 0; i < 100; i++) dictionary.intern(Uint8Array.of(7, i));
  expect([...column.bytes]).toEqual([1, 2, 1, 2, 3]);
  expect([...column.ends]).toEqual([2, 5, 5]);
});
