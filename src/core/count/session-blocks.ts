import { byteStart, type ByteColumn } from "./columns.js";
import { hashBytes, type HashSeed } from "../line/hash.js";
import { Scratch } from "./scratch.js";
import type { ShardColumns } from "./shard.js";

/** About so many sessions stand in a block: what is read to look one up. */
const BLOCK_SESSIONS = 64;
/** Of a shard: with a hash of 32 bits a row's number fits into a double. */
const MOST_ROWS = 2 ** 21;

/** Some sessions of a shard with all that is known of them. */
export interface SessionBlock {
  /** Hash of its first session; those of one hash are never parted. */
  readonly firstHash: number;
  /** Of all its sessions, in their order. */
  readonly hashes: Uint32Array;
  readonly columns: ShardColumns;
}

/** The place of a session in the order of blocks: "no session" comes first, and so in shard 0. */
export function sessionHash(bytes: Uint8Array, start: number, end: number, seed: HashSeed): number {
  return start === end ? 0 : hashBytes(bytes, start, end, seed);
}

/** A shard's sessions in the order of their hash, in blocks, which stand in `scratch`. */
export function* sessionBlocks(shard: ShardColumns, seed: HashSeed, scratch: Scratch): Generator<SessionBlock> {
  const hashes = hashesOf(shard.sessions, seed, scratch);
  const order = byHash(hashes, scratch);
  const arranged = new ArrangedShard(shard, order, scratch);
  for (let from = 0; from < order.length;) {
    let to = Math.min(order.length, from + BLOCK_SESSIONS);
    while (to < order.length && hashes[order[to] as number] === hashes[order[to - 1] as number]) to++;
    const here = picked(hashes, order.subarray(from, to), scratch.array(Uint32Array, to - from));
    yield { firstHash: here[0] as number, hashes: here, columns: arranged.slice(from, to) };
    from = to;
  }
}

/** Rows in the order of their hash. Numbers are sorted natively, and a hash and its row fit into one. */
function byHash(hashes: Uint32Array, scratch: Scratch): Uint32Array {
  const packed = scratch.array(Float64Array, hashes.length);
  for (let row = 0; row < hashes.length; row++) packed[row] = (hashes[row] as number) * MOST_ROWS + row;
  packed.sort();
  const order = scratch.array(Uint32Array, hashes.length);
  for (let i = 0; i < order.length; i++) order[i] = (packed[i] as number) % MOST_ROWS;
  return order;
}

export function hashesOf(sessions: ByteColumn, seed: HashSeed, scratch = new Scratch()): Uint32Array {
  const hashes = scratch.array(Uint32Array, sessions.ends.length);
  for (let row = 0; row < hashes.length; row++) {
    hashes[row] = sessionHash(sessions.bytes, byteStart(sessions, row), sessions.ends[row] as number, seed);
  }
  return hashes;
}

/** Some rows of a shard's sessions, with their groups and cells. */
export function sessionsOf(shard: ShardColumns, rows: Uint32Array): ShardColumns {
  return new ArrangedShard(shard, rows, new Scratch()).slice(0, rows.length);
}

/** A shard's sessions in another order, with their groups and cells behind them: pieces of it are slices. */
class ArrangedShard {
  readonly #shard: ShardColumns;
  readonly #order: Uint32Array;
  /** Groups by session and cells by group, in the new order; where each session's groups and each group's cells begin. */
  readonly #groups: Sorted;
  readonly #cells: Sorted;
  readonly #scratch: Scratch;

  constructor(shard: ShardColumns, order: Uint32Array, scratch: Scratch) {
    this.#shard = shard;
    this.#order = order;
    this.#scratch = scratch;
    const rank = scratch.array(Uint32Array, shard.sessions.ends.length).fill(order.length);
    order.forEach((row, i) => (rank[row] = i));
    const { session } = shard.groups;
    this.#groups = sortedBy(session.length, order.length, (g) => rank[session[g] as number] as number, scratch);
    const newGroup = scratch.array(Uint32Array, session.length).fill(this.#groups.rows.length);
    this.#groups.rows.forEach((g, i) => (newGroup[g] = i));
    const { owner } = shard.cells;
    const count = this.#groups.rows.length;
    this.#cells = sortedBy(owner.length, count, (c) => newGroup[(owner[c] as number) >>> 1] as number, scratch);
  }

  slice(from: number, to: number): ShardColumns {
    const { groups, cells } = this.#shard;
    const firstGroup = this.#groups.starts[from] as number;
    const rows = this.#groups.rows.subarray(firstGroup, this.#groups.starts[to]);
    const [cellsFrom, cellsTo] = [firstGroup, firstGroup + rows.length].map((g) => this.#cells.starts[g] as number);
    const cellRows = this.#cells.rows.subarray(cellsFrom, cellsTo);
    const session = this.#scratch.array(Uint32Array, rows.length);
    for (let s = from; s < to; s++) {
      const [first, last] = [this.#groups.starts[s] as number, this.#groups.starts[s + 1] as number];
      session.fill(s - from, first - firstGroup, last - firstGroup);
    }
    const owner = this.#scratch.array(Uint32Array, cellRows.length);
    for (let g = 0; g < rows.length; g++) {
      const start = (this.#cells.starts[firstGroup + g] as number) - (cellsFrom as number);
      const end = (this.#cells.starts[firstGroup + g + 1] as number) - (cellsFrom as number);
      for (let c = start; c < end; c++) owner[c] = g * 2 + ((cells.owner[cellRows[c] as number] as number) & 1);
    }
    return {
      sessions: this.#ids(from, to),
      groups: {
        session,
        pattern: this.#words(groups.pattern, rows),
        hits: this.#words(groups.hits, rows),
        newest: this.#floats(groups.newest, rows),
        second: this.#floats(groups.second, rows),
      },
      cells: {
        owner,
        at: this.#floats(cells.at, cellRows),
        count: this.#words(cells.count, cellRows),
      },
    };
  }

  #words(column: Uint32Array, rows: Uint32Array): Uint32Array {
    return picked(column, rows, this.#scratch.array(Uint32Array, rows.length));
  }

  #floats(column: Float64Array, rows: Uint32Array): Float64Array {
    return picked(column, rows, this.#scratch.array(Float64Array, rows.length));
  }

  #ids(from: number, to: number): ByteColumn {
    const { sessions } = this.#shard;
    const ends = this.#scratch.array(Uint32Array, to - from);
    let end = 0;
    for (let i = 0; i < ends.length; i++) {
      const row = this.#order[from + i] as number;
      ends[i] = end += (sessions.ends[row] as number) - byteStart(sessions, row);
    }
    const bytes = this.#scratch.array(Uint8Array, end);
    for (let i = 0; i < ends.length; i++) {
      const row = this.#order[from + i] as number;
      bytes.set(sessions.bytes.subarray(byteStart(sessions, row), sessions.ends[row]), i === 0 ? 0 : ends[i - 1]);
    }
    return { bytes, ends };
  }
}

/** Spelt out, for millions of rows: a typed array's `from` goes through an iterator. */
function picked<T extends Uint32Array | Float64Array>(column: T, rows: Uint32Array, into: T): T {
  for (let i = 0; i < rows.length; i++) into[i] = column[rows[i] as number] as number;
  return into;
}

interface Sorted {
  readonly rows: Uint32Array;
  /** Rows of key k are `[starts[k], starts[k + 1])`. */
  readonly starts: Uint32Array;
}

/** A counting sort; rows whose key is `keys` are left out. */
function sortedBy(count: number, keys: number, keyOf: (row: number) => number, scratch: Scratch): Sorted {
  const starts = scratch.array(Uint32Array, keys + 2).fill(0);
  for (let row = 0; row < count; row++) starts[keyOf(row) + 1] = (starts[keyOf(row) + 1] as number) + 1;
  for (let key = 0; key <= keys; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
  const next = scratch.array(Uint32Array, starts.length);
  next.set(starts);
  const rows = scratch.array(Uint32Array, count);
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    rows[next[key] as number] = row;
    next[key] = (next[key] as number) + 1;
  }
  return { rows: rows.subarray(0, starts[keys]), starts };
}
