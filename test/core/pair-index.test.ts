import * as fc from "fast-check";
import { expect, test } from "vitest";
import { PairIndex } from "../../src/core/count/pair-index.js";

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const small = fc.oneof(fc.nat(5), fc.constantFrom(0x7fff_ffff, 0x8000_0000, 0xffff_ffff));

test("numbers pairs in the order of arrival, as a Map would", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(small, small), { maxLength: 200, size: "max" }), word, word, (pairs, k0, k1) => {
      const index = new PairIndex({ k0, k1 });
      const rows = new Map<string, number>();
      for (const [a, b] of pairs) {
        const row = rows.get(`${a} ${b}`) ?? rows.size;
        expect(index.intern(a, b)).toBe(row);
        rows.set(`${a} ${b}`, row);
      }
      expect(index.size).toBe(rows.size);
      const [left, right] = index.toColumns();
      expect([...left].map((a, row) => `${a} ${right[row]}`)).toEqual([...rows.keys()]);
    }),
    { numRuns: 200 },
  );
});

test("a grid of pairs survives growth", () => {
  const index = new PairIndex({ k0: 0, k1: 0 });
  for (let i = 0; i < 10_000; i++) expect(index.intern(Math.floor(i / 100), i % 100)).toBe(i);
  for (let i = 0; i < 10_000; i++) expect(index.intern(Math.floor(i / 100), i % 100)).toBe(i);
});
