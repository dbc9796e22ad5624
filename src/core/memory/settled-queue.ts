import type { DecidedDraft, QueuedDraft, QueueEntry, Stored } from "../../model/state.js";
import type { RuleIndex } from "../rules/rule-index.js";
import { isDecided, isQueued } from "./state-guards.js";
import { isoTime, parseTime } from "../line/time.js";

/**
 * The queue as the rules leave it (semantics, section 6): a draft whose rule has appeared is solidified; where a covering
 * rule has gone or expired, the watermark moves, so that what the rule saw to is not held against anyone again.
 */
export function settledQueue(queue: readonly Stored[], rules: RuleIndex, nowMs: number): Stored[] {
  return queue.map((entry) => {
    if (isDecided(entry)) return settled(entry, rules, nowMs);
    return isQueued(entry) ? solidifiedIfCovered(entry, queue, rules, nowMs) : entry;
  });
}

/** The covering rule's id, by the key if it is a rule's, else by the exact keywords. */
function coverOf(entry: QueueEntry & Stored, exact: readonly string[], rules: RuleIndex): string | undefined {
  const byKey = entry.kind === "rule" && entry.pattern !== undefined ? rules.solid(entry.pattern) : undefined;
  return (byKey ?? rules.solid(entry.draft_id) ?? rules.coveringKeywords(exact))?.id;
}

function settled(entry: DecidedDraft & Stored, rules: RuleIndex, nowMs: number): Stored {
  const known = typeof entry.rule === "string" ? rules.solid(entry.rule)?.id : undefined;
  const rule = known ?? coverOf(entry, entry.exact ?? [], rules);
  if (rule !== undefined) {
    if (entry.rule === rule && entry.status !== "confirmed") return entry;
    const { exact: _exact, ...rest } = entry;
    return { ...rest, status: entry.status === "confirmed" ? "solidified" : entry.status, rule };
  }
  // Among what could not be read its rule may stand.
  if (rules.unread !== undefined) return entry;
  if (typeof entry.rule !== "string") return solidifiedUnseen(entry, rules, nowMs) ?? entry;
  return { ...entry, judged_until: judgedWithout(entry.rule, entry.judged_until, rules, nowMs), rule: null };
}

/**
 * A confirmed draft whose rule came and expired without being seen, as after the loss of the state: it has been solidified,
 * and no longer covers. A rule that had expired when the draft was confirmed is what the draft was for.
 */
function solidifiedUnseen(entry: DecidedDraft & Stored, rules: RuleIndex, nowMs: number): Stored | undefined {
  if (entry.status !== "confirmed" || entry.kind !== "rule" || entry.pattern === undefined) return undefined;
  const rule = rules.any(entry.pattern);
  const isOver =
    rule !== undefined && !rule.placeholder && (rule.expiresAtMs ?? -Infinity) > parseTime(entry.decided_at);
  if (!isOver) return undefined;
  const { exact: _exact, ...rest } = entry;
  const judged_until = judgedWithout(rule.id, entry.judged_until, rules, nowMs);
  return { ...rest, status: "solidified", judged_until, rule: null };
}

/** The watermark when a rule no longer covers: its `expires_at`, else the scan that missed it; never backwards. */
function judgedWithout(rule: string, judged: string | null, rules: RuleIndex, nowMs: number): string | null {
  const expiresMs = rules.any(rule)?.expiresAtMs ?? nowMs;
  const beforeMs = parseTime(judged);
  return isoTime(Math.max(Math.min(expiresMs, nowMs), Number.isNaN(beforeMs) ? -Infinity : beforeMs));
}

/** Canon has solidified a draft that nobody confirmed here: it is decided, by whoever wrote the rule. */
function solidifiedIfCovered(
  entry: QueuedDraft & Stored,
  queue: readonly Stored[],
  rules: RuleIndex,
  nowMs: number,
): Stored {
  const rule = coverOf(entry, entry.match.exact, rules);
  if (rule === undefined) return entry;
  const before = queue.find((one) => isDecided(one) && one.kind === entry.kind && one.pattern === entry.pattern);
  return {
    draft_id: entry.draft_id,
    kind: entry.kind,
    pattern: entry.pattern,
    status: "solidified",
    judged_until: before === undefined ? null : (before as DecidedDraft & Stored).judged_until,
    decided_at: isoTime(nowMs),
    rule,
  };
}
