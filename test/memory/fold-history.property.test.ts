// Confidence over runs: whatever a log holds and wherever runs fall, the state's fold says what one look at all of it would.
import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record as fields } from "fast-check";
import { expect, test } from "vitest";
import { confidenceOf } from "../../src/core/memory/confidence.js";
import { patternName } from "../../src/core/merge/early-events.js";
import { mergePartials } from "../../src/core/merge/merge.js";
import { continued, NO_EVENTS, storedConfidence, type StoredFold } from "../../src/core/merge/pattern-fold.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { at, DAY, hit, NOW_MS, type Json } from "./home.js";

const SEED = { k0: 1, k1: 2 };

interface Event {
  readonly kind: "hit" | "false" | "confirm";
  readonly rule: string;
  readonly isDated: boolean;
  /** A run falls behind it; a range ends behind it. */
  readonly run: boolean;
  readonly cut: boolean;
}

const events = array(
  fields<Event>({
    kind: constantFrom("hit", "hit", "hit", "false", "confirm"),
    rule: constantFrom("a", "b"),
    isDated: oneof({ weight: 4, arbitrary: constant(true) }, { weight: 1, arbitrary: constant(false) }),
    run: oneof({ weight: 4, arbitrary: constant(false) }, { weight: 1, arbitrary: constant(true) }),
    cut: boolean(),
  }),
  { maxLength: 60 },
);

function record({ kind, rule, isDated }: Event, i: number): Json {
  const ms = NOW_MS - DAY + i * 1000;
  const more =
    kind === "false" ? { action: "false_positive" } : kind === "confirm" ? { interceptor: "UserCorrection" } : {};
  return { ...hit(ms, rule, `s${i % 3}`, more), ts: isDated ? at(ms) : "never" };
}

/** Scans the log with a range after each cut, the ranges by turns in two scanners. */
function scan(
  log: readonly Event[],
  foldedUntilMs: ReadonlyMap<string, number>,
  nowMs = NOW_MS,
): ReturnType<typeof mergePartials> {
  const precision = { asOfMs: nowMs, floorMs: -Infinity, exactHours: [], foldedUntilMs };
  const scanners = [new PlainScanner(SEED, precision), new PlainScanner(SEED, precision)];
  let lines: string[] = [];
  let range = 0;
  const close = (): void => {
    const scanner = scanners[range % 2]!;
    const bytes = new TextEncoder().encode(lines.join(""));
    scanner.buffer(bytes.length + 1, 0).set(bytes);
    scanner.beginRange({ archive: 0, range, role: "intercepts" });
    scanner.scan(0, bytes.length, range * 100_000);
    scanner.endRange();
    range++;
    lines = [];
  };
  log.forEach((event, i) => {
    lines.push(`${JSON.stringify(record(event, i))}\n`);
    if (event.cut) close();
  });
  close();
  const partials = scanners.map((scanner) => structuredClone(scanner.finish()));
  return mergePartials(partials, { nowMs, paths: ["log"] }, SEED);
}

/** What the state knows of the patterns from run to run. */
class Known {
  readonly #patterns = new Map<string, { readonly fold: StoredFold; readonly untilMs: number }>();
  falses = 0;

  run(log: readonly Event[], nowMs = NOW_MS): void {
    const told = new Map([...this.#patterns].map(([name, { untilMs }]) => [name, untilMs]));
    for (const counts of scan(log, told, nowMs).patterns) {
      const { kind, key, fold, lastMs, foldedMs, foldedFalsePositives } = counts;
      const name = patternName(kind, key);
      const before = this.#patterns.get(name);
      const untilMs = Math.max(Number.isNaN(lastMs) ? -Infinity : lastMs, foldedMs, before?.untilMs ?? -Infinity);
      this.#patterns.set(name, { fold: continued(before?.fold ?? NO_EVENTS, fold), untilMs });
      this.falses += foldedFalsePositives;
    }
  }

  /** The confidence of each pattern for some starts: as it is known, and by one look at all of the log. */
  besideOneLook(log: readonly Event[], nowMs = NOW_MS): [known: number[], once: number[]] {
    const starts = [0.1, 0.4, 0.7, 1];
    const { patterns } = scan(log, new Map(), nowMs);
    const stored = patterns.map(({ kind, key }) => this.#patterns.get(patternName(kind, key))!.fold);
    return [
      stored.flatMap((fold) => starts.map((start) => storedConfidence(fold, start))),
      patterns.flatMap(({ fold }) => starts.map((start) => confidenceOf(fold, start))),
    ];
  }
}

const expectSame = ([known, once]: [number[], number[]]): void => expect(known).toEqual(once);

test("any runs over any log fold each event once, and in order", () => {
  assert(
    property(events, (log) => {
      // The first record has a date: an undated one before any can't be told from one that was there before.
      const whole = log.map((event, i) => (i === 0 ? { ...event, isDated: true } : event));
      const known = new Known();
      whole.forEach((event, i) => {
        // Undated records that follow a run at once have the time of its last record: they count as there already.
        if (event.run && whole[i + 1]?.isDated !== false) known.run(whole.slice(0, i + 1));
      });
      known.run(whole);
      known.run(whole);
      expectSame(known.besideOneLook(whole));
      expect(known.falses).toBe(whole.filter(({ kind }) => kind === "false").length);
    }),
    { numRuns: 150 },
  );
});

test("undated events alone are folded once", () => {
  const log: Event[] = Array.from({ length: 5 }, () => ({
    kind: "hit",
    rule: "a",
    isDated: false,
    run: false,
    cut: false,
  }));
  const first = scan(log, new Map()).patterns[0]!;
  expect(confidenceOf(first.fold, 0.4)).toBe(0.5);
  expect(first.foldedMs).toBe(-Infinity);
  const again = scan(log, new Map([[patternName(0, "a"), first.foldedMs]])).patterns[0]!;
  expect(continued(NO_EVENTS, again.fold)).toEqual(NO_EVENTS);
});

test("runs at any moments over a log that lies ahead of them fold each event once, undated ones with the record before them", () => {
  assert(
    property(events, array(integer({ min: -3, max: 63 }), { maxLength: 6 }), (log, moments) => {
      const known = new Known();
      const msOf = (i: number): number => NOW_MS - DAY + i * 1000;
      for (const i of moments.toSorted((a, b) => a - b)) {
        known.run(log, msOf(i));
        expectSame(known.besideOneLook(log, msOf(i)));
      }
      known.run(log);
      expectSame(known.besideOneLook(log));
      expect(known.falses).toBe(log.filter(({ kind }) => kind === "false").length);
    }),
    { numRuns: 150 },
  );
});
