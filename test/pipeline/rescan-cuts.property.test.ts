// What is known does not depend on how it was come by: in which pieces a log grew, with how many threads and which scanner.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { HomeCache } from "../../src/rescan/home-cache.js";
import { Rescan } from "../../src/rescan/rescan.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { tempFolder } from "../io/temp-folder.js";
import { linesArbitrary } from "../support/archive-arbitrary.js";
import { countFiles, scanPrecision } from "./scan-files.js";

const NOW = Date.parse("2026-05-25T12:00:00Z");
const pool = new WorkerPool(2);
afterAll(async () => pool.close());

const piece = fc.record({
  bytes: linesArbitrary(NOW, 12),
  threads: fc.constantFrom(1, 1, 1, 2),
  scanner: fc.constantFrom("plain" as const, "wasm" as const),
  rangeBytes: fc.constantFrom(64, 300, 1 << 20),
  archive: fc.nat(1),
});

test("pieces, threads and scanners make no difference", { timeout: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.boolean(), async (pieces, isCompacted) => {
      const folder = tempFolder({ a: "{}\n", b: "{}\n" });
      const files = ["a", "b"].map((path) => ({ path, file: join(folder, path), role: "intercepts" as const }));
      const cache = new HomeCache({ k0: 1, k1: 2 }, 2);
      const options = { nowMs: NOW, precision: scanPrecision(NOW) };
      for (const { bytes, archive, ...sizes } of pieces) {
        appendFileSync(join(folder, archive === 0 ? "a" : "b"), bytes);
        const scan = new Rescan(files, () => pool, { cache, notes: [] });
        const { counts } = await scan.count({ ...options, inlineBytes: 0, ...sizes });
        scan.close();
        expect(counts.patterns).toEqual((await answered(files, cache)).patterns);
        if (isCompacted) cache.compact({ asOfMs: NOW, floorMs: NOW - 15 * 86_400_000, exactHours: [] }, 1);
      }
      const whole = await countFiles(files, { ...options, scanner: "plain" });
      const { patterns, ...known } = await answered(files, cache);
      const { patterns: expected, ...rest } = whole.counts;
      expect(known).toEqual(rest);
      expect(patterns.map(comparable)).toEqual(expected.map(comparable));
    }),
    { numRuns: Number(process.env["RESCAN_RUNS"] ?? 25) },
  );
});

type Pattern = Awaited<ReturnType<typeof countFiles>>["counts"]["patterns"][number];

/** Without what a scan of windows does not ask; of what is held against a threshold, whether it reaches two. */
function comparable({ effectiveAll: _all, sameSessionAll: _session, ...pattern }: Pattern): object {
  const { sameSessionD7, sameSessionEvents } = pattern;
  return { ...pattern, sameSessionD7: Math.min(2, sameSessionD7), sameSessionEvents: sameSessionEvents >= 2 };
}

async function answered(files: ConstructorParameters<typeof Rescan>[0], cache: HomeCache) {
  const scan = new Rescan(files, () => pool, { cache, notes: [] });
  const { counts, timings } = await scan.count({ nowMs: NOW, precision: scanPrecision(NOW) });
  scan.close();
  // What lies shortly ahead is not kept yet.
  expect(timings.readBytes > 0).toBe(cache.archives.some(({ ahead }) => ahead !== undefined));
  return counts;
}

test("what is read little by little, and never written, is merged all the same", async () => {
  const folder = tempFolder({ a: "" });
  const files = [{ path: "a", file: join(folder, "a"), role: "intercepts" as const }];
  const cache = new HomeCache({ k0: 1, k1: 2 }, 2);
  const options = { nowMs: NOW, precision: scanPrecision(NOW) };
  for (let i = 0; i < 100; i++) {
    const record = { ts: NOW - i * 1000, rule_id: `r${i % 9}`, session_id: `s${i % 7}`, false_positive: i % 11 === 0 };
    appendFileSync(join(folder, "a"), `${JSON.stringify(record)}\n`);
    const scan = new Rescan(files, () => pool, { cache, notes: [] });
    await scan.count(options);
    scan.close();
    expect(cache.extents.length).toBeLessThanOrEqual(33);
  }
  const whole = await countFiles(files, { ...options, scanner: "plain" });
  expect((await answered(files, cache)).patterns.map(comparable)).toEqual(whole.counts.patterns.map(comparable));
});

test("where its writer's clock is a little ahead, what is new is kept when its time has come, and nothing is added up anew", async () => {
  const folder = tempFolder({ a: "" });
  const files = [{ path: "a", file: join(folder, "a"), role: "intercepts" as const }];
  const cache = new HomeCache({ k0: 1, k1: 2 }, 2);
  const rebuild = vi.spyOn(cache, "rebuild");
  const reads: number[] = [];
  for (let i = 0; i < 20; i++) {
    const nowMs = NOW + i * 1000;
    const options = { nowMs, precision: scanPrecision(nowMs) };
    const record = { ts: nowMs + 3500, rule_id: `r${i % 3}`, session_id: `s${i % 4}`, false_positive: i % 5 === 0 };
    appendFileSync(join(folder, "a"), `${JSON.stringify(record)}\n`);
    const scan = new Rescan(files, () => pool, { cache, notes: [] });
    const { counts, timings } = await scan.count(options);
    scan.close();
    reads.push(timings.readBytes);
    const whole = await countFiles(files, { ...options, scanner: "plain" });
    expect(counts.patterns.map(comparable)).toEqual(whole.counts.patterns.map(comparable));
  }
  expect(rebuild).not.toHaveBeenCalled();
  expect(cache.extents.length).toBeGreaterThan(3);
  expect(Math.max(...reads)).toBeLessThan(1000);
});

test("what does not fit into memory is counted all the same, and not kept", async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) =>
    JSON.stringify({ ts: NOW - i, rule_id: `r${i % 9}`, session_id: `s${i}` }),
  );
  const folder = tempFolder({ a: `${lines.join("\n")}\n` });
  const files = [{ path: "a", file: join(folder, "a"), role: "intercepts" as const }];
  const options = { nowMs: NOW, precision: scanPrecision(NOW), laneBytes: 1 << 20 };
  for (const scanner of ["plain", "wasm"] as const) {
    const cache = new HomeCache({ k0: 1, k1: 2 }, 2);
    const scan = new Rescan(files, () => pool, { cache, notes: [] });
    const { counts, notes } = await scan.count({ ...options, scanner, chunkBytes: 4096 });
    scan.close();
    expect(notes).toEqual([{ code: "outgrown" }]);
    expect(cache.archives).toEqual([]);
    expect(counts).toEqual((await countFiles(files, { ...options, scanner })).counts);
  }
});
