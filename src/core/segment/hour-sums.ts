import { grown } from "../count/columns.js";
import { hourOf } from "../count/precision.js";
import { laterThan, type HourCounts } from "../count/hour-times.js";
import type { ExtentReader } from "./extent-reader.js";

/** Two windows begin in two hours, which are others when the clock has gone on. */
const KEPT_SUMS = 4;

/** The hits of all extents by hour and pattern. */
export class HourSums {
  readonly #byHour = new Map<number, HourCounts>();
  /** By hour the hits of each pattern in all later ones. */
  readonly #later = new Map<number, Float64Array>();

  /** In the summary's pattern numbers, each hour once. */
  static of(hours: Iterable<HourCounts>): HourSums {
    const sums = new HourSums();
    for (const counts of hours) sums.#byHour.set(counts.hourMs, counts);
    return sums;
  }

  copy(): HourSums {
    const copy = HourSums.of(this.#byHour.values());
    for (const [hourMs, sum] of this.#later) copy.#later.set(hourMs, sum.slice());
    return copy;
  }

  values(): readonly HourCounts[] {
    return [...this.#byHour.values()];
  }

  /** `rows` translates pattern numbers. */
  add({ hourMs, pattern, hits }: HourCounts, rows: Uint32Array): void {
    const counts = { hourMs, pattern: pattern.map((p) => rows[p] as number), hits };
    const known = this.#byHour.get(hourMs);
    this.#byHour.set(hourMs, known === undefined ? counts : joined(known, counts));
    for (const [from, sum] of this.#later) if (hourMs > from) this.#later.set(from, plus(sum, counts));
  }

  /** By pattern the hits in all hours later than that one. The sums are kept, and go on with what is added: not to be written to. */
  later(hourMs: number): Float64Array {
    const known = this.#later.get(hourMs);
    if (known !== undefined) return known;
    let sum: Float64Array = new Float64Array(0);
    for (const counts of this.#byHour.values()) if (counts.hourMs > hourMs) sum = plus(sum, counts);
    for (const old of this.#later.keys()) if (this.#later.size >= KEPT_SUMS) this.#later.delete(old);
    this.#later.set(hourMs, sum);
    return sum;
  }

  /** Hours that end before it are in no window any more. */
  forget(floorMs: number): void {
    for (const hourMs of this.#byHour.keys()) if (hourMs < hourOf(floorMs)) this.#byHour.delete(hourMs);
    for (const hourMs of this.#later.keys()) if (hourMs < hourOf(floorMs)) this.#later.delete(hourMs);
  }

  /** Not later than the first hit after a moment. */
  nextHit(fromMs: number, extents: readonly ExtentReader[]): number {
    const hourMs = hourOf(fromMs);
    let next = Infinity;
    for (const one of this.#byHour.keys()) if (one > hourMs) next = Math.min(next, one);
    for (const reader of extents) {
      const times = reader.times(hourMs);
      if (times !== undefined) next = Math.min(next, times.timeMs[laterThan(times, fromMs)] ?? Infinity);
    }
    return next;
  }
}

function joined(a: HourCounts, b: HourCounts): HourCounts {
  const sums = new Map<number, number>();
  for (const { pattern, hits } of [a, b])
    for (let i = 0; i < pattern.length; i++)
      sums.set(pattern[i] as number, (sums.get(pattern[i] as number) ?? 0) + (hits[i] as number));
  return { hourMs: a.hourMs, pattern: Uint32Array.from(sums.keys()), hits: Float64Array.from(sums.values()) };
}

/** The sums with an hour's hits, in place where they have room for its patterns. */
function plus(sums: Float64Array, { pattern, hits }: HourCounts): Float64Array {
  let sum = sums;
  for (let i = 0; i < pattern.length; i++) {
    const p = pattern[i] as number;
    sum = grown(sum, p + 1);
    sum[p] = (sum[p] as number) + (hits[i] as number);
  }
  return sum;
}
