// npm run fuzz -- [--minutes 1] [--seed N] [--races]
// Differential fuzzing of the scanners against `JSON.parse` and the reference of the tests. Lines are made of the corpus
// (test/fuzz/corpus.txt) by changing fields, tokens and bytes. Most of the time they go in batches through a scanner at once; now
// and then in pieces, to several scanners, or with a border of two chunks at every position. With --races real workers scan
// archives of new names by tiny ranges. Prints what was run and every disagreement; writes the smallest input of each into
// test/fuzz/found/, where it is a test from then on (test/fuzz.test.ts); exits with 1 if there was one.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CutFuzz } from "./fuzz/cut-fuzz.js";
import { LineFuzz, type Disagreement } from "./fuzz/line-fuzz.js";
import { RaceFuzz } from "./fuzz/race-fuzz.js";
import { readSeeds } from "./fuzz/seeds.js";

const FOUND = new URL("./fuzz/found/", import.meta.url);
/** Of this many turns one is an archive in pieces. */
const PIECES_EVERY = 12;
const TOLD_EVERY_MS = 60_000;
const SHOWN = 5;

// Exceptions of JSON.parse are nearly all that damaged lines cost the reference.
Error.stackTraceLimit = 0;

class Run {
  readonly #end: number;
  readonly #started = performance.now();
  #told = performance.now();
  disagreements = 0;

  constructor(minutes: number) {
    this.#end = this.#started + minutes * 60_000;
  }

  get isOver(): boolean {
    return performance.now() >= this.#end || this.disagreements >= SHOWN;
  }

  tell(summary: () => string): void {
    if (performance.now() - this.#told < TOLD_EVERY_MS) return;
    this.#told = performance.now();
    console.error(`${((this.#told - this.#started) / 60_000).toFixed(0)} min: ${summary()}`);
  }

  found(seed: number, { scanner, what, bytes }: Disagreement): void {
    this.disagreements++;
    mkdirSync(FOUND, { recursive: true });
    const file = new URL(`${seed}.jsonl`, FOUND);
    writeFileSync(file, bytes);
    console.log(`seed ${seed}: ${scanner}: ${what}\n  ${bytes.length} bytes in ${file.pathname}`);
    console.log(`  ${JSON.stringify(Buffer.from(bytes.subarray(0, 500)).toString("latin1"))}`);
  }
}

function lines(minutes: number, firstSeed: number): number {
  const run = new Run(minutes);
  const seeds = readSeeds();
  const batches = new LineFuzz(seeds);
  const pieces = new CutFuzz(seeds);
  const summary = (): string =>
    `${batches.scanned} lines in batches (${batches.lines} different ones), ${pieces.lines} in pieces, ${pieces.linesCut} cut in two at every position, ` +
    `${run.disagreements} disagreements`;
  for (let i = 0; !run.isOver; i++) {
    const seed = (firstSeed + i) >>> 0;
    const found = (i % PIECES_EVERY === PIECES_EVERY - 1 ? pieces : batches).turn(seed);
    if (found !== undefined) run.found(seed, found);
    run.tell(summary);
  }
  console.log(`from seed ${firstSeed}: ${summary()}`);
  return run.disagreements;
}

async function races(minutes: number, firstSeed: number): Promise<number> {
  const run = new Run(minutes);
  const fuzz = new RaceFuzz(readSeeds());
  const summary = (): string =>
    `${fuzz.scans} scans of ${fuzz.lines} lines by 2 to 8 lanes, ${run.disagreements} disagreements`;
  for (let i = 0; !run.isOver; i++) {
    const seed = (firstSeed + i) >>> 0;
    const found = await fuzz.turn(seed);
    if (found !== undefined) run.found(seed, found);
    run.tell(summary);
  }
  await fuzz.close();
  console.log(`from seed ${firstSeed}: ${summary()}`);
  return run.disagreements;
}

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    races: { type: "boolean", default: false },
  },
});
const disagreements = await (values.races ? races : lines)(Number(values.minutes), Number(values.seed));
process.exitCode = disagreements === 0 ? 0 : 1;
