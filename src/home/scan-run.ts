import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { leaveAnswer, type FinishedRun } from "../rescan/answer-making.js";
import { mayUseCache, questionOf, type Answers } from "../rescan/recall.js";
import { ArchiveScan } from "../scan/archive-scan.js";
import { checkTempDir, type Counted } from "../scan/count-options.js";
import { activityQuestion } from "../core/count/activity.js";
import type { ContextPartial, ContextQuestion } from "../core/count/context-tally.js";
import { scanContexts } from "../scan/context-scan.js";
import type { Checkpoint } from "../scan/checkpoint.js";
import type { Memory } from "../core/memory/memory.js";
import { precisionFor, type Precision } from "../core/count/precision.js";
import { readingOf, recordReading, type Reading } from "../core/line/reading.js";
import type { PatternKind } from "../core/line/record.js";
import { patternName } from "../core/merge/early-events.js";
import { compareText } from "../core/merge/counts.js";
import type { Mode } from "../core/recognition/recognise.js";
import { setBack } from "../core/memory/set-back.js";
import { saysMore } from "../core/memory/state-shape.js";
import { expandPaths, type NamedFile } from "../io/archives.js";
import { errorsProblem } from "../io/canon.js";
import { readConfig, type Config } from "../io/config.js";
import { archiveContexts, CONTEXT_ARCHIVE } from "../io/context-archive.js";
import { logNames } from "../io/home.js";
import { stampInput, type InputStamp } from "../io/input-stamps.js";
import { RejectsFile } from "../io/rejects-file.js";
import { STANDARD_INPUT } from "../io/standard-input.js";
import { readStampedRules, type StampedRules } from "../io/rules-directory.js";
import type { LockOptions } from "../io/state-lock.js";
import { canHoldState, holdState, STATE_NAME, tidyAfterKilled, type ReadState } from "../io/state-store.js";
import type { CacheWants, OpenedCache } from "../rescan/home-cache.js";
import { AbortedError, MnemonicError, NotRememberedError, type NextRun } from "../model/errors.js";
import type { Explanation } from "../model/explanation.js";
import { DEFAULT_MAX_LINE_BYTES, type ScanOptions, type Thresholds } from "../model/options.js";
import type { Report, Source, Warning } from "../model/report.js";
import type { State } from "../model/state.js";
import { memoryOf, readForRun, knownState } from "./remembered-home.js";
import { momentOf } from "../scan/moment.js";
import { reportOf } from "../report.js";
import { Rescan } from "../rescan/rescan.js";
import { RunRecognition, type Counting, type RunOutcome } from "./run-recognition.js";
import type { WorkerPool } from "../workers/pool.js";

export interface RunHost {
  readonly home: string;
  readonly threads: number | undefined;
  readonly openPool: () => Promise<WorkerPool>;
  readonly lockWaitMs?: number | undefined;
  /** What is known of the home's own log between scans; absent: everything is read. */
  readonly openCache?: ((wants: CacheWants) => OpenedCache) | undefined;
  /** What was answered before, and what it was made of. */
  readonly answers?: Answers | undefined;
  /** What is kept of an interrupted backfill, by all that it was asked; absent: nothing is. */
  readonly openCheckpoint?: ((isDry: boolean, command: unknown) => Checkpoint | undefined) | undefined;
}

/** What a report is made of beside logs and rules. */
const INPUT_FILES = [STATE_NAME, "config.json", "errors.jsonl", CONTEXT_ARCHIVE];

/** A run whose counts are recognised: what is left is to conclude. */
interface Recognised {
  readonly read: ReadState;
  readonly counting: Counting;
  readonly recognition: RunRecognition;
  readonly memory: Memory;
  readonly rules: StampedRules;
}

/** One scan or backfill: read the state → count → recognise → lock → read again → merge → write (semantics, section 9). */
export class ScanRun {
  readonly #host: RunHost;
  readonly #mode: Mode;
  readonly #options: ScanOptions;
  readonly #started = performance.now();
  readonly #checkpoint: Checkpoint | undefined;
  readonly #config: Config;
  readonly #nowMs: number;
  readonly #reading: Reading;
  readonly #scans: (ArchiveScan | Rescan)[] = [];
  readonly #startedMs = Date.now();
  /** What the report is made of beside the rules, as it stood before anything was read. */
  readonly #logNames: readonly string[];
  readonly #files: readonly InputStamp[];
  #rejects: RejectsFile | undefined;
  #metContexts = false;
  readonly #warnings: Warning[] = [];

  constructor(host: RunHost, mode: Mode, options: ScanOptions) {
    this.#host = host;
    this.#mode = mode;
    this.#options = options;
    // Before anything is read: what changes meanwhile has changed.
    this.#logNames = logNames(host.home);
    this.#files = [...INPUT_FILES, ...this.#logNames].map((name) => stampInput(join(host.home, name)));
    this.#config = readConfig(host.home);
    const asked = { ...this.#config.reading, ...options };
    this.#checkpoint = this.#openCheckpoint();
    this.#nowMs = this.#checkpoint?.first?.nowMs ?? momentOf(options.now, asked.tz);
    this.#reading = readingOf(asked, this.#nowMs);
  }

  /** @throws MnemonicError */
  async report(): Promise<Report> {
    try {
      const report = await this.#report();
      this.#checkpoint?.remove();
      return report;
    } catch (error) {
      throw error instanceof AbortedError ? new AbortedError("the scan", this.#next) : error;
    }
  }

  get #next(): NextRun {
    if (this.#options.archives?.includes(STANDARD_INPUT) === true) return "input";
    return this.#checkpoint?.isKept === true ? "onwards" : "anew";
  }

  async #report(): Promise<Report> {
    return this.#recognised(async ({ read, counting, recognition, memory, rules }) => {
      const first = recognition.conclude(memory);
      // Written before anything is remembered, so that a full disk changes nothing.
      this.#rejects?.write();
      const isStable = !read.corrupt && !saysMore(read, first.remembrance.state);
      const outcome = await this.#commit(read, recognition, first, isStable).catch((error: unknown) => {
        if (!isUnwritten(error)) throw error;
        this.#rejects?.publish();
        throw new NotRememberedError(this.#reportOf(counting, unremembered(first)), error);
      });
      this.#rejects?.publish();
      const report = this.#reportOf(counting, outcome);
      this.#leaveAnswer({ report, memory, isStable }, read, rules, counting);
      return report;
    });
  }

  /** What this run, which writes nothing, makes of one pattern. @throws MnemonicError PATTERN_NOT_FOUND */
  async explanation(name: string): Promise<Explanation> {
    return this.#recognised(async ({ recognition, memory }) => recognition.explain(name, memory));
  }

  async #recognised<T>(work: (run: Recognised) => Promise<T>): Promise<T> {
    const { home, answers } = this.#host;
    const { rejects, overwrite, archives, tempDir } = this.#options;
    checkTempDir(tempDir);
    this.#rejects = rejects === undefined ? undefined : new RejectsFile(rejects, overwrite === true, home, archives);
    const read = readForRun(home, this.isDry, this.#warnings, answers?.state);
    if (answers !== undefined) answers.state = read;
    const config = this.#config;
    const { signal } = this.#options;
    // Before the counting: a rule that has gone moves a watermark, and the watermarks decide what is counted exactly.
    const rules = await readStampedRules(home, { ...(signal && { signal }), last: answers?.rules });
    if (answers !== undefined) answers.rules = rules;
    const errors = errorsProblem(home);
    this.#warnings.unshift(...config.warnings, ...rules.warnings, ...(errors === null ? [] : [errors]));
    const memory = memoryOf(this.#known(read), rules.rules, this.#nowMs);
    // A backfill looks at all of history, and a cache knows of the last days alone.
    const cache = this.#mayUseCache ? this.#openCache(config.thresholds) : undefined;
    try {
      const counting = await this.#count(memory, config.thresholds, cache);
      const recognition = new RunRecognition(
        this.#mode,
        this.#nowMs,
        rules.rules,
        config.thresholds,
        counting,
        this.#ownLog && isWhole(counting),
        cache?.cache,
      );
      await recognition.readTexts(memory, async (question) => this.#contexts(question));
      return await work({ read, counting, recognition, memory, rules });
    } finally {
      this.#rejects?.close();
      cache?.cache.texts.trim();
      for (const scan of this.#scans) scan.close();
    }
  }

  /** What later runs need to know whether they would find the same. */
  #leaveAnswer(
    run: Pick<FinishedRun, "report" | "memory" | "isStable">,
    read: ReadState,
    told: StampedRules,
    counting: Counting,
  ): void {
    const { home, answers } = this.#host;
    if (answers === undefined) return;
    // From when on archived contexts come to more is not told.
    const { untilMs, risesAtMs } = this.#metContexts ? {} : counting.intercepts;
    leaveAnswer(answers, {
      ...run,
      question: read.corrupt || !isWhole(counting) ? undefined : questionOf(home, this.#mode, this.#options),
      isOwnLog: this.#ownLog,
      isDry: this.isDry,
      nowMs: this.#nowMs,
      startedMs: this.#startedMs,
      logNames: this.#logNames,
      inputs: [...this.#files, ...told.inputs],
      state: knownState(home, read, this.#nowMs),
      rules: told.rules,
      countsUntilMs: untilMs,
      risesAtMs,
    });
  }

  /** A moment that was named, or is that of an interrupted run, may be any: only the clock can tell that a time lies ahead. */
  #known(read: ReadState): State {
    const state = knownState(this.#host.home, read, this.#nowMs);
    const isByClock = this.#options.now === undefined && this.#checkpoint?.first === undefined;
    return isByClock ? setBack(state, this.#nowMs) : state;
  }

  /** What came through a pipe is not there any more when the command is run again. */
  #openCheckpoint(): Checkpoint | undefined {
    const { archives = [], noCache } = this.#options;
    if (noCache === true || archives.includes(STANDARD_INPUT)) return undefined;
    const { reading, thresholds } = this.#config;
    return this.#host.openCheckpoint?.(this.isDry, [commandOf(this.#options), reading, thresholds]);
  }

  get isDry(): boolean {
    return this.#options.dryRun === true || !canHoldState(this.#host.home);
  }

  get #ownLog(): boolean {
    const { archives = [], since, until } = this.#options;
    // A look at a part of the log is none at the log: what it leaves out would count as looked at.
    return this.#mode === "scan" && archives.length === 0 && since === undefined && until === undefined;
  }

  get #mayUseCache(): boolean {
    const { reading, maxMemoryBytes } = this.#config;
    if (reading.tz !== undefined || reading.map !== undefined || maxMemoryBytes !== undefined) return false;
    return mayUseCache(this.#mode, this.#options);
  }

  get #lock(): LockOptions {
    return { waitMs: this.#host.lockWaitMs, signal: this.#options.signal };
  }

  async #commit(
    read: ReadState,
    recognition: RunRecognition,
    first: RunOutcome,
    isStable: boolean,
  ): Promise<RunOutcome> {
    const { home, answers } = this.#host;
    if (this.isDry) return first;
    if (isStable) {
      await tidyAfterKilled(home, this.#lock);
      return first;
    }
    const work = ({ read: now, warnings, write }: Parameters<Parameters<typeof holdState>[1]>[0]): RunOutcome => {
      this.#warnings.push(...warnings);
      const isSame = now.text === read.text && !now.corrupt;
      const memory = (): Memory => recognition.memoryOf(this.#known(now));
      const outcome = isSame ? first : recognition.conclude(memory());
      const { state, displaced } = outcome.remembrance;
      if (now.corrupt || saysMore(now, state)) {
        const written = write(state, () => archiveContexts(home, displaced));
        if (answers !== undefined) answers.state = written;
      }
      return outcome;
    };
    return holdState(home, work, this.#lock, read);
  }

  async #count(memory: Memory, thresholds: Thresholds, cache: OpenedCache | undefined): Promise<Counting> {
    // What a run goes on from was counted by what the state said then; what it says now is asked at the end, as always.
    const first = this.#checkpoint?.first;
    const watermarksMs = first?.watermarksMs ?? memory.watermarksMs();
    const foldedUntilMs = first?.foldedUntilMs ?? memory.foldedUntilMs(this.#nowMs);
    this.#checkpoint?.tell({ nowMs: this.#nowMs, watermarksMs, foldedUntilMs });
    const activity = this.#options.activity && activityQuestion(this.#options.activity, this.#nowMs);
    const keptFrom = ({ floorMs }: Precision): number => Math.min(floorMs, activity?.floorMs ?? floorMs);
    const windows = (floorMs?: number): Precision => precisionFor(this.#nowMs, watermarksMs.values(), floorMs);
    const precision = (floorMs?: number): Precision => ({
      ...windows(floorMs),
      floorMs: keptFrom(windows(floorMs)),
      ...(foldedUntilMs.size > 0 ? { foldedUntilMs } : {}),
    });
    const count = async (files: readonly NamedFile[], floorMs?: number, known?: OpenedCache): Promise<Counted> => {
      const isLog = this.#scans.length === 0;
      const scan =
        known === undefined
          ? new ArchiveScan(files, this.#host.openPool)
          : new Rescan(files, this.#host.openPool, known);
      this.#scans.push(scan);
      return scan.count({
        ...this.#options,
        activity,
        threads: this.#options.threads ?? this.#host.threads,
        maxMemoryBytes: this.#options.maxMemoryBytes ?? this.#config.maxMemoryBytes,
        nowMs: this.#nowMs,
        reading: this.#reading,
        rejects: this.#rejects,
        checkpoint: isLog ? this.#checkpoint : undefined,
        precision: precision(floorMs),
        judgedUntilMs:
          watermarksMs.size === 0
            ? undefined
            : (kind, key) => watermarksMs.get(patternName(kind as PatternKind, memory.stored(key))) ?? -Infinity,
        sliding: this.#mode === "backfill" ? { ...thresholds, watermarksMs } : undefined,
      });
    };
    // A backfill looks at all of history, so nothing lies before its floor.
    const countLog = async (): Promise<Counted> =>
      count(this.#archives(), this.#mode === "backfill" ? -Infinity : undefined, cache);
    const known = await countLog();
    const intercepts =
      cache === undefined || this.#options.verify !== true ? known : await this.#verified(known, cache, countLog);
    const errors = intercepts.counts.lines.accepted > 0 ? undefined : await this.#countErrors(count);
    return {
      intercepts,
      errors,
      used: errors !== undefined && errors.counts.lines.accepted > 0 ? errors : intercepts,
      scan: (errors !== undefined && errors.counts.lines.accepted > 0 ? this.#scans[1] : this.#scans[0]) as
        ArchiveScan | Rescan,
      source: sourceOf(intercepts, errors),
      reading: recordReading(this.#reading),
      foldedUntilMs,
    };
  }

  #openCache({ sameSessionHits }: Thresholds): OpenedCache | undefined {
    const maxLineBytes = this.#options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
    return this.#host.openCache?.({ sameSessionHits, maxLineBytes });
  }

  /** Counts again with nothing known, and says so if that makes a difference. */
  async #verified(known: Counted, { cache }: OpenedCache, countAgain: () => Promise<Counted>): Promise<Counted> {
    this.#scans.pop()?.close();
    cache.reset();
    const counted = await countAgain();
    // What was appended meanwhile makes a difference too.
    const isSameLog = isDeepStrictEqual(known.archives, counted.archives);
    if (!isSameLog || isDeepStrictEqual(known.counts, counted.counts)) return counted;
    return { ...counted, notes: [...counted.notes, { code: "mistaken" }] };
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
    this.#metContexts = partials.length > 0 || warnings.length > 0;
    return partials;
  }

  async #countErrors(
    count: (files: readonly NamedFile[], floorMs?: number) => Promise<Counted>,
  ): Promise<Counted | undefined> {
    const file = join(this.#host.home, "errors.jsonl");
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    return count([{ path: "errors.jsonl", file, role: "errors" }], -Infinity);
  }

  #archives(): NamedFile[] {
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

/** Options that change how it is done, or what is asked of the counts, but not what is counted. */
const NOT_TOLD: ReadonlySet<string> = new Set<keyof ScanOptions>([
  "threads",
  "maxMemoryBytes",
  "tempDir",
  "activity",
  "signal",
  "onProgress",
]);

/** What makes two backfills the same. */
function commandOf({ archives = [], ...options }: ScanOptions): unknown {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && !NOT_TOLD.has(name));
  return [archives.map((path) => resolve(path)), given.toSorted(([a], [b]) => compareText(a, b))];
}

/** What the disk did not give may be there the next time: it must not count as looked at until then. */
function isWhole({ intercepts, errors }: Counting): boolean {
  const archives = [...intercepts.archives, ...(errors?.archives ?? [])];
  return archives.every(({ code }) => code !== "io_error");
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
