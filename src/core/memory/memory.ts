import type { Source } from "../../model/report.js";
import type {
  ContextEntry,
  DecidedDraft,
  HistoryEntry,
  KeyKind,
  QueuedDraft,
  State,
  Stored,
} from "../../model/state.js";
import { patternName } from "../merge/early-events.js";
import type { RuleIndex } from "../rules/rule-index.js";
import { PATTERN, type PatternKind } from "../line/record.js";
import { settledQueue } from "./settled-queue.js";
import { historyName } from "./history-name.js";
import { isContext, isDecided, isQueued } from "./state-guards.js";
import { kindName, kindNumber, keyName, storedKey, type Sha256 } from "./stored-key.js";
import { parseTime } from "../line/time.js";

const NOTHING_ASKED = { kind: PATTERN.unattributed, key: "", name: keyName("unattributed", "") };

/** What a state says to a scan: look-ups by pattern. The state itself is never changed. */
export class Memory {
  readonly state: State;
  /** The queue as the rules leave it. */
  readonly queue: readonly Stored[];
  readonly contexts: readonly ContextEntry[];
  readonly #sha256: Sha256;
  readonly #decided = new Map<string, DecidedDraft>();
  /** Decisions restored from `errors.jsonl`, which does not name every kind of pattern: by draft id. */
  readonly #restored = new Map<string, DecidedDraft>();
  readonly #queued = new Map<string, QueuedDraft>();
  readonly #history = new Map<string, HistoryEntry>();
  readonly #pushed: ReadonlySet<unknown>;
  #asked: { readonly kind: PatternKind; readonly key: string; readonly name: string } = NOTHING_ASKED;

  constructor(state: State, rules: RuleIndex, nowMs: number, sha256: Sha256) {
    this.state = state;
    this.#sha256 = sha256;
    this.queue = settledQueue(state.draft_queue, rules, nowMs);
    for (const entry of this.queue) this.#index(entry);
    for (const entry of state.pattern_history) {
      const name = historyName(entry);
      if (name !== null) this.#history.set(name, entry as HistoryEntry & Stored);
    }
    this.contexts = state.context_log.filter(isContext);
    const pushed = state.session_tracking["pushed_this_session"];
    this.#pushed = new Set(Array.isArray(pushed) ? pushed : []);
  }

  get session(): string | null {
    const session = this.state.session_tracking["current_session_id"];
    return typeof session === "string" ? session : null;
  }

  get dataSource(): Source | undefined {
    return this.state.data_source;
  }

  stored(key: string): string {
    return storedKey(key, this.#sha256);
  }

  /** The last decision on a pattern; undefined: there is none. */
  decided(kind: PatternKind, key: string): DecidedDraft | undefined {
    return this.#decided.get(this.#name(kind, key));
  }

  /** A decision whose pattern is not known: it is told by the id that a draft of the pattern has. */
  restored(draftId: () => string): DecidedDraft | undefined {
    return this.#restored.size === 0 ? undefined : this.#restored.get(draftId());
  }

  get hasRestored(): boolean {
    return this.#restored.size > 0;
  }

  queued(kind: PatternKind, key: string): QueuedDraft | undefined {
    return this.#queued.get(this.#name(kind, key));
  }

  history(kind: PatternKind, key: string): HistoryEntry | undefined {
    return this.#history.get(this.#name(kind, key));
  }

  /** The same by `nameOf`. */
  historyOf(name: string): HistoryEntry | undefined {
    return this.#history.get(name);
  }

  /** Whether there ever was a draft of the pattern, as far as that is remembered. */
  knows(kind: KeyKind, key: string): boolean {
    const name = keyName(kind, this.stored(key));
    return this.#queued.has(name) || this.#decided.has(name) || this.#history.get(name)?.drafted === true;
  }

  /** Whether the pattern was decided in session `current`. */
  decidedInSession(kind: PatternKind, key: string, current: string | null): boolean {
    return current !== null && current === this.session && this.#pushed.has(this.#name(kind, key));
  }

  /** Epoch milliseconds; -Infinity: nothing was judged. */
  judgedUntilMs(kind: number, key: string): number {
    return watermarkOf(this.decided(kind as PatternKind, key));
  }

  /** All watermarks by `patternName`, for a backfill. */
  watermarksMs(): Map<string, number> {
    const named = [...this.#decided.values()].flatMap((entry) => {
      const ms = watermarkOf(entry);
      const name = patternName(kindNumber(entry.kind as KeyKind) as PatternKind, entry.pattern as string);
      return ms === -Infinity ? [] : [[name, ms] as const];
    });
    return new Map(named);
  }

  /** `folded_until` by `patternName`, never after now: a clock that was wrong once must not stop the fold for years. */
  foldedUntilMs(nowMs: number): Map<string, number> {
    const folded = new Map<string, number>();
    for (const entry of this.#history.values()) {
      const ms = foldedUntilOf(entry);
      if (ms === undefined) continue;
      folded.set(patternName(kindNumber(entry.kind) as PatternKind, entry.pattern), Math.min(ms, nowMs));
    }
    return folded;
  }

  /** A pattern is looked up by several maps in a row. */
  #name(kind: PatternKind, key: string): string {
    if (kind !== this.#asked.kind || key !== this.#asked.key)
      this.#asked = { kind, key, name: keyName(kindName(kind), this.stored(key)) };
    return this.#asked.name;
  }

  #index(entry: Stored): void {
    if (isDecided(entry)) {
      if (entry.kind === undefined || entry.pattern === undefined) this.#restored.set(entry.draft_id, entry);
      else this.#keepLatest(nameOf(entry as never), entry);
    } else if (isQueued(entry)) this.#queued.set(nameOf(entry), entry);
  }

  #keepLatest(name: string, entry: DecidedDraft): void {
    const known = this.#decided.get(name);
    if (known === undefined || watermarkOf(entry) >= watermarkOf(known)) this.#decided.set(name, entry);
  }
}

export function nameOf({ kind, pattern }: { readonly kind: KeyKind; readonly pattern: string }): string {
  return keyName(kind, pattern);
}

/** undefined: nothing of the logs is folded; -Infinity: only undated events are. */
export function foldedUntilOf(entry: HistoryEntry | undefined): number | undefined {
  if (entry?.folded_until === undefined) return undefined;
  const known = foldedTimes.get(entry);
  if (known !== undefined) return known;
  const parsed = parseTime(entry.folded_until);
  const ms = Number.isNaN(parsed) ? -Infinity : parsed;
  foldedTimes.set(entry, ms);
  return ms;
}

/** Entries are never changed, and there are thousands in each run. */
const foldedTimes = new WeakMap<HistoryEntry, number>();

/**
 * Up to when hits were judged; -Infinity: none was. A person has decided, whatever has become of the time: the moment of the
 * decision then stands for it, and where that can't be read either, all hits count as judged until the draft is reopened.
 */
export function watermarkOf(entry: DecidedDraft | undefined): number {
  if (entry === undefined || entry.judged_until === null) return -Infinity;
  const ms = parseTime(entry.judged_until);
  if (!Number.isNaN(ms)) return ms;
  const decidedMs = parseTime(entry.decided_at);
  return Number.isNaN(decidedMs) ? Infinity : decidedMs;
}
