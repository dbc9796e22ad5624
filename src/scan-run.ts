import { existsSync } from "node:fs";
import { join } from "node:path";
import { ArchiveScan, type Counted } from "./archive-scan.js";
import { activityQuestion } from "./core/activity.js";
import type { ContextPartial, ContextQuestion } from "./core/context-tally.js";
import { scanContexts } from "./context-scan.js";
import type { Memory } from "./core/memory.js";
import { precisionFor, type Precision } from "./core/precision.js";
import { readingOf, recordReading, type Reading } from "./core/reading.js";
import type { Mode } from "./core/recognise.js";
import { setBack } from "./core/set-back.js";
import { saysMore } from "./core/state-shape.js";
import { expandPaths, type NamedFile } from "./io/archives.js";
import { errorsProblem } from "./io/canon.js";
import { readConfig, type Config } from "./io/config.js";
import { archiveContexts } from "./io/context-archive.js";
import { logNames } from "./io/home.js";
import { RejectsFile } from "./io/rejects-file.js";
import { readRules } from "./io/rules-directory.js";
import { canHoldState, holdState, tidyAfterKilled, type ReadState } from "./io/state-store.js";
import { MnemonicError, NotRememberedError } from "./model/errors.js";
import type { Explanation } from "./model/explanation.js";
import type { ScanOptions, Thresholds } from "./model/options.js";
import type { Report, Source, Warning } from "./model/report.js";
import type { State } from "./model/state.js";
import { memoryOf, readForRun, knownState } from "./remembered-home.js";
import { momentOf } from "./moment.js";
import { reportOf } from "./report.js";
import { RunRecognition, type Counting, type RunOutcome } from "./run-recognition.js";
import type { WorkerPool } from "./workers/pool.js";

export interface RunHost {
  readonly home: string;
  readonly threads: number | undefined;
  readonly openPool: () => Promise<WorkerPool>;
  readonly lockWaitMs?: number | undefined;
}

/** A run whose counts are recognised: what is left is to conclude. */
interface Recognised {
  readonly read: ReadState;
  readonly counting: Counting;
  readonly recognition: RunRecognition;
  readonly memory: Memory;
}

/** One scan or backfill: read the state → count → recognise → lock → read again → merge → write (semantics, section 9). */
export class ScanRun {
  readonly #host: RunHost;
  readonly #mode: Mode;
  readonly #options: ScanOptions;
  readonly #started = performance.now();
  readonly #config: Config;
  readonly #nowMs: number;
  readonly #reading: Reading;
  readonly #scans: ArchiveScan[] = [];
  #rejects: RejectsFile | undefined;
  readonly #warnings: Warning[] = [];

  constructor(host: RunHost, mode: Mode, options: ScanOptions) {
    this.#host = host;
    this.#mode = mode;
    this.#options = options;
    this.#config = readConfig(host.home);
    const asked = { ...this.#config.reading, ...options };
    this.#nowMs = momentOf(options.now, asked.tz);
    this.#reading = readingOf(asked, this.#nowMs);
  }

  /** @throws MnemonicError */
  async report(): Promise<Report> {
    return this.#recognised(async ({ read, counting, recognition, memory }) => {
      const first = recognition.conclude(memory);
      // Written before anything is remembered, so that a full disk changes nothing.
      this.#rejects?.write();
      const outcome = await this.#commit(read, recognition, first).catch((error: unknown) => {
        if (!isUnwritten(error)) throw error;
        this.#rejects?.publish();
        throw new NotRememberedError(this.#reportOf(counting, unremembered(first)), error);
      });
      this.#rejects?.publish();
      return this.#reportOf(counting, outcome);
    });
  }

  /** What this run, which writes nothing, makes of one pattern. @throws MnemonicError PATTERN_NOT_FOUND */
  async explanation(name: string): Promise<Explanation> {
    return this.#recognised(async ({ recognition, memory }) => recognition.explain(name, memory));
  }

  async #recognised<T>(work: (run: Recognised) => Promise<T>): Promise<T> {
    const { home } = this.#host;
    const { rejects, overwrite, archives } = this.#options;
    this.#rejects = rejects === undefined ? undefined : new RejectsFile(rejects, overwrite === true, home, archives);
    const read = readForRun(home, this.#isDry, this.#warnings);
    const config = this.#config;
    const { signal } = this.#options;
    // Before the counting: a rule that has gone moves a watermark, and the watermarks decide what is counted exactly.
    const rules = await readRules(home, signal === undefined ? {} : { signal });
    const errors = errorsProblem(home);
    this.#warnings.unshift(...config.warnings, ...rules.warnings, ...(errors === null ? [] : [errors]));
    const memory = memoryOf(this.#known(read), rules.rules, this.#nowMs);
    try {
      const counting = await this.#count(memory, config.thresholds);
      const recognition = new RunRecognition(
        this.#mode,
        this.#nowMs,
        rules.rules,
        config.thresholds,
        counting,
        this.#ownLog,
      );
      await recognition.readTexts(memory, async (question) => this.#contexts(question));
      return await work({ read, counting, recognition, memory });
    } finally {
      this.#rejects?.close();
      for (const scan of this.#scans) scan.close();
    }
  }

  /** A moment that was named may be any: only the clock can tell that a time lies ahead. */
  #known(read: ReadState): State {
    const state = knownState(this.#host.home, read, this.#nowMs);
    return this.#options.now === undefined ? setBack(state, this.#nowMs) : state;
  }

  get #isDry(): boolean {
    return this.#options.dryRun === true || !canHoldState(this.#host.home);
  }

  get #ownLog(): boolean {
    const { archives = [], since, until } = this.#options;
    // A look at a part of the log is none at the log: what it leaves out would count as looked at.
    return this.#mode === "scan" && archives.length === 0 && since === undefined && until === undefined;
  }

  async #commit(read: ReadState, recognition: RunRecognition, first: RunOutcome): Promise<RunOutcome> {
    const { home, lockWaitMs } = this.#host;
    if (this.#isDry) return first;
    const lock = { waitMs: lockWaitMs, signal: this.#options.signal };
    if (!read.corrupt && !saysMore(read, first.remembrance.state)) {
      await tidyAfterKilled(home, lock);
      return first;
    }
    const work = ({ read: now, warnings, write }: Parameters<Parameters<typeof holdState>[1]>[0]): RunOutcome => {
      this.#warnings.push(...warnings);
      const isSame = now.text === read.text && !now.corrupt;
      const memory = (): Memory => recognition.memoryOf(this.#known(now));
      const outcome = isSame ? first : recognition.conclude(memory());
      const { state, displaced } = outcome.remembrance;
      if (now.corrupt || saysMore(now, state)) write(state, () => archiveContexts(home, displaced));
      return outcome;
    };
    return holdState(home, work, lock);
  }

  async #count(memory: Memory, thresholds: Thresholds): Promise<Counting> {
    const watermarksMs = memory.watermarksMs();
    const foldedUntilMs = memory.foldedUntilMs(this.#nowMs);
    const activity = this.#options.activity && activityQuestion(this.#options.activity, this.#nowMs);
    const keptFrom = ({ floorMs }: Precision): number => Math.min(floorMs, activity?.floorMs ?? floorMs);
    const windows = (floorMs?: number): Precision => precisionFor(this.#nowMs, watermarksMs.values(), floorMs);
    const precision = (floorMs?: number): Precision => ({
      ...windows(floorMs),
      floorMs: keptFrom(windows(floorMs)),
      ...(foldedUntilMs.size > 0 ? { foldedUntilMs } : {}),
    });
    const count = async (files: readonly NamedFile[], floorMs?: number): Promise<Counted> => {
      const scan = new ArchiveScan(files, this.#host.openPool);
      this.#scans.push(scan);
      return scan.count({
        ...this.#options,
        activity,
        threads: this.#options.threads ?? this.#host.threads,
        maxMemoryBytes: this.#options.maxMemoryBytes ?? this.#config.maxMemoryBytes,
        nowMs: this.#nowMs,
        reading: this.#reading,
        rejects: this.#rejects,
        precision: precision(floorMs),
        judgedUntilMs: watermarksMs.size === 0 ? undefined : (kind, key) => memory.judgedUntilMs(kind, key),
        sliding: this.#mode === "backfill" ? { ...thresholds, watermarksMs } : undefined,
      });
    };
    // A backfill looks at all of history, so nothing lies before its floor.
    const intercepts = await count(this.#files(), this.#mode === "backfill" ? -Infinity : undefined);
    const errors = intercepts.counts.lines.accepted > 0 ? undefined : await this.#countErrors(count);
    return {
      intercepts,
      errors,
      used: errors !== undefined && errors.counts.lines.accepted > 0 ? errors : intercepts,
      scan: (errors !== undefined && errors.counts.lines.accepted > 0 ? this.#scans[1] : this.#scans[0]) as ArchiveScan,
      source: sourceOf(intercepts, errors),
      reading: recordReading(this.#reading),
      foldedUntilMs,
    };
  }

  async #contexts(question: ContextQuestion): Promise<readonly ContextPartial[]> {
    const { home, openPool } = this.#host;
    const threads = this.#options.threads ?? this.#host.threads;
    const { partials, warnings } = await scanContexts(home, question, {
      threads,
      openPool,
      signal: this.#options.signal,
    });
    this.#warnings.push(...warnings);
    return partials;
  }

  async #countErrors(
    count: (files: readonly NamedFile[], floorMs?: number) => Promise<Counted>,
  ): Promise<Counted | undefined> {
    const file = join(this.#host.home, "errors.jsonl");
    if (!existsSync(file)) return undefined;
    return count([{ path: "errors.jsonl", file, role: "errors" }], -Infinity);
  }

  #files(): NamedFile[] {
    const { archives } = this.#options;
    if (archives !== undefined && archives.length > 0) return expandPaths(archives);
    const { home } = this.#host;
    return logNames(home).map((name) => ({ path: name, file: join(home, name), role: "intercepts" }));
  }

  #reportOf({ intercepts, errors, used, source }: Counting, { conclusion, remembrance }: RunOutcome): Report {
    return reportOf({
      nowMs: this.#nowMs,
      mode: this.#mode,
      source,
      used,
      counted: errors === undefined ? [intercepts] : [intercepts, errors],
      recognition: conclusion,
      remembrance,
      warnings: this.#warnings,
      started: this.#started,
    });
  }
}

/** Years of archives may have been counted: what came of it is not thrown away with what can't be written. */
function isUnwritten(error: unknown): error is MnemonicError {
  return error instanceof MnemonicError && (error.code === "STATE_UNWRITABLE" || error.code === "LOCKED");
}

/** No draft has come into the queue. */
function unremembered(outcome: RunOutcome): RunOutcome {
  return { ...outcome, remembrance: { ...outcome.remembrance, entered: [], waiting: [] } };
}

/** The source chain (semantics, section 3). */
function sourceOf(intercepts: Counted, errors: Counted | undefined): Source {
  if (intercepts.counts.lines.accepted > 0) return "guard_intercept";
  return errors !== undefined && errors.counts.kinds[0] !== 0 ? "canon_errors" : "none";
}
