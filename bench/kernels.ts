// Question: how fast are the parts that a scan is made of, one by one?
// Corpus: 4 MB of generated lines without odd ones, seed 7, in memory; times, ids and partials taken from it; and the rules of
//   the home in fixtures/home.
// Compared: nothing outside; each kernel with itself on another revision.
// Read it: the time of one call, and MB/s where the kernel works on bytes. Samples are those of benchmark.js, each a mean over
//   many calls; their spread stands in --json. These figures move with the machine: for a verdict use --base.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Benchmark from "benchmark";
import { generateChunks } from "../fixtures/archive.js";
import { hashBytes } from "../src/core/line/hash.js";
import { IsoReader } from "../src/core/line/iso-bytes.js";
import { JsonWalker } from "../src/core/line/json-walker.js";
import { mergePartials } from "../src/core/merge/merge.js";
import type { Partial } from "../src/core/count/partial.js";
import { PlainScanner } from "../src/core/line/plain-scanner.js";
import { precisionFor } from "../src/core/count/precision.js";
import { parseRule } from "../src/core/rules/rule-file.js";
import type { Scanner } from "../src/core/line/scanner.js";
import { readYaml } from "../src/io/yaml-frontmatter.js";
import { openWasmScanner, SharedScan } from "../src/scanner-wasm/scanner-wasm.js";
import type { Bench, BenchOptions } from "./harness/bench.js";
import type { Row } from "./harness/result.js";
import { ROOT } from "./harness/runs.js";

interface Kernel {
  readonly name: string;
  /** Bytes that one call goes over; 0: none. */
  readonly bytes: number;
  /** Gives something that depends on all of its work, so that none of it can be left out. */
  readonly run: () => number;
}

const NOW_MS = Date.parse("2026-05-31T00:00:00Z");
const SEED = { k0: 1, k1: 2 };

const BYTES = 4e6;

async function sampleAll(options: BenchOptions): Promise<{ corpora: []; rows: Row[] }> {
  const lines = linesOf(Math.min(BYTES, options.bytes), options.seed);
  const kernels = [lineCut(lines), walk(lines), ...SCANNERS.map((scanner) => scan(lines, scanner))];
  const rows = [...kernels, parseTimes(), hash(lines), merge(lines), readRules()].map((kernel) =>
    sample(kernel, options.runs / 5),
  );
  return { corpora: [], rows };
}

/** `maxTime`: seconds for which it is sampled at most. */
function sample({ name, bytes, run: call }: Kernel, maxTime: number): Row {
  let sink = 0;
  // No set-up or tear-down: benchmark.js compiles those apart and they lose what they close over.
  const timed = new Benchmark(name, () => (sink += call()), { maxTime, minTime: Math.min(0.05, maxTime / 10) });
  timed.run();
  if (timed.error !== undefined) throw new Error(`${name}: ${String(timed.error)}`);
  if (!Number.isFinite(sink)) throw new Error(`${name}: its result was not consumed`);
  const samples = { seconds: timed.stats.sample };
  return { corpus: "", name, status: "measured", reason: "", bytes, samples, ratios: [] };
}

function linesOf(bytes: number, seed: number): Uint8Array {
  return new Uint8Array(Buffer.concat([...generateChunks({ bytes, seed, shape: "clean" })]));
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

const SCANNERS: readonly { name: string; open: () => Scanner }[] = [
  { name: "plain", open: () => new PlainScanner(SEED, precisionFor(NOW_MS)) },
  {
    name: "WebAssembly",
    open: () => openWasmScanner(new SharedScan({ seed: SEED, precision: precisionFor(NOW_MS) }).init, 0),
  },
];

/** From nothing: a scanner is made, and its memory with it. */
function scan(lines: Uint8Array, { name, open }: (typeof SCANNERS)[number]): Kernel {
  return { name: `scan (${name})`, bytes: lines.length, run: () => scanned(lines, open()).length };
}

/** The lines, once they have gone through it. */
function scanned(lines: Uint8Array, scanner: Scanner): Uint8Array {
  scanner.buffer(lines.length + 1, 0).set(lines);
  scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
  scanner.scan(0, lines.length, 0);
  scanner.endRange();
  return lines;
}

function partialOf(lines: Uint8Array): Partial {
  const scanner = new PlainScanner(SEED, precisionFor(NOW_MS));
  scanned(lines, scanner);
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

function readRules(): Kernel {
  const folder = join(ROOT, "fixtures", "home", "rules");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path: `rules/${path}`, text: readFileSync(join(folder, path), "utf8"), whole: true }));
  const bytes = sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const run = (): number => sources.reduce((sum, source) => sum + parseRule(source, readYaml).rule.id.length, 0);
  return { name: `${sources.length} rules`, bytes, run };
}

export const bench: Bench = { run: sampleAll };
