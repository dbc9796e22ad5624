import { ByteReader, DamagedSegment } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { fusedRange } from "../count/fused-range.js";
import type { HashSeed } from "../line/hash.js";
import { countsOf, HourTable, readTimes, writeTimes, type HourCounts, type HourTimes } from "../count/hour-times.js";
import type { NewestRecord, Partial, RangeResult } from "../count/partial.js";
import type { PatternColumns } from "../count/pattern-table.js";
import { readPatterns, writePatterns } from "./segment-patterns.js";
import { readRanges, writeRanges } from "./segment-ranges.js";
import { readShard, writeShard } from "./segment-shard.js";
import { SessionFilter } from "./session-filter.js";
import { hashesOf, sessionBlocks, sessionsOf } from "../count/session-blocks.js";
import { SHARD_COUNT, shardOf, type ShardColumns } from "../count/shard.js";

/**
 * The serial form of what a byte range of one archive holds: a partial whose sessions stand in small blocks in the order of
 * their hash, so that one can be looked up, and whose hits stand by hour as well, so that a window's edge can be. It is
 * written once and never changed. Data first, then a footer that says where what is, then its length and checksum.
 */
export const EXTENT_VERSION = 2;
const TRAILER_BYTES = 16;
const MAGIC = [0x4d, 0x4e, 0x45, 0x58, 0x54, 0x0a, EXTENT_VERSION, 0];

export type Checksum = (bytes: Uint8Array) => number;

/** Gives the bytes `[at, at + length)`, fewer where there are none. */
export type ReadBytes = (at: number, length: number) => Uint8Array;

/** What an extent holds beside its sessions and times. */
export interface ExtentHead {
  /** Places of its hits name archive 0. */
  readonly patterns: PatternColumns;
  readonly result: RangeResult;
  readonly newestRecord: NewestRecord | null;
  readonly asOfMs: number;
  readonly floorMs: number;
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
}

interface Piece {
  readonly at: number;
  readonly length: number;
  readonly checksum: number;
}

/**
 * The pieces of the serial form, in order. The partial must be one of a single archive, of whole folds and exact times.
 * `onHour` is told what its hits come to by hour.
 */
export function* encodeExtent(
  partial: Partial,
  seed: HashSeed,
  checksum: Checksum,
  onHour?: (counts: HourCounts) => void,
): Generator<Uint8Array> {
  const pieces = new PieceList(checksum);
  const to = new ByteWriter();
  writeExtentHead(to, partial);
  yield pieces.add(to.take());
  const hours: number[] = [];
  for (const { hourMs, times } of timesOf(partial).hours()) {
    hours.push(hourMs);
    onHour?.(countsOf(hourMs, times));
    writeTimes(to, times);
    yield pieces.add(to.take());
  }
  const firsts: number[] = [];
  const filter = SessionFilter.for(partial.shards.reduce((sum, { sessions }) => sum + sessions.ends.length, 0));
  for (let s = 0; s < SHARD_COUNT; s++) {
    for (const { firstHash, hashes, columns } of sessionBlocks(partial.shards[s] as ShardColumns, seed)) {
      firsts.push(firstHash);
      for (const hash of hashes) filter.add(hash);
      writeShard(to, columns);
      yield pieces.add(to.take());
    }
  }
  yield pieces.add(filter.bytes);
  yield trailed(footer(partial.patterns.keys.ends.length, hours, firsts, pieces), checksum);
}

function timesOf({ shards, precision }: Partial): HourTable {
  const table = new HourTable();
  for (const shard of shards) table.addShard(shard, precision.floorMs);
  return table;
}

function writeExtentHead(to: ByteWriter, partial: Partial): void {
  const { precision, newestRecord } = partial;
  const patterns = partial.patterns;
  to.floats(Float64Array.of(precision.asOfMs, precision.floorMs, partial.validUntilMs));
  to.uints([partial.undated, partial.sessionless, newestRecord === null ? 0 : 1]);
  if (newestRecord !== null) {
    to.float(newestRecord.timeMs);
    to.uint(newestRecord.offset);
    to.bytes(newestRecord.session);
  }
  const inner = new ByteWriter();
  const zeros = new Uint32Array(patterns.newest.archive.length);
  writePatterns(inner, { ...patterns, newest: { ...patterns.newest, archive: zeros } });
  to.bytes(inner.take());
  writeRanges(inner, [fusedRange(partial.ranges, patterns.keys.ends.length, precision.asOfMs)]);
  to.bytes(inner.take());
}

function readExtentHead(bytes: Uint8Array, what: string): ExtentHead {
  const from = new ByteReader(bytes, what);
  const [asOfMs, floorMs, validUntilMs] = from.floats(3) as unknown as [number, number, number];
  const [undated, sessionless, hasNewest] = [from.uint(), from.uint(), from.uint(1)];
  const newestRecord =
    hasNewest === 0 ? null : { timeMs: from.float(), archive: 0, offset: from.uint(), session: from.bytes() };
  const patterns = readPatterns(from.bytes(), 1, what);
  const [result] = readRanges(from.bytes(), patterns.keys.ends.length, 1, what);
  from.end();
  if (result === undefined) throw from.damaged("no range");
  return { patterns, result, newestRecord, asOfMs, floorMs, validUntilMs, undated, sessionless };
}

class PieceList {
  readonly lengths: number[] = [];
  readonly checksums: number[] = [];
  readonly #checksum: Checksum;

  constructor(checksum: Checksum) {
    this.#checksum = checksum;
  }

  /** A copy: the writer's own bytes are written over. */
  add(bytes: Uint8Array): Uint8Array {
    this.lengths.push(bytes.length);
    this.checksums.push(this.#checksum(bytes));
    return bytes.slice();
  }
}

function footer(patterns: number, hours: readonly number[], firsts: readonly number[], pieces: PieceList): Uint8Array {
  const to = new ByteWriter();
  to.uint(patterns);
  to.uint(hours.length);
  to.floats(Float64Array.from(hours));
  to.uint(firsts.length);
  to.steps(firsts);
  to.uints(pieces.lengths);
  to.uints(pieces.checksums);
  return to.take();
}

function trailed(bytes: Uint8Array, checksum: Checksum): Uint8Array {
  const out = new Uint8Array(bytes.length + TRAILER_BYTES);
  out.set(bytes);
  const view = new DataView(out.buffer, bytes.length);
  view.setUint32(0, bytes.length, true);
  view.setUint32(4, checksum(bytes), true);
  out.set(MAGIC, bytes.length + 8);
  return out;
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
  readonly #blocks: Piece[] = [];
  readonly #filterPiece: Piece;
  #filter: SessionFilter | undefined;
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
    const count = 1 + hours.length + this.#firsts.length + 1;
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
    for (let i = 0; i < this.#firsts.length; i++) this.#blocks.push(next(1 + hours.length + i));
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

  times(hourMs: number): HourTimes | undefined {
    const piece = this.#hours.get(hourMs);
    return piece && readTimes(this.#piece(piece), hourMs, this.#patterns, this.#what);
  }

  /** The blocks of a shard. */
  *shard(shard: number): Generator<ShardColumns> {
    for (let b = 0; b < this.#firsts.length; b++)
      if (shardOf(this.#firsts[b] as number) === shard) yield this.#block(b);
  }

  /** Those of some sessions that stand here: their ids by hash. */
  sessions(wanted: ReadonlyMap<number, readonly Uint8Array[]>, seed: HashSeed): ShardColumns[] {
    const byBlock = new Map<number, number[]>();
    this.#filter ??= new SessionFilter(this.#piece(this.#filterPiece).slice());
    for (const hash of wanted.keys()) {
      const block = this.#filter.mayHave(hash) ? this.#blockOf(hash) : -1;
      if (block < 0) continue;
      const list = byBlock.get(block);
      if (list === undefined) byBlock.set(block, [hash]);
      else list.push(hash);
    }
    const found: ShardColumns[] = [];
    for (const [block, hashes] of byBlock) {
      const columns = this.#block(block);
      const here = hashesOf(columns.sessions, seed);
      const rows = hashes.flatMap((hash) => rowsOf(columns, here, hash, wanted.get(hash) as readonly Uint8Array[]));
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

  #block(i: number): ShardColumns {
    return readShard(this.#piece(this.#blocks[i] as Piece), this.#patterns, this.#what);
  }

  #piece({ at, length, checksum }: Piece): Uint8Array {
    const bytes = this.#read(at, length);
    if (bytes.length !== length || this.#checksum(bytes) !== checksum)
      throw new DamagedSegment(`${this.#what}: the checksum of byte ${at} to ${at + length} is another`);
    return bytes;
  }

  #footer(): Uint8Array {
    const trailer = this.#read(Math.max(0, this.sizeBytes - TRAILER_BYTES), TRAILER_BYTES);
    if (trailer.length !== TRAILER_BYTES || MAGIC.some((byte, i) => trailer[8 + i] !== byte))
      throw new DamagedSegment(`${this.#what}: it does not end as an extent of this version does`);
    const view = new DataView(trailer.buffer, trailer.byteOffset);
    const length = view.getUint32(0, true);
    return this.#piece({
      at: this.sizeBytes - TRAILER_BYTES - length,
      length,
      checksum: view.getUint32(4, true),
    });
  }
}

function rowsOf({ sessions }: ShardColumns, hashes: Uint32Array, hash: number, ids: readonly Uint8Array[]): number[] {
  const rows: number[] = [];
  hashes.forEach((one, row) => {
    if (one !== hash) return;
    const start = row === 0 ? 0 : (sessions.ends[row - 1] as number);
    const length = (sessions.ends[row] as number) - start;
    const isWanted = (id: Uint8Array): boolean =>
      id.length === length && id.every((byte, i) => sessions.bytes[start + i] === byte);
    if (ids.some(isWanted)) rows.push(row);
  });
  return rows;
}
