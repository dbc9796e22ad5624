// Counts of the engine and of the reference in one form, so that they can be compared with `toEqual`.
import {
  composeFolds,
  confidenceOf,
  confirmationFold,
  falsePositiveFold,
  hitsFold,
} from "../../src/core/memory/confidence.js";
import { identityFold, type Fold } from "../../src/core/memory/confidence.js";
import type { Counts } from "../../src/core/merge/counts.js";
import { referenceConfidence, type ConfidenceEvent } from "../reference/confidence.js";
import type { ReferenceCounts } from "../reference/reference.js";

/** What may follow a history: together they tell its every end state from every other. */
const FUTURES: readonly (readonly ConfidenceEvent[])[] = [
  [],
  ["hit"],
  ["confirmation", "hit"],
  ["false positive"],
  ["false positive", "false positive"],
  ...[1, 2, 3, 4, 5].map((hits) => Array.from({ length: hits }, (): ConfidenceEvent => "hit")),
];
const STARTS = [10, 25, 40, 70, 90, 100];

/** The confidence (in hundredths) of a history from every start and before every future. */
export function foldProbes(fold: Fold): number[] {
  return FUTURES.flatMap((future) => {
    const whole = composeFolds(fold, foldOfEvents(future));
    return STARTS.map((start) => Math.round(confidenceOf(whole, start / 100) * 100));
  });
}

export function eventProbes(events: readonly ConfidenceEvent[]): number[] {
  return FUTURES.flatMap((future) => STARTS.map((start) => referenceConfidence(start, [...events, ...future])));
}

export function foldOfEvents(events: readonly ConfidenceEvent[]): Fold {
  const folds = { hit: hitsFold(1), "false positive": falsePositiveFold, confirmation: confirmationFold };
  return events.reduce((fold, event) => composeFolds(fold, folds[event]), identityFold());
}

/** Answers that only a partial without a floor can give: a scan's partials forget what lies before their windows. */
const WITHOUT_FLOOR = ["effectiveAll", "sameSessionAll", "sameSessionEvents"];

export function comparable(counts: Counts | ReferenceCounts, hasFloor: boolean): unknown {
  const patterns = counts.patterns.map((pattern) => {
    const confidence = "fold" in pattern ? foldProbes(pattern.fold) : eventProbes(pattern.events);
    const rest = Object.entries({ ...pattern, interceptors: [...pattern.interceptors], confidence });
    const left = new Set(["fold", "events", ...(hasFloor ? WITHOUT_FLOOR : [])]);
    return Object.fromEntries(rest.filter(([name]) => !left.has(name)));
  });
  // A pattern of retries alone has nothing to tell; whether it is listed is left open.
  const told = patterns.filter(({ total, falsePositives, confidence }) => {
    return total !== 0 || falsePositives !== 0 || String(confidence) !== String(eventProbes([]));
  });
  return withoutMinusZero({ ...counts, patterns: told });
}

function withoutMinusZero(value: unknown): unknown {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutMinusZero(one)]));
}
