import type { ShardColumns } from "./shard.js";

/** Times of one kind and how often each was met. */
export interface TimeCounts {
  readonly timeMs: readonly number[];
  readonly count: readonly number[];
}

/** The times that each group of a shard has in cells, by group: hits beyond the two newest, and false positives. */
export class GroupTimes {
  readonly #shard: ShardColumns;
  readonly #hitCells: Map<number, number[]> = new Map();
  readonly #falseCells: Map<number, number[]> = new Map();

  constructor(shard: ShardColumns) {
    this.#shard = shard;
    const { owner } = shard.cells;
    for (let c = 0; c < owner.length; c++) {
      const cells = ((owner[c] as number) & 1) === 1 ? this.#falseCells : this.#hitCells;
      const group = (owner[c] as number) >>> 1;
      const list = cells.get(group);
      if (list === undefined) cells.set(group, [c]);
      else list.push(c);
    }
  }

  /** Groups that have false positives. */
  get falseGroups(): Iterable<number> {
    return this.#falseCells.keys();
  }

  hasFalse(group: number): boolean {
    return this.#falseCells.has(group);
  }

  /** The group's `limit` newest hit times, each as often as it was met; -Infinity where there are fewer. */
  newest(group: number, into: Float64Array): void {
    const { groups, cells } = this.#shard;
    const limit = into.length;
    into.fill(-Infinity);
    into[0] = groups.newest[group] as number;
    const rows = this.#hitCells.get(group);
    if (limit > 1) into[1] = groups.second[group] as number;
    if (rows === undefined) return;
    for (const c of rows) {
      const at = cells.at[c] as number;
      if (at === Infinity) continue;
      for (let n = Math.min(limit, cells.count[c] as number); n > 0; n--) insert(into, at);
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
    return this.#cells(this.#hitCells.get(group) ?? [], timeMs, count);
  }

  falses(group: number): TimeCounts {
    return this.#cells(this.#falseCells.get(group) ?? [], [], []);
  }

  /** Future hits of the group. */
  future(group: number): number {
    const { cells } = this.#shard;
    const rows = this.#hitCells.get(group) ?? [];
    return rows.reduce((sum, c) => sum + (cells.at[c] === Infinity ? (cells.count[c] as number) : 0), 0);
  }

  #cells(rows: readonly number[], timeMs: number[], count: number[]): TimeCounts {
    const { cells } = this.#shard;
    for (const c of rows) {
      if (cells.at[c] === Infinity) continue;
      timeMs.push(cells.at[c] as number);
      count.push(cells.count[c] as number);
    }
    return { timeMs, count };
  }
}

/** Into a descending list of fixed length. */
function insert(list: Float64Array, ms: number): void {
  let i = list.length - 1;
  if (ms <= (list[i] as number)) return;
  for (; i > 0 && ms > (list[i - 1] as number); i--) list[i] = list[i - 1] as number;
  list[i] = ms;
}
