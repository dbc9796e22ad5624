import { describe, expect, test } from "vitest";
import type { PatternCounts } from "../../src/core/merge/counts.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import { DAY_MS, HOUR_MS } from "../../src/model/options.js";
import { countText, hitAt, line, NOW_MS, type TextQuestion } from "../support/scan-text.js";

const EXACT: Precision = { asOfMs: NOW_MS, floorMs: -Infinity, exactHours: [] };
const HOURS = precisionFor(NOW_MS, [], -Infinity);

function pattern(lines: readonly string[], question: TextQuestion = {}): PatternCounts {
  const [only, ...others] = countText([lines.join("")], question).patterns;
  expect(others).toEqual([]);
  return only!;
}

const falsePositive = (ms: number, fields: Record<string, unknown> = {}): string =>
  hitAt(ms, { action: "false_positive", ...fields });

describe("the D-day window is (now - D days, now], to the millisecond", () => {
  test.for<[ms: number, d7: number, d14: number, future: number]>([
    [0, 1, 1, 0],
    [1, 0, 0, 1],
    [-7 * DAY_MS + 1, 1, 1, 0],
    [-7 * DAY_MS, 0, 1, 0],
    [-7 * DAY_MS - 1, 0, 1, 0],
    [-14 * DAY_MS + 1, 0, 1, 0],
    [-14 * DAY_MS, 0, 0, 0],
    [-14 * DAY_MS - HOUR_MS, 0, 0, 0],
  ])("a hit at now %d ms", ([ms, d7, d14, future]) => {
    // Older hits beside it: then the time stands in a cell, not among the two newest.
    for (const times of [[ms], [ms, ms, ms, ms], [ms, ms, Math.min(ms, 0) - 30 * DAY_MS]]) {
      const near = times.filter((one) => one === ms).length;
      for (const precision of [precisionFor(NOW_MS), EXACT, HOURS]) {
        const seen = pattern(
          times.map((one) => hitAt(one)),
          { precision },
        );
        expect([seen.d7, seen.d14, seen.future]).toEqual([d7 * near, d14 * near, future * near]);
        expect([seen.effectiveD7, seen.effectiveD14]).toEqual([d7 * near, d14 * near]);
      }
    }
  });
});

test("undated hits count in totals and sessions, in no window, and are the oldest places", () => {
  const seen = pattern([line({ ts: "build 2026" }), hitAt(-60 * DAY_MS), line({ ts: undefined })], {
    precision: EXACT,
  });
  expect(seen).toMatchObject({ total: 3, undated: 2, d7: 0, d14: 0, effectiveAll: 3, current: 3, sessions: 1 });
  expect(seen.newest.map(({ timeMs }) => timeMs)).toEqual([NOW_MS - 60 * DAY_MS, -Infinity, -Infinity]);
  expect(seen.newest[1]!.offset).toBeGreaterThan(seen.newest[2]!.offset);
});

test("a false positive cancels one hit of its session and window, never more than there are", () => {
  const seen = pattern(
    [
      hitAt(-1),
      hitAt(-2),
      falsePositive(-3),
      hitAt(-4, { session_id: "t" }),
      falsePositive(-5, { session_id: "t" }),
      falsePositive(-6, { session_id: "t" }),
      hitAt(-8 * DAY_MS, { session_id: "u" }),
      falsePositive(-1, { session_id: "u" }),
    ],
    { precision: EXACT },
  );
  expect(seen).toMatchObject({ total: 4, falsePositives: 4, d7: 3, d14: 4 });
  expect(seen).toMatchObject({ effectiveD7: 1, effectiveD14: 1, effectiveAll: 1, sameSessionD7: 1, sameSessionAll: 1 });
});

test("a false positive without a session cancels from the sum", () => {
  const loose = { session_id: undefined };
  const seen = pattern([hitAt(-1), hitAt(-2, { session_id: "t" }), falsePositive(-3, loose), hitAt(-4, loose)]);
  expect(seen).toMatchObject({ d7: 3, effectiveD7: 2, sameSessionD7: 1, sessions: 2 });
  expect(pattern([hitAt(-1), falsePositive(-3, loose), falsePositive(-4, loose)])).toMatchObject({ effectiveD7: 0 });
});

test("hits without a session count across sessions, never inside one", () => {
  const seen = pattern([hitAt(-1, { session_id: null }), hitAt(-2, { session_id: " " }), hitAt(-3)]);
  expect(seen).toMatchObject({ d7: 3, effectiveD7: 3, sameSessionD7: 1, sessions: 1, current: 1 });
});

describe("only hits later than the watermark count towards thresholds", () => {
  const judgedUntilMs = (ms: number) => () => NOW_MS + ms;
  const precisionAt = (ms: number): Precision[] => [precisionFor(NOW_MS, [NOW_MS + ms]), EXACT];

  test.for([-5 * HOUR_MS, -7 * DAY_MS, -10 * DAY_MS, -14 * DAY_MS])("a watermark at now %d ms", (ms) => {
    for (const precision of precisionAt(ms)) {
      const lines = [hitAt(ms - 1), hitAt(ms), hitAt(ms + 1), hitAt(ms + 2), hitAt(ms + 2)];
      const seen = pattern(lines, { precision, judgedUntilMs: judgedUntilMs(ms) });
      expect(seen.d14).toBe(ms === -14 * DAY_MS ? 3 : 5);
      expect(seen.effectiveD14).toBe(3);
      expect(seen.effectiveD7).toBe(ms >= -7 * DAY_MS ? 3 : 0);
    }
  });

  test("undated hits and false positives count as judged", () => {
    const lines = [hitAt(-1), line({ ts: null }), line({ ts: null, action: "false_positive" })];
    expect(pattern(lines, { precision: EXACT })).toMatchObject({ effectiveAll: 1 });
    const judged = pattern(lines, { precision: EXACT, judgedUntilMs: judgedUntilMs(-5) });
    expect(judged).toMatchObject({ total: 2, effectiveAll: 1, falsePositives: 1 });
  });

  test("B2: a watermark before the windows is exact too where there is no floor", () => {
    const ms = -24 * DAY_MS;
    const precision = precisionFor(NOW_MS, [NOW_MS + ms], -Infinity);
    const lines = [hitAt(ms - 1), hitAt(ms + 1), hitAt(-2 * DAY_MS), hitAt(-DAY_MS)];
    const seen = pattern(lines, { precision, judgedUntilMs: judgedUntilMs(ms) });
    expect(seen).toMatchObject({ effectiveAll: 3, sameSessionAll: 3 });
  });
});

describe("distinct hit times of one session, of which two revive a placeholder", () => {
  test.for<[name: string, times: number[], events: number]>([
    ["none dated", [NaN, NaN], 0],
    ["one", [-HOUR_MS], 1],
    ["one, met three times", [-HOUR_MS, -HOUR_MS, -HOUR_MS], 1],
    ["two", [-HOUR_MS, -2 * HOUR_MS], 2],
    ["two, the newer met twice", [-2 * DAY_MS, -HOUR_MS, -HOUR_MS], 2],
    ["two, the newer met twice, in one hour", [-50 * HOUR_MS, -50 * HOUR_MS - 1, -50 * HOUR_MS], 2],
    ["two, the older at the hour's start", [-2_096_789, -60_000, -60_000], 2],
    ["two, both before the windows", [-40 * DAY_MS, -30 * DAY_MS, -30 * DAY_MS], 2],
  ])("B1: %s", ([, times, events]) => {
    const lines = times.map((ms) => (Number.isNaN(ms) ? line({ ts: "no time" }) : hitAt(ms)));
    const seen = [EXACT, HOURS, precisionFor(NOW_MS)].map((precision) => pattern(lines, { precision }));
    expect(seen.map(({ sameSessionEvents }) => sameSessionEvents)).toEqual([events, events, events]);
  });

  test("of two sessions with one time each, no session has two", () => {
    expect(pattern([hitAt(-1), hitAt(-2, { session_id: "t" })])).toMatchObject({ sameSessionEvents: 1 });
  });
});
