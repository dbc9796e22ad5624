import type { ActivityReport, PatternReport, Report } from "../../model/report.js";
import { LIMITS, type PageActivity, type PageSessions } from "./page-data.js";
import { shown } from "./shown-text.js";

/** What a pattern is called by. */
export type Named = Pick<PatternReport, "pattern" | "rule_id" | "error_type">;

export function nameOf({ pattern, rule_id, error_type }: Named): string {
  return rule_id ?? error_type ?? pattern;
}

/** The number of a pattern's series, by its `identityOf`. */
export function seriesOf({ activity }: Report): ReadonlyMap<string, number> {
  return new Map(activity?.patterns.slice(0, LIMITS.series).map((one, i) => [identityOf(one), i]));
}

export function identityOf({ pattern, rule_id, error_type }: Named): string {
  return JSON.stringify([pattern, rule_id ?? null, error_type ?? null]);
}

export function activityOf(activity: ActivityReport | undefined): { activity?: PageActivity } {
  if (activity === undefined || activity.from === null) return {};
  const others = activity.patterns
    .slice(LIMITS.series)
    .reduce((sum, { days }) => sum.map((hits, i) => hits + (days[i] ?? 0)), activity.others.slice());
  const series = activity.patterns.slice(0, LIMITS.series).map((one) => ({ name: shown(nameOf(one)), days: one.days }));
  return { activity: { from: activity.from, earlier: activity.earlier, series, others } };
}

/** Only patterns that one of the sessions has hits of: the others' columns would be empty. */
export function sessionsOf(activity: ActivityReport | undefined): PageSessions {
  const all = activity?.sessions ?? [];
  const told = (activity?.elsewhere.hits ?? [])
    .map((_, i) => i)
    .filter((i) => all.slice(0, LIMITS.sessions).some(({ hits }) => (hits[i] ?? 0) > 0))
    .slice(0, LIMITS.sessionPatterns);
  const cut = ({ hits, others }: ActivityReport["elsewhere"]): number[] => [
    ...told.map((i) => hits[i] ?? 0),
    hits.reduce((sum, n, i) => (told.includes(i) ? sum : sum + n), others),
  ];
  const rows = all.slice(0, LIMITS.sessions).map((one) => ({ id: shown(one.session_id), hits: cut(one) }));
  const none = { hits: [], others: 0 };
  const elsewhere = [activity?.elsewhere ?? none, ...all.slice(LIMITS.sessions)].map(cut);
  return {
    patterns: told.map((i) => shown(nameOf(activity?.patterns[i] ?? { pattern: "" }))),
    rows,
    elsewhere: elsewhere.reduce((sum, one) => sum.map((hits, i) => hits + (one[i] ?? 0))),
  };
}
