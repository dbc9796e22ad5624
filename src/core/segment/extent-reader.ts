import { ByteReader, DamagedSegment } from "./byte-reader.js";
import { EXTENT_TRAILER_BYTES, MAGIC, type Checksum } from "./extent.js";
import { readExtentHead, type ExtentHead } from "./extent-head.js";
import { bytesAt } from "../count/columns.js";
import type { HashSeed } from "../line/hash.js";
import { readTimes, type HourTimes } from "../count/hour-times.js";
import { readCellsOf, readShard } from "./segment-shard.js";
import { SessionFilter } from "./session-filter.js";
import { withCells } from "./session-heads.js";
import { hashesOf, sessionsOf } from "../count/session-blocks.js";
import { shardOf, type ShardColumns } from "../count/shard.js";

/** Gives the bytes `[at, at + length)`, fewer where there are none. */
export type ReadBytes = (at: number, length: number) => Uint8Array;

/** Ids of sessions by their hash. */
export type WantedSessions = ReadonlyMap<number, readonly Uint8Array[]>;

/** Two windows begin in two hours, and a pattern that was judged has its own. */
const KEPT_HOURS = 4;
const MOST_KEPT_TIMES = 1 << 16;

interface Piece {
  readonly at: number;
  readonly length: number;
  readonly checksum: number;
}

/** Reads an extent piece by piece, as it is asked; nothing in it is trusted. */
export class ExtentReader {
  #read: ReadBytes;
  readonly #checksum: Checksum;
  readonly #what: string;
  readonly #patterns: number;
  readonly #head: Piece;
  readonly #hours = new Map<number, Piece>();
  readonly #firsts: Uint32Array;
  readonly #heads: Piece[] = [];
  readonly #rests: Piece[] = [];
  readonly #filterPiece: Piece;
  #filter: SessionFilter | undefined;
  readonly #times = new Map<number, HourTimes>();
  readonly sizeBytes: number;

  /** `what` it is, for messages. @throws DamagedSegment */
  constructor(read: ReadBytes, sizeBytes: number, checksum: Checksum, what: string) {
    this.#read = read;
    this.#checksum = checksum;
    this.#what = what;
    this.sizeBytes = sizeBytes;
    const from = new ByteReader(this.#footer(), what);
    this.#patterns = from.uint();
    const hours = from.floats(from.count(1));
    this.#firsts = from.steps(from.count(1));
    const blocks = this.#firsts.length;
    const count = 1 + hours.length + 2 * blocks + 1;
    const [lengths, checksums] = [from.uints(count), from.uints(count)];
    from.end();
    let at = 0;
    const next = (i: number): Piece => {
      const piece = { at, length: lengths[i] as number, checksum: checksums[i] as number };
      at += piece.length;
      return piece;
    };
    this.#head = next(0);
    hours.forEach((hourMs, i) => this.#hours.set(hourMs, next(1 + i)));
    for (let i = 0; i < blocks; i++) this.#heads.push(next(1 + hours.length + i));
    for (let i = 0; i < blocks; i++) this.#rests.push(next(1 + hours.length + blocks + i));
    this.#filterPiece = next(count - 1);
  }

  /** The same bytes stand elsewhere by now. */
  readFrom(read: ReadBytes): void {
    this.#read = read;
  }

  head(): ExtentHead {
    return readExtentHead(this.#piece(this.#head), this.#what);
  }

  /** Hours that hits are known of. */
  get hours(): IterableIterator<number> {
    return this.#hours.keys();
  }

  /** The hits of an hour. Windows begin in the same hours run after run: those asked for last are kept. */
  times(hourMs: number): HourTimes | undefined {
    const piece = this.#hours.get(hourMs);
    if (piece === undefined) return undefined;
    const known = this.#times.get(hourMs);
    if (known !== undefined) return known;
    const times = readTimes(this.#piece(piece), hourMs, this.#patterns, this.#what);
    if (times.pattern.length > MOST_KEPT_TIMES) return times;
    for (const old of this.#times.keys()) if (this.#times.size >= KEPT_HOURS) this.#times.delete(old);
    this.#times.set(hourMs, times);
    return times;
  }

  /** The blocks of a shard, with all that is known of its sessions. */
  *shard(shard: number): Generator<ShardColumns> {
    for (let b = 0; b < this.#firsts.length; b++)
      if (shardOf(this.#firsts[b] as number) === shard) yield this.#whole(b);
  }

  /** What stands here of some sessions, given by their ids by hash, but for all their cells save the newest. */
  heads(wanted: WantedSessions, seed: HashSeed): ShardColumns[] {
    return this.#sessions(wanted, seed, (block) => this.#headsOf(block));
  }

  /** The same with all cells. */
  sessions(wanted: WantedSessions, seed: HashSeed): ShardColumns[] {
    return this.#sessions(wanted, seed, (block) => this.#whole(block));
  }

  #sessions(wanted: WantedSessions, seed: HashSeed, read: (block: number) => ShardColumns): ShardColumns[] {
    const blocks = new Set<number>();
    this.#filter ??= new SessionFilter(this.#piece(this.#filterPiece).slice());
    for (const hash of wanted.keys()) if (this.#filter.mayHave(hash)) blocks.add(this.#blockOf(hash));
    blocks.delete(-1);
    const found: ShardColumns[] = [];
    for (const block of blocks) {
      const columns = read(block);
      const rows = rowsOf(columns, wanted, seed);
      if (rows.length > 0) found.push(sessionsOf(columns, Uint32Array.from(rows)));
    }
    return found;
  }

  /** The block that a session of this hash would stand in; -1: none. */
  #blockOf(hash: number): number {
    let [low, high] = [0, this.#firsts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] as number) <= hash) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #headsOf(block: number): ShardColumns {
    return readShard(this.#piece(this.#heads[block] as Piece), this.#patterns, this.#what);
  }

  #whole(block: number): ShardColumns {
    const [heads, rest] = [this.#headsOf(block), this.#rests[block] as Piece];
    if (rest.length === 0) return heads;
    return withCells(heads, readCellsOf(this.#piece(rest), heads.groups.session.length, this.#what));
  }

  #piece({ at, length, checksum }: Piece): Uint8Array {
    const bytes = this.#read(at, length);
    if (bytes.length !== length || this.#checksum(bytes) !== checksum)
      throw new DamagedSegment(`${this.#what}: the checksum of byte ${at} to ${at + length} is another`);
    return bytes;
  }

  #footer(): Uint8Array {
    const trailer = this.#read(Math.max(0, this.sizeBytes - EXTENT_TRAILER_BYTES), EXTENT_TRAILER_BYTES);
    if (trailer.length !== EXTENT_TRAILER_BYTES || MAGIC.some((byte, i) => trailer[8 + i] !== byte))
      throw new DamagedSegment(`${this.#what}: it does not end as an extent of this version does`);
    const view = new DataView(trailer.buffer, trailer.byteOffset);
    const length = view.getUint32(0, true);
    return this.#piece({
      at: this.sizeBytes - EXTENT_TRAILER_BYTES - length,
      length,
      checksum: view.getUint32(4, true),
    });
  }
}

/** Rows of the wanted sessions. */
function rowsOf({ sessions }: ShardColumns, wanted: WantedSessions, seed: HashSeed): number[] {
  const rows: number[] = [];
  hashesOf(sessions, seed).forEach((hash, row) => {
    const id = bytesAt(sessions, row);
    if (wanted.get(hash)?.some((one) => isSame(one, id)) === true) rows.push(row);
  });
  return rows;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
