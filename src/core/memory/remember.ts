import type { Source } from "../../model/report.js";
import type { ContextEntry, SourceSwitch, State, Stored } from "../../model/state.js";
import { recordContexts } from "./context-log.js";
import { updatedQueue, type LapsedDraft, type OfferedDraft } from "./draft-queue.js";
import { nameOf, type Memory } from "./memory.js";
import { updatedHistory, type Remembered } from "./pattern-history.js";
import { plusOne } from "./counters.js";
import { historyName } from "./history-name.js";
import { trackedHits, trackedSession } from "./session-tracking.js";
import { kindName } from "./stored-key.js";
import { withinBudget } from "./state-budget.js";
import { isoTime, parseTime } from "../line/time.js";

/** What a run has found, as far as it is to be remembered. */
export interface RunFindings {
  readonly nowMs: number;
  readonly source: Source;
  readonly session: string | null;
  /** False for named archives and backfills: they fill the queue and leave the rest of the memory alone. */
  readonly ownLog: boolean;
  readonly offers: readonly OfferedDraft[];
  readonly lapsed: readonly LapsedDraft[];
  readonly patterns: readonly Remembered[];
  readonly contexts: readonly ContextEntry[];
  /** Newest hit that was looked at for contexts; -Infinity: none. */
  readonly newestHitMs: number;
  /** Whether anybody sees the drafts, or the state is written. */
  readonly isShown: boolean;
}

export interface Remembrance {
  readonly state: State;
  /** Contexts that leave the log, for the archive: to be appended before the state is written. */
  readonly displaced: readonly Stored[];
  readonly entered: readonly string[];
  readonly waiting: readonly string[];
  readonly threats: ReadonlyMap<string, readonly string[]>;
  readonly switched: SourceSwitch | undefined;
}

/** The state after a run. Pure: at a commit it is asked again of the state that is found then, if another was written. */
export function remember(memory: Memory, run: RunFindings): Remembrance {
  const { queue, entered, waiting, threats } = updatedQueue(memory, run.offers, run.lapsed, run.isShown);
  const isWaiting = new Set(waiting);
  const inside = run.offers.filter(({ draft }) => !isWaiting.has(draft.draft_id));
  const drafted = inside.filter(({ kind, draft }) => !memory.knows(kind, draft.pattern)).length;
  const queued: State = {
    ...memory.state,
    draft_queue: queue,
    recognition_stats: counted(memory.state.recognition_stats, "total_patterns", drafted),
  };
  if (!run.ownLog) return { ...bounded(queued, []), entered, waiting, threats, switched: undefined };
  const { parts, switched } = trackedSession(queued, run.source, run.session, run.nowMs);
  const drafts = inside.map(({ draft }) => draft);
  const contexts = recordedContexts(memory, run);
  const state: State = {
    ...queued,
    ...parts,
    ...contexts.parts,
    session_tracking: trackedHits(parts.session_tracking, drafts, (key) => memory.stored(key)),
    pattern_history: updatedHistory(memory, run.patterns, new Set(drafts.map(({ pattern }) => pattern))),
  };
  const kept = bounded(state, contexts.displaced);
  const falses = foldedFalses(memory, run.patterns, kept.state.pattern_history);
  const recognition_stats = counted(queued.recognition_stats, "false_positives", falses);
  return { ...kept, state: { ...kept.state, recognition_stats }, entered, waiting, threats, switched };
}

function bounded(state: State, displaced: readonly Stored[]): Pick<Remembrance, "state" | "displaced"> {
  const within = withinBudget(state);
  return { state: within.state, displaced: [...displaced, ...within.displaced] };
}

function counted(stats: Stored, name: string, by: number): Stored {
  // The seed's members are all there from the first one that counts something.
  return by === 0 ? stats : plusOne({ total_patterns: 0, pushed_to_canon: 0, false_positives: 0, ...stats }, name, by);
}

/** Of patterns that the history has room for: those of the others are not folded, and come again in each run. */
function foldedFalses(memory: Memory, patterns: readonly Remembered[], history: readonly Stored[]): number {
  const folded = new Map<string | null, number>();
  for (const { counts, isFolded } of patterns) {
    const { kind, key, foldedFalsePositives: falses } = counts;
    if (isFolded && falses > 0) folded.set(nameOf({ kind: kindName(kind), pattern: memory.stored(key) }), falses);
  }
  if (folded.size === 0) return 0;
  let sum = 0;
  for (const entry of history) {
    const name = historyName(entry);
    sum += folded.get(name) ?? 0;
    folded.delete(name);
  }
  return sum;
}

function recordedContexts(
  memory: Memory,
  run: RunFindings,
): { parts: Pick<State, "context_log" | "contexts_until">; displaced: readonly Stored[] } {
  const untilMs = contextsUntilMs(memory.state, run.nowMs);
  // Another run may have recorded them since this one read the state.
  const fresh = run.contexts.filter(({ ts }) => parseTime(ts) > untilMs);
  const { log, displaced } = recordContexts(memory.state.context_log, fresh);
  const contexts_until = run.newestHitMs > untilMs ? (isoTime(run.newestHitMs) as string) : memory.state.contexts_until;
  return { parts: { context_log: log, contexts_until }, displaced };
}

/** Hits up to here are no contexts any more; -Infinity: all are. A time that lies ahead counts as now. */
export function contextsUntilMs(state: State, nowMs: number): number {
  const ms = parseTime(state.contexts_until);
  return Number.isNaN(ms) ? -Infinity : Math.min(ms, nowMs);
}
