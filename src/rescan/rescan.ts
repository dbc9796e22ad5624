import { DamagedSegment } from "../core/segment/byte-reader.js";
import type { Partial } from "../core/count/partial.js";
import type { Counts } from "../core/merge/counts.js";
import type { ExtentReader } from "../core/segment/extent-reader.js";
import { Summary } from "../core/segment/summary.js";
import { isHeld } from "../io/archive-file.js";
import {
  archiveReport,
  closeArchives,
  openArchives,
  type ArchiveSet,
  type NamedFile,
  type OpenArchive,
} from "../io/archives.js";
import { isUnread } from "../io/decoding.js";
import { isCuttable } from "../io/ranges.js";
import { framingWarnings } from "../io/framing-warnings.js";
import { prepareArchives } from "../io/prepared-archives.js";
import { reasonMembers } from "../model/archive-reasons.js";
import type { ArchiveReport, CacheNote } from "../model/report.js";
import { ArchiveScan } from "../scan/archive-scan.js";
import type { Counted, CountOptions } from "../scan/count-options.js";
import type { HomeCache, KnownArchive, OpenedCache } from "./home-cache.js";
import {
  newParts,
  partsAhead,
  planKnown,
  remembered,
  settledBefore,
  SPLIT_BYTES,
  tailPart,
  type Planned,
} from "./known-plan.js";
import type { OpenPool } from "../scan/lanes.js";
import { keptPrecision, Outgrown, PartScan, type Part, type ScannedPart } from "./part-scan.js";

/** Extents are merged when they are written; a program that writes nothing may go on asking for days. */
const MOST_LOOSE = 32;

/**
 * A scan of a home's own log that reads what is new and has the rest from what is known: plan → scan what is new → take it in →
 * ask the summary. In all else like `ArchiveScan`.
 */
export class Rescan {
  set: ArchiveSet;
  readonly notes: CacheNote[];
  /** Archives of which what was known before still holds. */
  held: readonly OpenArchive[] = [];
  /** By archive, up to where it is known now: in bytes of what was decoded. */
  settledBytes: readonly number[] = [];
  readonly #files: readonly NamedFile[];
  readonly #pool: OpenPool;
  readonly #cache: HomeCache;
  readonly #opened: OpenArchive[];
  #whole: ArchiveScan | undefined;
  #isCounting = false;
  #isClosed = false;

  constructor(files: readonly NamedFile[], pool: OpenPool, { cache, notes }: OpenedCache) {
    this.notes = [...notes];
    this.#files = files;
    this.#pool = pool;
    this.#cache = cache;
    this.set = openArchives(files);
    this.#opened = [...this.set.open];
  }

  get paths(): string[] {
    return this.set.open.map(({ path }) => path);
  }

  close(): void {
    this.#isClosed = true;
    this.#whole?.close();
    if (!this.#isCounting) closeArchives(this.#opened.splice(0));
  }

  /** @throws UsageError, AbortedError, WorkerError */
  async count(options: CountOptions): Promise<Counted> {
    this.#isCounting = true;
    try {
      this.set = await prepareArchives(this.set, this.#files, this.#opened, options);
      return await this.#count(options);
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      this.#note("damaged");
      this.#cache.reset();
      return await this.#count(options);
    } finally {
      this.#isCounting = false;
      if (this.#isClosed) this.close();
    }
  }

  async #count(options: CountOptions): Promise<Counted> {
    if (!this.set.open.every(({ file }) => isHeld(file))) return this.#countWhole(options, "many_archives");
    if (options.nowMs < this.#cache.summary.earliestMs) {
      if (options.isByClock !== true) return this.#countWhole(options, "earlier_now");
      // The clock goes on from here, so what is known must too: a time that lay ahead once may be years away.
      this.#note("clock_set_back");
      this.#cache.isDirty = true;
    }
    try {
      return await this.#countNew(options);
    } catch (error) {
      if (error instanceof Unread || isUnread(error)) return this.#countWhole(options, "folds");
      if (!(error instanceof Outgrown)) throw error;
      this.#cache.reset();
      return await this.#countWhole(options, "outgrown");
    }
  }

  /** What is known does not tell: everything is read, and what is known stays as it is. */
  async #countWhole(options: CountOptions, code: CacheNote["code"]): Promise<Counted> {
    this.#note(code);
    [this.held, this.settledBytes] = [[], []];
    this.#whole = new ArchiveScan(this.#files, this.#pool);
    const counted = await this.#whole.count(options);
    closeArchives(this.#opened.splice(0));
    this.set = this.#whole.set;
    return { ...counted, notes: this.notes };
  }

  async #countNew(options: CountOptions): Promise<Counted> {
    const t0 = performance.now();
    const { nowMs } = options;
    const cache = this.#cache;
    const { open } = this.set;
    const plan = planKnown(open, cache.archives, nowMs, (code, path) => this.#note(code, path));
    this.held = plan.flatMap(({ archive, known }) => (known === undefined ? [] : [archive]));
    // What the run comes to later may fail, and the next one then holds the same files for known.
    cache.texts.hold(open, this.held, []);
    const isNew = cache.adopt(plan.map(knownOf));
    const parts = plan.flatMap((one, archive) => newParts(one, archive, cache.archives[archive] as KnownArchive));
    const t1 = performance.now();
    const scan = new PartScan(open, this.#pool, cache.seed, options);
    const scanned = await scan.scan([...parts, ...plan.flatMap(tailPart)], keptPrecision(nowMs));
    const t2 = performance.now();
    const fresh = scanned.slice(0, parts.length);
    const ahead = plan.map((one, number) => partsAhead(one, ofArchive(fresh, number), nowMs));
    const kept = fresh.filter((part) => !ahead.flat().includes(part));
    const settled = plan.map((one, number) => settledBefore(one, ahead[number] as readonly ScannedPart[]));
    this.settledBytes = settled.map((one) => (isCuttable(one.archive) ? one.settled : Infinity));
    const reports = this.#take(settled, kept, scanned, isNew, nowMs);
    const taken = this.#withTails([...ahead.flat(), ...scanned.slice(parts.length)]);
    await this.#refold(taken, scan, options);
    const counts = this.#answer(taken, options);
    const { threads, readBytes, scanner } = scan;
    const bytes = open.reduce((sum, { identity }) => sum + identity.sizeBytes, 0);
    const times = { planMs: t1 - t0, scanMs: t2 - t1, mergeMs: performance.now() - t2 };
    return {
      counts,
      archives: [...reports, ...this.#skipped()],
      warnings: framingWarnings(open),
      timings: { ...times, threads, bytes, readBytes, scanner },
      notes: this.notes,
      untilMs: taken.summary.unchangedUntil(nowMs, readersOf(taken.extents)),
      risesAtMs: taken.summary.risesAt(nowMs),
    };
  }

  /** Lets the cache know what was read and is settled. Returns what the report says of the archives. */
  #take(
    plan: readonly Planned[],
    parts: readonly ScannedPart[],
    scanned: readonly ScannedPart[],
    isNew: boolean,
    nowMs: number,
  ): readonly ArchiveReport[] {
    const cache = this.#cache;
    cache.isDirty = true;
    for (const { archive, from, to, partial } of parts) {
      const { extent, fresh } = cache.extentOf(partial, from, to);
      const known = cache.extents.map(({ reader }) => reader);
      (cache.archives[archive] as KnownArchive).extents.push(extent);
      if (!isNew) cache.summary.append(extent.reader, archive, known, fresh);
    }
    const reports = plan.map((one, archive) => reportOf(one, archive, scanned));
    cache.archives = cache.archives.map((known, i) =>
      remembered(known, plan[i] as Planned, reports[i] as ArchiveReport),
    );
    if (isNew || cache.summary.groups.isStale) cache.rebuild();
    if (cache.archives.some(({ extents }) => extents.length > MOST_LOOSE)) cache.compact(keptPrecision(nowMs));
    cache.isDirty = false;
    if (parts.length > 0) cache.isUnsaved = true;
    return reports;
  }

  /** The whole of it, with what is not settled yet. */
  #withTails(tails: readonly ScannedPart[]): Taken {
    const cache = this.#cache;
    const byArchive = cache.archives.map(({ extents }, archive) =>
      extents.map(({ reader, from, to }) => ({ reader, archive, from, to })),
    );
    if (tails.length === 0) return { summary: cache.summary, extents: byArchive.flat() };
    const summary = tails.every(({ partial }) => isBare(partial)) ? cache.summary.view() : cache.summary.copy();
    for (const { archive, from, to, partial } of tails) {
      const { extent, fresh } = cache.extentOf(partial, from, to);
      summary.append(extent.reader, archive, readersOf(byArchive.flat()), fresh);
      (byArchive[archive] as PlacedExtent[]).push({ reader: extent.reader, archive, from, to });
    }
    const extents = byArchive.flat();
    return { summary: summary.groups.isStale ? Summary.of(extents, cache.seed, cache.depth) : summary, extents };
  }

  /** Reads the parts again of which the folds must tell what is new from what the state has folded already. @throws Unread */
  async #refold({ summary, extents }: Taken, scan: PartScan, { nowMs, precision }: CountOptions): Promise<void> {
    const { foldedUntilMs = NOTHING_FOLDED } = precision;
    const straddled = summary.straddled(foldedUntilMs);
    if (straddled.length === 0) return;
    const parts = straddled.map((i) => extents[i] as PlacedExtent);
    if (parts.reduce((sum, { from, to }) => sum + to - from, 0) > SPLIT_BYTES) this.#note("folds");
    const scanned = await scan.scan(parts, { ...keptPrecision(nowMs), foldedUntilMs });
    if (scanned.some((part) => isCut(part, this.set.open[part.archive] as OpenArchive))) throw new Unread();
    scanned.forEach(({ partial }, i) => summary.refold(straddled[i] as number, partial, foldedUntilMs));
    this.#cache.isUnsaved = true;
  }

  #answer({ summary, extents }: Taken, options: CountOptions): Counts {
    const { nowMs, session, judgedUntilMs, precision } = options;
    const { foldedUntilMs = NOTHING_FOLDED } = precision;
    return summary.answer({ nowMs, session, judgedUntilMs, paths: this.paths, foldedUntilMs }, readersOf(extents));
  }

  #skipped(): ArchiveReport[] {
    return this.set.skipped.map(({ path, status, reason }) => ({ path, bytes: 0, status, ...reasonMembers(reason) }));
  }

  #note(code: CacheNote["code"], path?: string): void {
    this.notes.push({ code, ...(path === undefined ? {} : { path }) });
  }
}

interface Taken {
  readonly summary: Summary;
  /** In the order of the summary's parts. */
  readonly extents: readonly PlacedExtent[];
}

interface PlacedExtent extends Part {
  readonly reader: ExtentReader;
}

/** Nothing but lines, as of one that is not written to its end: the usual moment while its writer is at it. */
function isBare({ patterns, shards }: Partial): boolean {
  return patterns.keys.ends.length === 0 && shards.every(({ sessions }) => sessions.ends.length === 0);
}

/** What is known already could not be read again. */
class Unread extends Error {}

/** Damage is the same each time; what the disk did not give, or what has gone from the file, was counted before. */
function isCut({ from, to, ends }: ScannedPart, { encoding, framing }: OpenArchive): boolean {
  if (ends.some(({ failure }) => failure?.code === "io_error")) return true;
  const readBytes = ends.reduce((sum, end) => sum + end.readBytes, 0);
  return encoding === "plain" && framing === "lines" && readBytes < to - from;
}

const NOTHING_FOLDED: ReadonlyMap<string, number> = new Map();

function ofArchive(parts: readonly ScannedPart[], number: number): ScannedPart[] {
  return parts.filter(({ archive }) => archive === number);
}

function readersOf(extents: readonly PlacedExtent[]): ExtentReader[] {
  return extents.map(({ reader }) => reader);
}

/** The archive as far as it is known already. */
function knownOf({ archive, known, stamp }: Planned): KnownArchive {
  return {
    path: archive.path,
    encoding: archive.encoding,
    framing: archive.framing,
    ...(known?.report && { report: known.report }),
    ...(known?.ahead && { ahead: known.ahead }),
    file: known?.file ?? { stamp, knownBytes: 0, head: "", tail: "", blocks: [] },
    extents: [...(known?.extents ?? [])],
  };
}

/** What the report says of an archive, of which these parts were read. */
function reportOf({ archive, known, stamp }: Planned, number: number, scanned: readonly ScannedPart[]): ArchiveReport {
  const ends = scanned.flatMap((part) => (part.archive === number ? part.ends : []));
  if (ends.length === 0 && known?.report !== undefined) return { path: archive.path, ...known.report };
  const firstNew = scanned.find((part) => part.archive === number)?.from ?? stamp.sizeBytes;
  const failed = ends.find(({ failure }) => failure !== undefined);
  const bytes = ends.reduce((sum, { readBytes }) => sum + readBytes, firstNew);
  return archiveReport(archive, bytes, failed?.failure);
}
