import { grown } from "../count/columns.js";

/** How many of a pattern's times are kept. */
export const KEPT_TIMES = 4;

/** The serial form: `count[p]` times of pattern p one behind the other, the latest first; and what bounds those left out. */
export interface LatestColumns {
  readonly count: Uint8Array;
  readonly boundMs: Float64Array;
  readonly timeMs: Float64Array;
}

/** For each pattern the latest few of many times: so the latest is still known when some are taken away again. */
export class LatestTimes {
  #timeMs = new Float64Array(0);
  #count = new Uint8Array(0);
  /** No time that was left out is later than this, and none that is kept is earlier; -Infinity: none was left out. */
  #boundMs = new Float64Array(0);

  static of({ count, boundMs, timeMs }: LatestColumns): LatestTimes {
    const latest = new LatestTimes();
    let at = 0;
    count.forEach((kept, p) => {
      latest.#grow(p);
      latest.#count[p] = kept;
      latest.#boundMs[p] = boundMs[p] as number;
      for (let i = 0; i < kept; i++) latest.#timeMs[p * KEPT_TIMES + i] = timeMs[at++] as number;
    });
    return latest;
  }

  /** -Infinity: there is none. */
  latest(pattern: number): number {
    return (this.#count[pattern] ?? 0) === 0 ? -Infinity : (this.#timeMs[pattern * KEPT_TIMES] as number);
  }

  /** Whether `latest` tells: not where all that are kept were taken away, and others were left out. */
  isKnown(pattern: number): boolean {
    return (this.#count[pattern] ?? 0) > 0 || (this.#boundMs[pattern] ?? -Infinity) === -Infinity;
  }

  add(pattern: number, ms: number): void {
    if (ms === -Infinity) return;
    this.#grow(pattern);
    const start = pattern * KEPT_TIMES;
    const count = this.#count[pattern] as number;
    const bound = this.#boundMs[pattern] as number;
    const isFull = count === KEPT_TIMES;
    const earliest = isFull ? (this.#timeMs[start + count - 1] as number) : -Infinity;
    if (ms < bound || ms <= earliest) {
      this.#boundMs[pattern] = Math.max(bound, ms);
      return;
    }
    if (isFull) this.#boundMs[pattern] = Math.max(bound, earliest);
    else this.#count[pattern] = count + 1;
    let i = start + Math.min(count, KEPT_TIMES - 1);
    for (; i > start && ms > (this.#timeMs[i - 1] as number); i--) this.#timeMs[i] = this.#timeMs[i - 1] as number;
    this.#timeMs[i] = ms;
  }

  /** Takes a time away that was added. Returns false where it can't have been. */
  remove(pattern: number, ms: number): boolean {
    const start = pattern * KEPT_TIMES;
    const count = this.#count[pattern] ?? 0;
    for (let i = start; i < start + count; i++) {
      if (this.#timeMs[i] !== ms) continue;
      this.#timeMs.copyWithin(i, i + 1, start + count);
      this.#count[pattern] = count - 1;
      return true;
    }
    return ms <= (this.#boundMs[pattern] ?? -Infinity);
  }

  toColumns(patterns: number): LatestColumns {
    const count = Uint8Array.from({ length: patterns }, (_, p) => this.#count[p] ?? 0);
    const boundMs = Float64Array.from({ length: patterns }, (_, p) => this.#boundMs[p] ?? -Infinity);
    const timeMs = new Float64Array(count.reduce((sum, n) => sum + n, 0));
    let at = 0;
    count.forEach((n, p) => {
      timeMs.set(this.#timeMs.subarray(p * KEPT_TIMES, p * KEPT_TIMES + n), at);
      at += n;
    });
    return { count, boundMs, timeMs };
  }

  #grow(pattern: number): void {
    const before = this.#boundMs.length;
    this.#count = grown(this.#count, pattern + 1);
    this.#boundMs = grown(this.#boundMs, pattern + 1);
    if (this.#boundMs.length > before) this.#boundMs.fill(-Infinity, before);
    this.#timeMs = grown(this.#timeMs, (pattern + 1) * KEPT_TIMES);
  }
}
