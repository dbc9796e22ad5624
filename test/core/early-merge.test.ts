// Earliest moments out of parts that have dropped what they need not keep.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EarlyEvents, type EarlyAnswer, type SlidingThresholds } from "../../src/core/merge/early-events.js";
import { DAY_MS } from "../../src/model/options.js";
import { referenceEarliest } from "../reference/early.js";
import type { ReferenceRecord } from "../reference/records.js";

const DEFAULTS: SlidingThresholds = { sameSessionHits: 2, d7Hits: 2, d14Hits: 3, slack: 4 };

interface Event {
  timeMs: number;
  isFalse: boolean;
  session: string;
}

const events = (count: number, day: number, session: string, isFalse = false): Event[] =>
  Array.from({ length: count }, (_, i) => ({ timeMs: day * DAY_MS + i, session, isFalse }));

/** Each part is one archive. */
function answerOf(parts: readonly Event[][], thresholds: SlidingThresholds): EarlyAnswer {
  const whole = new EarlyEvents(thresholds);
  parts.forEach((part, archive) => {
    const early = new EarlyEvents(thresholds);
    part.forEach(({ timeMs, isFalse, session }, offset) => {
      if (early.wants(0, timeMs)) early.offer(0, { timeMs, archive, offset }, isFalse, Buffer.from(session));
    });
    whole.absorb(early.toColumns(), Uint32Array.of(0));
  });
  return whole.answer(0);
}

function expectedOf(parts: readonly Event[][], thresholds: SlidingThresholds): unknown {
  const records = parts.flatMap((part, archive) =>
    part.map(({ timeMs, isFalse, session }, offset): ReferenceRecord => {
      const kind = isFalse ? "false positive" : "hit";
      return { archive, offset, kind, session, timeMs, patternKind: "rule", key: "r", interceptor: "Ban" };
    }),
  );
  return referenceEarliest(records, thresholds);
}

// The false positives cancel all hits of day 1 until, on day 7, enough of them have left the window: 16 of 110 are left at
// its 93rd millisecond. The part has its cutoff on day 1, forgets what is later, and knows that it may not.
const unsurePart = [
  ...events(110, 0, "a", true),
  ...events(18, 1, "a"),
  ...events(1, 100, "b"),
  ...events(1, 101, "b"),
];

test("B4: a part that is unsure makes the whole unsure, not empty", () => {
  expect(expectedOf([unsurePart], DEFAULTS)).toMatchObject({ trigger: "cross_session_7d", atMs: 7 * DAY_MS + 93 });
  expect(answerOf([unsurePart], DEFAULTS)).toBe("unsure");
});

test("B4: a moment behind a part's cutoff is no answer, for an earlier one may have been dropped", () => {
  expect(answerOf([unsurePart, events(2, 200, "c")], DEFAULTS)).toBe("unsure");
});

const parts = fc.array(
  fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom("a", "b", "c", "d", ""),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(true, true, false),
      ),
      { maxLength: 8, size: "max" },
    )
    .map((runs) => runs.flatMap(([day, session, count, isFalse]) => events(count, day * 3.5, session, isFalse))),
  { minLength: 1, maxLength: 3 },
);
const thresholds = fc.record<SlidingThresholds>({
  sameSessionHits: fc.integer({ min: 1, max: 4 }),
  d7Hits: fc.integer({ min: 1, max: 4 }),
  d14Hits: fc.integer({ min: 1, max: 6 }),
  slack: fc.constantFrom(0, 4, 32, 1000),
});

test("long runs of hits and false positives in parts: the whole's moment, or unsure", () => {
  let told = 0;
  fc.assert(
    fc.property(parts, thresholds, (list, wanted) => {
      const answer = answerOf(list, wanted);
      const falses = list.flat().filter(({ isFalse }) => isFalse).length;
      if (answer !== "unsure") told++;
      // Only more false positives than the slack allows for are a reason to be unsure.
      const allowed = answer === "unsure" && falses > wanted.slack ? "unsure" : expectedOf(list, wanted);
      expect(answer).toEqual(allowed);
    }),
    { numRuns: 250 },
  );
  expect(told).toBeGreaterThan(50);
});
