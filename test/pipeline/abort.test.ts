// Whoever stops a scan gets AbortedError, and nothing stays behind: no descriptor, no listener, no thread at work.
import { getEventListeners } from "node:events";
import { afterAll, expect, test } from "vitest";
import { ArchiveScan } from "../../src/scan/archive-scan.js";
import type { CountOptions } from "../../src/scan/count-options.js";
import { AbortedError, UsageError } from "../../src/model/errors.js";
import { scanArchives } from "../../src/scan/scan-archives.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { canCountOpenFiles, openFileCount } from "../io/open-files.js";
import { tempFolder } from "../io/temp-folder.js";
import { betweenChunks } from "./between-chunks.js";
import { countFiles, scanPrecision, writeArchives } from "./scan-files.js";

const NOW = Date.parse("2026-05-25T12:00:00Z");
const TEXT = '{"ts":"2026-05-25T11:00:00Z","rule_id":"r","session_id":"s","interceptor":"Ban"}\n'.repeat(20_000);
const archives = [{ path: "a.jsonl", bytes: Buffer.from(TEXT), role: "intercepts" as const }];
const options = (more: Partial<CountOptions>): CountOptions => ({
  nowMs: NOW,
  precision: scanPrecision(NOW),
  scanner: "plain",
  ...more,
});

const pool = new WorkerPool(2);
afterAll(async () => pool.close());

test("a signal that has been given stops the scan before a byte is read", async () => {
  const signal = AbortSignal.abort();
  for (const threads of [1, 2]) {
    const work = countFiles(writeArchives(archives), options({ threads, signal }), () => {
      throw new Error("no worker is needed for nothing");
    });
    await expect(work).rejects.toThrow(AbortedError);
  }
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("on the main thread a scan lets the event loop have its turn, and stops at the signal", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let doneBytes = 0;
  const onProgress = (progress: { doneBytes: number }): void => {
    doneBytes = progress.doneBytes;
    controller.abort();
  };
  // One byte at a time this takes seconds; the first word of progress comes after a tenth of one.
  const work = countFiles(writeArchives(archives), options({ threads: 1, chunkBytes: 1, signal, onProgress }));
  await expect(work).rejects.toMatchObject({ code: "ABORTED", name: "AbortedError" });
  expect(doneBytes).toBeGreaterThan(0);
  expect(doneBytes).toBeLessThan(TEXT.length);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("between two chunks a lane sees the signal, and reads no further", async () => {
  const controller = new AbortController();
  let seen = 0;
  betweenChunks((chunks) => {
    seen = chunks + 1;
    if (chunks === 3) controller.abort();
  });
  const work = countFiles(writeArchives(archives), options({ chunkBytes: 1000, signal: controller.signal }));
  await expect(work).rejects.toThrow(AbortedError);
  expect(seen).toBe(4);
});

test("workers stop at the signal, and serve the next scan", async () => {
  const files = writeArchives(archives);
  const controller = new AbortController();
  const { signal } = controller;
  const onProgress = (): void => controller.abort();
  const work = countFiles(
    files,
    options({ threads: 2, chunkBytes: 1, rangeBytes: 10_000, signal, onProgress }),
    () => pool,
  );
  await expect(work).rejects.toThrow(AbortedError);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const { counts } = await countFiles(files, options({ threads: 2 }), () => pool);
  expect(counts.lines.accepted).toBe(20_000);
});

test.runIf(canCountOpenFiles)("a stopped scan leaves no file open", async () => {
  const folder = tempFolder({ "a.jsonl": TEXT, "b.jsonl": `\n${TEXT}` });
  await expect(scanArchives({ archives: [folder], now: NOW })).resolves.toMatchObject({ lines: { accepted: 40_000 } });
  const before = openFileCount();
  await expect(scanArchives({ archives: [folder], now: NOW, signal: AbortSignal.abort() })).rejects.toThrow(
    AbortedError,
  );
  await expect(scanArchives({ archives: [folder], now: NOW, threads: 0 })).rejects.toThrow(UsageError);
  expect(openFileCount()).toBe(before);
});

test.runIf(canCountOpenFiles)(
  "archives that were closed under a running lane let it read some other file",
  async () => {
    const before = openFileCount();
    let scan: ArchiveScan | undefined;
    let openBetween = 0;
    betweenChunks((chunks) => {
      if (chunks === 2) scan?.close();
      if (chunks === 3) openBetween = openFileCount();
    });
    scan = new ArchiveScan(writeArchives(archives), () => pool);
    const { counts } = await scan.count(options({ chunkBytes: 100_000 }));
    expect(counts.lines.accepted).toBe(20_000);
    expect(openBetween).toBe(before + 1);
    expect(openFileCount()).toBe(before);
    scan.close();
    expect(openFileCount()).toBe(before);
  },
);

test("a progress callback that throws ended the caller's process", async () => {
  const problem = new Error("of the caller's own");
  const onProgress = (): void => {
    throw problem;
  };
  for (const more of [{ chunkBytes: 1 }, {}])
    await expect(countFiles(writeArchives(archives), options({ threads: 1, onProgress, ...more }))).rejects.toBe(
      problem,
    );
});

test.each([
  ...[0, -1, 1.5, NaN, Infinity, "2"].map((threads) => ({ threads })),
  ...[0, -1, 1.5, NaN, Infinity, 2 ** 30].map((maxLineBytes) => ({ maxLineBytes })),
])("sizes that can't be are refused: %j", async (more) => {
  const work = scanArchives({ archives: [tempFolder({ "a.jsonl": TEXT })], ...(more as object) });
  await expect(work).rejects.toThrow(UsageError);
});
