import type { DecidedDraft, HistoryEntry, QueuedDraft, State, Stored } from "../../model/state.js";
import { compareText } from "../merge/counts.js";
import { ordered } from "./draft-queue.js";
import { nameOf } from "./memory.js";
import { withVerdict } from "./pattern-history.js";
import { NO_TRIGGER_CONFIDENCE } from "../recognition/recognise.js";
import { plusOne } from "./counters.js";
import { isDecided, isQueued } from "./state-guards.js";
import { isoTime, parseTime } from "../line/time.js";

const PUSHED_LIMIT = 500;

/** What a person said of a draft. */
export interface Decision {
  readonly status: "confirmed" | "rejected";
  readonly forGood?: boolean;
  /** When, in ISO 8601. */
  readonly at: string;
}

/** The state after a decision. The watermark moves to the last hit in the evidence that was shown. */
export function decided(state: State, draft: QueuedDraft, decision: Decision): State {
  const isOf = (entry: Stored): boolean => isDecided(entry) && entry.pattern !== undefined && sameKey(entry, draft);
  const before = state.draft_queue.find(isOf) as DecidedDraft | undefined;
  const entry = decidedEntry(draft, decision, before);
  const others = state.draft_queue.filter((one) => one["draft_id"] !== draft.draft_id && !isOf(one));
  const next: State = {
    ...state,
    draft_queue: ordered([...others, entry as unknown as Stored], others.filter(isQueued)),
    session_tracking: withPushed(state.session_tracking, nameOf(draft)),
  };
  return decision.status === "confirmed" ? withConfirmed(next) : withRejected(next, draft);
}

function sameKey(entry: DecidedDraft, draft: QueuedDraft): boolean {
  return entry.kind === draft.kind && entry.pattern === draft.pattern;
}

function decidedEntry(draft: QueuedDraft, decision: Decision, before: DecidedDraft | undefined): DecidedDraft {
  const { draft_id, kind, pattern, evidence, match } = draft;
  return {
    draft_id,
    kind,
    pattern,
    status: decision.status,
    // Whoever put the draft into the queue, what is noted here must be a time.
    judged_until: isoTime(parseTime(evidence.last)) ?? decision.at,
    decided_at: decision.at,
    ...(typeof before?.judged_until === "string" ? { judged_before: before.judged_until } : {}),
    ...(decision.forGood === true ? { for_good: true } : {}),
    ...(decision.status === "confirmed" && match.exact.length > 0 ? { exact: match.exact } : {}),
  };
}

function withPushed(tracking: Stored, name: string): Stored {
  if (typeof tracking["current_session_id"] !== "string") return tracking;
  const before = tracking["pushed_this_session"];
  const pushed = Array.isArray(before) ? before.filter((one) => one !== name) : [];
  return { ...tracking, pushed_this_session: [...pushed, name].slice(-PUSHED_LIMIT) };
}

function withoutPushed(tracking: Stored, name: string): Stored {
  const before = tracking["pushed_this_session"];
  if (!Array.isArray(before) || !before.includes(name)) return tracking;
  return { ...tracking, pushed_this_session: before.filter((one) => one !== name) };
}

function withConfirmed(state: State): State {
  return { ...state, recognition_stats: plusOne(state.recognition_stats, "pushed_to_canon") };
}

/** A rejection is one false positive of its pattern. */
function withRejected(state: State, draft: QueuedDraft): State {
  const key = { kind: draft.kind, pattern: draft.pattern };
  return withFeedback(state, key, "false_positive", draft.trigger.confidence);
}

export type Verdict = "false_positive" | "confirmed";

/** The state after a person's verdict on a pattern. */
export function withFeedback(
  state: State,
  key: Pick<HistoryEntry, "kind" | "pattern">,
  verdict: Verdict,
  start = NO_TRIGGER_CONFIDENCE,
): State {
  const stats = state.recognition_stats;
  return {
    ...state,
    pattern_history: withVerdict(state.pattern_history, key, verdict, start),
    recognition_stats: verdict === "false_positive" ? plusOne(stats, "false_positives") : stats,
  };
}

/** The state without a rejection: the pattern is drafted again, under the same id, as far as its trigger still holds. */
export function reopened(state: State, entry: DecidedDraft): State {
  const { draft_queue } = state;
  const tracking =
    entry.kind === undefined || entry.pattern === undefined
      ? state.session_tracking
      : withoutPushed(state.session_tracking, nameOf({ kind: entry.kind, pattern: entry.pattern }));
  const others = draft_queue.filter((one) => one !== (entry as unknown));
  if (entry.judged_before === undefined) return { ...state, session_tracking: tracking, draft_queue: others };
  // What had been judged before the rejection stays judged.
  const { judged_before, for_good: _forGood, ...rest } = entry;
  const earlier = { ...rest, judged_until: judged_before };
  return { ...state, session_tracking: tracking, draft_queue: [...others, earlier] };
}

/** Confirmed drafts that Canon was handed, for a state that was lost: rejections and feedback are lost with it. */
export function rebuiltState(
  state: State,
  records: Iterable<{
    readonly draft_id: string;
    readonly ts: string | null;
    readonly rule_id: string | null;
    readonly exact: readonly string[];
  }>,
  now: string,
): State {
  const entries = Array.from(records, ({ draft_id, ts, rule_id, exact }): DecidedDraft => ({
    draft_id,
    ...(rule_id === null ? {} : { kind: "rule", pattern: rule_id }),
    status: "confirmed",
    judged_until: ts ?? now,
    decided_at: ts ?? now,
    ...(exact.length > 0 ? { exact: exact.slice(0, 8) } : {}),
  }));
  if (entries.length === 0) return state;
  const queue = entries.toSorted((a, b) => compareText(a.decided_at, b.decided_at)) as unknown as Stored[];
  return {
    ...state,
    draft_queue: ordered(queue, []),
    recognition_stats: { ...state.recognition_stats, pushed_to_canon: entries.length },
  };
}
