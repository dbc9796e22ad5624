import { crc32 } from "node:zlib";
import { writeSync } from "node:fs";
import { DamagedSegment } from "../core/segment/byte-reader.js";
import { ByteWriter } from "../core/segment/byte-writer.js";
import type { HashSeed } from "../core/line/hash.js";
import type { ShardedPartial } from "../core/count/partial.js";
import { readHead, writeHead, type PartialHead } from "../core/segment/segment-head.js";
import { readPatterns, writePatterns } from "../core/segment/segment-patterns.js";
import { readRanges, writeRanges } from "../core/segment/segment-ranges.js";
import { readShard, writeShard } from "../core/segment/segment-shard.js";
import { SHARD_COUNT } from "../core/count/shard.js";
import { readFully } from "./file-identity.js";

/*
 * A segment: a partial in a file, or in a part of one.
 *
 *   0    "MnSg", version, checksum of the rest of the header
 *   12   number of archives, seed of the session hash, the caller's key
 *   56   for each section its length and checksum
 *   600  note, patterns, head, ranges, shard 0, … shard 63: one behind the other
 *
 * All numbers are u32, least byte first. The header is written last: a segment whose writer was stopped has none.
 */
const MAGIC = 0x67536e4d;
export const SEGMENT_VERSION = 2;
export const KEY_BYTES = 32;
const AT = { magic: 0, version: 4, checksum: 8, archives: 12, seed: 16, key: 24, directory: 56 } as const;
const NOTE = 0;
const PATTERNS = 1;
const HEAD = 2;
const RANGES = 3;
const SHARDS = 4;
const SECTIONS = SHARDS + SHARD_COUNT;
const HEADER_BYTES = AT.directory + SECTIONS * 8;
/** So much is gathered before it is written. */
const WRITE_BYTES = 1 << 20;

export interface SegmentHeader {
  /** How many archives the partial's numbers may name. */
  readonly archives: number;
  /** Seed of the hash by which sessions were put into shards: only segments of one seed can be merged. */
  readonly seed: HashSeed;
  /** Whatever must be equal for the caller to use the segment; `KEY_BYTES` bytes. */
  readonly key: Uint8Array;
}

/**
 * Writes a segment at `position` of an open file, section by section; `note` is for the caller to say what it holds.
 * Returns its size in bytes. It is not synced. @throws the file system's own error
 */
export function writeSegment(
  fd: number,
  position: number,
  header: SegmentHeader,
  partial: ShardedPartial,
  note: Uint8Array = new Uint8Array(0),
): number {
  const to = new ByteWriter();
  const directory = new DataView(new ArrayBuffer(HEADER_BYTES));
  let at = position + HEADER_BYTES;
  const flush = (): void => {
    const bytes = to.take();
    writeAt(fd, bytes, at);
    at += bytes.length;
  };
  const end = (section: number): void => {
    const bytes = to.section();
    directory.setUint32(AT.directory + section * 8, bytes.length, true);
    directory.setUint32(AT.directory + section * 8 + 4, crc32(bytes), true);
    if (to.length >= WRITE_BYTES) flush();
  };
  to.raw(note);
  end(NOTE);
  writePatterns(to, partial.patterns);
  end(PATTERNS);
  writeHead(to, partial, partial.early());
  end(HEAD);
  writeRanges(to, partial.ranges);
  end(RANGES);
  for (let i = 0; i < SHARD_COUNT; i++) {
    writeShard(to, partial.shard(i));
    end(SHARDS + i);
  }
  flush();
  writeAt(fd, headerBytes(directory, header), position);
  return at - position;
}

/** Reads a segment of an open file, and trusts nothing of it. */
export class SegmentReader {
  readonly header: SegmentHeader;
  readonly #fd: number;
  readonly #what: string;
  readonly #sections: readonly { at: number; length: number; checksum: number }[];

  /** The segment is all that the file holds from `position` up to `end`. @throws DamagedSegment */
  constructor(fd: number, position: number, end: number, what: string) {
    this.#fd = fd;
    this.#what = what;
    if (end - position < HEADER_BYTES) throw new DamagedSegment(`${what}: it is shorter than its header`);
    const view = new DataView(readAt(fd, position, HEADER_BYTES, what).buffer);
    checkHeader(view, what);
    const word = (at: number): number => view.getUint32(at, true);
    let at = position + HEADER_BYTES;
    this.#sections = Array.from({ length: SECTIONS }, (_, i) => {
      const length = word(AT.directory + i * 8);
      return { at: (at += length) - length, length, checksum: word(AT.directory + i * 8 + 4) };
    });
    if (at !== end) throw new DamagedSegment(`${what}: it is ${end - position} bytes long, not ${at - position}`);
    this.header = {
      archives: word(AT.archives),
      seed: { k0: word(AT.seed) | 0, k1: word(AT.seed + 4) | 0 },
      key: new Uint8Array(view.buffer.slice(AT.key, AT.key + KEY_BYTES)),
    };
  }

  /** @throws DamagedSegment */
  note(): Uint8Array {
    return this.#section(NOTE, "note");
  }

  /** Reads all of it once, and keeps nothing. @throws DamagedSegment */
  verify(): void {
    for (let section = 0; section < SECTIONS; section++) this.#section(section, `section ${section}`);
  }

  /** All but the shards and the early events is read now, these whenever they are asked for. All @throws DamagedSegment */
  partial(): ShardedPartial {
    const { archives } = this.header;
    const name = (part: string): string => `${this.#what}, ${part}`;
    const patterns = readPatterns(this.#section(PATTERNS, "patterns"), archives, name("patterns"));
    const count = patterns.keys.ends.length;
    const head = (): PartialHead => readHead(this.#section(HEAD, "head"), count, archives, name("head"));
    const { early: _early, ...rest } = head();
    return {
      ...rest,
      early: () => head().early,
      patterns,
      ranges: readRanges(this.#section(RANGES, "ranges"), count, archives, name("ranges")),
      shard: (i) => readShard(this.#section(SHARDS + i, `shard ${i}`), count, name(`shard ${i}`)),
    };
  }

  #section(section: number, name: string): Uint8Array {
    const { at, length, checksum } = this.#sections[section] as { at: number; length: number; checksum: number };
    const bytes = readAt(this.#fd, at, length, this.#what);
    if (crc32(bytes) !== checksum) throw new DamagedSegment(`${this.#what}, ${name}: its checksum is wrong`);
    return bytes;
  }
}

function headerBytes(view: DataView, { archives, seed, key }: SegmentHeader): Uint8Array {
  if (key.length !== KEY_BYTES) throw new RangeError(`a segment's key has ${KEY_BYTES} bytes, not ${key.length}`);
  const bytes = new Uint8Array(view.buffer);
  view.setUint32(AT.magic, MAGIC, true);
  view.setUint32(AT.version, SEGMENT_VERSION, true);
  view.setUint32(AT.archives, archives, true);
  view.setInt32(AT.seed, seed.k0, true);
  view.setInt32(AT.seed + 4, seed.k1, true);
  bytes.set(key, AT.key);
  view.setUint32(AT.checksum, crc32(bytes.subarray(AT.archives)), true);
  return bytes;
}

function checkHeader(view: DataView, what: string): void {
  if (view.getUint32(AT.magic, true) !== MAGIC) throw new DamagedSegment(`${what}: it is no segment`);
  const version = view.getUint32(AT.version, true);
  if (version !== SEGMENT_VERSION) throw new DamagedSegment(`${what}: it has version ${version}`);
  if (crc32(new Uint8Array(view.buffer, AT.archives)) !== view.getUint32(AT.checksum, true))
    throw new DamagedSegment(`${what}, header: its checksum is wrong`);
}

/** One write() may take a part of the bytes only; the next one then says why. */
function writeAt(fd: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}

function readAt(fd: number, at: number, length: number, what: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  if (readFully(fd, bytes, length, at) < length) throw new DamagedSegment(`${what}: it ends too early`);
  return bytes;
}
