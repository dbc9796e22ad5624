import type { EarlyColumns } from "../core/merge/early-events.js";
import { inRows } from "../core/count/fused-range.js";
import { hashBytes, type HashSeed } from "../core/line/hash.js";
import { PARTIAL_VERSION, type Partial, type ShardedPartial } from "../core/count/partial.js";
import type { Precision } from "../core/count/precision.js";
import { passingBuffer } from "../core/count/columns.js";
import { Scratch } from "../core/count/scratch.js";
import { SHARD_COUNT, shardBytes, shardOf, type ShardColumns, type ShardSize } from "../core/count/shard.js";
import type { MemoryPatterns, Tables } from "./tables.js";

/** Each of a shard's ten columns is rounded up to eight. */
const ROUNDING_BYTES = 10 * 8;
const EMPTY: ShardSize = { sessions: 0, idBytes: 0, groups: 0, cells: 0 };

/**
 * A lane's findings as a partial of columns: its patterns now, its shards as they are asked for. Rows are numbered anew, for
 * patterns that other lanes alone have met are none of this partial's.
 */
export function toSerialForm(
  tables: Tables,
  firstChunk: number,
  { precision, seed }: { readonly precision: Precision; readonly seed: HashSeed },
  { early, ...found }: Omit<Partial, "version" | "precision" | "patterns" | "shards">,
): ShardedPartial {
  const patterns = tables.patterns();
  const shards = new SerialShards(tables, firstChunk, patterns.rows, seed);
  return {
    ...found,
    version: PARTIAL_VERSION,
    precision,
    patterns: patterns.columns,
    shard: (i) => shards.shard(i),
    ranges: found.ranges.map((range) => inRows(range, patterns.rows, range.archive)),
    early: () => early && renumberedEarly(early, patterns),
  };
}

/**
 * A lane's sessions as shards, copied out of the memory one at a time: the slow way out, for segments. The lane must not
 * go on while they are read.
 */
export class SerialShards {
  readonly #tables: Tables;
  readonly #rows: Uint32Array;
  /** Addresses of the sessions by shard: those of shard i are `[ends[i - 1], ends[i])`. */
  readonly #entries: Uint32Array;
  readonly #ends = new Uint32Array(SHARD_COUNT);
  /** By pattern number: the row of its group in the session at hand. */
  readonly #groupOf: Uint32Array;

  /** `rows`: the partial's row of each pattern number. */
  constructor(tables: Tables, firstChunk: number, rows: Uint32Array, seed: HashSeed) {
    this.#tables = tables;
    this.#rows = rows;
    this.#groupOf = new Uint32Array(rows.length);
    const shards: number[] = [];
    const entries: number[] = [];
    tables.eachSession(firstChunk, (entry) => {
      const [start, length] = [tables.idStart(entry), tables.idLength(entry)];
      if (length === 0 && tables.groupCount(entry) === 0) return;
      const shard = length === 0 ? 0 : shardOf(hashBytes(tables.memory, start, start + length, seed));
      shards.push(shard);
      entries.push(entry);
      this.#ends[shard] = (this.#ends[shard] as number) + 1;
    });
    const at = this.#ends.slice();
    let end = 0;
    for (let i = 0; i < SHARD_COUNT; i++) {
      at[i] = end;
      this.#ends[i] = end += this.#ends[i] as number;
    }
    this.#entries = new Uint32Array(end);
    shards.forEach((shard, i) => {
      const place = at[shard] as number;
      this.#entries[place] = entries[i] as number;
      at[shard] = place + 1;
    });
  }

  shard(i: number): ShardColumns {
    const size = this.size(i);
    const columns = columnsFor(size, new Scratch());
    this.copy(i, columns, EMPTY);
    return columns;
  }

  size(i: number): ShardSize {
    let [idBytes, groups, cells] = [0, 0, 0];
    const entries = this.#entriesOf(i);
    for (const entry of entries) {
      idBytes += this.#tables.idLength(entry);
      groups += this.#tables.groupCount(entry);
      cells += this.#tables.cellCount(entry);
    }
    return { sessions: entries.length, idBytes, groups, cells };
  }

  /** Copies a shard behind what the columns are filled with. */
  copy(i: number, { sessions, groups, cells }: ShardColumns, filled: ShardSize): void {
    let { idBytes: byte, sessions: session, groups: group, cells: cell } = filled;
    for (const entry of this.#entriesOf(i)) {
      const [start, length] = [this.#tables.idStart(entry), this.#tables.idLength(entry)];
      sessions.bytes.set(this.#tables.memory.subarray(start, start + length), byte);
      sessions.ends[session] = byte += length;
      const first = group;
      group = this.#tables.copyGroups(entry, groups, group);
      for (let g = first; g < group; g++) {
        const pattern = groups.pattern[g] as number;
        this.#groupOf[pattern] = g;
        groups.session[g] = session;
        groups.pattern[g] = this.#rows[pattern] as number;
      }
      const firstCell = cell;
      cell = this.#tables.copyCells(entry, cells, cell);
      for (let c = firstCell; c < cell; c++) {
        const owner = cells.owner[c] as number;
        cells.owner[c] = (this.#groupOf[owner >>> 1] as number) * 2 + (owner & 1);
      }
      session++;
    }
  }

  #entriesOf(i: number): Uint32Array {
    return this.#entries.subarray(i === 0 ? 0 : this.#ends[i - 1], this.#ends[i]);
  }
}

/** All shards of several lanes, none of which shares a session with another. */
export function joinedShards(lanes: readonly SerialShards[]): ShardColumns[] {
  const sizes = Array.from({ length: SHARD_COUNT }, (_, i) => lanes.map((lane) => lane.size(i)));
  const sums = sizes.map((each) => each.reduce(sumOf, EMPTY));
  const room = new Scratch(passingBuffer(sums.reduce((bytes, sum) => bytes + shardBytes(sum) + ROUNDING_BYTES, 0)));
  return sums.map((sum, i) => {
    const columns = columnsFor(sum, room);
    let filled = EMPTY;
    lanes.forEach((lane, n) => {
      lane.copy(i, columns, filled);
      filled = sumOf(filled, sizes[i]?.[n] as ShardSize);
    });
    return columns;
  });
}

function sumOf(a: ShardSize, b: ShardSize): ShardSize {
  return {
    sessions: a.sessions + b.sessions,
    idBytes: a.idBytes + b.idBytes,
    groups: a.groups + b.groups,
    cells: a.cells + b.cells,
  };
}

function columnsFor({ sessions, idBytes, groups, cells }: ShardSize, room: Scratch): ShardColumns {
  return {
    sessions: { bytes: room.array(Uint8Array, idBytes), ends: room.array(Uint32Array, sessions) },
    groups: {
      session: room.array(Uint32Array, groups),
      pattern: room.array(Uint32Array, groups),
      hits: room.array(Uint32Array, groups),
      newest: room.array(Float64Array, groups),
      second: room.array(Float64Array, groups),
    },
    cells: {
      owner: room.array(Uint32Array, cells),
      at: room.array(Float64Array, cells),
      count: room.array(Uint32Array, cells),
    },
  };
}

function renumberedEarly(early: EarlyColumns, { numbers, rows }: MemoryPatterns): EarlyColumns {
  return {
    ...early,
    cutoffMs: Float64Array.from(numbers, (number) => early.cutoffMs[number] ?? Infinity),
    pattern: early.pattern.map((number) => rows[number] as number),
  };
}
