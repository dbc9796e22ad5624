import { crc32 } from "node:zlib";
import { encodeMemo, type AnswerMemo } from "./answer-memo.js";
import { codeVersion } from "./code-version.js";
import { randomSeed } from "../scan/random-seed.js";
import { ByteReader, DamagedSegment } from "../core/segment/byte-reader.js";
import { ByteWriter } from "../core/segment/byte-writer.js";
import { ExtentReader } from "../core/segment/extent-reader.js";
import { decodeSummary, encodeSummary } from "../core/segment/summary-form.js";
import { HomeCache, type CacheWants, type Extent, type KnownArchive, type OpenedCache } from "./home-cache.js";
import { keptPrecision } from "./part-scan.js";
import type { CacheFolder } from "../io/cache-folder.js";
import { release } from "../io/release.js";
import type { CacheStatus } from "../model/outputs.js";
import type { CacheNote } from "../model/report.js";

/** What changes how any of it is to be read: a cache of another version is dropped. */
const CACHE_VERSION = 5;
/** A cache is not kept beyond this: it is for homes, and the largest known fill a tenth of it. */
const MOST_BYTES = 2 ** 32;
/** So much that is new may be lost with the process before it is written. */
const UNSAVED_BYTES = 4 << 20;
/** A longer answer takes as long to parse as to make. */
const MOST_ANSWER_BYTES = 16 << 20;
const MAGIC = 0x68634e4d;
const HEADER_BYTES = 16;

type LogCacheStatus = Omit<CacheStatus, "backfills">;

interface Opened {
  readonly wants: string;
  readonly cache: HomeCache;
  /** Of the summary in the folder that this is, or has grown out of; empty: of none. */
  version: string;
  /** Extents that it names. */
  named: ReadonlySet<string>;
  /** Bytes that were counted since. */
  unsavedBytes: number;
}

/** A home's cache between runs of this process and of others. */
export class CacheStore {
  readonly folder: CacheFolder;
  #opened: Opened | undefined;
  /** What the next run has to say. */
  readonly #later: CacheNote[] = [];

  constructor(folder: CacheFolder) {
    this.folder = folder;
  }

  /** What is known, if it was told for such wants; else nothing is known yet. What could not be used is noted. */
  open(wants: CacheWants): OpenedCache {
    const notes = this.#later.splice(0);
    return { cache: this.#open(wants, notes), notes };
  }

  #open(wants: CacheWants, notes: CacheNote[]): HomeCache {
    const key = JSON.stringify([CACHE_VERSION, Math.max(2, wants.sameSessionHits), wants.maxLineBytes]);
    const version = this.folder.summaryVersion();
    const known = this.#opened;
    if (known?.wants === key && known.version === version) return known.cache;
    this.close();
    const loaded = this.#load(key, wants, notes);
    this.#opened = loaded ?? {
      wants: key,
      cache: new HomeCache(randomSeed(), Math.max(2, wants.sameSessionHits)),
      version,
      named: new Set<string>(),
      unsavedBytes: 0,
    };
    return this.#opened.cache;
  }

  /** Takes note of what a run has counted, and writes it when it is worth it. Never throws: a cache may be missing. */
  keep(newBytes: number, nowMs: number): void {
    if (this.#opened === undefined) return;
    this.#opened.unsavedBytes += newBytes;
    const isFirst = this.#opened.version === "";
    if (isFirst || this.#opened.unsavedBytes >= UNSAVED_BYTES) this.save(nowMs);
  }

  /** Writes what is known and not written. */
  save(nowMs: number): void {
    const opened = this.#opened;
    if (opened === undefined || !opened.cache.isUnsaved || opened.cache.isDirty) return;
    // Another process has written: what it knows is read the next time, and what is new here is counted again.
    if (this.folder.summaryVersion() !== opened.version) return this.close();
    try {
      this.#write(opened, nowMs);
    } catch (error) {
      if (error instanceof DamagedSegment) this.close();
      this.#later.push({ code: error instanceof DamagedSegment ? "damaged" : "unwritable" });
    }
  }

  /** Keeps an answer for the next process, if it is of a size that is sooner read than made. */
  writeAnswer(memo: AnswerMemo): void {
    const bytes = encodeMemo(memo, codeVersion());
    if (bytes.length > MOST_ANSWER_BYTES) return;
    try {
      this.folder.writeAnswer(bytes);
    } catch {
      this.#later.push({ code: "unwritable" });
    }
  }

  status(): LogCacheStatus {
    const { bytes, files } = this.folder.size();
    const loaded = this.folder.readSummary();
    const status = { path: this.folder.path, bytes, files };
    if (loaded === undefined) return { ...status, state: "none", archives: [] };
    try {
      const { wants, archives } = unframed(loaded.bytes);
      if (wants === "") return { ...status, state: "outdated", archives: [] };
      return {
        ...status,
        state: "kept",
        archives: archives.map(({ path, file, extents }) => ({
          path,
          known_bytes: file.knownBytes,
          extents: extents.length,
        })),
      };
    } catch {
      return { ...status, state: "damaged", archives: [] };
    }
  }

  /** Removes the cache. Returns how many bytes went. */
  clear(): number {
    this.close();
    return this.folder.clear();
  }

  /** Forgets what is in memory. */
  close(): void {
    this.#opened?.cache.close();
    this.#opened = undefined;
  }

  #write(opened: Opened, nowMs: number): void {
    const { cache } = opened;
    cache.compact(keptPrecision(nowMs));
    const bytes = cache.extents.reduce((sum, { reader }) => sum + reader.sizeBytes, 0);
    if (bytes > MOST_BYTES) return void this.#later.push({ code: "too_large" });
    for (const archive of cache.archives) {
      archive.extents.forEach((extent, i) => {
        if (extent.bytes !== undefined) archive.extents[i] = this.#written(extent, extent.bytes);
      });
    }
    const named = new Set(cache.extents.map(({ name }) => name as string));
    opened.version = this.folder.writeSummary(framed(opened.wants, cache));
    this.folder.tidy(named, opened.named);
    opened.named = named;
    opened.unsavedBytes = 0;
    cache.isUnsaved = false;
  }

  /** The same extent out of its file; its reader stays, for the summary knows it by that. */
  #written(extent: Extent, bytes: Uint8Array): Extent {
    const { bytes: _bytes, ...rest } = extent;
    const name = this.folder.writeExtent(bytes);
    const file = this.folder.openExtent(name);
    extent.reader.readFrom((at, length) => file.read(at, length));
    release(bytes.buffer);
    return { ...rest, name, file };
  }

  #load(key: string, wants: CacheWants, notes: CacheNote[]): Opened | undefined {
    const read = this.folder.readSummary();
    if (read === undefined) return undefined;
    const opened: Extent[] = [];
    try {
      const { wants: known, seed, archives, summary } = unframed(read.bytes);
      if (known !== key) {
        notes.push({ code: "outdated" });
        return undefined;
      }
      const cache = new HomeCache(seed, Math.max(2, wants.sameSessionHits));
      cache.archives = archives.map((archive) => ({
        ...archive,
        extents: archive.extents.map((one) => this.#found(one, opened)),
      }));
      cache.summary = decodeSummary(summary, archives.length, seed, cache.depth, "the cache's summary");
      if (cache.summary.parts.length !== opened.length) throw new DamagedSegment("another number of extents");
      const named = new Set(opened.map(({ name }) => name as string));
      return { wants: key, cache, version: read.version, named, unsavedBytes: 0 };
    } catch {
      // Whatever it is that can't be used: it is had again from the logs.
      for (const { file } of opened) file?.close();
      notes.push({ code: "damaged" });
      return undefined;
    }
  }

  #found({ name, from, to, earliestMs, validUntilMs }: StoredExtent, opened: Extent[]): Extent {
    const file = this.folder.openExtent(name);
    const read = (at: number, length: number): Uint8Array => file.read(at, length);
    const moments = { earliestMs: earliestMs ?? -Infinity, validUntilMs: validUntilMs ?? Infinity };
    const lazy = { name, from, to, ...moments, file };
    opened.push({ ...lazy, reader: undefined as never });
    const extent = { ...lazy, reader: new ExtentReader(read, file.sizeBytes, crc32, `extent ${name}`) };
    return extent;
  }
}

interface StoredExtent {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Null: of all. */
  readonly earliestMs: number | null;
  readonly validUntilMs: number | null;
}

type StoredArchive = Omit<KnownArchive, "extents"> & { readonly extents: readonly StoredExtent[] };

/** The summary's file: a header with version and checksum, then what it was told for, the archives, and what they come to. */
function framed(wants: string, cache: HomeCache): Uint8Array {
  const archives: StoredArchive[] = cache.archives.map(({ extents, ...archive }) => ({
    ...archive,
    extents: extents.map(({ name, from, to, earliestMs, validUntilMs }) => ({
      name: name as string,
      from,
      to,
      // JSON knows no infinity: it becomes null.
      earliestMs,
      validUntilMs,
    })),
  }));
  const to = new ByteWriter();
  to.bytes(Buffer.from(wants));
  to.floats(Float64Array.of(cache.seed.k0, cache.seed.k1));
  to.bytes(Buffer.from(JSON.stringify(archives)));
  to.bytes(encodeSummary(cache.summary));
  const body = to.take();
  const out = Buffer.alloc(HEADER_BYTES + body.length);
  out.writeUInt32LE(MAGIC, 0);
  out.writeUInt32LE(CACHE_VERSION, 4);
  out.writeUInt32LE(crc32(body), 8);
  out.set(body, HEADER_BYTES);
  return out;
}

function unframed(bytes: Uint8Array): {
  wants: string;
  seed: HomeCache["seed"];
  archives: readonly StoredArchive[];
  summary: Uint8Array;
} {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const body = header.subarray(HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== MAGIC)
    throw new DamagedSegment("no summary of a cache");
  if (header.readUInt32LE(4) !== CACHE_VERSION)
    return { wants: "", seed: { k0: 0, k1: 0 }, archives: [], summary: body };
  if (header.readUInt32LE(8) !== crc32(body))
    throw new DamagedSegment("the checksum of the cache's summary is another");
  const from = new ByteReader(body, "the cache's summary");
  const wants = Buffer.from(from.bytes()).toString();
  const [k0, k1] = from.floats(2) as unknown as [number, number];
  const archives = JSON.parse(Buffer.from(from.bytes()).toString()) as StoredArchive[];
  const summary = from.bytes();
  from.end();
  return { wants, seed: { k0, k1 }, archives, summary };
}
