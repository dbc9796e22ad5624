import type { PatternReport, Report } from "../model/report.js";
import { hundredths, number } from "./texts/quantities.js";
import type { Shown } from "./shown.js";
import { sparklineOf } from "./sparkline.js";
import { table, type Column } from "./table.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

/** The table of patterns, in the report's order. */
export function patternsSection({ report, hidden }: Shown, { texts, paint, columns }: View): string[] {
  const { patterns } = texts;
  const total = report.patterns.length + hidden.patterns;
  if (total === 0) return [patterns.none];
  const { activity, now, mode } = report;
  const days = (pattern: PatternReport): string[] =>
    activity === undefined ? [] : [sparklineOf(pattern, activity, now)];
  const rows = report.patterns.map((pattern) => [...cellsOf(pattern, mode, texts), ...days(pattern)]);
  const titles = [
    ...columnsOf(mode, texts),
    ...(activity === undefined ? [] : [{ title: patterns.columns.days, folds: 0 }]),
  ];
  const [head = "", ...lines] = table(titles, rows, columns, {
    field: patterns.field,
    separator: texts.drafts.clauses,
  });
  const more = hidden.patterns > 0 ? [patterns.more(hidden.patterns)] : [];
  return [paint.title(patterns.title(total)), paint.dim(head), ...lines, ...more];
}

function columnsOf(mode: Report["mode"], { patterns }: Texts): Column[] {
  const { rule, session, d7, d14, total, confidence, trigger, action, coveredBy } = patterns.columns;
  const right = { align: "right" as const };
  return [
    { title: rule, least: 14, most: 40, mostLines: 3, whole: "word" },
    ...(hasSession(mode) ? [{ title: session, ...right }] : []),
    { title: d7, ...right },
    { title: d14, ...right, folds: 5 },
    { title: total, ...right, folds: 4 },
    { title: confidence, ...right },
    // Most patterns have none: folded, it costs few lines.
    { title: trigger, folds: 2 },
    { title: action, folds: 3 },
    { title: coveredBy, least: 14, most: 40, mostLines: 3, folds: 1, whole: "cell" },
  ];
}

function cellsOf(pattern: PatternReport, mode: Report["mode"], texts: Texts): string[] {
  const { counts, trigger, action } = pattern;
  return [
    nameOf(pattern),
    ...[...(hasSession(mode) ? [counts.session] : []), counts.d7, counts.d14, counts.total].map(number),
    hundredths(pattern.confidence),
    trigger === null ? "" : texts.patterns.triggers[trigger.name],
    wordFor(action, texts),
    coverOf(pattern, texts),
  ];
}

/** The session of now is of no account where all of history is looked at: it is the last one of the archives. */
function hasSession(mode: Report["mode"]): boolean {
  return mode === "scan";
}

/** Recommended actions are Chinese words in the data (semantics, section 10); what is none of them stays as it is. */
function wordFor(action: string, { patterns }: Texts): string {
  const word = Object.hasOwn(patterns.actions, action) ? patterns.actions[action] : undefined;
  return word ?? action;
}

/** The key, and what the rule is called where that says more. */
function nameOf({ pattern, rule_id, error_type, label }: PatternReport): string {
  const key = rule_id ?? error_type ?? pattern;
  return key.includes(label) ? key : `${key} ${label}`;
}

function coverOf({ covered_by }: PatternReport, { patterns }: Texts): string {
  if (covered_by === null) return "";
  const { kind, by, id } = covered_by;
  const word = by === "confirmed" || by === "rejected" ? patterns.decided[by] : patterns.covered[kind];
  return patterns.coveredBy(word, id);
}
