import { ByteReader } from "../segment/byte-reader.js";
import { ByteWriter } from "../segment/byte-writer.js";
import { HOUR_MS } from "../../model/options.js";
import { passingBuffer } from "./columns.js";
import { hourOf } from "./precision.js";
import type { Scratch } from "./scratch.js";
import type { ShardColumns } from "./shard.js";

/** Hits of one hour by pattern: whole hours of a window are told by it. Patterns ascend. */
export interface HourCounts {
  readonly hourMs: number;
  readonly pattern: Uint32Array;
  readonly hits: Float64Array;
}

/** The hits of one hour to the millisecond, oldest first: asked for the hours that a window begins in. */
export interface HourTimes {
  readonly pattern: Uint32Array;
  readonly timeMs: Float64Array;
  readonly hits: Uint32Array;
}

/** A time within its hour and a pattern in one number. */
const PATTERNS = 2 ** 31;

interface Hour {
  /** Where its hits stand: those before are in. */
  start: number;
  end: number;
}

/** Collects the times of dated hits by hour. */
export class HourTable {
  readonly #hours = new Map<number, Hour>();
  /** Hits that are not before the floor, packed, by hour. */
  readonly #packed: Float64Array;
  /** Hits at a time beyond the first, where a cell holds several. */
  readonly #more = new Map<number, Map<number, number>>();

  /** Of all hits of the shards that are not before `floorMs`. They are counted first, so that all stand in one buffer. */
  constructor(shards: readonly ShardColumns[], floorMs: number) {
    let total = 0;
    eachTime(shards, floorMs, (ms) => {
      total++;
      this.#hour(ms).end++;
    });
    this.#packed = new Float64Array(passingBuffer(total * 8), 0, total);
    let start = 0;
    for (const hour of this.#hours.values()) {
      const hits = hour.end;
      hour.start = hour.end = start;
      start += hits;
    }
    eachTime(shards, floorMs, (ms, pattern, count) => this.#add(ms, pattern, count));
  }

  /** By hour, ascending. The times stand in `scratch`, until the next hour is asked for. */
  *hours(scratch: Scratch): Generator<{ readonly hourMs: number; readonly times: HourTimes }> {
    for (const hourMs of [...this.#hours.keys()].toSorted((a, b) => a - b)) {
      scratch.clear();
      yield { hourMs, times: this.#times(hourMs, scratch) };
    }
  }

  #hour(ms: number): Hour {
    const hourMs = hourOf(ms);
    let hour = this.#hours.get(hourMs);
    if (hour === undefined) this.#hours.set(hourMs, (hour = { start: 0, end: 0 }));
    return hour;
  }

  #add(ms: number, pattern: number, count: number): void {
    const hour = this.#hour(ms);
    const hourMs = hourOf(ms);
    const packed = (ms - hourMs) * PATTERNS + pattern;
    this.#packed[hour.end++] = packed;
    if (count === 1) return;
    let more = this.#more.get(hourMs);
    if (more === undefined) this.#more.set(hourMs, (more = new Map()));
    more.set(packed, (more.get(packed) ?? 0) + count - 1);
  }

  #times(hourMs: number, scratch: Scratch): HourTimes {
    const { start, end } = this.#hours.get(hourMs) as Hour;
    const more = this.#more.get(hourMs);
    const sorted = this.#packed.subarray(start, end).sort();
    const { length } = sorted;
    const pattern = scratch.array(Uint32Array, length);
    const timeMs = scratch.array(Float64Array, length);
    const hits = scratch.array(Uint32Array, length);
    let rows = 0;
    for (let i = 0; i < length; i++) {
      const one = sorted[i] as number;
      if (i > 0 && one === sorted[i - 1]) {
        hits[rows - 1] = (hits[rows - 1] as number) + 1;
        continue;
      }
      pattern[rows] = one % PATTERNS;
      timeMs[rows] = hourMs + Math.floor(one / PATTERNS);
      hits[rows++] = 1 + (more?.get(one) ?? 0);
    }
    return { pattern: pattern.subarray(0, rows), timeMs: timeMs.subarray(0, rows), hits: hits.subarray(0, rows) };
  }
}

/** Calls back with each distinct time of a group's dated hits that is not before `floorMs`, and how often it was met. */
function eachTime(
  shards: readonly ShardColumns[],
  floorMs: number,
  visit: (ms: number, pattern: number, count: number) => void,
): void {
  for (const { groups, cells } of shards) {
    for (let g = 0; g < groups.session.length; g++) {
      const pattern = groups.pattern[g] as number;
      const [newest, second] = [groups.newest[g] as number, groups.second[g] as number];
      if (newest >= floorMs) visit(newest, pattern, 1);
      if (second >= floorMs) visit(second, pattern, 1);
    }
    for (let c = 0; c < cells.owner.length; c++) {
      const [owner, ms] = [cells.owner[c] as number, cells.at[c] as number];
      if ((owner & 1) === 1 || ms === Infinity || ms < floorMs) continue;
      visit(ms, groups.pattern[owner >>> 1] as number, cells.count[c] as number);
    }
  }
}

export function writeTimes(to: ByteWriter, { pattern, timeMs, hits }: HourTimes): void {
  to.uint(pattern.length);
  for (let i = 0, last = pattern.length === 0 ? 0 : hourOf(timeMs[0] as number); i < pattern.length; i++) {
    to.uint(((timeMs[i] as number) - last) * 2 + ((hits[i] as number) > 1 ? 1 : 0));
    to.uint(pattern[i] as number);
    if ((hits[i] as number) > 1) to.uint(hits[i] as number);
    last = timeMs[i] as number;
  }
}

/** @throws DamagedSegment */
export function readTimes(bytes: Uint8Array, hourMs: number, patterns: number, what: string): HourTimes {
  const from = new ByteReader(bytes, what);
  const count = from.count(2);
  const times = { pattern: new Uint32Array(count), timeMs: new Float64Array(count), hits: new Uint32Array(count) };
  for (let i = 0, last = hourMs; i < count; i++) {
    const step = from.uint(HOUR_MS * 2);
    times.timeMs[i] = last += Math.floor(step / 2);
    times.pattern[i] = from.uint(patterns - 1);
    times.hits[i] = step % 2 === 1 ? from.uint() : 1;
  }
  from.end();
  return times;
}

export function countsOf(hourMs: number, { pattern, hits }: HourTimes): HourCounts {
  const sums = new Map<number, number>();
  for (let i = 0; i < pattern.length; i++) {
    const p = pattern[i] as number;
    sums.set(p, (sums.get(p) ?? 0) + (hits[i] as number));
  }
  const patterns = Uint32Array.from(sums.keys()).sort();
  return { hourMs, pattern: patterns, hits: Float64Array.from(patterns, (p) => sums.get(p) as number) };
}

/** The first row that is later than a moment; how many there are where none is. */
export function laterThan({ timeMs }: HourTimes, ms: number): number {
  let [low, high] = [0, timeMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timeMs[middle] as number) > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}
