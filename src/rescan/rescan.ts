import {
  checkSizes,
  CHUNK_BYTES,
  mostLanes,
  run,
  workOf,
  ArchiveScan,
  type Counted,
  type CountOptions,
  type ScanTask,
} from "../scan/archive-scan.js";
import { DamagedSegment } from "../core/segment/byte-reader.js";
import type { Counts } from "../core/merge/counts.js";
import type { ExtentReader } from "../core/segment/extent.js";
import type { Partial } from "../core/count/partial.js";
import { hourOf, type Precision } from "../core/count/precision.js";
import { Summary } from "../core/segment/summary.js";
import type { HomeCache, KnownArchive, OpenedCache } from "./home-cache.js";
import {
  archiveReport,
  closeArchives,
  openArchives,
  type ArchiveSet,
  type NamedFile,
  type OpenArchive,
} from "../io/archives.js";
import { framingWarnings } from "../io/framing-warnings.js";
import { changeOf, rememberFile, sameFile, stampOf, type FileStamp } from "../io/known-file.js";
import { prepareArchives } from "../io/prepared-archives.js";
import { isCuttable, lastLineEnd, rangeSizeFor, rangesWithin } from "../io/ranges.js";
import { reasonMembers } from "../model/archive-reasons.js";
import { DAY_MS, DEFAULT_MAX_LINE_BYTES } from "../model/options.js";
import type { ArchiveReport, CacheNote } from "../model/report.js";
import { defaultMemoryBytes, laneBytesFor, mayOutgrow } from "../scan/memory-plan.js";
import { watched } from "./scan-watch.js";
import { openEngine } from "../workers/engine.js";
import type { WorkerPool } from "../workers/pool.js";
import { LaneControl, type LaneResult, type RangeEnd } from "../workers/wire.js";

/** A new part of this size keeps its last bytes apart: should their times lie ahead of the clock, little is read again. */
const SPLIT_BYTES = 8 << 20;
const LAST_BYTES = 1 << 20;
/** Times are kept for a day longer than a window reaches, for clocks that are set back. */
const KEPT_DAYS = 15;

interface Part {
  readonly archive: number;
  readonly from: number;
  readonly to: number;
}

interface Planned {
  readonly archive: OpenArchive;
  readonly stamp: FileStamp;
  /** What holds of what is known of it. */
  readonly known: KnownArchive | undefined;
  /** Where the last whole line ends: what is behind it is counted but not kept. */
  readonly settled: number;
}

/** A scan of a home's own log that reads what is new and has the rest from what is known. In all else like `ArchiveScan`. */
export class Rescan {
  set: ArchiveSet;
  readonly notes: CacheNote[];
  /** Archives of which what was known before still holds. */
  held: readonly OpenArchive[] = [];
  readonly #files: readonly NamedFile[];
  readonly #pool: () => WorkerPool | Promise<WorkerPool>;
  readonly #cache: HomeCache;
  readonly #opened: OpenArchive[];
  #whole: ArchiveScan | undefined;
  #isCounting = false;
  #isClosed = false;
  #readBytes = 0;
  #threads = 0;
  #scanner = "none";

  constructor(
    files: readonly NamedFile[],
    pool: () => WorkerPool | Promise<WorkerPool>,
    { cache, notes }: OpenedCache,
  ) {
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
    checkSizes(options);
    this.#isCounting = true;
    try {
      this.set = await prepareArchives(this.set, this.#files, this.#opened, options.signal);
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
    if (options.nowMs < this.#cache.summary.knownMs) return this.#countWhole(options, "earlier_now");
    try {
      return await this.#countNew(options);
    } catch (error) {
      if (!(error instanceof Outgrown)) throw error;
      this.#cache.reset();
      return await this.#countWhole(options, "outgrown");
    }
  }

  /** What is known does not tell: everything is read, and what is known stays as it is. */
  async #countWhole(options: CountOptions, code: CacheNote["code"]): Promise<Counted> {
    this.#note(code);
    this.#whole = new ArchiveScan(this.#files, this.#pool);
    const counted = await this.#whole.count(options);
    closeArchives(this.#opened.splice(0));
    this.set = this.#whole.set;
    return { ...counted, notes: this.notes };
  }

  async #countNew(options: CountOptions): Promise<Counted> {
    const t0 = performance.now();
    const cache = this.#cache;
    const plan = this.#plan(options.nowMs);
    this.held = plan.flatMap(({ archive, known }) => (known === undefined ? [] : [archive]));
    const isNew = this.#adopt(plan);
    // Until it is taken in, what comes of a scan that is broken off is not known.
    cache.isDirty = isNew;
    const parts = plan.flatMap((one, archive) => newParts(one, archive, cache.archives[archive]?.file.knownBytes ?? 0));
    const tails = plan.flatMap(({ archive: { identity }, settled }, archive) =>
      settled < identity.sizeBytes ? [{ archive, from: settled, to: identity.sizeBytes }] : [],
    );
    const t1 = performance.now();
    const scanned = await this.#scanParts([...parts, ...tails], options);
    const t2 = performance.now();
    const { taken, reports } = this.#take(plan, scanned.slice(0, parts.length), scanned.slice(parts.length), isNew);
    await this.#refold(taken, options);
    const counts = this.#answer(taken, options);
    const bytes = plan.reduce((sum, { archive }) => sum + archive.identity.sizeBytes, 0);
    return {
      counts,
      archives: [
        ...reports,
        ...this.set.skipped.map((one) => ({
          path: one.path,
          bytes: 0,
          status: one.status,
          ...reasonMembers(one.reason),
        })),
      ],
      warnings: framingWarnings(this.set.open),
      timings: {
        planMs: t1 - t0,
        scanMs: t2 - t1,
        mergeMs: performance.now() - t2,
        threads: this.#threads,
        bytes,
        readBytes: this.#readBytes,
        scanner: this.#scanner,
      },
      notes: this.notes,
      untilMs: taken.summary.unchangedUntil(options.nowMs, readersOf(taken.extents)),
      risesAtMs: taken.summary.risesAt(options.nowMs),
    };
  }

  /** What of each open archive is known and still holds. */
  #plan(nowMs: number): Planned[] {
    return this.set.open.map((archive) => {
      const { fd, identity } = archive;
      const stamp = { ...stampOf(fd), sizeBytes: identity.sizeBytes };
      const known = this.#cache.archives.find(({ file }) => sameFile(file.stamp, stamp));
      const holds = known === undefined ? this.#noteNew(archive) : this.#whatHolds(archive, stamp, known, nowMs);
      const settled = !isCuttable(archive)
        ? identity.sizeBytes
        : holds?.file.stamp.sizeBytes === identity.sizeBytes
          ? holds.file.knownBytes
          : lastLineEnd(fd, identity.sizeBytes, holds?.file.knownBytes);
      return { archive, stamp, known: holds, settled };
    });
  }

  #noteNew({ path }: OpenArchive): undefined {
    const before = this.#cache.archives.find((one) => one.path === path);
    const isThere = before !== undefined && this.set.open.some(({ fd }) => sameFile(stampOf(fd), before.file.stamp));
    if (before !== undefined && !isThere) this.#note("replaced", path);
  }

  #whatHolds(archive: OpenArchive, stamp: FileStamp, known: KnownArchive, nowMs: number): KnownArchive | undefined {
    const change = changeOf(archive.fd, stamp, known.file);
    const isSame = archive.encoding === known.encoding && archive.framing === known.framing;
    if (change === "truncated" || change === "rewritten") this.#note(change, archive.path);
    else if (isSame && (change === "none" || isCuttable(archive))) return withoutStale(known, nowMs);
    return undefined;
  }

  /** Lets the cache know what still holds; whether the summary is to be made anew. */
  #adopt(plan: readonly Planned[]): boolean {
    const cache = this.#cache;
    const before = placesOf(cache);
    const dropped = cache.extents;
    cache.archives = plan.map(({ archive, known, stamp }) => ({
      path: archive.path,
      encoding: archive.encoding,
      framing: archive.framing,
      ...(known?.report && { report: known.report }),
      file: known?.file ?? { stamp, knownBytes: 0, head: "", tail: "", blocks: [] },
      extents: [...(known?.extents ?? [])],
    }));
    const after = placesOf(cache);
    const kept = new Set(after.map(({ reader }) => reader));
    for (const { reader, file } of dropped) if (!kept.has(reader)) file?.close();
    const isSame = after.length === before.length && after.every((place, i) => samePlace(place, before[i]));
    return !isSame || cache.isDirty;
  }

  /** Scans the parts, each into a partial of its own. */
  async #scanParts(parts: readonly Part[], options: CountOptions): Promise<ScannedPart[]> {
    const totalBytes = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    this.#readBytes += totalBytes;
    const scanned: ScannedPart[] = [];
    const control = new LaneControl();
    const precision = keptPrecision(options.nowMs);
    await watched(control, totalBytes, options, async () => {
      for (const part of parts)
        if (!control.stopped) scanned.push(await this.#scanPart(part, control, options, precision));
    });
    return scanned;
  }

  /** Reads the parts again of which the folds must tell what is new from what the state has folded already. */
  async #refold({ summary, extents }: Taken, options: CountOptions): Promise<void> {
    const { foldedUntilMs = NOTHING_FOLDED } = options.precision;
    const parts = summary.straddled(foldedUntilMs);
    if (parts.length === 0) return;
    const bytes = parts.reduce(
      (sum, i) => sum + (extents[i] as PlacedExtent).to - (extents[i] as PlacedExtent).from,
      0,
    );
    if (bytes > SPLIT_BYTES) this.#note("folds");
    this.#readBytes += bytes;
    const precision = { ...keptPrecision(options.nowMs), foldedUntilMs };
    const control = new LaneControl();
    await watched(control, bytes, options, async () => {
      for (const i of parts) {
        if (control.stopped) return;
        const { partial } = await this.#scanPart(extents[i] as PlacedExtent, control, options, precision);
        if (partial !== undefined) summary.refold(i, partial, foldedUntilMs);
      }
    });
    this.#cache.isUnsaved = true;
  }

  async #scanPart(
    { archive, from, to }: Part,
    control: LaneControl,
    options: CountOptions,
    precision: Precision,
  ): Promise<ScannedPart> {
    const open = this.set.open[archive] as OpenArchive;
    const { rangeBytes } = options;
    const most = mostLanes(workOf(open.encoding, to - from), options);
    const ranges = rangesWithin(
      open,
      archive,
      from,
      to,
      rangeBytes === undefined ? rangeSizeFor(most) : () => rangeBytes,
    );
    const lanes = Math.max(1, Math.min(most, ranges.length));
    const pool = lanes > 1 ? await this.#pool() : undefined;
    pool?.warmUp(lanes - 1);
    const settings = { seed: this.#cache.seed, precision };
    const engine = await openEngine(settings, to - from, options.scanner);
    control.restart();
    const task: ScanTask = {
      archives: this.set.open.map(({ fd, role, encoding, framing }) => ({ fd, role, encoding, framing })),
      ranges,
      control,
      engine: engine.init,
      limits: {
        chunkBytes: options.chunkBytes ?? CHUNK_BYTES,
        maxLineBytes: options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES,
      },
    };
    const results = await this.#runWithin(task, lanes, pool, options);
    this.#threads = Math.max(this.#threads, results.length);
    this.#scanner = engine.init.name;
    const partial = control.stopped
      ? undefined
      : await engine.collect(results.flatMap((result) => result.partial ?? []));
    return { archive, from, to, partial, ends: results.flatMap(({ ends }) => ends) };
  }

  /** What does not fit into memory is not kept. @throws Outgrown */
  async #runWithin(
    task: ScanTask,
    lanes: number,
    pool: WorkerPool | undefined,
    options: CountOptions,
  ): Promise<LaneResult[]> {
    const laneBytes = options.laneBytes ?? laneBytesFor(options.maxMemoryBytes ?? defaultMemoryBytes(), lanes);
    if (!mayOutgrow(this.set.open, laneBytes)) return run(task, lanes, pool);
    const { openSpill } = await import("../scan/spill.js");
    const spill = openSpill(this.set.open.length, lanes, this.#cache.seed, laneBytes, options.tempDir);
    try {
      const results = await run({ ...task, spill: spill.plan }, lanes, pool);
      if (spill.partials(results).length > 0) throw new Outgrown();
      return results;
    } finally {
      spill.close();
    }
  }

  #take(
    plan: readonly Planned[],
    parts: readonly ScannedPart[],
    tails: readonly ScannedPart[],
    isNew: boolean,
  ): { readonly taken: Taken; readonly reports: readonly ArchiveReport[] } {
    const cache = this.#cache;
    cache.isDirty = true;
    for (const { archive, from, to, partial } of parts) {
      const { extent, fresh } = cache.extentOf(partial as Partial, from, to);
      const known = cache.extents.map(({ reader }) => reader);
      (cache.archives[archive] as KnownArchive).extents.push(extent);
      if (!isNew) cache.summary.append(extent.reader, archive, known, fresh);
    }
    const reports = plan.map((one, archive) => this.#report(one, archive, [...parts, ...tails]));
    cache.archives = cache.archives.map((known, i) =>
      remembered(known, plan[i] as Planned, reports[i] as ArchiveReport),
    );
    if (isNew || cache.summary.groups.isStale) cache.rebuild();
    cache.isDirty = false;
    if (parts.length > 0) cache.isUnsaved = true;
    return { taken: this.#withTails(tails), reports };
  }

  /** The whole of it, with what is not settled yet. */
  #withTails(tails: readonly ScannedPart[]): Taken {
    const cache = this.#cache;
    const byArchive = cache.archives.map(({ extents }, archive) =>
      extents.map(({ reader, from, to }) => ({ reader, archive, from, to })),
    );
    if (tails.length === 0) return { summary: cache.summary, extents: byArchive.flat() };
    const summary = cache.summary.copy();
    for (const { archive, from, to, partial } of tails) {
      const { extent, fresh } = cache.extentOf(partial as Partial, from, to);
      const { reader } = extent;
      summary.append(reader, archive, readersOf(byArchive.flat()), fresh);
      (byArchive[archive] as PlacedExtent[]).push({ reader, archive, from, to });
    }
    const extents = byArchive.flat();
    return { summary: summary.groups.isStale ? Summary.of(extents, cache.seed, cache.depth) : summary, extents };
  }

  #report({ archive, known, stamp }: Planned, number: number, scanned: readonly ScannedPart[]): ArchiveReport {
    const ends = scanned.flatMap((part) => (part.archive === number ? part.ends : []));
    if (ends.length === 0 && known?.report !== undefined) return { path: archive.path, ...known.report };
    const firstNew = scanned.find((part) => part.archive === number)?.from ?? stamp.sizeBytes;
    const failed = ends.find(({ failure }) => failure !== undefined);
    const bytes = ends.reduce((sum, { readBytes }) => sum + readBytes, firstNew);
    return archiveReport(archive, bytes, failed?.failure);
  }

  #answer({ summary, extents }: Taken, options: CountOptions): Counts {
    const { nowMs, session, judgedUntilMs, precision } = options;
    const { foldedUntilMs = NOTHING_FOLDED } = precision;
    return summary.answer({ nowMs, session, judgedUntilMs, paths: this.paths, foldedUntilMs }, readersOf(extents));
  }

  #note(code: CacheNote["code"], path?: string): void {
    this.notes.push({ code, ...(path === undefined ? {} : { path }) });
  }
}

/** What is new takes more memory than there is for it. */
class Outgrown extends Error {}

interface ScannedPart extends Part {
  /** Absent: the scan was stopped. */
  readonly partial: Partial | undefined;
  readonly ends: readonly RangeEnd[];
}

interface Taken {
  readonly summary: Summary;
  /** In the order of the summary's parts. */
  readonly extents: readonly PlacedExtent[];
}

interface PlacedExtent extends Part {
  readonly reader: ExtentReader;
}

const NOTHING_FOLDED: ReadonlyMap<string, number> = new Map();

function readersOf(extents: readonly PlacedExtent[]): ExtentReader[] {
  return extents.map(({ reader }) => reader);
}

function placesOf({ archives }: HomeCache): { reader: ExtentReader; archive: number }[] {
  return archives.flatMap(({ extents }, archive) => extents.map(({ reader }) => ({ reader, archive })));
}

type Placed = ReturnType<typeof placesOf>[number];

function samePlace(a: Placed, b: Placed | undefined): boolean {
  return a.reader === b?.reader && a.archive === b.archive;
}

/** Exact, so that windows may begin anywhere; of whole folds, for what the state has folded changes with each run. */
function keptPrecision(nowMs: number): Precision {
  return { asOfMs: nowMs, floorMs: hourOf(nowMs - KEPT_DAYS * DAY_MS), exactHours: [] };
}

/** Without extents in which a record was future that is not any more, and without those behind them. */
function withoutStale(known: KnownArchive, nowMs: number): KnownArchive {
  const stale = known.extents.findIndex(({ validUntilMs }) => validUntilMs <= nowMs);
  if (stale < 0) return known;
  const extents = known.extents.slice(0, stale);
  return { ...known, extents, file: { ...known.file, knownBytes: extents.at(-1)?.to ?? 0 } };
}

function newParts({ archive, settled }: Planned, number: number, knownBytes: number): Part[] {
  if (settled <= knownBytes) return [];
  const whole = { archive: number, from: knownBytes, to: settled };
  if (settled - knownBytes < SPLIT_BYTES || !isCuttable(archive)) return [whole];
  const cut = lastLineEnd(archive.fd, settled - LAST_BYTES, knownBytes);
  return cut === knownBytes
    ? [whole]
    : [
        { ...whole, to: cut },
        { ...whole, from: cut },
      ];
}

/** An archive that changed while it was read is read anew the next time. */
function remembered(known: KnownArchive, { archive, stamp, settled }: Planned, report: ArchiveReport): KnownArchive {
  const isWhole = report.status === "complete";
  if (!isWhole && isCuttable(archive))
    return { ...known, file: { ...known.file, stamp: { ...stamp, sizeBytes: Number.MAX_SAFE_INTEGER } } };
  const isSame = known.file.knownBytes === settled && known.file.head !== "";
  const file = isSame ? { ...known.file, stamp } : rememberFile(archive.fd, stamp, settled, known.file);
  const { path: _path, ...told } = report;
  const { report: _report, ...rest } = known;
  return { ...rest, file, ...(isWhole ? {} : { report: told }) };
}
