// The latest few of many times, while some are taken away again: what it says is the latest is, and it says when it does not know.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LatestTimes } from "../../src/core/merge/latest-times.js";

const step = fc.record({
  pattern: fc.nat(2),
  ms: fc.integer({ min: 0, max: 12 }),
  isRemoved: fc.boolean(),
  isCopied: fc.boolean(),
});

test("the latest time is that of all that are there, wherever it is known", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let latest = new LatestTimes();
      const all: number[][] = [[], [], []];
      for (const { pattern, ms, isRemoved, isCopied } of steps) {
        const times = all[pattern] as number[];
        const gone = isRemoved ? times.splice(ms % Math.max(1, times.length), 1) : [];
        for (const one of gone) expect(latest.remove(pattern, one)).toBe(true);
        if (gone.length === 0) {
          times.push(ms);
          latest.add(pattern, ms);
        }
        if (isCopied) latest = LatestTimes.of(latest.toColumns(3));
        const told = all.map((known, p) => (latest.isKnown(p) ? latest.latest(p) : Math.max(...known)));
        expect(told).toEqual(all.map((known) => Math.max(-Infinity, ...known)));
        // What is not known is not nothing.
        expect(all.every((known, p) => latest.isKnown(p) || known.length > 0)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("four of a pattern's sessions may leave at once without its latest time being lost", () => {
  const latest = new LatestTimes();
  for (const ms of [1, 2, 3, 4, 5, 6]) latest.add(0, ms);
  for (const ms of [6, 5, 4]) latest.remove(0, ms);
  expect([latest.isKnown(0), latest.latest(0)]).toEqual([true, 3]);
  latest.remove(0, 3);
  expect(latest.isKnown(0)).toBe(false);
  latest.add(0, 7);
  expect([latest.isKnown(0), latest.latest(0)]).toEqual([true, 7]);
});

test("a time that was never added can't be taken away", () => {
  const latest = new LatestTimes();
  latest.add(0, 5);
  expect(latest.remove(0, 9)).toBe(false);
});
