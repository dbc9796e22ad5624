import { crc32 } from "node:zlib";
import { ByteWriter } from "../core/segment/byte-writer.js";
import { passingBuffer } from "../core/count/columns.js";
import { encodeExtent } from "../core/segment/extent.js";
import { extentHeadOf } from "../core/segment/extent-head.js";
import { ExtentReader } from "../core/segment/extent-reader.js";
import type { HashSeed } from "../core/line/hash.js";
import { mergedPartial, type PartialSource } from "../core/merge/merged-partial.js";
import type { Partial } from "../core/count/partial.js";
import type { Precision } from "../core/count/precision.js";
import { shardBytes } from "../core/count/shard.js";
import type { HourCounts } from "../core/count/hour-times.js";
import { earliestOf } from "../core/segment/summary-part.js";
import { Summary, type FreshParts } from "../core/segment/summary.js";
import { KnownTexts } from "../core/recognition/known-texts.js";
import { RecognitionMemo } from "../core/recognition/recognition-memo.js";
import type { OpenArchive } from "../io/archives.js";
import type { ExtentFile } from "../io/cache-folder.js";
import type { KnownFile } from "../io/known-file.js";
import type { ArchiveReport, CacheNote } from "../model/report.js";

/** An archive may lie in so many extents before they are merged. */
const MOST_EXTENTS = 12;

/** What a run asks that changes what must be known. */
export interface CacheWants {
  readonly sameSessionHits: number;
  readonly maxLineBytes: number;
}

export interface OpenedCache {
  readonly cache: HomeCache;
  /** What there was and could not be used. */
  readonly notes: readonly CacheNote[];
}

/** A byte range of an archive, as it was counted. */
export interface Extent {
  readonly from: number;
  readonly to: number;
  readonly reader: ExtentReader;
  /** It tells of moments from the one to before the other: until a record is future that was none, or a future one is not any more. */
  readonly earliestMs: number;
  readonly validUntilMs: number;
  /** The serial form while it stands in no file, else that file and its name. */
  readonly bytes?: Uint8Array;
  readonly file?: ExtentFile;
  readonly name?: string;
}

/** A new one, with what it holds as long as that is at hand. */
export interface FreshExtent {
  readonly extent: Extent;
  readonly fresh: FreshParts;
}

export interface KnownArchive {
  readonly path: string;
  readonly file: KnownFile;
  readonly encoding: OpenArchive["encoding"];
  readonly framing: OpenArchive["framing"];
  /** What the report says of it, if it is not complete. */
  readonly report?: Omit<ArchiveReport, "path">;
  /** Behind what is known: up to where times lay ahead when it was read, and where its last whole line ended then. */
  readonly ahead?: { readonly to: number; readonly settled: number };
  /** In the order of place, without a gap: together they are `file.knownBytes`. */
  readonly extents: Extent[];
}

/** What is known of a home's archives between scans, with the summary of it. */
export class HomeCache {
  readonly seed: HashSeed;
  readonly depth: number;
  /** In the order of paths. */
  archives: KnownArchive[] = [];
  summary: Summary;
  /** What was made of the archives beside counts. It is not written. */
  readonly texts = new KnownTexts();
  readonly recognised = new RecognitionMemo();
  /** The summary is not that of the archives: a scan was broken off. */
  isDirty = false;
  /** Something is known that stands in no file. */
  isUnsaved = false;

  constructor(seed: HashSeed, depth: number) {
    this.seed = seed;
    this.depth = depth;
    this.summary = Summary.empty(seed, depth);
  }

  get extents(): Extent[] {
    return this.archives.flatMap(({ extents }) => extents);
  }

  /**
   * Goes on with these archives: files of extents that none of them has are closed. Returns whether the summary is to be made
   * anew, for they are not those that it is of. Until what is new of them is taken in, it may be that of a scan that was
   * broken off.
   */
  adopt(archives: KnownArchive[]): boolean {
    const before = this.#placed();
    const dropped = this.extents;
    this.archives = archives;
    const after = this.#placed();
    const kept = new Set(after.map(({ reader }) => reader));
    for (const { reader, file } of dropped) if (!kept.has(reader)) file?.close();
    const isSame =
      before.length === after.length &&
      after.every(({ reader, archive }, i) => reader === before[i]?.reader && archive === before[i].archive);
    return (this.isDirty ||= !isSame);
  }

  /** Forgets everything. */
  reset(): void {
    this.close();
    this.archives = [];
    this.summary = Summary.empty(this.seed, this.depth);
    this.isDirty = false;
  }

  /** Closes the files of extents. */
  close(): void {
    for (const { file } of this.extents) file?.close();
  }

  /** Adds everything up anew. @throws DamagedSegment */
  rebuild(): void {
    this.summary = Summary.of(this.#placed(), this.seed, this.depth);
  }

  #placed(): { readonly reader: ExtentReader; readonly archive: number }[] {
    return this.archives.flatMap(({ extents }, archive) => extents.map(({ reader }) => ({ reader, archive })));
  }

  extentOf(partial: Partial, from: number, to: number): FreshExtent {
    const hours: HourCounts[] = [];
    const head = extentHeadOf(partial);
    const pieces = encodeExtent(head, partial, this.seed, this.depth, crc32, (counts) => hours.push(counts));
    const bytes = inOnePiece(pieces, columnBytes(partial));
    const reader = new ExtentReader(
      (at, length) => bytes.subarray(at, at + length),
      bytes.length,
      crc32,
      "a new extent",
    );
    const extent = { from, to, reader, earliestMs: earliestOf(head), validUntilMs: head.validUntilMs, bytes };
    return { extent, fresh: { head, hours, shards: partial.shards } };
  }

  /** Merges small extents, so that a look-up asks few. Times before the precision's floor are dropped. */
  compact(precision: Precision, mostExtents = MOST_EXTENTS): void {
    this.summary.forget(precision.floorMs);
    const { floorMs } = this.summary;
    let part = 0;
    for (const { extents } of this.archives) {
      // What was dropped before is not known again, though the clock may have been set back since.
      if (extents.length > mostExtents || pastQuarter(extents))
        this.#compactOne(extents, part, { ...precision, floorMs });
      part += extents.length;
    }
  }

  #compactOne(extents: Extent[], firstPart: number, precision: Precision): void {
    let first = extents.length - 1;
    let sum = (extents[first] as Extent).reader.sizeBytes;
    while (first > 0 && (extents[first - 1] as Extent).reader.sizeBytes <= sum * 4) {
      first--;
      sum += (extents[first] as Extent).reader.sizeBytes;
    }
    const old = extents.slice(first);
    if (old.length < 2) return;
    const { partial, rows } = mergedPartial(
      old.map(({ reader }) => sourceOf(reader)),
      precision,
      this.seed,
    );
    const { extent: next } = this.extentOf(partial, (old[0] as Extent).from, (old.at(-1) as Extent).to);
    extents.splice(first, old.length, next);
    for (const { file } of old) file?.close();
    this.summary.replaceParts(firstPart + first, old.length, next.reader, rows);
  }
}

/** Deltas are merged into the first extent when they are a quarter of it. */
function pastQuarter([base, ...deltas]: readonly Extent[]): boolean {
  if (base === undefined || deltas.length < 2) return false;
  return deltas.reduce((sum, { reader }) => sum + reader.sizeBytes, 0) * 4 > base.reader.sizeBytes;
}

function sourceOf(reader: ExtentReader): PartialSource {
  const { patterns, result, newestRecord, validUntilMs, undated, sessionless } = reader.head();
  const shard = (s: number) => reader.shard(s);
  return { patterns, ranges: [result], newestRecord, validUntilMs, undated, sessionless, shard };
}

/** Pieces in a row, in about as many bytes as the columns that they are made of; each copied as it comes, for there are tens of thousands of a large log. */
function inOnePiece(pieces: Iterable<Uint8Array>, bytes: number): Uint8Array {
  const to = new ByteWriter(passingBuffer(bytes));
  for (const piece of pieces) to.raw(piece);
  return to.take();
}

function columnBytes({ shards }: Partial): number {
  return shards.reduce((sum, { sessions, groups, cells }) => {
    const [ids, rows] = [sessions.bytes.length, groups.session.length];
    return sum + shardBytes({ sessions: sessions.ends.length, idBytes: ids, groups: rows, cells: cells.owner.length });
  }, 0);
}
