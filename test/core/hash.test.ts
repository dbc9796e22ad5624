import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashBytes, type HashSeed } from "../../src/core/line/hash.js";
import { halfSipHash } from "../support/half-sip-hash.js";

const word = fc.integer({ min: 0, max: 0xffff_ffff });

// From the authors' vectors.h (github.com/veorq/SipHash), HalfSipHash-2-4, 32 bits, key 00 01 … 07, inputs 00 01 …
test("the reference hash gives the published vectors", () => {
  const vectors = [0x5b9f35a9, 0xb85a4727, 0x03a662fa, 0x04e7fe8a];
  const input = Uint8Array.of(0, 1, 2);
  const hashes = vectors.map((_, n) => halfSipHash(input.subarray(0, n), 0x03020100, 0x07060504, 2, 4));
  expect(hashes).toEqual(vectors);
});

test("hashBytes is HalfSipHash-1-3 of the slice", () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(bytes, bytes, bytes, word, word, (before, text, after, k0, k1) => {
      const all = Uint8Array.from([...before, ...text, ...after]);
      const hash = hashBytes(all, before.length, before.length + text.length, { k0, k1 });
      expect(hash).toBe(halfSipHash(text, k0, k1, 1, 3));
    }),
    { numRuns: 1000 },
  );
});

test("a seed read as signed numbers is the same seed", () => {
  const text = new TextEncoder().encode("session-1");
  const [k0, k1] = [0xdeadbeef, 0xfeedface];
  const signed: HashSeed = { k0: k0 | 0, k1: k1 | 0 };
  expect(hashBytes(text, 0, text.length, signed)).toBe(hashBytes(text, 0, text.length, { k0, k1 }));
});
