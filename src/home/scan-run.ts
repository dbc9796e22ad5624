import { join, resolve } from "node:path";
import { leaveAnswer, type FinishedRun } from "../rescan/answer-making.js";
import { mayUseCache, questionOf, type Answers } from "../rescan/recall.js";
import { checkTempDir } from "../scan/count-options.js";
import type { ContextPartial, ContextQuestion } from "../core/count/context-tally.js";
import { scanContexts } from "../scan/context-scan.js";
import type { BackfillCommand, Checkpoint } from "../scan/checkpoint.js";
import type { AskedBackfill } from "../scan/checkpoint-note.js";
import type { Memory } from "../core/memory/memory.js";
import { readingOf, type Reading } from "../core/line/reading.js";
import { compareText } from "../core/merge/counts.js";
import type { Mode } from "../core/recognition/recognise.js";
import { setBack } from "../core/memory/set-back.js";
import { saysMore } from "../core/memory/state-shape.js";
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
import { PASSING_REASONS } from "../model/archive-reasons.js";
import type { Explanation } from "../model/explanation.js";
import { DEFAULT_MAX_LINE_BYTES, type ScanOptions } from "../model/options.js";
import type { Report, Warning } from "../model/report.js";
import type { State } from "../model/state.js";
import { memoryOf, readForRun, knownState } from "./remembered-home.js";
import { momentOf } from "../scan/moment.js";
import { reportOf } from "../report.js";
import { RunCounts, soonest } from "./run-counts.js";
import { RunRecognition, type Counting, type RunOutcome } from "./run-recognition.js";
import type { WorkerPool } from "../workers/pool.js";

export interface RunHost {
  readonly home: string;
  readonly threads: number | undefined;
  readonly openPool: () => Promise<WorkerPool>;
  readonly lockWaitMs?: number | undefined;
  /** False: drafts are neither shown nor kept, and so not assessed. */
  readonly isShown?: boolean;
  /** What is known of the home's own log between scans; absent: everything is read. */
  readonly openCache?: ((wants: CacheWants) => OpenedCache) | undefined;
  /** What was answered before, and what it was made of. */
  readonly answers?: Answers | undefined;
  /** What is kept of an interrupted backfill, by all that it was asked; absent: nothing is. */
  readonly openCheckpoint?: ((isDry: boolean, command: BackfillCommand) => Checkpoint | undefined) | undefined;
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
  #counts: RunCounts | undefined;
  readonly #startedMs = Date.now();
  /** What the report is made of beside the rules, as it stood before anything was read. */
  readonly #logNames: readonly string[];
  readonly #files: readonly InputStamp[];
  #rejects: RejectsFile | undefined;
  /** Time of the next archived context that lies ahead; NaN: that is not told. */
  #nextContextMs = Infinity;
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
    const memory = memoryOf(this.#known(read), rules.covering, this.#nowMs);
    // A backfill looks at all of history, and a cache knows of the last days alone.
    const cache = this.#mayUseCache ? this.#openCache() : undefined;
    try {
      const counting = await this.#count(memory, cache);
      const recognition = new RunRecognition(
        this.#mode,
        this.#nowMs,
        rules.covering,
        config.thresholds,
        counting,
        this.#ownLog && isWhole(counting),
        cache?.cache,
        this.#isShown,
      );
      await recognition.readTexts(memory, async (question) => this.#contexts(question));
      return await work({ read, counting, recognition, memory, rules });
    } finally {
      this.#rejects?.close();
      cache?.cache.texts.trim();
      this.#counts?.close();
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
    leaveAnswer(answers, {
      ...run,
      // Drafts that were not assessed are no answer for who wants to see them.
      question:
        read.corrupt || !told.isWhole || !isWhole(counting) || !this.#isShown
          ? undefined
          : questionOf(home, this.#mode, this.#options),
      isOwnLog: this.#ownLog,
      isDry: this.isDry,
      nowMs: this.#nowMs,
      startedMs: this.#startedMs,
      logNames: this.#logNames,
      inputs: [...this.#files, ...told.inputs],
      state: knownState(home, read, this.#nowMs),
      rules: told.rules,
      countsUntilMs: this.#sooner(soonest(counting, "untilMs")),
      risesAtMs: this.#sooner(soonest(counting, "risesAtMs")),
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
    return this.#host.openCheckpoint?.(this.isDry, { ...askedBy(this.#options), settings: [reading, thresholds] });
  }

  get #isShown(): boolean {
    return !this.isDry || this.#host.isShown !== false;
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
      // What was read before stands for the same bytes.
      const isSame = now === read && !now.corrupt;
      const memory = (): Memory => recognition.memoryOf(this.#known(now));
      const outcome = isSame ? first : recognition.conclude(memory());
      const { state, displaced } = outcome.remembrance;
      if (now.corrupt || saysMore(now, state)) {
        let { archived } = now;
        const written = write(state, () => (archived = archiveContexts(home, displaced, archived)));
        if (answers !== undefined) answers.state = { ...written, archived };
      }
      return outcome;
    };
    return holdState(home, work, this.#lock, read);
  }

  async #count(memory: Memory, cache: OpenedCache | undefined): Promise<Counting> {
    this.#counts = new RunCounts(
      {
        home: this.#host.home,
        openPool: this.#host.openPool,
        mode: this.#mode,
        options: this.#options,
        threads: this.#options.threads ?? this.#host.threads,
        config: this.#config,
        nowMs: this.#nowMs,
        reading: this.#reading,
        rejects: this.#rejects,
        checkpoint: this.#checkpoint,
      },
      memory,
    );
    return this.#counts.count(cache);
  }

  #openCache(): OpenedCache | undefined {
    const maxLineBytes = this.#options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
    return this.#host.openCache?.({ sameSessionHits: this.#config.thresholds.sameSessionHits, maxLineBytes });
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
    // Of what could not be read nothing is told.
    const times = [this.#nextContextMs, ...partials.map(({ nextMs }) => nextMs)];
    this.#nextContextMs = warnings.length > 0 ? NaN : Math.min(...times);
    return partials;
  }

  /** Archived contexts come to more where the next one does not lie ahead any more. */
  #sooner(ms: number | undefined): number | undefined {
    return ms === undefined || Number.isNaN(this.#nextContextMs) ? undefined : Math.min(ms, this.#nextContextMs);
  }

  #reportOf(
    { intercepts, errors, used, source, passedOver }: Counting,
    { conclusion, remembrance }: RunOutcome,
  ): Report {
    return reportOf({
      nowMs: this.#nowMs,
      mode: this.#mode,
      source,
      passedOver,
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
function askedBy({ archives = [], ...options }: ScanOptions): AskedBackfill {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && !NOT_TOLD.has(name));
  return {
    archives: archives.map((path) => resolve(path)),
    options: Object.fromEntries(given.toSorted(([a], [b]) => compareText(a, b))),
  };
}

function isWhole({ intercepts, errors }: Counting): boolean {
  const archives = [...intercepts.archives, ...(errors?.archives ?? [])];
  return archives.every(({ code }) => code === undefined || !PASSING_REASONS.has(code));
}

/** Years of archives may have been counted: what came of it is not thrown away with what can't be written. */
function isUnwritten(error: unknown): error is MnemonicError {
  return error instanceof MnemonicError && (error.code === "STATE_UNWRITABLE" || error.code === "LOCKED");
}

/** No draft has come into the queue. */
function unremembered(outcome: RunOutcome): RunOutcome {
  return { ...outcome, remembrance: { ...outcome.remembrance, entered: [], waiting: [] } };
}
