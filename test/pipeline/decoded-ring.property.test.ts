// One compressed archive, decoded by one lane and scanned by all: the counts, the rejects and what is said are those of one lane.
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { RangeStart } from "../../src/core/line/scanner.js";
import { AbortedError } from "../../src/model/errors.js";
import { DecodedRing } from "../../src/workers/decoded-ring.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { RingFeeder } from "../../src/workers/ring-feeder.js";
import { RingScan } from "../../src/workers/ring-scan.js";
import { LaneControl, type LaneTask } from "../../src/workers/wire.js";
import { RecordingScanner } from "../io/recording-scanner.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { comparable } from "../support/comparable.js";
import { NOWS } from "../support/time-in-record.js";
import { asLines, countFiles, exactly, expectedCounts, writeArchives } from "./scan-files.js";

const pool = new WorkerPool(3);
afterAll(async () => pool.close());

const cases = fc.constantFrom(...NOWS).chain((nowMs) =>
  fc.record({
    nowMs: fc.constant(nowMs),
    archives: fc.oneof(archivesArbitrary(nowMs), denseArchivesArbitrary(nowMs)),
    threads: fc.constantFrom(2, 3),
    scanner: fc.constantFrom("plain" as const, "wasm" as const),
    chunkBytes: fc.constantFrom(16, 300, 65_536),
    // Of each slot of the ring.
    rangeBytes: fc.constantFrom(1, 60, 100, 300, 1000, 1 << 20),
    maxLineBytes: fc.constantFrom(1 << 20, 1 << 20, 150, 60),
    laneBytes: fc.constantFrom(1, 3_000_000),
    kept: fc.double({ min: 0.5, max: 1, noNaN: true }),
  }),
);

test("whatever the slots, the lanes and the damage, one lane finds the same", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ archives, kept, ...options }) => {
      const [archive] = asLines(archives);
      if (archive === undefined) return;
      const packed = gzipSync(archive.bytes);
      for (const bytes of [packed, packed.subarray(0, Math.floor(packed.length * kept))]) {
        const files = writeArchives([{ ...archive, bytes }]);
        const chosen = { ...options, precision: exactly(options.nowMs) };
        const shared = await countFiles(files, chosen, () => pool);
        const alone = await countFiles(files, { ...chosen, threads: 1 });
        expect(comparable(shared.counts, false)).toEqual(comparable(alone.counts, false));
        expect(shared.archives).toEqual(alone.archives);
      }
    }),
    { numRuns: 40 },
  );
});

const NOW = NOWS[0]!;
const line = (i: number, padding = 0): string =>
  `${JSON.stringify({ ts: new Date(NOW - i * 60_000).toISOString(), session_id: `s${i % 11}`, rule_id: `r${i % 3}`, context: "x".repeat(padding) })}\n`;

test("lines that fill a slot and go on, among short ones, and one without an end", async () => {
  for (const last of ["", '{"ts":', line(7).trimEnd()]) {
    const text = [0, 40, 1000, 0, 5000, 200, 0, 0].map((padding, i) => line(i, padding)).join("") + last;
    const archive = { path: "a.jsonl.gz", bytes: Buffer.from(text), role: "intercepts" as const };
    for (const rangeBytes of [1, 100, 1000, 5000, text.length - 1, text.length, text.length + 1])
      for (const maxLineBytes of [150, 1100, 1 << 20]) {
        const options = { nowMs: NOW, precision: exactly(NOW), rangeBytes, maxLineBytes, threads: 2 };
        const files = writeArchives([{ ...archive, bytes: gzipSync(text) }]);
        const { counts, timings } = await countFiles(files, options, () => pool);
        expect(timings.threads).toBe(2);
        const expected = expectedCounts([archive], { nowMs: NOW, maxLineBytes });
        expect(comparable(counts, false)).toEqual(comparable(expected, false));
      }
  }
});

test("a scan that is stopped ends all lanes, and the pool serves the next", async () => {
  const text = Array.from({ length: 200_000 }, (_, i) => line(i)).join("");
  const files = writeArchives([{ path: "a.jsonl.gz", bytes: gzipSync(text), role: "intercepts" }]);
  const stop = new AbortController();
  const options = { nowMs: NOW, precision: exactly(NOW), rangeBytes: 100_000, threads: 3 };
  const stopped = countFiles(files, { ...options, signal: stop.signal }, () => pool);
  setTimeout(() => stop.abort(), 5);
  await expect(stopped).rejects.toThrow(AbortedError);
  const { counts } = await countFiles(files, options, () => pool);
  expect(counts.lines.accepted).toBe(200_000);
});

test("slots go round in order, each to one taker", () => {
  const ring = DecodedRing.ofSlots(10);
  const other = new DecodedRing(ring.memory);
  const seen: number[] = [];
  for (let place = 0; place < 100;) {
    for (let space = ring.space(); space !== undefined; space = ring.space()) {
      space.fill(place);
      ring.fill(7, place++);
    }
    for (let slot = other.take(); slot !== undefined; slot = other.take()) {
      expect([slot.bytes.length, slot.bytes[0]]).toEqual([7, slot.place % 256]);
      seen.push(slot.place);
      other.free(slot);
    }
  }
  expect(seen).toEqual(seen.map((_, i) => i));
  ring.close();
  expect([other.isClosed, other.take()]).toEqual([true, undefined]);
});

test("what was decoded before a long line is scanned before it, whoever is left to scan it", async () => {
  const ranges: number[] = [];
  class OrderedScanner extends RecordingScanner {
    override beginRange(...[start]: readonly RangeStart[]): void {
      ranges.push(start?.range ?? NaN);
    }
  }
  const task = { archives: [{ role: "intercepts" }], limits: { chunkBytes: 100, maxLineBytes: 1000 } };
  const ring = DecodedRing.ofSlots(10);
  const scan = new RingScan(task as unknown as LaneTask, 0, ring, new OrderedScanner(), undefined, undefined);
  const feeder = new RingFeeder(ring, scan, new LaneControl());
  // No worker helps: five slots wait when the long line comes.
  await feeder.write(Buffer.from(`${"12345678\n".repeat(5)}${"x".repeat(30)}\n${"12345678\n".repeat(2)}`));
  await feeder.finish();
  expect(ranges.length).toBeGreaterThan(6);
  expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
});
