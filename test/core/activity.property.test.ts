// Hits by day and by session, whatever the cuts and the scanner: those of the reference.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Activity } from "../../src/core/count/activity.js";
import { mergePartials } from "../../src/core/merge/merge.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor } from "../../src/core/count/precision.js";
import { DAY_MS } from "../../src/model/options.js";
import { mergeShared } from "../../src/scanner-wasm/merge-shared.js";
import { openWasmScanner, SharedScan, type WasmScanner } from "../../src/scanner-wasm/scanner-wasm.js";
import { referenceActivity } from "../reference/activity.js";
import type { ReferenceArchive } from "../reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { choiceNumbers, Choices } from "../support/choices.js";
import { scanInPieces, type Pieces } from "../support/scan-in-pieces.js";
import { countText, hitAt, NOW_MS } from "../support/scan-text.js";
import { NOWS } from "../support/time-in-record.js";

interface Case {
  nowMs: number;
  archives: ReferenceArchive[];
  /** Whole days that are kept before the current one; none: all are. */
  keptDays: number | undefined;
  limits: { patterns: number; sessions: number; days: number };
  seed: { k0: number; k1: number };
  pieces: Pieces;
  choices: number[];
}

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const cases = fc.constantFrom(...NOWS).chain((nowMs) =>
  fc.record<Case>({
    nowMs: fc.constant(nowMs),
    archives: fc.oneof(archivesArbitrary(nowMs), denseArchivesArbitrary(nowMs)),
    keptDays: fc.option(fc.integer({ min: 15, max: 40 }), { nil: undefined }),
    limits: fc.record({
      patterns: fc.constantFrom(0, 1, 3, 200),
      sessions: fc.constantFrom(0, 1, 2, 40),
      days: fc.constantFrom(1, 10, 1000),
    }),
    seed: fc.record({ k0: word, k1: word }),
    pieces: fc.record({
      scanners: fc.integer({ min: 1, max: 5 }),
      rangeLines: fc.constantFrom(2, 1000),
      chunkLines: fc.constantFrom(3, 1000),
      maxLineBytes: fc.constant(Infinity),
    }),
    choices: choiceNumbers,
  }),
);

function check({ nowMs, archives, keptDays, limits, seed, pieces, choices }: Case): void {
  const floorMs = keptDays === undefined ? -Infinity : (Math.floor(nowMs / DAY_MS) - keptDays) * DAY_MS;
  const precision = precisionFor(nowMs, [], floorMs);
  const activity = { ...limits, floorMs };
  const question = { nowMs, paths: archives.map(({ path }) => path), activity };
  const expected = plainZeros(referenceActivity(archives, { ...activity, nowMs }));

  const partials = scanInPieces(() => new PlainScanner(seed, precision), archives, pieces, new Choices(choices));
  expect(plainZeros(mergePartials(partials, question, seed).activity)).toEqual(expected);

  const scan = new SharedScan({ seed, precision });
  const scanners: WasmScanner[] = [];
  const makeScanner = (): WasmScanner => {
    const scanner = openWasmScanner(scan.init, scanners.length);
    scanners.push(scanner);
    return scanner;
  };
  scanInPieces(makeScanner, archives, pieces, new Choices(choices));
  const shared = scanners.map((scanner) => scanner.finishShared());
  expect(plainZeros(mergeShared(scan, shared, question).activity)).toEqual(expected);
}

/** -0 as 0. */
function plainZeros(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test("any cut, either scanner: the reference's activity", () => {
  fc.assert(fc.property(cases, check), { numRuns: 40 });
});

const ask = (texts: readonly string[], limits = {}): Activity | undefined =>
  countText(texts, { activity: { patterns: 5, sessions: 5, days: 100, floorMs: -Infinity, ...limits } }).activity;

test("days are those of UTC, hits of one millisecond apart may lie in two", () => {
  const midnight = Math.floor(NOW_MS / DAY_MS) * DAY_MS - NOW_MS;
  const activity = ask([hitAt(midnight) + hitAt(midnight - 1) + hitAt(midnight - 2)])!;
  expect(activity.patterns[0]!.days).toEqual([2, 1]);
  expect(activity.firstDay).toBe(Math.floor(NOW_MS / DAY_MS) - 1);
});

test("without a dated hit there are no days", () => {
  expect(ask([hitAt(1)])).toMatchObject({ firstDay: NaN, patterns: [], others: [], earlier: 0, sessions: [] });
});

test("sessions with as many hits stand in the order of their ids", () => {
  const text = ["b", "a", "c", "c"].map((session_id) => hitAt(-1, { session_id })).join("");
  expect(ask([text], { sessions: 2 })!.sessions.map(({ id }) => id)).toEqual(["c", "a"]);
});
