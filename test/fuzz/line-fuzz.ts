// Batches of some thousand lines through a scanner at once, against the reference: the fast way to many lines.
import { Random } from "../support/odd-lines.js";
import { difference, type Answer } from "./answer.js";
import { NOW_MS, plainCounting, sharedCounting, spilledCounting, type Batch, type Counting } from "./batch.js";
import { LineWriter, LONGEST_LINE } from "./line-writer.js";
import { quickReference } from "./quick-reference.js";
import type { Seeds } from "./seeds.js";
import { smallest } from "./shrink.js";

/** An input on which a scanner is wrong, as small as it gets. */
export interface Disagreement {
  readonly scanner: string;
  /** What was wrong of it at first, before it was made smaller. */
  readonly what: string;
  readonly bytes: Uint8Array;
}

const LINES = 4000;
const ROOM = 4 << 20;
/** One memory is emptied so often before it is given up for a new one. */
const REUSES = 100;
/** In how many places of the scanner's buffer a batch is put: it looks at 64 bytes at a time, and at 16 KiB. */
const PLACINGS = 4;

const WAYS = { plain: plainCounting, "wasm, merged in its memory": sharedCounting, "wasm, emptied": spilledCounting };
type Way = keyof typeof WAYS;

export class LineFuzz {
  /** Different lines, and how many were scanned: most batches lie in the scanner's buffer in several ways. */
  lines = 0;
  scanned = 0;
  readonly #seeds: Seeds;
  readonly #most: number;
  readonly #room = new Uint8Array(ROOM);
  readonly #make: (way: Way) => Counting;
  #emptied: Counting | undefined;
  #uses = 0;
  /** What the memory at hand has met. */
  #met: Uint8Array[] = [];

  constructor(seeds: Seeds, lines = LINES, make: (way: Way) => Counting = (way) => WAYS[way]()) {
    this.#most = lines;
    this.#seeds = seeds;
    this.#make = make;
  }

  /** One batch; all of it follows from the seed. */
  turn(seed: number): Disagreement | undefined {
    const random = new Random(seed);
    const batch = this.#batch(random);
    const which = random.below(16);
    const way: Way = which === 0 ? "plain" : which === 1 ? "wasm, merged in its memory" : "wasm, emptied";
    const expected = quickReference(batch.bytes, batch.role, NOW_MS);
    for (let i = 0; i < (way === "wasm, emptied" ? PLACINGS : 1); i++) {
      const placed = { ...batch, shift: random.below(65) };
      this.scanned += expected.lineCount;
      const what = wrongBy(expected, placed, way === "wasm, emptied" ? this.#reused(placed) : this.#make(way));
      if (what !== undefined) return this.#disagreement(placed, way, what);
    }
    this.lines += expected.lineCount;
    return undefined;
  }

  #disagreement(batch: Batch, way: Way, what: string): Disagreement {
    this.#emptied = undefined;
    const isWrong = (bytes: Uint8Array): boolean => wrongOf({ ...batch, bytes }, this.#make(way)) !== undefined;
    const isAlone = isWrong(batch.bytes);
    const bytes = isAlone ? smallest(batch.bytes, isWrong) : Buffer.concat(this.#met);
    return { scanner: isAlone ? way : `${way} (only after what it met before)`, what, bytes };
  }

  #batch(random: Random): Batch {
    const writer = new LineWriter(this.#seeds, random);
    const lines = random.oneIn(6) ? 1 + random.below(300) : this.#most;
    let end = 0;
    for (let i = 0; i < lines && end + 3 * LONGEST_LINE < ROOM; i++) end = writer.write(this.#room, end);
    if (random.oneIn(3)) end--;
    const role = random.oneIn(40) ? "errors" : "intercepts";
    return { bytes: this.#room.slice(0, end), role, shift: 0 };
  }

  #reused({ bytes }: Batch): Counting {
    if (this.#emptied === undefined || this.#uses++ === REUSES) {
      this.#emptied = this.#make("wasm, emptied");
      this.#uses = 0;
      this.#met = [];
    }
    if (this.#met.at(-1) !== bytes) this.#met.push(bytes);
    return this.#emptied;
  }
}

/** What a way of counting makes wrong of a batch. */
export function wrongOf(batch: Batch, counting: Counting): string | undefined {
  return wrongBy(quickReference(batch.bytes, batch.role, NOW_MS), batch, counting);
}

function wrongBy(expected: Answer, batch: Batch, counting: Counting): string | undefined {
  try {
    return difference(expected, counting(batch));
  } catch (error) {
    return `it ended with: ${String(error)}`;
  }
}
