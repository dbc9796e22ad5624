import type { Counts } from "../core/merge/counts.js";
import type { MergeQuestion } from "../core/merge/merge.js";
import type { SlidingQuestion } from "../core/merge/early-events.js";
import type { HashSeed } from "../core/line/hash.js";
import type { ShardedPartial } from "../core/count/partial.js";
import {
  archiveReport,
  closeArchives,
  openArchives,
  type ArchiveSet,
  type NamedFile,
  type OpenArchive,
} from "../io/archives.js";
import { prepareArchives } from "../io/prepared-archives.js";
import { framingWarnings } from "../io/framing-warnings.js";
import type { KnownRejects } from "../io/rejects-file.js";
import { planRanges, type ByteRange } from "../io/ranges.js";
import { reasonMembers } from "../model/archive-reasons.js";
import type { ArchiveReport } from "../model/report.js";
import { watched } from "./scan-watch.js";
import type { Counted, CountOptions } from "./count-options.js";
import { mostLanes, workBytes } from "./lane-count.js";
import { helpersIn, planLanes, runLanes, scanTask, type CutInto, type OpenPool, type ScanTask } from "./lanes.js";
import { randomSeed } from "./random-seed.js";
import { defaultMemoryBytes, laneBytesFor, mayOutgrow } from "./memory-plan.js";
import type { Checkpoint, Resumed } from "./checkpoint.js";
import type { Spill } from "./spill.js";
import {
  mergeSegments,
  openEngine,
  type Engine,
  type LanePartial,
  type ScannerSettings,
  type ShareTakers,
} from "../workers/engine.js";
import type { CheckpointPlan } from "../workers/lane-checkpoints.js";
import type { SpillPlan } from "../workers/lane-segments.js";
import type { WorkerPool } from "../workers/pool.js";
import type { LaneResult, RangeEnd } from "../workers/wire.js";

/** Less work is not kept while it goes: it is soon done again. */
const LEAST_KEPT_BYTES = 256 << 20;
/** So many false positives may come before a pattern's moment in one scan; for more of them it is scanned again. */
const FIRST_SLACK = 32;

/**
 * One scan of a set of archives: plan, lanes, merge. The archives stay open until `close`, so that evidence can be read
 * from the very files that were counted, whatever has become of their paths.
 */
export class ArchiveScan {
  /** What the paths stood for, and once it is counted, what is read of it. */
  set: ArchiveSet;
  readonly #files: readonly NamedFile[];
  #prepared = false;
  readonly #pool: OpenPool;
  readonly #opened: OpenArchive[];
  #counting = 0;
  #closed = false;

  constructor(files: readonly NamedFile[], pool: OpenPool) {
    this.#files = files;
    this.set = openArchives(files);
    this.#opened = [...this.set.open];
    this.#pool = pool;
  }

  get paths(): string[] {
    return this.set.open.map(({ path }) => path);
  }

  /** @throws UsageError, AbortedError, WorkerError */
  async count(options: CountOptions): Promise<Counted> {
    this.#counting++;
    try {
      await this.#prepare(options);
      return await this.#countWhole(options);
    } finally {
      this.#counting--;
      this.#closeWhenIdle();
    }
  }

  async #prepare({ signal, tempDir }: CountOptions): Promise<void> {
    if (!this.#prepared) this.set = await prepareArchives(this.set, this.#files, this.#opened, { signal, tempDir });
    this.#prepared = true;
  }

  /** When a lane still reads (its caller gave up on something else), the archives close as soon as it does not. */
  close(): void {
    this.#closed = true;
    this.#closeWhenIdle();
  }

  #closeWhenIdle(): void {
    if (this.#closed && this.#counting === 0) closeArchives(this.#opened.splice(0));
  }

  async #countWhole(options: CountOptions): Promise<Counted> {
    for (let slack = options.checkpoint?.slack ?? FIRST_SLACK; ; slack *= 16) {
      const counted = await this.#countOnce(options, slack);
      if (counted.counts.patterns.some(({ early }) => early === "unsure")) continue;
      options.rejects?.keep();
      return counted;
    }
  }

  async #countOnce(options: CountOptions, slack: number): Promise<Counted> {
    const t0 = performance.now();
    const checkpoint = this.#checkpointFor(options);
    try {
      const resumed = checkpoint?.resume(this.set.open, slack, randomSeed(), options.rejects !== undefined);
      if (resumed !== undefined) this.set = { ...this.set, open: resumed.archives };
      return await this.#countRest(options, slack, resumed, t0);
    } finally {
      checkpoint?.close();
    }
  }

  /** What is soon read again is not worth its keeping. */
  #checkpointFor({ checkpoint }: CountOptions): Checkpoint | undefined {
    if (checkpoint === undefined || checkpoint.first !== undefined || checkpoint.everyBytes !== undefined)
      return checkpoint;
    return workBytes(this.set.open) < LEAST_KEPT_BYTES ? undefined : checkpoint;
  }

  async #countRest(options: CountOptions, slack: number, resumed: Resumed | undefined, t0: number): Promise<Counted> {
    const bytes = this.set.open.reduce((sum, { identity }) => sum + identity.sizeBytes, 0);
    const most = mostLanes(workBytes(this.set.open), options);
    const cut: CutInto = (size) => planRanges(this.set.open, size, resumed?.pieces);
    const { ranges, lanes, pool } = await planLanes(most, options, cut, this.#pool);
    const readBytes = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    const settings = {
      seed: resumed?.seed ?? options.seed ?? randomSeed(),
      precision: options.precision,
      reading: options.reading,
      sliding: slidingQuestion(options, slack),
    };
    const spill = await this.#openSpill(lanes, settings.seed, options);
    try {
      const t1 = performance.now();
      const plan = {
        ranges,
        lanes,
        pool,
        bytes,
        knownBytes: bytes - readBytes,
        spill: spill?.plan,
        checkpoint: resumed?.plan,
        rejects: resumed?.rejects,
      };
      const { results, merge, scanner } = await this.#scan(options, settings, plan);
      const t2 = performance.now();
      const segments = [
        ...(spill?.partials(results) ?? []),
        ...(options.checkpoint?.partials(results) ?? []),
        ...(resumed?.partials() ?? []),
      ];
      const counts = await merge(segments, this.#question(options, settings));
      const times = { planMs: t1 - t0, scanMs: t2 - t1, mergeMs: performance.now() - t2 };
      const timings = { ...times, threads: results.length, bytes, readBytes, scanner };
      options.rejects?.found(results.map(({ ends }) => ends));
      const archives = this.#reports([...results.flatMap(({ ends }) => ends), ...(resumed?.pieces ?? [])]);
      const notes = [...(options.checkpoint?.notes ?? [])];
      return { counts, archives, warnings: framingWarnings(this.set.open), timings, notes };
    } finally {
      spill?.close();
    }
  }

  /** Runs the lanes. What they have put by in files alone is merged without the memory that they shared, which is let go. */
  async #scan(options: CountOptions, settings: ScannerSettings, plan: LanePlan): Promise<Scanned> {
    const { ranges, lanes, pool, bytes, knownBytes, spill } = plan;
    const engine = await openEngine(settings, workBytes(this.set.open), options.scanner);
    const { rejects, checkpoint } = this.#keeping(options, plan);
    const task = { ...scanTask(this.set.open, ranges, engine.init, options), rejects, spill, checkpoint };
    const archiveOf = (range: number): string | undefined => this.set.open[ranges[range]?.archive ?? -1]?.path;
    task.control.addDone(knownBytes);
    const results = await watched(task.control, bytes, { ...options, archiveOf }, () => runLanes(task, lanes, pool));
    const scanner = engine.init.name;
    const partials = results.flatMap(({ partial }) => partial ?? []);
    if (partials.length > 0) return { results, scanner, merge: mergeIn(engine, partials, helpersIn(pool, results)) };
    // An idle worker keeps what it had last.
    await pool?.close();
    return { results, scanner, merge: mergeOfFiles(settings.seed) };
  }

  /** Where rejected lines go: if what is found is kept, with it, or it can't be kept. */
  #keeping(options: CountOptions, plan: LanePlan): Pick<ScanTask, "rejects" | "checkpoint"> {
    if (options.rejects === undefined) return { checkpoint: plan.checkpoint };
    const lanes = Math.max(1, plan.lanes);
    const kept = plan.checkpoint && options.checkpoint?.rejectsFor(lanes);
    const fds = options.rejects.spools(
      lanes,
      plan.rejects,
      kept?.map(({ fd }) => fd),
    );
    const checkpoint = kept && plan.checkpoint && { ...plan.checkpoint, rejects: kept.map(({ name }) => name) };
    return { rejects: { fds, paths: this.paths }, checkpoint };
  }

  /** Loads what it takes only where it may be wanted. */
  async #openSpill(lanes: number, seed: HashSeed, options: CountOptions): Promise<Spill | undefined> {
    const laneBytes = options.laneBytes ?? laneBytesFor(options.maxMemoryBytes ?? defaultMemoryBytes(), lanes);
    if (!mayOutgrow(this.set.open, laneBytes)) return undefined;
    const { openSpill } = await import("./spill.js");
    return openSpill(this.set.open.length, lanes, seed, laneBytes, options.tempDir);
  }

  #question({ nowMs, session, judgedUntilMs, activity }: CountOptions, { sliding }: ScannerSettings): MergeQuestion {
    return { nowMs, session, judgedUntilMs, paths: this.paths, sliding: sliding?.thresholds, activity };
  }

  #reports(ends: readonly ReadPart[]): ArchiveReport[] {
    const sums = this.set.open.map(() => ({ bytes: 0, end: undefined as ReadPart | undefined }));
    for (const end of ends) {
      const sum = sums[end.archive] as (typeof sums)[number];
      sum.bytes += end.readBytes;
      if (end.failure !== undefined) sum.end ??= end;
    }
    const opened = this.set.open.map((archive, i) => {
      const { bytes, end } = sums[i] as (typeof sums)[number];
      return archiveReport(archive, bytes, end?.failure);
    });
    return [
      ...opened,
      ...this.set.skipped.map(({ path, status, reason }) => ({ path, bytes: 0, status, ...reasonMembers(reason) })),
    ];
  }
}

interface LanePlan {
  readonly ranges: readonly ByteRange[];
  readonly lanes: number;
  readonly pool: WorkerPool | undefined;
  readonly bytes: number;
  /** Of them an interrupted run has read so many. */
  readonly knownBytes: number;
  readonly spill: SpillPlan | undefined;
  readonly checkpoint: CheckpointPlan | undefined;
  /** What the interrupted run has rejected. */
  readonly rejects: readonly KnownRejects[] | undefined;
}

type Merge = (segments: readonly ShardedPartial[], question: MergeQuestion) => Counts | Promise<Counts>;

interface Scanned {
  readonly results: readonly LaneResult[];
  readonly scanner: string;
  readonly merge: Merge;
}

function mergeIn(engine: Engine, partials: readonly LanePartial[], helpers: ShareTakers | undefined): Merge {
  return (segments, question) => engine.merge(partials, segments, question, helpers);
}

/** Knows of no engine, so that none is held by it. */
function mergeOfFiles(seed: HashSeed): Merge {
  return (segments, question) => mergeSegments(segments, question, seed);
}

type ReadPart = Pick<RangeEnd, "archive" | "readBytes" | "failure">;

function slidingQuestion({ sliding, nowMs }: CountOptions, slack: number): SlidingQuestion | undefined {
  if (sliding === undefined) return undefined;
  const { sameSessionHits, d7Hits, d14Hits, watermarksMs } = sliding;
  return { thresholds: { sameSessionHits, d7Hits, d14Hits, slack, untilMs: nowMs }, watermarksMs };
}
