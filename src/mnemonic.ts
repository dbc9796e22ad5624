import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "./core/recognition/recognise.js";
import type { Verdict } from "./core/memory/decisions.js";
import { countOf } from "./core/memory/counters.js";
import { checkArgument, checkOptions } from "./core/usage/check-options.js";
import { isContext, isDecided, isHistory, isQueued } from "./core/memory/state-guards.js";
import type { Confirmation, ConfirmOptions, Rejection } from "./home/decision-desk.js";
import * as calls from "./home/call-checks.js";
import { watchHome, type HomeWatchOptions } from "./rescan/home-watch.js";
import type { CacheWants } from "./rescan/home-cache.js";
import { CONTEXT_ARCHIVE } from "./io/context-archive.js";
import { resolveHome } from "./io/home.js";
import { hasAbandonedLock, holdState } from "./io/state-store.js";
import { clearError, MnemonicError, PatternNotFoundError, UsageError } from "./model/errors.js";
import type { Explanation } from "./model/explanation.js";
import { SCAN_CHECKS, TEXT } from "./model/option-checks.js";
import type { ScanOptions } from "./model/options.js";
import type { CacheStatus } from "./model/outputs.js";
import type { Draft, Report, Source, Survey } from "./model/report.js";
import type {
  ContextEntry,
  DecidedDraft,
  HistoryEntry,
  KeyKind,
  QueueEntry,
  SourceSwitch,
  State,
} from "./model/state.js";
import type { BackfillCommand } from "./scan/checkpoint.js";
import { momentOf } from "./scan/moment.js";
import { mayHaveChanged, recall } from "./rescan/recall.js";
import { SharedHome } from "./rescan/shared-home.js";
import type { ScanRun } from "./home/scan-run.js";
import type { WorkerPool } from "./workers/pool.js";

export interface MnemonicOptions {
  /** The home's folder; default `$HERMES_HOME/self-reflection`, else `~/.hermes/self-reflection`. */
  readonly home?: string;
  /** Worker threads of the pool; default: as many as the machine has. */
  readonly threads?: number;
  /** How long to wait, in milliseconds, while another process writes the state; default 10,000. */
  readonly lockWaitMs?: number;
}

/** What the calls that write take: each writes at once, whole or not at all. */
export interface WriteOptions {
  /** The moment of the decision; default: the clock. */
  readonly now?: NonNullable<ScanOptions["now"]>;
  /** Ends the waiting for another process that writes. */
  readonly signal?: AbortSignal;
}

/** The data source as the state has it, of the last scan. */
export interface DataSourceStatus {
  /** null: nothing was ever scanned. */
  readonly source: Source | null;
  /** How many sessions each source was used in. */
  readonly sessions: Readonly<Record<Source, number>>;
  /** Newest last. */
  readonly switches: readonly SourceSwitch[];
  readonly currentSession: string | null;
}

/** A home, opened. Scans of one home run one after another; the worker pool stays warm between them. */
export class Mnemonic implements AsyncDisposable {
  readonly home: string;
  readonly #threads: number | undefined;
  readonly #lockWaitMs: number | undefined;
  #pool: Promise<WorkerPool> | undefined;
  #closed = false;
  readonly #shared: SharedHome;

  constructor(options: MnemonicOptions = {}) {
    this.home = resolveHome(options.home);
    this.#shared = SharedHome.of(this.home);
    this.#threads = options.threads;
    this.#lockWaitMs = options.lockWaitMs;
  }

  /**
   * Counts the home's log (or the named archives), recognises patterns, drafts them and remembers what it found. With named
   * archives only the queue is filled; with `dryRun` nothing is written.
   * @throws UsageError, ArchiveNotFoundError, AbortedError, WorkerError; NotRememberedError, which holds the report; other
   *   MnemonicErrors where the machine does not give what it takes (see `ErrorCode`)
   */
  async scan(options: ScanOptions = {}): Promise<Report> {
    checkOptions("scan", options, SCAN_CHECKS);
    return this.#inTurn(async () => this.#run("scan", options), options.signal);
  }

  /**
   * What a `scan` with `dryRun` reports but for the drafts themselves: to find out what makes those unsafe takes longer than all
   * else of a small scan. Ids of the new ones are in `new_drafts`. @throws MnemonicError as `scan`, but for what writing meets
   */
  async survey(options: ScanOptions = {}): Promise<Survey> {
    checkOptions("survey", options, SCAN_CHECKS);
    return this.#inTurn(async () => this.#survey(options), options.signal);
  }

  /**
   * Stays and gives each draft as it arises, until the signal aborts or this is closed. Files are looked at every so often,
   * and only what is new in them is read. Rotated, truncated, vanished and created logs are followed.
   * @throws UsageError with the first draft that is asked for
   */
  watch(options: HomeWatchOptions = {}): AsyncGenerator<Draft, void, undefined> {
    return watchHome(
      {
        scan: async (scan) => this.scan(scan),
        mayHaveChanged: () => mayHaveChanged(this.home, this.#shared.answers, Date.now()),
      },
      options,
    );
  }

  /** What is kept of the log between scans, and of backfills that have not ended; and where. */
  async cacheStatus(): Promise<CacheStatus> {
    return this.#inTurn(async () => {
      const { interruptedBackfills } = await import("./scan/interrupted-backfills.js");
      return { ...(await this.#shared.store()).status(), backfills: interruptedBackfills(this.home) };
    });
  }

  /**
   * Removes what is kept of the log between scans, and of interrupted backfills: the next one reads everything. Returns how
   * many bytes went. `only` the latter: the next scan still reads what is new.
   */
  async clearCache(only?: "backfills"): Promise<number> {
    checkArgument("clearCache", "only", only, calls.ONLY);
    return this.#inTurn(async () => {
      this.#shared.answers.memo = undefined;
      const { clearCheckpoints } = await import("./scan/interrupted-backfills.js");
      const bytes = clearCheckpoints(this.home);
      return only === "backfills" ? bytes : bytes + (await this.#shared.store()).clear();
    });
  }

  /**
   * The same over history: one session is one occasion however long ago. @throws MnemonicError; UsageError where `archives`
   * is empty, for that would mean the home's own log
   */
  async backfill(options: ScanOptions & { readonly archives: readonly string[] }): Promise<Report> {
    checkOptions("backfill", options, calls.BACKFILL);
    if (options.archives.length === 0)
      throw new UsageError("no archive is named", "name files, folders or patterns in `archives`");
    return this.#inTurn(async () => this.#run("backfill", options), options.signal);
  }

  /**
   * Why a pattern is drafted or not: `name` is a rule's id, an `interceptor:keyword`, an error type, a draft's id, a label as in
   * `patterns`, or how one of them begins. It scans as `scan` would and writes nothing. @throws PatternNotFoundError
   */
  async explain(name: string, options: ScanOptions = {}): Promise<Explanation> {
    checkArgument("explain", "the name", name, TEXT);
    checkOptions("explain", options, SCAN_CHECKS);
    if (name.trim() === "")
      throw new UsageError("no rule, pattern or draft was named", "see the names with: mnemonic patterns");
    // What is kept between scans tells whether a trigger holds, not how near it came.
    return this.#inTurn(async () => {
      const run = await this.#runOf("scan", { ...options, dryRun: true, noCache: true });
      return run.explanation(name);
    }, options.signal);
  }

  /** The queue: pending drafts in draft order, then held and withdrawn ones, then decided ones, the newest last. */
  async drafts(): Promise<QueueEntry[]> {
    const { draft_queue } = await this.#look();
    return Promise.all(draft_queue.filter((entry) => isQueued(entry) || isDecided(entry)).map(asItStands));
  }

  /** What is in the queue, in the order of `drafts`, without looking at any text. */
  async draftStatuses(): Promise<Pick<QueueEntry, "draft_id" | "status">[]> {
    const { draft_queue } = await this.#look();
    const entries = draft_queue.filter((entry) => isQueued(entry) || isDecided(entry));
    return entries.map(({ draft_id, status }) => ({ draft_id, status }));
  }

  /** One draft, by its id or by how that begins. @throws MnemonicError DRAFT_NOT_FOUND */
  async draft(id: string): Promise<QueueEntry> {
    checkArgument("draft", "the id", id, TEXT);
    return asItStands((await desk()).entryOf((await this.#look()).draft_queue, id));
  }

  /**
   * Hands drafts to Canon: a record each in `errors.jsonl`, once, whatever is interrupted and repeated.
   * An id may be given by how it begins. @throws MnemonicError DRAFT_NOT_FOUND, DRAFT_STATUS (it was rejected; or it is held or
   *   withdrawn, which `force` confirms), DRAFT_UNSAFE (`force` confirms it), USAGE, ABORTED: nothing was written;
   *   STATE_UNWRITABLE, LOCKED: the same call completes it
   */
  async confirm(ids: string | readonly string[], options: ConfirmOptions & WriteOptions = {}): Promise<Confirmation> {
    checkArgument("confirm", "ids", ids, calls.IDS);
    checkOptions("confirm", options, calls.CONFIRM);
    return this.#inTurn(
      async () => (await desk()).confirmDrafts(this.home, listOf(ids), options, ...this.#visit(options)),
      options.signal,
    );
  }

  /**
   * Rejects drafts: until a trigger holds on later hits, or for good.
   * @throws MnemonicError DRAFT_NOT_FOUND, DRAFT_STATUS (it was handed to Canon), USAGE, ABORTED, STATE_UNWRITABLE, LOCKED: nothing
   *   was written
   */
  async reject(
    ids: string | readonly string[],
    options: WriteOptions & { readonly forGood?: boolean } = {},
  ): Promise<Rejection> {
    checkArgument("reject", "ids", ids, calls.IDS);
    checkOptions("reject", options, calls.REJECT);
    const forGood = options.forGood === true;
    return this.#inTurn(
      async () => (await desk()).rejectDrafts(this.home, listOf(ids), forGood, ...this.#visit(options)),
      options.signal,
    );
  }

  /**
   * Takes a rejection back: the next scan drafts the pattern again, if its trigger still holds.
   * @throws MnemonicError DRAFT_NOT_FOUND, DRAFT_STATUS (it is not rejected), USAGE, ABORTED, STATE_UNWRITABLE, LOCKED: nothing was
   *   written
   */
  async reopen(id: string, options: WriteOptions = {}): Promise<DecidedDraft> {
    checkArgument("reopen", "the id", id, TEXT);
    checkOptions("reopen", options, calls.WRITE);
    return this.#inTurn(async () => (await desk()).reopenDraft(this.home, id, ...this.#visit(options)), options.signal);
  }

  /**
   * Queues a rule in a person's own words; `type` is Canon's, default `ban`. Written twice, it is queued once.
   * @throws UsageError, for an empty one too; MnemonicError DRAFT_STATUS (the queue is full), ABORTED, STATE_UNWRITABLE, LOCKED
   */
  async add(rule: string, options: WriteOptions & { readonly type?: string } = {}): Promise<QueueEntry> {
    checkArgument("add", "the rule", rule, TEXT);
    checkOptions("add", options, calls.ADD);
    const now = new Date(momentOf(options.now)).toISOString();
    const [{ userDraft }, { sha256 }] = await Promise.all([
      import("./core/recognition/user-draft.js"),
      import("./io/evidence.js"),
    ]);
    const draft = userDraft(rule, options.type ?? "ban", now, sha256);
    if (draft.rule === "") throw new UsageError("the rule is empty", 'write it in quotes: reflect add "…"');
    return this.#inTurn(async () => (await desk()).addDraft(this.home, draft, ...this.#visit(options)), options.signal);
  }

  /**
   * A person's verdict on a pattern (a rule's id, or `interceptor:keyword`), folded into its confidence.
   * @throws PatternNotFoundError if no log, no rule and no state names it; else as `scan`: the log's events are folded before it
   */
  async feedback(pattern: string, verdict: Verdict, options: WriteOptions = {}): Promise<HistoryEntry> {
    checkArgument("feedback", "the pattern", pattern, TEXT);
    checkArgument("feedback", "the verdict", verdict, calls.VERDICT);
    checkOptions("feedback", options, calls.WRITE);
    if (pattern.trim() === "") throw new UsageError("no rule was named", "name it by its id, as in: mnemonic patterns");
    const name = pattern.trim().normalize("NFC");
    return this.#inTurn(async () => {
      const kind = await this.#kindOf(name, options);
      return (await desk()).giveFeedback(this.home, { kind, pattern: name }, verdict, ...this.#visit(options));
    }, options.signal);
  }

  /** The retained contexts, oldest first. */
  async contexts(options: { readonly rule?: string } = {}): Promise<ContextEntry[]> {
    checkOptions("contexts", options, calls.CONTEXTS);
    const all = (await this.#look()).context_log.filter(isContext);
    return options.rule === undefined
      ? all
      : all.filter(({ rule_id, pattern }) => (rule_id ?? pattern) === options.rule?.trim().normalize("NFC"));
  }

  /** Empties the context log, with `archive` its archive too. Returns how many contexts of the log went. */
  async clearContexts(options: WriteOptions & { readonly archive?: boolean } = {}): Promise<number> {
    checkOptions("clearContexts", options, calls.CLEAR_CONTEXTS);
    const [nowMs, lock] = this.#visit(options);
    const { knownState } = await import("./home/remembered-home.js");
    return this.#inTurn(
      async () =>
        holdState(
          this.home,
          ({ read, write }) => {
            const state = knownState(this.home, read, nowMs);
            write({ ...state, context_log: [], contexts_until: new Date(nowMs).toISOString() });
            if (options.archive === true) rmSync(join(this.home, CONTEXT_ARCHIVE), { force: true });
            return state.context_log.length;
          },
          lock,
        ),
      options.signal,
    );
  }

  /** What is remembered of patterns, as the last scan left it. */
  async patternHistory(): Promise<HistoryEntry[]> {
    return (await this.#look()).pattern_history.filter((entry) => isHistory(entry));
  }

  async dataSource(): Promise<DataSourceStatus> {
    const { data_source, data_source_history, data_source_switches, session_tracking } = await this.#look();
    const count = (source: Source): number => countOf(data_source_history[`${source}_sessions`]) ?? 0;
    const session = session_tracking["current_session_id"];
    return {
      source: data_source ?? null,
      sessions: {
        guard_intercept: count("guard_intercept"),
        canon_errors: count("canon_errors"),
        none: count("none"),
      },
      switches: data_source_switches as unknown as SourceSwitch[],
      currentSession: typeof session === "string" ? session : null,
    };
  }

  /** The log's events come before a verdict that is given now; so they are folded before it. */
  async #kindOf(name: string, options: WriteOptions): Promise<KeyKind> {
    const [{ nearNames }, { storedKey }, { sha256 }, { readRules }] = await Promise.all([
      import("./core/text/near-names.js"),
      import("./core/memory/stored-key.js"),
      import("./io/evidence.js"),
      import("./io/rules-directory.js"),
    ]);
    const stored = storedKey(name, sha256);
    const known = (await this.#look()).pattern_history.find((one) => isHistory(one) && one.pattern === stored);
    if (known !== undefined) return (known as unknown as HistoryEntry).kind;
    // A slip of the name must leave everything as it is.
    const { patterns } = await this.#survey(options);
    const met = patterns.find((one) => one.pattern === name);
    if (met !== undefined) {
      await this.#run("scan", { ...options });
      return met.error_type !== undefined ? "error" : met.rule_id === null ? "keyword" : "rule";
    }
    const { rules } = await readRules(this.home);
    if (rules.some(({ id }) => id === name)) return "rule";
    const names = [...patterns.map((one) => one.pattern), ...rules.map(({ id }) => id)];
    throw new PatternNotFoundError(name, false, nearNames(name, names));
  }

  /** Ends the worker threads, after the scan that is running. */
  async close(): Promise<void> {
    if (this.#closed) return this.#shared.idle();
    this.#closed = true;
    await this.#shared.release();
    await (await this.#pool)?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closed) throw new MnemonicError("CLOSED", "this Mnemonic was closed", "open another one");
    return this.#shared.inTurn(work).catch((error: unknown) => {
      throw clearError(error, signal);
    });
  }

  async #survey(options: ScanOptions): Promise<Survey> {
    const { drafts: _unseen, ...rest } = await this.#run("scan", { ...options, dryRun: true }, false);
    return rest;
  }

  async #run(mode: Mode, options: ScanOptions, isShown = true): Promise<Report> {
    const known = recall(this.home, mode, options, this.#shared.answers);
    if (known !== undefined && !hasAbandonedLock(this.home)) {
      options.onProgress?.({ doneBytes: 0, totalBytes: 0, elapsedMs: known.timings.total_ms });
      return known;
    }
    const run = await this.#runOf(mode, options, isShown);
    const report = await run.report();
    // A dry run writes nothing into the home.
    if (!run.isDry || !this.#shared.folder.isInHome)
      this.#shared.learnt(report.timings.read_bytes, Date.parse(report.now));
    return report;
  }

  async #runOf(mode: Mode, options: ScanOptions, isShown = true): Promise<ScanRun> {
    const [{ ScanRun: Run }, store] = await Promise.all([import("./home/scan-run.js"), this.#shared.store()]);
    const checkpoints = mode === "backfill" ? await import("./scan/checkpoint.js") : undefined;
    const host = {
      home: this.home,
      threads: this.#threads,
      lockWaitMs: this.#lockWaitMs,
      openPool: async () => this.#openPool(),
      openCache: (wants: CacheWants) => store.open(wants),
      answers: this.#shared.answers,
      isShown,
      openCheckpoint:
        checkpoints &&
        ((isDry: boolean, command: BackfillCommand) => checkpoints.Checkpoint.open(this.home, isDry, command)),
    };
    return new Run(host, mode, options);
  }

  async #look(): Promise<State> {
    const { lookAtState } = await import("./home/remembered-home.js");
    return lookAtState(this.home, Date.now());
  }

  #visit({
    now,
    signal,
  }: WriteOptions): [nowMs: number, lock: { waitMs: number | undefined; signal: AbortSignal | undefined }] {
    return [momentOf(now), { waitMs: this.#lockWaitMs, signal }];
  }

  async #openPool(): Promise<WorkerPool> {
    // piscina is half of our start-up time: it loads with the first scan that wants workers.
    this.#pool ??= import("./workers/pool.js").then(({ WorkerPool: Pool }) => new Pool(this.#threads));
    return this.#pool;
  }
}

/** What a person decides is loaded when somebody does. */
async function desk(): Promise<typeof import("./home/decision-desk.js")> {
  return import("./home/decision-desk.js");
}

/** A draft that awaits a person may be another program's, or have been changed by one: its text is looked at as it is read. */
async function asItStands(entry: QueueEntry): Promise<QueueEntry> {
  if (!isQueued(entry)) return entry;
  const [{ assessed }, { wholeDraft }] = await Promise.all([
    import("./core/recognition/draft.js"),
    import("./core/memory/whole-draft.js"),
  ]);
  return assessed(wholeDraft(entry));
}

function listOf(ids: string | readonly string[]): readonly string[] {
  return typeof ids === "string" ? [ids] : ids;
}
