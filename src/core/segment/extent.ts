import { ByteWriter } from "./byte-writer.js";
import { writeExtentHead, type ExtentHead } from "./extent-head.js";
import type { HashSeed } from "../line/hash.js";
import { countsOf, HourTable, writeTimes, type HourCounts } from "../count/hour-times.js";
import type { Partial } from "../count/partial.js";
import { writeCells, writeShard } from "./segment-shard.js";
import { partedCells } from "./session-heads.js";
import { SessionFilter } from "./session-filter.js";
import { sessionBlocks } from "../count/session-blocks.js";
import { Scratch } from "../count/scratch.js";
import { SHARD_COUNT, type ShardColumns } from "../count/shard.js";

/**
 * The serial form of what a byte range of one archive holds: a partial whose sessions stand in small blocks in the order of
 * their hash, so that one can be looked up, and whose hits stand by hour as well, so that a window's edge can be. A block is
 * in two pieces, for a look-up wants but the newest times of a session, and a session may have a million (session-heads.ts).
 * It is written once and never changed. Data first, then a footer that says where what is, then its length and checksum.
 */
export const EXTENT_VERSION = 4;
export const EXTENT_TRAILER_BYTES = 16;
export const MAGIC = [0x4d, 0x4e, 0x45, 0x58, 0x54, 0x0a, EXTENT_VERSION, 0];

export type Checksum = (bytes: Uint8Array) => number;

/**
 * The pieces of the serial form, in order: each a view, to be copied before the next is asked for. The partial must be one of a single archive, of whole folds and exact times.
 * `head`: the partial's. `depth`: how many newest hit times of a group a look-up wants; `onHour` is told what its hits come to by hour.
 */
export function* encodeExtent(
  head: ExtentHead,
  partial: Partial,
  seed: HashSeed,
  depth: number,
  checksum: Checksum,
  onHour?: (counts: HourCounts) => void,
): Generator<Uint8Array> {
  const pieces = new PieceList(checksum);
  const to = new ByteWriter();
  writeExtentHead(to, head);
  yield pieces.add(to.take());
  const hours: number[] = [];
  const scratch = new Scratch();
  for (const { hourMs, times } of new HourTable(partial.shards, partial.precision.floorMs).hours(scratch)) {
    hours.push(hourMs);
    onHour?.(countsOf(hourMs, times));
    writeTimes(to, times);
    yield pieces.add(to.take());
  }
  const firsts: number[] = [];
  const rests = new ByteWriter();
  const restLengths: number[] = [];
  const filter = SessionFilter.for(partial.shards.reduce((sum, { sessions }) => sum + sessions.ends.length, 0));
  for (let s = 0; s < SHARD_COUNT; s++) {
    scratch.clear();
    for (const { firstHash, hashes, columns } of sessionBlocks(partial.shards[s] as ShardColumns, seed, scratch)) {
      firsts.push(firstHash);
      for (const hash of hashes) filter.add(hash);
      const { heads, rest } = partedCells(columns, depth, scratch);
      if (rest.owner.length > 0) writeCells(rests, rest);
      restLengths.push(rests.section().length);
      writeShard(to, heads);
      yield pieces.add(to.take());
    }
  }
  const restBytes = rests.take();
  let at = 0;
  for (const length of restLengths) yield pieces.add(restBytes.subarray(at, (at += length)));
  yield pieces.add(filter.bytes);
  yield trailed(footer(partial.patterns.keys.ends.length, hours, firsts, pieces), checksum);
}

class PieceList {
  readonly lengths: number[] = [];
  readonly checksums: number[] = [];
  readonly #checksum: Checksum;

  constructor(checksum: Checksum) {
    this.#checksum = checksum;
  }

  add(bytes: Uint8Array): Uint8Array {
    this.lengths.push(bytes.length);
    this.checksums.push(this.#checksum(bytes));
    return bytes;
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
  const out = new Uint8Array(bytes.length + EXTENT_TRAILER_BYTES);
  out.set(bytes);
  const view = new DataView(out.buffer, bytes.length);
  view.setUint32(0, bytes.length, true);
  view.setUint32(4, checksum(bytes), true);
  out.set(MAGIC, bytes.length + 8);
  return out;
}
