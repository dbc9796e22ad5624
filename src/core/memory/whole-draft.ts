import type { EvidencePlace } from "../../model/report.js";
import type { QueuedDraft, Stored } from "../../model/state.js";
import { NO_TRIGGER_CONFIDENCE } from "../recognition/recognise.js";
import { countOf } from "./counters.js";
import { isObject } from "./state-shape.js";

/**
 * A draft of the queue with all that ours have: another program may have put it there, with less or with numbers that are none.
 * One of ours comes out as it went in.
 */
export function wholeDraft(entry: QueuedDraft & Stored): QueuedDraft & Stored {
  const { match, trigger, evidence } = entry;
  const { moment, ...others } = entry;
  const start = shareOf(trigger.confidence) ?? NO_TRIGGER_CONFIDENCE;
  return {
    ...(moment === undefined || isMoment(moment) ? entry : others),
    match: { ...match, semantic: textOf(match.semantic) ?? "" },
    trigger: { ...trigger, confidence: start },
    confidence: shareOf(entry.confidence) ?? start,
    evidence: wholeEvidence(evidence),
  };
}

function wholeEvidence(evidence: QueuedDraft["evidence"]): QueuedDraft["evidence"] {
  const { total, d7, d14, false_positives, sessions, first, last, interceptors, newest } = evidence;
  return {
    ...evidence,
    total: countOf(total) ?? 0,
    d7: countOf(d7) ?? 0,
    d14: countOf(d14) ?? 0,
    false_positives: countOf(false_positives) ?? 0,
    sessions: listOf(sessions, (one) => typeof one === "string"),
    first: textOf(first) ?? null,
    last: textOf(last) ?? null,
    interceptors: isCounts(interceptors) ? interceptors : {},
    newest: listOf(newest, isPlace),
  };
}

function shareOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function listOf<T>(value: readonly T[] | undefined, is: (one: unknown) => boolean): readonly T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isCounts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((count) => countOf(count) === count);
}

function isMoment(value: unknown): boolean {
  return (
    isObject(value) && typeof value["at"] === "string" && Array.isArray(value["hits"]) && value["hits"].every(isPlace)
  );
}

function isPlace(value: unknown): value is EvidencePlace {
  if (!isObject(value)) return false;
  const { path, offset, ts, session_id } = value;
  const isTextOrNull = (one: unknown): boolean => one === null || typeof one === "string";
  return typeof path === "string" && countOf(offset) === offset && isTextOrNull(ts) && isTextOrNull(session_id);
}
