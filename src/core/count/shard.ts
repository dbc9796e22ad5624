import { ByteDictionary } from "./byte-dictionary.js";
import { byteStart, grown, type ByteColumn } from "./columns.js";
import type { HashSeed } from "../line/hash.js";
import { PairIndex } from "./pair-index.js";
import { cellOf, type Precision } from "./precision.js";

/** Sessions are spread over this many shards by the top bits of their hash; shards never share a group. */
export const SHARD_BITS = 6;
export const SHARD_COUNT = 1 << SHARD_BITS;

export function shardOf(hash: number): number {
  return hash >>> (32 - SHARD_BITS);
}

/**
 * The serial form of a shard. A group is a (session, pattern); `newest` and `second` are its two newest distinct hit times
 * (-Infinity: none); `hits` counts all, undated and future ones too. Whatever else is not before the floor stands in cells: how often (`count`) a time or hour (`at`)
 * was met by an owner, which is `2 * group` for its hits and `2 * group + 1` for its false positives. Future hits stand in a cell at
 * Infinity.
 * The session whose id is empty stands for "no session".
 */
export interface ShardColumns {
  readonly sessions: ByteColumn;
  readonly groups: {
    readonly session: Uint32Array;
    readonly pattern: Uint32Array;
    readonly hits: Uint32Array;
    readonly newest: Float64Array;
    readonly second: Float64Array;
  };
  readonly cells: { readonly owner: Uint32Array; readonly at: Float64Array; readonly count: Uint32Array };
}

/** How many rows the columns of a shard have, and how long its ids are together. */
export interface ShardSize {
  readonly sessions: number;
  readonly idBytes: number;
  readonly groups: number;
  readonly cells: number;
}

/** Bytes that columns of such a size take. */
export function shardBytes({ sessions, idBytes, groups, cells }: ShardSize): number {
  return idBytes + sessions * 4 + groups * (3 * 4 + 2 * 8) + cells * (2 * 4 + 8);
}

/** An aggregate with four verbs: update (`hit`, `falsePositive`), state (`toColumns`), merge (`absorb`), finish (windows.ts). */
export class Shard {
  readonly #precision: Precision;
  readonly #step: number;
  readonly #sessions: ByteDictionary;
  readonly #groups: PairIndex;
  readonly #cells: PairIndex;
  #hits: Uint32Array = new Uint32Array(8);
  #newest: Float64Array = new Float64Array(8);
  #second: Float64Array = new Float64Array(8);
  #cellAt: Float64Array = new Float64Array(0);
  #cellCount: Uint32Array = new Uint32Array(0);

  constructor(seed: HashSeed, precision: Precision) {
    this.#precision = precision;
    this.#step = seed.k1 | 1;
    this.#sessions = new ByteDictionary(seed);
    this.#groups = new PairIndex(seed);
    this.#cells = new PairIndex(seed);
  }

  /** The session's row. `hash` is the seeded hash of its id. */
  session(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const row = this.#sessions.find(bytes, start, end, hash);
    return row >= 0 ? row : this.#sessions.add(bytes, start, end, hash);
  }

  sessionId(row: number): Uint8Array {
    return this.#sessions.bytesOf(row);
  }

  /** Counts a hit; `ms` is NaN for an undated one. */
  hit(session: number, pattern: number, ms: number): void {
    const group = this.#group(session, pattern);
    this.#hits[group] = (this.#hits[group] as number) + 1;
    if (ms === ms) this.#time(group, ms);
  }

  /** A hit later than the partial's moment: it belongs to its session, but to no time. */
  futureHit(session: number, pattern: number): void {
    const group = this.#group(session, pattern);
    this.#hits[group] = (this.#hits[group] as number) + 1;
    this.#cell(group * 2, Infinity, 1);
  }

  falsePositive(session: number, pattern: number, ms: number): void {
    const group = this.#group(session, pattern);
    const at = ms === ms ? ms : -Infinity; // an undated one counts where there is no floor
    if (at >= this.#precision.floorMs) this.#cell(group * 2 + 1, cellOf(at, this.#precision.exactHours), 1);
  }

  /** Adds another shard of the same index; `patterns` translates its pattern numbers to ours. */
  absorb(other: ShardColumns, patterns: Uint32Array): void {
    const { groups, cells } = other;
    const rows = this.#adoptSessions(other.sessions);
    const ours = new Uint32Array(groups.session.length);
    for (let g = 0; g < ours.length; g++) {
      const group = this.#group(
        rows[groups.session[g] as number] as number,
        patterns[groups.pattern[g] as number] as number,
      );
      ours[g] = group;
      this.#hits[group] = (this.#hits[group] as number) + (groups.hits[g] as number);
      this.#time(group, groups.newest[g] as number);
      this.#time(group, groups.second[g] as number);
    }
    for (let c = 0; c < cells.owner.length; c++) {
      const owner = cells.owner[c] as number;
      // What was kept by an earlier scan may lie before the floor by now.
      if ((cells.at[c] as number) < this.#precision.floorMs) continue;
      this.#cell((ours[owner >>> 1] as number) * 2 + (owner & 1), cells.at[c] as number, cells.count[c] as number);
    }
  }

  get tableBytes(): number {
    const columns = [this.#hits, this.#newest, this.#second, this.#cellAt, this.#cellCount];
    const indexes = [this.#sessions, this.#groups, this.#cells];
    return [...columns, ...indexes].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  toColumns(): ShardColumns {
    const n = this.#groups.size;
    const c = this.#cells.size;
    const [session, pattern] = this.#groups.toColumns();
    const [owner] = this.#cells.toColumns();
    const [hits, newest, second] = [this.#hits.slice(0, n), this.#newest.slice(0, n), this.#second.slice(0, n)];
    return {
      sessions: this.#sessions.toColumn(),
      groups: { session, pattern, hits, newest, second },
      cells: { owner, at: this.#cellAt.slice(0, c), count: this.#cellCount.slice(0, c) },
    };
  }

  #adoptSessions(sessions: ByteColumn): Uint32Array {
    const rows = new Uint32Array(sessions.ends.length);
    for (let i = 0; i < rows.length; i++)
      rows[i] = this.#sessions.intern(sessions.bytes, byteStart(sessions, i), sessions.ends[i]);
    return rows;
  }

  #group(session: number, pattern: number): number {
    const known = this.#groups.size;
    const group = this.#groups.intern(session, pattern);
    if (group === known) {
      this.#hits = grown(this.#hits, group + 1);
      this.#newest = grown(this.#newest, group + 1);
      this.#second = grown(this.#second, group + 1);
      this.#newest[group] = -Infinity;
      this.#second[group] = -Infinity;
    }
    return group;
  }

  /**
   * Keeps the two newest distinct times; what they displace, and what repeats the newest, goes into a cell, unless it
   * lies before the floor. Distinct, because two events at one time are one event to a placeholder (semantics, 6).
   */
  #time(group: number, ms: number): void {
    let older = ms;
    if (ms > (this.#newest[group] as number)) {
      older = this.#second[group] as number;
      this.#second[group] = this.#newest[group] as number;
      this.#newest[group] = ms;
    } else if (ms > (this.#second[group] as number) && ms !== this.#newest[group]) {
      older = this.#second[group] as number;
      this.#second[group] = ms;
    }
    if (older !== -Infinity && older >= this.#precision.floorMs)
      this.#cell(group * 2, cellOf(older, this.#precision.exactHours), 1);
  }

  /** One cell per (owner, time or hour), so that a group's cells are bounded however many hits it has. */
  #cell(owner: number, at: number, count: number): void {
    // The fold of a time into 32 bits may meet another's; `at` is compared, and the next fold is tried.
    for (let tag = foldTime(at, this.#step); ; tag = (tag + 1) >>> 0) {
      const known = this.#cells.size;
      const cell = this.#cells.intern(owner, tag);
      if (cell === known) {
        this.#cellAt = grown(this.#cellAt, cell + 1);
        this.#cellCount = grown(this.#cellCount, cell + 1);
        this.#cellAt[cell] = at;
      } else if (this.#cellAt[cell] !== at) continue;
      this.#cellCount[cell] = (this.#cellCount[cell] as number) + count;
      return;
    }
  }
}

/**
 * A time in 32 bits: distinct for times less than 49 days apart. Those further apart are moved by a secret step, for times
 * chosen to meet would make each search for a free fold longer than the last.
 */
function foldTime(ms: number, step: number): number {
  return ((ms >>> 0) + Math.imul(Math.floor(ms / 2 ** 32), step)) >>> 0;
}
