import { grown } from "../count/columns.js";

/** How many of a pattern's times are kept. */
export const KEPT_TIMES = 4;

/** The serial form: `count[p]` times of pattern p one behind the other, the latest first; whether others were left out. */
export interface LatestColumns {
  readonly count: Uint8Array;
  readonly isMore: Uint8Array;
  readonly timeMs: Float64Array;
}

/** For each pattern the latest few of many times: so the latest is still known when some are taken away again. */
export class LatestTimes {
  #timeMs = new Float64Array(0);
  #count = new Uint8Array(0);
  #isMore = new Uint8Array(0);

  static of(columns: LatestColumns): LatestTimes {
    const latest = new LatestTimes();
    let at = 0;
    columns.count.forEach((count, p) => {
      latest.#grow(p);
      latest.#count[p] = count;
      latest.#isMore[p] = columns.isMore[p] as number;
      for (let i = 0; i < count; i++) latest.#timeMs[p * KEPT_TIMES + i] = columns.timeMs[at++] as number;
    });
    return latest;
  }

  /** -Infinity: there is none. */
  latest(pattern: number): number {
    return (this.#count[pattern] ?? 0) === 0 ? -Infinity : (this.#timeMs[pattern * KEPT_TIMES] as number);
  }

  add(pattern: number, ms: number): void {
    if (ms === -Infinity) return;
    this.#grow(pattern);
    const count = this.#count[pattern] as number;
    const isEarliest = count > 0 && ms <= (this.#timeMs[pattern * KEPT_TIMES + count - 1] as number);
    // Where some were left out, an earlier one than those that are kept may be earlier than those too.
    if (isEarliest && (count === KEPT_TIMES || this.#isMore[pattern] === 1)) {
      this.#isMore[pattern] = 1;
      return;
    }
    if (count === KEPT_TIMES) this.#isMore[pattern] = 1;
    else this.#count[pattern] = count + 1;
    let i = pattern * KEPT_TIMES + Math.min(count, KEPT_TIMES - 1);
    for (; i > pattern * KEPT_TIMES && ms > (this.#timeMs[i - 1] as number); i--)
      this.#timeMs[i] = this.#timeMs[i - 1] as number;
    this.#timeMs[i] = ms;
  }

  /** Takes a time away that was added. Returns whether the latest is still known. */
  remove(pattern: number, ms: number): boolean {
    if (ms === -Infinity) return true;
    const count = this.#count[pattern] ?? 0;
    const start = pattern * KEPT_TIMES;
    for (let i = 0; i < count; i++) {
      if (this.#timeMs[start + i] !== ms) continue;
      this.#timeMs.copyWithin(start + i, start + i + 1, start + count);
      this.#count[pattern] = count - 1;
      return count > 1 || this.#isMore[pattern] === 0;
    }
    return this.#isMore[pattern] === 1 && count > 0 && ms <= (this.#timeMs[start + count - 1] as number);
  }

  toColumns(patterns: number): LatestColumns {
    const count = Uint8Array.from({ length: patterns }, (_, p) => this.#count[p] ?? 0);
    const isMore = Uint8Array.from({ length: patterns }, (_, p) => this.#isMore[p] ?? 0);
    const timeMs = new Float64Array(count.reduce((sum, n) => sum + n, 0));
    let at = 0;
    count.forEach((n, p) => {
      timeMs.set(this.#timeMs.subarray(p * KEPT_TIMES, p * KEPT_TIMES + n), at);
      at += n;
    });
    return { count, isMore, timeMs };
  }

  #grow(pattern: number): void {
    this.#count = grown(this.#count, pattern + 1);
    this.#isMore = grown(this.#isMore, pattern + 1);
    this.#timeMs = grown(this.#timeMs, (pattern + 1) * KEPT_TIMES);
  }
}
