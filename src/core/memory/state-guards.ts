import { KEY_KINDS, UNDECIDED, type ContextEntry, type DecidedDraft, type HistoryEntry } from "../../model/state.js";
import type { QueuedDraft, Stored } from "../../model/state.js";
import { isObject } from "./state-shape.js";

/*
 * Guards by hand: a state is read on every run, and loading zod would take longer than the run. An entry that fails its
 * guard is some other program's; it stays where it is and is not understood. A test says guard = schema.
 */

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
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
  if (!isObject(entry)) return false;
  const { kind, pattern, start, fold, folded_until: until } = entry;
  const isFold =
    Array.isArray(fold) && fold.length === 4 && fold.every(Number.isSafeInteger) && fold[3] >= 0 && fold[3] < 14;
  return isKind(kind) && isText(pattern) && isNumber(start) && isFold && isAbsentOr(until, isTextOrNull);
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
