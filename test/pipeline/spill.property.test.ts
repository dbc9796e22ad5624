// Tables that may hold next to nothing: what was put by in files comes to the counts of a scan in memory.
import { gzipSync } from "node:zlib";
import { readdirSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { CountOptions } from "../../src/scan/count-options.js";
import { AbortedError } from "../../src/model/errors.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { meaningOf } from "../support/meaning.js";
import { instants, NOWS } from "../support/time-in-record.js";
import { tempFolder } from "../io/temp-folder.js";
import { canCountOpenFiles, openFileCount } from "../io/open-files.js";
import { asLines, countFiles, exactly, scanPrecision, writeArchives } from "./scan-files.js";

const pool = new WorkerPool(3);
afterAll(async () => pool.close());

const names = fc.constantFrom("0 r1", "0 r2", "1 Ban:虚构");
const cases = fc.constantFrom(...NOWS).chain((nowMs) =>
  fc.record({
    nowMs: fc.constant(nowMs),
    archives: fc.oneof(archivesArbitrary(nowMs, 20), denseArchivesArbitrary(nowMs)),
    threads: fc.constantFrom(1, 1, 1, 2, 3),
    scanner: fc.constantFrom("plain", "wasm"),
    chunkBytes: fc.constantFrom(100, 300, 1000, 5000),
    rangeBytes: fc.constantFrom(100, 1000, 1 << 20),
    laneBytes: fc.constantFrom(1, 3_000, 3_000, 3_000_000),
    maxLineBytes: fc.constantFrom(1 << 20, 150),
    packed: fc.boolean(),
    backfill: fc.boolean(),
    session: fc.constantFrom(undefined, "s1"),
    judged: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
    folded: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
  }),
);

test("whatever goes to temporary files, the counts are those of a scan in memory", async () => {
  const tempDir = tempFolder({});
  await fc.assert(
    fc.asyncProperty(cases, async ({ nowMs, archives, packed, backfill, judged, folded, laneBytes, ...chosen }) => {
      const lines = asLines(archives);
      const files = writeArchives(
        packed ? lines.map(({ path, role, bytes }) => ({ path, role, bytes: gzipSync(bytes) })) : lines,
      );
      const watermarksMs = new Map(Object.entries(judged));
      const thresholds = { sameSessionHits: 2, d7Hits: 2, d14Hits: 3, watermarksMs };
      const options: CountOptions = {
        ...chosen,
        nowMs,
        precision: {
          ...(backfill ? exactly(nowMs) : scanPrecision(nowMs)),
          foldedUntilMs: new Map(Object.entries(folded)),
        },
        sliding: backfill ? thresholds : undefined,
        judgedUntilMs: (kind, key) => watermarksMs.get(`${kind} ${key}`) ?? -Infinity,
      };
      const whole = await countFiles(files, { ...options, laneBytes: Infinity }, () => pool);
      const spilled = await countFiles(files, { ...options, laneBytes, tempDir }, () => pool);
      expect(meaningOf(spilled.counts)).toEqual(meaningOf(whole.counts));
      expect(spilled.archives).toEqual(whole.archives);
      expect(readdirSync(tempDir)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

const LINE = '{"ts":"2026-05-25T11:00:00Z","rule_id":"r","session_id":"s","interceptor":"Ban"}\n';
const options = (more: Partial<CountOptions>): CountOptions => ({
  nowMs: NOWS[0]!,
  precision: scanPrecision(NOWS[0]!),
  threads: 1,
  laneBytes: 1,
  ...more,
});
const log = [{ path: "a.jsonl", bytes: Buffer.from(LINE.repeat(1000)), role: "intercepts" as const }];

test("a folder that takes no temporary files is an error only where they are wanted, and says what to do", async () => {
  const tempDir = "/nowhere/at/all";
  const wanted = countFiles(writeArchives(log), options({ tempDir }));
  await expect(wanted).rejects.toMatchObject({ code: "TEMP_UNWRITABLE", hint: /--temp-dir/ });
  const { counts } = await countFiles(writeArchives(log), options({ tempDir, laneBytes: 500_000 }));
  expect(counts.lines.accepted).toBe(1000);
});

test.runIf(canCountOpenFiles)("temporary files are closed, also after an error", async () => {
  const before = openFileCount();
  await countFiles(writeArchives(log), options({}));
  await expect(countFiles(writeArchives(log), options({ signal: AbortSignal.abort() }))).rejects.toThrow(AbortedError);
  expect(openFileCount()).toBe(before);
});
