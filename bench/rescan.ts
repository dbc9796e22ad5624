// Question: how long does a program wait that asks an open Mnemonic again?
// Corpus: a generated home of the size asked for (no odd lines, seed 7), nothing appended between the scans.
// Compared: nothing outside. Until rescans read only what is new, each is a whole scan with warm workers.
// Read it: milliseconds at p50, p99 and the greatest; the encoded histogram can be added to that of another run.
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { openMnemonic } from "hermes-mnemonic";
import type { Bench, BenchOptions, Outcome } from "./harness/bench.js";
import { makeCorpus } from "./harness/corpus.js";
import { latencyOf } from "./harness/histogram.js";
import type { Row } from "./harness/result.js";

async function run({ bytes, seed, folder, now, runs, threads }: BenchOptions): Promise<Outcome> {
  const home = join(folder, "home");
  mkdirSync(home);
  const corpus = makeCorpus(home, "clean", bytes, seed);
  renameSync(corpus.path, join(home, "intercept_log.jsonl"));
  const milliseconds = await rescans({ home, threads, now }, runs);
  const row: Row = {
    corpus: corpus.name,
    name: "rescan, nothing new",
    status: "measured",
    reason: "",
    bytes: corpus.bytes,
    samples: { seconds: milliseconds.map((ms) => ms / 1000) },
    ratios: [],
    latency: latencyOf(milliseconds),
  };
  return { corpora: [corpus], rows: [row] };
}

async function rescans(
  { now, ...opening }: { home: string; threads: number; now: string },
  count: number,
): Promise<number[]> {
  const milliseconds: number[] = [];
  await using mnemonic = await openMnemonic(opening);
  await mnemonic.scan({ now, dryRun: true }); // starts the workers
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await mnemonic.scan({ now, dryRun: true });
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}

export const bench: Bench = { run };
