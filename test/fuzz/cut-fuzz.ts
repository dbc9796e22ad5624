// The same lines in pieces: ranges dealt to 1 to 8 scanners, chunks down to a byte, lines over the limit; and small archives with a
// border between two chunks at every position. All ways of counting must come to the same.
import { isDeepStrictEqual } from "node:util";
import type { Counts } from "../../src/core/merge/counts.js";
import { mergePartials } from "../../src/core/merge/merge.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import type { Scanner } from "../../src/core/line/scanner.js";
import { LineFeeder } from "../../src/io/line-feeder.js";
import { mergeShared } from "../../src/scanner-wasm/merge-shared.js";
import { openWasmScanner, SharedScan } from "../../src/scanner-wasm/scanner-wasm.js";
import { meaningOf } from "../support/meaning.js";
import { OddLines, Random } from "../support/odd-lines.js";
import { OracleScanner } from "../support/oracle-scanner.js";
import { answerOf, difference, type Rejected } from "./answer.js";
import { EXACT, NOW_MS, QUESTION, randomSeed, spilled } from "./batch.js";
import type { Disagreement } from "./line-fuzz.js";
import { LineWriter, LONGEST_LINE } from "./line-writer.js";
import { quickReference } from "./quick-reference.js";
import type { Seeds } from "./seeds.js";
import { fewest, linesOf } from "./shrink.js";

const PRECISIONS: readonly Precision[] = [precisionFor(NOW_MS), precisionFor(NOW_MS, [], -Infinity), EXACT];
const CHUNKS = [1, 2, 7, 63, 64, 65, 500, 5000, 70_000];
/** An archive that is cut everywhere is scanned as often as it has bytes. */
const MOST_CUTS = 2000;

/** Everything about a run but its lines follows from this. */
interface Plan {
  readonly seed: number;
  readonly lanes: number;
}

export class CutFuzz {
  lines = 0;
  /** Lines of archives that were cut at every position, each counted once for each. */
  linesCut = 0;
  readonly #seeds: Seeds;

  constructor(seeds: Seeds) {
    this.#seeds = seeds;
  }

  /** One archive in pieces, or one cut everywhere; all of it follows from the seed. */
  turn(seed: number): Disagreement | undefined {
    const random = new Random(seed);
    return random.oneIn(4) ? this.#everywhere(random) : this.#inPieces(seed, random);
  }

  #inPieces(seed: number, random: Random): Disagreement | undefined {
    const odd = new OddLines(random, NOW_MS);
    const most = 1 + random.below(random.oneIn(10) ? 3000 : 200);
    const archive = random.oneIn(2) ? Array.from({ length: most }, () => odd.line()) : this.#written(random, most);
    const plan = { seed, lanes: 1 + random.below(8) };
    this.lines += archive.length;
    const names = disagreeing(archive, plan);
    if (names.length === 0) return undefined;
    const bytes = Buffer.concat(fewest(archive, (rest) => disagreeing(rest, plan).length > 0));
    return { scanner: names.join(" and "), what: `${plan.lanes} lanes, seed ${seed}`, bytes };
  }

  #everywhere(random: Random): Disagreement | undefined {
    const lines = this.#written(random, 1 + random.below(4));
    const bytes = Buffer.concat(lines).subarray(0, MOST_CUTS);
    this.linesCut += lines.length * bytes.length;
    const what = wrongCut(bytes);
    return what === undefined ? undefined : { scanner: "wasm, cut in two", what, bytes };
  }

  #written(random: Random, count: number): Uint8Array[] {
    const writer = new LineWriter(this.#seeds, random);
    const room = new Uint8Array(4 * LONGEST_LINE);
    // A line may hold a newline: it is two then.
    return Array.from({ length: count }, () => room.slice(0, writer.write(room, 0))).flatMap(linesOf);
  }
}

/** What is wrong where two chunks meet at some position of an archive. */
export function wrongCut(bytes: Uint8Array): string | undefined {
  const expected = quickReference(bytes, "intercepts", NOW_MS);
  const seed = randomSeed();
  const scanner = openWasmScanner(new SharedScan({ seed, precision: EXACT }).init, 0);
  for (let cut = 0; cut < bytes.length; cut++) {
    const rejected: Rejected[] = [];
    scanner.onReject = (offset, reason) => void rejected.push({ offset, reason });
    scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
    const feeder = new LineFeeder(scanner, { chunkBytes: bytes.length, maxLineBytes: Infinity }, 0);
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
      feeder.space().set(piece);
      feeder.take(piece.length);
    }
    feeder.end();
    scanner.endRange();
    const found = answerOf(mergePartials([spilled(scanner)], QUESTION, seed), rejected);
    const what = difference(expected, found);
    if (what !== undefined) return `cut at byte ${cut}: ${what}`;
  }
  return undefined;
}

/** Cuts lines into ranges and the ranges into chunks, and deals them to the scanners. */
function scan(scanners: readonly Scanner[], lines: readonly Uint8Array[], seed: number): void {
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
  lines: readonly Uint8Array[],
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

function disagreeing(lines: readonly Uint8Array[], plan: Plan): string[] {
  try {
    return disagreeingCounts(lines, plan);
  } catch (error) {
    return [String(error)];
  }
}

function disagreeingCounts(lines: readonly Uint8Array[], plan: Plan): string[] {
  const { oracle, ...others } = allCounts(lines, plan);
  const expected = meaningOf(oracle);
  return Object.entries(others).flatMap(([name, counts]) =>
    isDeepStrictEqual(meaningOf(counts), expected) ? [] : [name],
  );
}
