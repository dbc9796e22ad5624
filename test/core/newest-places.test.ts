import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NEWEST_LIMIT, NewestPlaces } from "../../src/core/count/newest-places.js";

type Hit = [list: number, timeMs: number, archive: number, offset: number];

/** Each list sorted, its last 16: what the ring must hold. */
function sorted(hits: readonly Hit[], list: number): Hit[] {
  return hits
    .filter((hit) => hit[0] === list)
    .toSorted((a, b) => (a[1] === b[1] ? a[2] - b[2] || a[3] - b[3] : a[1] < b[1] ? -1 : 1))
    .slice(-NEWEST_LIMIT);
}

function held(hits: readonly Hit[], lists: number): Hit[][] {
  const places = new NewestPlaces();
  for (const hit of hits) places.offer(...hit);
  const { timeMs, archive, offset, ends } = places.toColumns(lists);
  return Array.from({ length: lists }, (_, list) => {
    const from = list === 0 ? 0 : ends[list - 1]!;
    return Array.from({ length: ends[list]! - from }, (__, i): Hit => {
      return [list, timeMs[from + i]!, archive[from + i]!, offset[from + i]!];
    });
  });
}

const offsets = fc.oneof(fc.nat(100), fc.constantFrom(2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1));
const hits = fc.array(
  fc.tuple(fc.nat(2), fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(-Infinity)), fc.nat(3), offsets),
  { maxLength: 150, size: "max" },
);

test("holds each list's 16 newest, oldest first, in whatever order they come", () => {
  fc.assert(
    fc.property(hits, (list) => {
      expect(held(list, 4)).toEqual([0, 1, 2, 3].map((one) => sorted(list, one)));
    }),
    { numRuns: 200 },
  );
});

test.for([1, 2, 3, 15, 16, 17, 32, 33])("%d hits in order of time, and against it", (count) => {
  const rising = Array.from({ length: count }, (_, i): Hit => [0, i, 0, i]);
  expect(held(rising, 1)).toEqual([sorted(rising, 0)]);
  expect(held(rising.toReversed(), 1)).toEqual([sorted(rising, 0)]);
});
