import { KEY_KINDS, UNDECIDED, type ContextEntry, type DecidedDraft, type HistoryEntry } from "../../model/state.js";
import type { QueuedDraft, Stored } from "../../model/state.js";
import { isObject } from "./state-shape.js";

/*
 * Guards by hand: a state is read on every run, and loading zod would take longer than the run. An entry that fails its
 * guard is some other program's; it stays where it is and is not understood. A test says guard = schema.
 */

const isText = (value: unknown): value is string => typeof value === "string";
const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && value >= least && value <= most;
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isKind = (value: unknown): boolean => (KEY_KINDS as readonly unknown[]).includes(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isAbsentOr = (value: unknown, test: (value: unknown) => boolean): boolean => value === undefined || test(value);

export function isContext(entry: unknown): entry is ContextEntry & Stored {
  return (
    isObject(entry) &&
    isText(entry["ts"]) &&
    isTextOrNull(entry["rule_id"]) &&
    isTextOrNull(entry["session_id"] ?? null) &&
    isText(entry["summary"]) &&
    isAbsentOr(entry["pattern"], isText)
  );
}

/** The seed's own form (`keyword`, `count`, …) has no key and no fold: a rule id alone makes it an entry of that rule. */
export function isHistory(entry: unknown): entry is HistoryEntry & Stored {
  if (!isHistoryKey(entry)) return false;
  const { start, fold, folded_until: until } = entry;
  return isWithin(start, 0, 1) && isFold(fold) && isAbsentOr(until, isTextOrNull);
}

/** An entry of ours by its key, whatever has become of its numbers. */
export function isHistoryKey(entry: unknown): entry is Stored {
  return isObject(entry) && isKind(entry["kind"]) && isText(entry["pattern"]) && entry["fold"] !== undefined;
}

/** `[add, lo, hi, state]`, in hundredths (confidence.ts). */
function isFold(fold: unknown): boolean {
  if (!Array.isArray(fold) || fold.length !== 4 || !fold.every(Number.isInteger)) return false;
  const [add, lo, hi, state] = fold as unknown[];
  return isWithin(add, -100, 100) && isWithin(lo, 0, 100) && isWithin(hi, 0, 100) && isWithin(state, 0, 13);
}

export function isQueued(entry: unknown): entry is QueuedDraft & Stored {
  if (!isObject(entry)) return false;
  const { draft_id, status, kind, pattern, match, trigger, evidence, ts, rule, context, type } = entry;
  return (
    [draft_id, pattern, ts, rule, context, type].every(isText) &&
    (UNDECIDED as readonly unknown[]).includes(status) &&
    isKind(kind) &&
    isObject(match) &&
    isTexts(match["exact"]) &&
    isObject(trigger) &&
    isText(trigger["name"]) &&
    isObject(evidence)
  );
}

export function isDecided(entry: unknown): entry is DecidedDraft & Stored {
  if (!isObject(entry)) return false;
  const { draft_id, status, kind, pattern, judged_until, decided_at, judged_before, exact, rule } = entry;
  return (
    isText(draft_id) &&
    (status === "confirmed" || status === "solidified" || status === "rejected") &&
    isAbsentOr(kind, isKind) &&
    isAbsentOr(pattern, isText) &&
    isTextOrNull(judged_until) &&
    isText(decided_at) &&
    isAbsentOr(judged_before, isText) &&
    isAbsentOr(exact, isTexts) &&
    isAbsentOr(rule, isTextOrNull)
  );
}
