// Question: how long does a program wait that asks an open Mnemonic again?
// Corpus: a generated home of the size asked for (no odd lines, seed 7), nothing appended between the scans.
// Compared: nothing outside. Until rescans read only what is new, each is a whole scan with warm workers.
// Read it: milliseconds at p50, p99 and the greatest; the encoded histogram can be added to that of another run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as buildHistogram, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { openMnemonic } from "hermes-mnemonic";
import { writeArchive } from "../fixtures/archive.js";

export interface RescanResult {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly scans: number;
  /** HDR histogram in microseconds, base64. */
  readonly encoded: string;
}

export async function rescan(bytes: number, scans: number): Promise<RescanResult> {
  const home = mkdtempSync(join(tmpdir(), "mnemonic-bench-"));
  try {
    writeArchive(join(home, "intercept_log.jsonl"), { bytes, seed: 7, shape: "clean" });
    return await measure(home, scans);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(home: string, scans: number): Promise<RescanResult> {
  const histogram = buildHistogram({ numberOfSignificantValueDigits: 3 });
  await using mnemonic = await openMnemonic({ home });
  const scan = async (): Promise<number> => {
    const started = performance.now();
    await mnemonic.scan({ now: "2026-05-31T00:00:00Z", dryRun: true });
    return performance.now() - started;
  };
  await scan(); // starts the workers
  // Whole microseconds: the histogram takes no fractions.
  for (let i = 0; i < scans; i++) histogram.recordValue(Math.round((await scan()) * 1000));
  const at = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1000;
  return {
    p50: at(50),
    p99: at(99),
    max: histogram.maxValue / 1000,
    scans,
    encoded: encodeIntoCompressedBase64(histogram),
  };
}
