// A log that grows piece by piece: what the summary makes of the pieces is what a scan of the whole makes of it, at whatever
// moment, and what its pieces give all at once. Few sessions and patterns, so that pieces meet in all of them; times repeat.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Counts, PatternCounts } from "../../src/core/merge/counts.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { Summary } from "../../src/core/segment/summary.js";
import { decodeSummary, encodeSummary } from "../../src/core/segment/summary-form.js";
import { HomeCache, type KnownArchive } from "../../src/rescan/home-cache.js";
import { keptPrecision } from "../../src/rescan/part-scan.js";
import { precisionFor } from "../../src/core/count/precision.js";
import { countText, hitAt, NOW_MS, SEED } from "../support/scan-text.js";

const RUNS = Number(process.env["SUMMARY_RUNS"] ?? 30);
const [HOUR, DAY] = [3_600_000, 86_400_000];
const PATHS = ["archive-0.jsonl"];

const ago = fc.oneof(
  fc.constantFrom(0, 1, 2, 3, HOUR, 7 * DAY - 1, 7 * DAY, 14 * DAY - 1, 14 * DAY, 14 * DAY + 1, 15 * DAY, 16 * DAY),
  fc.integer({ min: 0, max: 17 * DAY }),
  fc.nat(5),
  fc.nat(5000),
);
const record = fc.record({
  ago,
  session: fc.constantFrom("a", "b", "c", "d", undefined),
  rule: fc.constantFrom("r1", "r2", "r3"),
  isFalse: fc.nat(5).map((n) => n === 0),
});
const step = fc.record({
  records: fc.array(record, { maxLength: 12 }),
  /** By so much the clock goes on before. */
  onMs: fc.constantFrom(0, 0, 1, HOUR, DAY, 5 * DAY),
  /** What a person has judged, and up to when. */
  judged: fc.option(fc.tuple(fc.constantFrom("r1", "r2"), ago), { nil: undefined, freq: 5 }),
  next: fc.constantFrom("nothing", "nothing", "merge", "store", "look"),
});

/** A home's cache without a home: one archive, of which each piece is a scan of its own. */
class Grown {
  readonly cache: HomeCache;
  readonly #judgedMs = new Map<string, number>();
  #text = "";
  #at = 0;

  constructor(depth: number) {
    this.cache = new HomeCache(SEED, depth);
    this.cache.archives = [{ extents: [] } as unknown as KnownArchive];
  }

  append(text: string, nowMs: number): void {
    const bytes = Buffer.from(text);
    const scanner = new PlainScanner(SEED, keptPrecision(nowMs));
    scanner.buffer(bytes.length, 0).set(bytes);
    scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
    scanner.scan(0, bytes.length, this.#at);
    scanner.endRange();
    const { extent, fresh } = this.cache.extentOf(scanner.finish(), this.#at, this.#at + bytes.length);
    const known = this.#readers;
    this.cache.archives[0]?.extents.push(extent);
    this.cache.summary.append(extent.reader, 0, known, fresh);
    if (this.cache.summary.groups.isStale) this.cache.rebuild();
    this.#text += text;
    this.#at += bytes.length;
  }

  judge(rule: string, ms: number): void {
    this.#judgedMs.set(rule, ms);
  }

  store(): void {
    const { summary, depth } = this.cache;
    this.cache.summary = decodeSummary(encodeSummary(summary), 1, SEED, depth, "it");
  }

  /** What the summary says, and what one says that is made anew of the same extents. */
  told(nowMs: number): unknown[] {
    const { summary, depth } = this.cache;
    const readers = this.#readers;
    const question = { ...this.#question(nowMs), paths: PATHS, foldedUntilMs: new Map<string, number>() };
    const placed = readers.map((reader) => ({ reader, archive: 0 }));
    const made = Summary.of(placed, SEED, depth);
    return [summary, made, summary.copy()].map((one) => comparable(one.answer(question, readers), depth));
  }

  expected(nowMs: number): unknown[] {
    const precision = precisionFor(nowMs, this.#judgedMs.values());
    const whole = comparable(countText([this.#text], { ...this.#question(nowMs), precision }), this.cache.depth);
    return [whole, whole, whole];
  }

  #question(nowMs: number) {
    return { nowMs, judgedUntilMs: (_: number, key: string) => this.#judgedMs.get(key) ?? -Infinity };
  }

  get #readers() {
    return this.cache.extents.map(({ reader }) => reader);
  }
}

/** Without what a summary does not tell, or tells only up to the threshold. */
function comparable(counts: Counts, depth: number): unknown {
  const pattern = ({ effectiveAll: _all, sameSessionAll: _same, ...told }: PatternCounts): unknown => ({
    ...told,
    sameSessionD7: Math.min(told.sameSessionD7, depth),
    sameSessionEvents: told.sameSessionEvents >= 2,
  });
  return { ...counts, patterns: counts.patterns.map(pattern) };
}

test("a summary of pieces is that of the whole", { timeout: 0 }, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), fc.integer({ min: 2, max: 4 }), (steps, depth) => {
      const grown = new Grown(depth);
      const looks: { told: unknown; expected: unknown }[] = [];
      let nowMs = NOW_MS;
      for (const { records, onMs, judged, next } of steps) {
        nowMs += onMs;
        if (judged !== undefined) grown.judge(judged[0], nowMs - judged[1]);
        const fields = ({ session, rule, isFalse }: (typeof records)[number]): Record<string, unknown> => ({
          session_id: session,
          rule_id: rule,
          ...(isFalse && { false_positive: true }),
        });
        const lines = records.map((one) => hitAt(nowMs - NOW_MS - one.ago, fields(one)));
        if (lines.length > 0) grown.append(lines.join(""), nowMs);
        if (next === "merge") grown.cache.compact(keptPrecision(nowMs), 1);
        if (next === "store") grown.store();
        if (next !== "nothing") looks.push({ told: grown.told(nowMs), expected: grown.expected(nowMs) });
      }
      looks.push({ told: grown.told(nowMs), expected: grown.expected(nowMs) });
      expect(looks.map(({ told }) => told)).toEqual(looks.map(({ expected }) => expected));
    }),
    { numRuns: RUNS },
  );
});

test("all newest hits of a session are taken back when its first false positive comes", () => {
  const grown = new Grown(3);
  const sessions = ["a", "a", "a", "b", "b"];
  grown.append(sessions.map((session, i) => hitAt(-i, { session_id: session })).join(""), NOW_MS);
  grown.append(hitAt(0, { session_id: "a", false_positive: true }), NOW_MS);
  expect(grown.told(NOW_MS)).toEqual(grown.expected(NOW_MS));
});
