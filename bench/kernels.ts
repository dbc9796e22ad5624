// Question: how fast are the parts that a scan is made of, one by one?
// Corpus: 4 MB of generated lines without odd ones, seed 7, in memory; times, ids and partials taken from it.
// Compared: nothing outside; each kernel with itself on another revision.
// Read it: operations a second with the relative margin of error; a kernel's MB/s where it works on bytes.
import Benchmark from "benchmark";
import { generateChunks } from "../fixtures/archive.js";
import { hashBytes } from "../src/core/hash.js";
import { IsoReader } from "../src/core/iso-bytes.js";
import { JsonWalker } from "../src/core/json-walker.js";
import { mergePartials } from "../src/core/merge.js";
import type { Partial } from "../src/core/partial.js";
import { PlainScanner } from "../src/core/plain-scanner.js";
import { precisionFor } from "../src/core/precision.js";

export interface KernelRow {
  readonly name: string;
  readonly perSecond: number;
  /** Relative margin of error, in percent. */
  readonly margin: number;
  readonly samples: number;
  /** NaN where the kernel does not work on bytes. */
  readonly megabytesPerSecond: number;
}

interface Kernel {
  readonly name: string;
  /** Bytes that one call goes over; 0: none. */
  readonly bytes: number;
  /** Gives something that depends on all of its work, so that none of it can be left out. */
  readonly run: () => number;
}

const NOW_MS = Date.parse("2026-05-31T00:00:00Z");
const SEED = { k0: 1, k1: 2 };

/** `maxSeconds`: how long each kernel is sampled at most. */
export function kernels(bytes: number, maxSeconds: number): KernelRow[] {
  const lines = linesOf(bytes);
  return [lineCut(lines), walk(lines), scan(lines), parseTimes(), hash(lines), merge(lines)].map((kernel) =>
    sample(kernel, maxSeconds),
  );
}

function sample({ name, bytes, run }: Kernel, maxTime: number): KernelRow {
  let sink = 0;
  // No set-up or tear-down: benchmark.js compiles those apart and they lose what they close over.
  const bench = new Benchmark(name, () => (sink += run()), { maxTime });
  bench.run();
  if (bench.error !== undefined) throw new Error(`${name}: ${String(bench.error)}`);
  if (!Number.isFinite(sink)) throw new Error(`${name}: its result was not consumed`);
  const { hz: perSecond, stats } = bench;
  const megabytesPerSecond = bytes === 0 ? NaN : (perSecond * bytes) / 1e6;
  return { name, perSecond, margin: stats.rme, samples: stats.sample.length, megabytesPerSecond };
}

function linesOf(bytes: number): Uint8Array {
  return new Uint8Array(Buffer.concat([...generateChunks({ bytes, seed: 7, shape: "clean" })]));
}

function lineCut(lines: Uint8Array): Kernel {
  const run = (): number => {
    let count = 0;
    for (let p = lines.indexOf(10); p >= 0; p = lines.indexOf(10, p + 1)) count++;
    return count;
  };
  return { name: "line cut", bytes: lines.length, run };
}

function walk(lines: Uint8Array): Kernel {
  const walker = new JsonWalker();
  const run = (): number => {
    let walked = 0;
    for (let p = 0; p < lines.length; walked++) {
      const end = walker.walk(lines, p);
      p = (end < 0 ? lines.indexOf(10, p) : end) + 1;
    }
    return walked;
  };
  return { name: "strict walk (plain)", bytes: lines.length, run };
}

function scan(lines: Uint8Array): Kernel {
  return { name: "scan into a partial (plain)", bytes: lines.length, run: () => partialOf(lines).undated };
}

function partialOf(lines: Uint8Array): Partial {
  const scanner = new PlainScanner(SEED, precisionFor(NOW_MS));
  scanner.buffer(lines.length + 1, 0).set(lines);
  scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
  scanner.scan(0, lines.length, 0);
  scanner.endRange();
  return scanner.finish();
}

function parseTimes(): Kernel {
  const texts = Array.from({ length: 1000 }, (_, i) => Buffer.from(new Date(NOW_MS - i * 977_003).toISOString()));
  const reader = new IsoReader();
  const run = (): number => texts.reduce((sum, text) => sum + reader.read(text, 0, text.length), 0);
  return { name: "1000 times from bytes", bytes: 0, run };
}

function hash(lines: Uint8Array): Kernel {
  const run = (): number => {
    let sum = 0;
    for (let p = 0; p + 22 <= lines.length; p += 22) sum ^= hashBytes(lines, p, p + 22, SEED);
    return sum;
  };
  return { name: "hash of 22-byte ids", bytes: lines.length, run };
}

function merge(lines: Uint8Array): Kernel {
  const partials = [partialOf(lines), partialOf(lines)];
  const run = (): number => mergePartials(partials, { nowMs: NOW_MS, paths: ["archive"] }, SEED).sessions;
  return { name: "merge of two partials", bytes: 0, run };
}
