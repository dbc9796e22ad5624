import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  composeFolds,
  confidenceOf,
  confirmationFold,
  falsePositiveFold,
  FOLD_STATES,
  hitsFold,
  identityFold,
  packFolds,
  unpackFold,
  type Fold,
} from "../../src/core/memory/confidence.js";
import { referenceConfidence, type ConfidenceEvent } from "../reference/confidence.js";
import { eventProbes, foldOfEvents, foldProbes } from "../support/comparable.js";

/** One letter an event: h a hit, f a false positive, c a confirmation. */
const EVENTS: Record<string, ConfidenceEvent> = { h: "hit", f: "false positive", c: "confirmation" };
const eventsOf = (letters: string): ConfidenceEvent[] => Array.from(letters, (letter) => EVENTS[letter]!);

test.for<[history: string, start: number, confidence: number]>([
  ["", 0.4, 0.4],
  ["hhhh", 0.5, 0.5],
  ["hhhhh", 0.5, 0.6], // the fifth is pending and is shown as clean
  ["hhhhhhhhhh", 0.5, 0.7],
  ["hhhhhc", 0.5, 0.6],
  ["hhhhhf", 0.5, 0.5], // the fifth was consumed
  ["hhhhfhhhh", 0.5, 0.5], // a false positive breaks the run
  ["hhhhchhhh", 0.5, 0.6], // a confirmation does not
  ["ff", 0.5, 0.5],
  ["fff", 0.5, 0.3],
  ["ffffff", 0.5, 0.1], // 0.3, then no lower than 0.1
  ["fffffffff", 0.7, 0.1],
  ["fhfhf", 0.5, 0.3], // each hit is consumed, so the false positives stand in a row
  ["ffhhf", 0.5, 0.5], // the first hit was clean
  ["ffcf", 0.5, 0.5],
  ["ffhcf", 0.5, 0.5],
  ["hfhfhf", 1, 0.8],
  ["hhfhhfhhf", 1, 1], // a clean hit between them, so never three in a row
  ["fffhhhhh", 0.5, 0.4],
  ["hhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", 0.5, 1],
  ["hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhfff", 0.5, 0.8], // no credit above 1.00
  ["ccccc", 0.5, 0.5],
  ["hc".repeat(5), 0.5, 0.6],
])("history %j from %d shows %d", ([history, start, confidence]) => {
  expect(confidenceOf(foldOfEvents(eventsOf(history)), start)).toBe(confidence);
  expect(referenceConfidence(Math.round(start * 100), eventsOf(history)) / 100).toBe(confidence);
});

const runs = fc.array(fc.tuple(fc.constantFrom("h", "h", "f", "c"), fc.integer({ min: 1, max: 12 })), {
  maxLength: 20,
});
const histories = fc.oneof(
  runs.map((list) => eventsOf(list.map(([letter, count]) => letter.repeat(count)).join(""))),
  fc.array(fc.constantFrom<ConfidenceEvent[]>("hit", "hit", "false positive", "confirmation"), { maxLength: 60 }),
);

test("a fold gives what the events give one by one", () => {
  fc.assert(
    fc.property(histories, (events) => {
      expect(foldProbes(foldOfEvents(events))).toEqual(eventProbes(events));
    }),
    { numRuns: 400 },
  );
});

test("any cut, composed in any grouping, gives the same fold", () => {
  const compose = (folds: Fold[], at: readonly number[]): Fold => {
    if (folds.length <= 1) return folds[0] ?? identityFold();
    const split = 1 + ((at[0] ?? 0) % (folds.length - 1));
    return composeFolds(compose(folds.slice(0, split), at.slice(1)), compose(folds.slice(split), at.slice(2)));
  };
  fc.assert(
    fc.property(histories, fc.array(fc.nat(60)), fc.array(fc.nat(60)), (events, cuts, grouping) => {
      const edges = [0, ...cuts.map((cut) => cut % (events.length + 1)), events.length].toSorted((a, b) => a - b);
      const pieces = edges.slice(1).map((edge, i) => foldOfEvents(events.slice(edges[i], edge)));
      expect(foldProbes(compose(pieces, grouping))).toEqual(eventProbes(events));
    }),
    { numRuns: 400 },
  );
});

test("composition is associative in every start state, for any value", () => {
  const values = Array.from({ length: 101 }, (_, x) => x);
  const outcome = (fold: Fold): unknown =>
    Array.from({ length: FOLD_STATES }, (_, state) => values.map((x) => confidenceOf(fold, x / 100, state)));
  fc.assert(
    fc.property(histories, histories, histories, (a, b, c) => {
      const [x, y, z] = [foldOfEvents(a), foldOfEvents(b), foldOfEvents(c)];
      const [left, right] = [composeFolds(composeFolds(x, y), z), composeFolds(x, composeFolds(y, z))];
      expect(left.end).toEqual(right.end);
      expect(outcome(left)).toEqual(outcome(right));
    }),
    { numRuns: 50 },
  );
});

test.for([0, 1, 2, 4, 5, 6, 9, 10, 11, 49, 50, 51, 99, 250, 1000])("%d hits in closed form", (count) => {
  for (const before of ["", "h", "hhh", "f", "ff", "hf", "ch", "fh", "ffh"]) {
    const events = eventsOf(before + "h".repeat(count));
    expect(foldProbes(composeFolds(foldOfEvents(eventsOf(before)), hitsFold(count)))).toEqual(eventProbes(events));
  }
});

test("a run of hits too long to walk through", () => {
  const fold = composeFolds(hitsFold(4_000_000_000), foldOfEvents(eventsOf("fffff")));
  expect(confidenceOf(fold, 0.1)).toBe(0.8);
  expect(confidenceOf(composeFolds(falsePositiveFold, hitsFold(2 ** 52)), 0.1)).toBe(1);
});

test("identity, and what a start value outside the folds' bounds becomes", () => {
  for (let x = 0; x <= 100; x++) expect(confidenceOf(identityFold(), x / 100)).toBe(x / 100);
  expect(confidenceOf(composeFolds(identityFold(), confirmationFold), 0.05)).toBe(0.05);
});

test("folds survive packing", () => {
  fc.assert(
    fc.property(fc.array(histories, { maxLength: 5 }), (list) => {
      const folds = list.map(foldOfEvents);
      const packed = packFolds(folds);
      expect(folds.map((_, i) => unpackFold(packed, i))).toEqual(folds);
    }),
    { numRuns: 100 },
  );
});
