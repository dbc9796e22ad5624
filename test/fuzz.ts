// npm run fuzz -- [--minutes 1] [--seed N]
// Differential fuzzing: odd archives go through the WebAssembly and the plain scanner, cut into 1 to 8 lanes and chunks of
// any size down to a byte, and through `JSON.parse` line by line; all must count the same. Prints what was run and
// every disagreement, cut down to the lines that matter; exits with 1 if there was one.
import { isDeepStrictEqual, parseArgs } from "node:util";
import type { Counts } from "../src/core/merge/counts.js";
import { mergePartials, type MergeQuestion } from "../src/core/merge/merge.js";
import { PlainScanner } from "../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../src/core/count/precision.js";
import type { Scanner } from "../src/core/line/scanner.js";
import { LineFeeder } from "../src/io/line-feeder.js";
import { mergeShared } from "../src/scanner-wasm/merge-shared.js";
import { openWasmScanner, SharedScan } from "../src/scanner-wasm/scanner-wasm.js";
import { meaningOf } from "./support/meaning.js";
import { OddLines, Random } from "./support/odd-lines.js";
import { OracleScanner } from "./support/oracle-scanner.js";

const NOW_MS = Date.parse("2026-05-25T12:34:56.789Z");
const PRECISIONS: readonly Precision[] = [
  precisionFor(NOW_MS),
  precisionFor(NOW_MS, [], -Infinity),
  { asOfMs: NOW_MS, floorMs: -Infinity, exactHours: [] },
];
const QUESTION: MergeQuestion = { nowMs: NOW_MS, paths: ["a.jsonl"] };
const SHOWN = 5;

/** Everything about a run but its lines follows from this. */
interface Plan {
  readonly seed: number;
  readonly lanes: number;
}

/** Cuts lines into ranges and the ranges into chunks, and deals them to the scanners. */
function scan(scanners: readonly Scanner[], lines: readonly Buffer[], seed: number): void {
  const random = new Random(seed ^ 0x5ca1);
  const maxLineBytes = random.oneIn(8) ? 200 : 1e9;
  const role = random.oneIn(20) ? "errors" : "intercepts";
  let offset = 0;
  for (let i = 0, range = 0; i < lines.length; range++) {
    const slice = lines.slice(i, i + 1 + random.below(lines.length));
    let bytes = Buffer.concat(slice);
    i += slice.length;
    if (i >= lines.length && random.oneIn(2)) bytes = bytes.subarray(0, bytes.length - 1);
    const scanner = scanners[random.next() % scanners.length] as Scanner;
    scanner.beginRange({ archive: 0, range, role });
    feed(new LineFeeder(scanner, { chunkBytes: random.pick(CHUNKS), maxLineBytes }, offset), bytes, random);
    scanner.endRange();
    offset += bytes.length;
  }
}
const CHUNKS = [1, 2, 7, 63, 64, 65, 500, 5000, 70_000];

function feed(feeder: LineFeeder, bytes: Buffer, random: Random): void {
  const short = random.oneIn(2);
  for (let at = 0; at < bytes.length;) {
    const space = feeder.space();
    const taken = Math.min(bytes.length - at, short ? 1 + (at % space.length) : space.length);
    space.set(bytes.subarray(at, at + taken));
    feeder.take(taken);
    at += taken;
  }
  feeder.end();
}

/** What each way of counting makes of the same lines. The cuts differ between them, so far as scanners take them. */
function allCounts(
  lines: readonly Buffer[],
  { seed, lanes }: Plan,
): Record<"oracle" | "plain" | "wasm, serial" | "wasm, shared", Counts> {
  const hashSeed = { k0: seed, k1: ~seed >>> 0 };
  const precision = PRECISIONS[seed % PRECISIONS.length] as Precision;
  const counts = (scanners: readonly Scanner[]): Counts => {
    scan(scanners, lines, seed);
    return mergePartials(
      scanners.map((scanner) => scanner.finish()),
      QUESTION,
      hashSeed,
    );
  };
  const many = <T>(make: () => T): T[] => Array.from({ length: lanes }, make);
  const shared = new SharedScan({ seed: hashSeed, precision });
  const wasm = many(() => openWasmScanner(shared.init, 0));
  return {
    oracle: counts([new OracleScanner(hashSeed, precision)]),
    plain: counts(many(() => new PlainScanner(hashSeed, precision))),
    "wasm, serial": counts(wasm),
    "wasm, shared": mergeShared(
      shared,
      wasm.map((scanner) => scanner.finishShared()),
      QUESTION,
    ),
  };
}

function disagreeing(lines: readonly Buffer[], plan: Plan): string[] {
  try {
    return disagreeingCounts(lines, plan);
  } catch (error) {
    return [String(error)];
  }
}

function disagreeingCounts(lines: readonly Buffer[], plan: Plan): string[] {
  const { oracle, ...others } = allCounts(lines, plan);
  const expected = meaningOf(oracle);
  return Object.entries(others).flatMap(([name, counts]) =>
    isDeepStrictEqual(meaningOf(counts), expected) ? [] : [name],
  );
}

/** Takes lines out as long as the rest still disagrees. */
function cutDown(lines: readonly Buffer[], plan: Plan): Buffer[] {
  let left = [...lines];
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const without = [...left.slice(0, at), ...left.slice(at + size)];
      if (without.length > 0 && disagreeing(without, plan).length > 0) left = without;
      else at += size;
    }
  }
  return left;
}

function main(minutes: number, firstSeed: number): number {
  const end = performance.now() + minutes * 60_000;
  let [archives, lines, disagreements] = [0, 0, 0];
  for (let seed = firstSeed; performance.now() < end && disagreements < SHOWN; seed = (seed + 1) >>> 0) {
    const random = new Random(seed);
    const odd = new OddLines(random, NOW_MS);
    const archive = Array.from({ length: 1 + random.below(random.oneIn(10) ? 3000 : 200) }, () => odd.line());
    const plan = { seed, lanes: 1 + random.below(8) };
    archives++;
    lines += archive.length;
    const names = disagreeing(archive, plan);
    if (names.length === 0) continue;
    disagreements++;
    console.log(`seed ${seed}, ${plan.lanes} lanes: ${names.join(" and ")} disagree with the oracle on`);
    for (const line of cutDown(archive, plan)) console.log(`  ${JSON.stringify(line.toString("latin1"))}`);
  }
  console.log(`${archives} archives, ${lines} lines, ${disagreements} disagreements`);
  return disagreements;
}

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  },
});
process.exitCode = main(Number(values.minutes), Number(values.seed)) === 0 ? 0 : 1;
