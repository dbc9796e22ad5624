// The same files through real worker threads of the built package: whatever their number, the counts are the reference's.
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { WorkerPool } from "../../src/workers/pool.js";
import type { ReferenceArchive } from "../reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { comparable } from "../support/comparable.js";
import { NOWS } from "../support/time-in-record.js";
import { asLines, countFiles, exactly, expectedCounts, writeArchives, type Sizes } from "./scan-files.js";

const pool = new WorkerPool(8);
afterAll(async () => pool.close());

async function bothOf(
  archives: readonly ReferenceArchive[],
  nowMs: number,
  sizes: Sizes,
): Promise<{ found: unknown; expected: unknown }> {
  const options = { ...sizes, nowMs, precision: exactly(nowMs) };
  const { counts } = await countFiles(writeArchives(archives), options, () => pool);
  const expected = expectedCounts(archives, { nowMs, maxLineBytes: sizes.maxLineBytes ?? Infinity });
  return { found: comparable(counts, false), expected: comparable(expected, false) };
}

test.each([1, 2, 8])("%i threads give the reference's counts", async (threads) => {
  const nowMs = NOWS[1]!;
  const few = fc.sample(archivesArbitrary(nowMs, 60), { numRuns: 12, seed: threads });
  const dense = fc.sample(denseArchivesArbitrary(nowMs), { numRuns: 6, seed: threads });
  for (const [i, archives] of [...few, ...dense].entries()) {
    const { found, expected } = await bothOf(asLines(archives), nowMs, {
      threads,
      chunkBytes: 16 + i * 7,
      rangeBytes: 1 + i * 40,
      maxLineBytes: i % 3 === 0 ? 150 : 1 << 20,
      scanner: i % 2 === 0 ? "plain" : "wasm",
    });
    expect(found).toEqual(expected);
  }
});

test("an archive of many ranges, more than any thread takes at once", async () => {
  const nowMs = NOWS[0]!;
  const line = (i: number): string =>
    JSON.stringify({
      ts: new Date(nowMs - ((i * 7919) % 1_900_000_000)).toISOString(),
      session_id: `s${i % 97}`,
      rule_id: `r${i % 13}`,
      interceptor: i % 5 === 0 ? "Clarify" : "Ban",
      ...(i % 11 === 0 ? { action: "false_positive" } : {}),
    });
  const text = Array.from({ length: 1500 }, (_, i) => line(i)).join("\n");
  const archive = { path: "a.jsonl", bytes: Buffer.from(text), role: "intercepts" as const };
  for (const threads of [2, 8]) {
    const { found, expected } = await bothOf([archive], nowMs, {
      threads,
      chunkBytes: 500,
      rangeBytes: 1000,
      maxLineBytes: 1 << 20,
    });
    expect(found).toEqual(expected);
  }
});
