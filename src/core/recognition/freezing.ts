import type { Draft, PatternReport } from "../../model/report.js";

/*
 * What is handed out more than once is made unchangeable, with all that it holds. Spelt out: to look for what there is
 * (text/frozen.ts) takes six times as long, of thousands of patterns in each run.
 */

export function freezePattern(pattern: PatternReport): void {
  Object.freeze(pattern.interceptors);
  Object.freeze(pattern.counts);
  Object.freeze(pattern.trigger);
  Object.freeze(pattern.covered_by);
  Object.freeze(pattern);
}

/** Places are frozen as they are made. */
export function freezeDraft(draft: Draft): void {
  const { match, trigger, evidence, moment } = draft;
  Object.freeze(match.exact);
  Object.freeze(match);
  Object.freeze(trigger);
  Object.freeze(evidence.sessions);
  Object.freeze(evidence.interceptors);
  Object.freeze(evidence.newest);
  Object.freeze(evidence);
  Object.freeze(moment?.hits);
  Object.freeze(moment);
  Object.freeze(draft.unsafe);
  Object.freeze(draft);
}
