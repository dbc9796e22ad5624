// Arrays that are wanted together must not lie over each other, whatever kinds and sizes they are of, and however often the room
// is used again.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Scratch } from "../../src/core/count/scratch.js";
import { release } from "../../src/io/release.js";

const KINDS = [Uint8Array, Uint32Array, Int32Array, Float64Array] as const;
const wanted = fc.record({ kind: fc.nat(KINDS.length - 1), length: fc.nat(40) });

test("arrays of a scratch keep what is written to them until it is cleared", () => {
  fc.assert(
    fc.property(fc.array(fc.array(wanted, { maxLength: 12 }), { maxLength: 6 }), (rounds) => {
      const scratch = new Scratch();
      for (const round of rounds) {
        scratch.clear();
        const arrays = round.map(({ kind, length }) => scratch.array<Float64Array>(KINDS[kind] as never, length));
        arrays.forEach((array, i) => array.fill(i + 1));
        expect(arrays.map((array) => Array.from(array))).toEqual(
          round.map(({ length }, i) => Array.from({ length }, () => i + 1)),
        );
      }
    }),
  );
});

test("what was wanted once stands in one buffer the next time", () => {
  const scratch = new Scratch();
  const want = (): ArrayBufferLike[] => [3, 5, 40].map((length) => scratch.array(Float64Array, length).buffer);
  want();
  scratch.clear();
  expect(new Set(want()).size).toBe(1);
});

test("a released buffer and its views are empty, at once", () => {
  const bytes = new Uint8Array(1 << 20);
  const before = process.memoryUsage().arrayBuffers;
  release(bytes.buffer);
  expect(bytes.length).toBe(0);
  expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - (1 << 20));
});
