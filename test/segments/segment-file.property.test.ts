// A segment is its partial, and whatever is not one is said to be damaged.
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { DamagedSegment } from "../../src/core/segment/byte-reader.js";
import { ByteWriter } from "../../src/core/segment/byte-writer.js";
import { mergePartials, mergeSharded } from "../../src/core/merge/merge.js";
import { inMemory, type Partial, type ShardedPartial } from "../../src/core/count/partial.js";
import { readHead, writeHead } from "../../src/core/segment/segment-head.js";
import { readPatterns, writePatterns } from "../../src/core/segment/segment-patterns.js";
import { readRanges, writeRanges } from "../../src/core/segment/segment-ranges.js";
import { readShard, writeShard } from "../../src/core/segment/segment-shard.js";
import { SHARD_COUNT } from "../../src/core/count/shard.js";
import { SegmentReader, writeSegment } from "../../src/io/segment-file.js";
import { tempFolder } from "../io/temp-folder.js";
import { meaningOf } from "../support/meaning.js";
import { scanned, THRESHOLDS, type Scanned } from "./partials.js";

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i * 7);

function openFile(): number {
  const fd = openSync(join(tempFolder({}), "segments"), "w+");
  onTestFinished(() => closeSync(fd));
  return fd;
}

/** Writes all partials one behind the other into the file, and gives where each begins and where the last ends. */
function writeAll(fd: number, { partials, archives, seed }: Scanned): number[] {
  const ends = [3];
  for (const partial of partials) {
    const header = { archives: archives.length, seed, key: KEY };
    const note = Uint8Array.of(ends.length);
    ends.push(ends.at(-1)! + writeSegment(fd, ends.at(-1)!, header, inMemory(partial), note));
  }
  return ends;
}

function inFull({ shard, early, ...rest }: ShardedPartial): Partial {
  const events = early();
  return { ...rest, shards: Array.from({ length: SHARD_COUNT }, (_, i) => shard(i)), ...(events && { early: events }) };
}

test("what is read is what was written, and merges to the same counts", () => {
  const fd = openFile();
  fc.assert(
    fc.property(scanned, (made) => {
      const { partials, nowMs, seed, archives, slack } = made;
      const ends = writeAll(fd, made);
      const readers = partials.map((_, i) => new SegmentReader(fd, ends[i]!, ends[i + 1]!, "segment"));
      readers.forEach((reader, i) => {
        expect(reader.header).toEqual({ archives: archives.length, seed, key: KEY });
        expect(reader.note()).toEqual(Uint8Array.of(i + 1));
        expect(inFull(reader.partial())).toEqual(partials[i]);
      });
      const question = {
        nowMs,
        paths: archives.map(({ path }) => path),
        sliding: slack === undefined ? undefined : { ...THRESHOLDS, slack },
      };
      const found = mergeSharded(
        readers.map((reader) => reader.partial()),
        question,
        seed,
      );
      expect(meaningOf(found)).toEqual(meaningOf(mergePartials(partials, question, seed)));
    }),
    { numRuns: 12 },
  );
});

test("a byte that was changed, a cut and an addition are all noticed", () => {
  const fd = openFile();
  const nat = fc.nat();
  fc.assert(
    fc.property(scanned, nat, fc.integer({ min: 1, max: 255 }), nat, (made, at, flip, cut) => {
      const [start, end] = writeAll(fd, { ...made, partials: made.partials.slice(0, 1) }) as [number, number];
      const readAll = (until: number): unknown => {
        const reader = new SegmentReader(fd, start, until, "segment");
        return [reader.note(), inFull(reader.partial())];
      };
      expect(() => readAll(end - 1 - (cut % (end - start)))).toThrow(DamagedSegment);
      ftruncateSync(fd, end);
      expect(() => readAll(end + 1)).toThrow(DamagedSegment);
      const place = start + (at % (end - start));
      const byte = new Uint8Array(1);
      flipByte(fd, place, flip, byte);
      expect(() => readAll(end)).toThrow(DamagedSegment);
      flipByte(fd, place, flip, byte);
      expect(inFull(new SegmentReader(fd, start, end, "segment").partial())).toEqual(made.partials[0]);
    }),
    { numRuns: 8 },
  );
});

/** Sections as their codecs see them, with a checksum that was made to fit. */
function sections(partial: Partial): { bytes: Uint8Array; read: (bytes: Uint8Array) => unknown }[] {
  const to = new ByteWriter();
  const patterns = partial.patterns.keys.ends.length;
  const made = (write: () => void, read: (bytes: Uint8Array) => unknown) => {
    write();
    return { bytes: to.take().slice(), read };
  };
  return [
    made(
      () => writePatterns(to, partial.patterns),
      (bytes) => readPatterns(bytes, 3, "patterns"),
    ),
    made(
      () => writeHead(to, partial, partial.early),
      (bytes) => readHead(bytes, patterns, 3, "head"),
    ),
    made(
      () => writeRanges(to, partial.ranges),
      (bytes) => readRanges(bytes, patterns, 3, "ranges"),
    ),
    ...partial.shards.map((shard) =>
      made(
        () => writeShard(to, shard),
        (bytes) => readShard(bytes, patterns, "shard"),
      ),
    ),
  ];
}

test("bytes of any kind are read or said to be damaged: no other error, and no number that names nothing", () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(2)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(scanned, changes, ({ partials }, list) => {
      for (const { bytes, read } of sections(partials[0]!)) {
        const changed = list.reduce((before, [at, byte, how]) => changedBy(before, at, byte, how), [...bytes]);
        const patterns = partials[0]!.patterns.keys.ends.length;
        expect(readOrDamaged(read, Uint8Array.from(changed))?.every((pattern) => pattern < patterns) ?? true).toBe(
          true,
        );
      }
    }),
    { numRuns: 8 },
  );
});

test("counts that the bytes can't hold are not allocated", () => {
  const to = new ByteWriter();
  for (const value of [0, 2 ** 40, 1]) to.uint(value);
  expect(() => readShard(to.take(), 5, "shard 7")).toThrow("shard 7: more rows than its bytes can hold before byte 7");
});

/** The pattern numbers of a shard's groups, if it is one and can be read. */
function readOrDamaged(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): Uint32Array | undefined {
  try {
    return (read(bytes) as { groups?: { pattern: Uint32Array } }).groups?.pattern;
  } catch (error) {
    if (error instanceof DamagedSegment) return undefined;
    throw error;
  }
}

function changedBy(bytes: number[], at: number, byte: number, how: number): number[] {
  if (bytes.length === 0) return [byte];
  const i = at % bytes.length;
  return how === 0 ? bytes.with(i, byte) : how === 1 ? bytes.toSpliced(i, 1) : bytes.toSpliced(i, 0, byte);
}

function flipByte(fd: number, at: number, flip: number, byte: Uint8Array): void {
  readSync(fd, byte, 0, 1, at);
  byte[0]! ^= flip;
  writeSync(fd, byte, 0, 1, at);
}
