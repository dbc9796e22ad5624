import { Scratch } from "./scratch.js";
import type { ShardColumns } from "./shard.js";

/** Times of one kind and how often each was met. */
export interface TimeCounts {
  readonly timeMs: readonly number[];
  readonly count: readonly number[];
}

/** The times that each group of a shard has in cells, by group: hits beyond the two newest, and false positives. */
export class GroupTimes {
  readonly #shard: ShardColumns;
  /** By owner (group and kind) the last of its cells, by cell the one before; -1: none. There are millions of groups. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;

  constructor(shard: ShardColumns, scratch = new Scratch()) {
    this.#shard = shard;
    const { owner } = shard.cells;
    this.#last = scratch.array(Int32Array, shard.groups.session.length * 2).fill(-1);
    this.#before = scratch.array(Int32Array, owner.length);
    for (let c = 0; c < owner.length; c++) {
      this.#before[c] = this.#last[owner[c] as number] as number;
      this.#last[owner[c] as number] = c;
    }
  }

  hasFalse(group: number): boolean {
    return (this.#last[group * 2 + 1] as number) >= 0;
  }

  /** The group's `limit` newest hit times, each as often as it was met; -Infinity where there are fewer. */
  newest(group: number, into: Float64Array): void {
    const { groups, cells } = this.#shard;
    const limit = into.length;
    into.fill(-Infinity);
    into[0] = groups.newest[group] as number;
    if (limit > 1) into[1] = groups.second[group] as number;
    for (let c = this.#last[group * 2] as number; c >= 0; c = this.#before[c] as number) {
      const at = cells.at[c] as number;
      if (at === Infinity) continue;
      for (let n = Math.min(limit, cells.count[c] as number); n > 0; n--) insertTime(into, at);
    }
  }

  hits(group: number): TimeCounts {
    const { groups } = this.#shard;
    const [timeMs, count]: [number[], number[]] = [[], []];
    for (const ms of [groups.newest[group] as number, groups.second[group] as number]) {
      if (ms === -Infinity) continue;
      timeMs.push(ms);
      count.push(1);
    }
    return this.#cells(group * 2, timeMs, count);
  }

  falses(group: number): TimeCounts {
    return this.#cells(group * 2 + 1, [], []);
  }

  #cells(owner: number, timeMs: number[], count: number[]): TimeCounts {
    const { cells } = this.#shard;
    for (let c = this.#last[owner] as number; c >= 0; c = this.#before[c] as number) {
      if (cells.at[c] === Infinity) continue;
      timeMs.push(cells.at[c] as number);
      count.push(cells.count[c] as number);
    }
    return { timeMs, count };
  }
}

/** Into a descending list of fixed length. */
export function insertTime(list: Float64Array, ms: number): void {
  let i = list.length - 1;
  if (ms <= (list[i] as number)) return;
  for (; i > 0 && ms > (list[i - 1] as number); i--) list[i] = list[i - 1] as number;
  list[i] = ms;
}
