import type { PatternReport } from "../../model/report.js";
import { number, time } from "../texts/quantities.js";
import type { Texts } from "../texts/texts.js";
import { identityOf, nameOf } from "./page-activity.js";
import type { PagePattern } from "./page-data.js";
import { shown } from "./shown-text.js";

const MOST_INTERCEPTORS = 4;

/** One row of the table; `series` has the numbers of those that have one. */
export function pagePattern(pattern: PatternReport, series: ReadonlyMap<string, number>, texts: Texts): PagePattern {
  const { counts, trigger, covered_by, first, last } = pattern;
  const { patterns } = texts;
  const named = Object.entries(pattern.interceptors);
  const some = named.slice(0, MOST_INTERCEPTORS).map(([name, hits]) => `${shown(name, 40)} ${number(hits)}`);
  return {
    name: shown(nameOf(pattern)),
    label: shown(pattern.label),
    session: counts.session,
    d7: counts.d7,
    d14: counts.d14,
    total: counts.total,
    falsePositives: counts.false_positives,
    sessions: pattern.sessions,
    first: first === null ? "" : time(first),
    last: last === null ? "" : time(last),
    confidence: pattern.confidence,
    trigger: trigger === null ? "" : patterns.triggers[trigger.name],
    action: Object.hasOwn(patterns.actions, pattern.action)
      ? (patterns.actions[pattern.action] ?? "")
      : shown(pattern.action),
    coveredBy: covered_by === null ? "" : patterns.coveredBy(patterns.covered[covered_by.kind], shown(covered_by.id)),
    interceptors: [...some, ...(named.length > some.length ? ["…"] : [])].join(texts.drafts.list),
    series: series.get(identityOf(pattern)) ?? -1,
  };
}
