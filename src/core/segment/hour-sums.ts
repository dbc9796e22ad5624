import { hourOf } from "../count/precision.js";
import { laterThan, type HourCounts } from "../count/hour-times.js";
import type { ExtentReader } from "./extent-reader.js";

/** The hits of all extents by hour and pattern. */
export class HourSums {
  readonly byHour = new Map<number, HourCounts>();

  /** `rows` translates pattern numbers. */
  add({ hourMs, pattern, hits }: HourCounts, rows: Uint32Array): void {
    const known = this.byHour.get(hourMs);
    if (known === undefined) {
      this.byHour.set(hourMs, { hourMs, pattern: pattern.map((p) => rows[p] as number), hits });
      return;
    }
    const sums = new Map<number, number>();
    known.pattern.forEach((p, i) => sums.set(p, known.hits[i] as number));
    pattern.forEach((p, i) => sums.set(rows[p] as number, (sums.get(rows[p] as number) ?? 0) + (hits[i] as number)));
    const patterns = Uint32Array.from(sums.keys());
    this.byHour.set(hourMs, { hourMs, pattern: patterns, hits: Float64Array.from(sums.values()) });
  }

  /** Hours that end before it are in no window any more. */
  forget(floorMs: number): void {
    for (const hourMs of this.byHour.keys()) if (hourMs < hourOf(floorMs)) this.byHour.delete(hourMs);
  }

  /** Not later than the first hit after a moment. */
  nextHit(fromMs: number, extents: readonly ExtentReader[]): number {
    const hourMs = hourOf(fromMs);
    let next = Infinity;
    for (const one of this.byHour.keys()) if (one > hourMs) next = Math.min(next, one);
    for (const reader of extents) {
      const times = reader.times(hourMs);
      if (times !== undefined) next = Math.min(next, times.timeMs[laterThan(times, fromMs)] ?? Infinity);
    }
    return next;
  }
}
