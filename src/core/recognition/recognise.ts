import type { CoveredBy, Trigger } from "../../model/report.js";
import type { Thresholds, TriggerName } from "../../model/options.js";
import { confidenceOf } from "../memory/confidence.js";
import { compareText, type PatternCounts } from "../merge/counts.js";
import { foldedUntilOf, type Memory } from "../memory/memory.js";
import { continued, NO_EVENTS, storedConfidence, type StoredFold } from "../merge/pattern-fold.js";
import { PATTERN } from "../line/record.js";
import type { RuleIndex } from "../rules/rule-index.js";

export type Mode = "scan" | "backfill";

/** Confidence of a pattern that no trigger holds for (semantics, section 7). */
export const NO_TRIGGER_CONFIDENCE = 0.4;

export interface Recognised {
  readonly counts: PatternCounts;
  readonly trigger: Trigger | null;
  /** The pattern's own: the start value, moved by its history. */
  readonly confidence: number;
  /** The trigger's confidence, or that of a pattern without one. */
  readonly start: number;
  /** Its whole history, and whether the events of this run are in it: not if another run has folded them meanwhile. */
  readonly fold: StoredFold;
  readonly isFolded: boolean;
}

export interface RecogniseOptions {
  readonly mode: Mode;
  readonly thresholds: Thresholds;
  readonly rules: RuleIndex;
  readonly memory?: Memory | undefined;
  /** Whether contexts revive the placeholder that this is the pattern of. */
  readonly isRevived: (counts: PatternCounts) => boolean;
  /** What the scan was told to be folded already, by kind and key. */
  readonly foldedUntilMs: (counts: PatternCounts) => number | undefined;
}

/**
 * Applies the thresholds. Pure. Left out: unattributed hits, keys without hits, and keys whose hits are all undated unless
 * they meet a trigger (they are in the report's totals). In no order. `look` is `recogniseOne` or what knows its answers.
 */
export function recognise(
  patterns: readonly PatternCounts[],
  options: RecogniseOptions,
  look = (counts: PatternCounts): Recognised => recogniseOne(counts, options),
): Recognised[] {
  const found: Recognised[] = [];
  for (const counts of patterns) {
    if (counts.kind === PATTERN.unattributed || (counts.total === 0 && !options.isRevived(counts))) continue;
    const one = look(counts);
    if (one.trigger !== null || counts.undated < counts.total || counts.kind === PATTERN.error) found.push(one);
  }
  return found;
}

/** The same of one pattern, whatever it is. */
export function recogniseOne(counts: PatternCounts, options: RecogniseOptions): Recognised {
  const name = triggerOf(counts, options);
  const trigger = name === null ? null : { name, confidence: options.thresholds.startConfidence[name] };
  const start = trigger?.confidence ?? NO_TRIGGER_CONFIDENCE;
  return { counts, trigger, start, ...confidence(counts, start, options) };
}

function confidence(
  counts: PatternCounts,
  start: number,
  { memory, foldedUntilMs }: RecogniseOptions,
): Pick<Recognised, "confidence" | "fold" | "isFolded"> {
  const before = memory?.history(counts.kind, counts.key);
  if (before === undefined) {
    return { confidence: confidenceOf(counts.fold, start), fold: continued(NO_EVENTS, counts.fold), isFolded: true };
  }
  const isFolded = foldedUntilOf(before) === foldedUntilMs(counts);
  const fold = isFolded ? continued(before.fold, counts.fold) : before.fold;
  return { confidence: storedConfidence(fold, start), fold, isFolded };
}

/** Semantics, section 8: confidence, 7-day count, total, all descending; then key, by code point. */
export function byDraftOrder(a: Recognised, b: Recognised): number {
  return (
    b.confidence - a.confidence ||
    b.counts.d7 - a.counts.d7 ||
    b.counts.total - a.counts.total ||
    compareText(a.counts.key, b.counts.key) ||
    a.counts.kind - b.counts.kind
  );
}

/** The first trigger that holds (semantics, section 5). */
function triggerOf(
  counts: PatternCounts,
  { mode, thresholds, rules, isRevived }: RecogniseOptions,
): TriggerName | null {
  const isNow = mode === "scan" || counts.kind === PATTERN.error;
  const held = isNow ? heldNow(counts, thresholds) : heldOnce(counts, thresholds);
  if (held !== null) return held;
  const placeholder = counts.kind === PATTERN.rule && rules.placeholder(counts.key) !== undefined;
  return placeholder && (counts.sameSessionEvents >= 2 || isRevived(counts)) ? "revival" : null;
}

/** How a pattern stands to one threshold: it holds where as many hits count as are needed. */
export interface Standing {
  readonly trigger: TriggerName;
  readonly counted: number;
  readonly needed: number;
}

/** By the windows that end now: the thresholds that hits are judged by, in the order in which they are tried. */
export function standingsOf(counts: PatternCounts, thresholds: Thresholds): readonly Standing[] {
  const { sameSessionHits, d7Hits, d14Hits, errorsHits } = thresholds;
  if (counts.kind === PATTERN.error)
    return [{ trigger: "errors", counted: counts.effectiveAll + counts.future, needed: errorsHits }];
  return [
    { trigger: "same_session", counted: counts.sameSessionD7, needed: sameSessionHits },
    { trigger: "cross_session_7d", counted: counts.effectiveD7, needed: d7Hits },
    { trigger: "cross_session_14d", counted: counts.effectiveD14, needed: d14Hits },
  ];
}

function heldNow(counts: PatternCounts, thresholds: Thresholds): TriggerName | null {
  return standingsOf(counts, thresholds).find(({ counted, needed }) => counted >= needed)?.trigger ?? null;
}

/** By the earliest moment of the past; undated hits only where nothing dated holds. */
function heldOnce({ early, sameSessionAll }: PatternCounts, thresholds: Thresholds): TriggerName | null {
  if (typeof early === "object") return early.trigger;
  return sameSessionAll >= thresholds.sameSessionHits ? "same_session" : null;
}

/** The rule that covers a pattern by its id, or by its draft's exact keywords; null for none. */
export function coveringRule(counts: PatternCounts, exact: readonly string[], rules: RuleIndex): CoveredBy | null {
  const byId = counts.kind === PATTERN.rule ? rules.solid(counts.key) : undefined;
  const rule = byId ?? rules.coveringKeywords(exact);
  return rule === undefined
    ? null
    : { kind: "rule", id: rule.id, path: rule.path, by: byId === undefined ? "keywords" : "id" };
}

/** The recommended action of `!patterns` (semantics, section 10). */
export function recommendedAction(
  one: Pick<Recognised, "counts" | "confidence">,
  covered: CoveredBy | null,
  pending: boolean,
  thresholds: Thresholds,
): string {
  if (covered?.kind === "rule") return "已固化";
  if (pending) return "待确认";
  if (one.counts.d7 >= thresholds.autoSolidifyThreshold && one.confidence >= 0.7) return "建议固化";
  return one.confidence >= 0.5 ? "monitor" : "观察";
}
