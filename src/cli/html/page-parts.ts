import type { PatternReport, Report } from "../../model/report.js";
import { bytes, time } from "../texts/quantities.js";
import { activityOf, seriesOf, sessionsOf } from "./page-activity.js";
import { LIMITS, type PageData } from "./page-data.js";
import { pageDrafts } from "./page-drafts.js";
import { pagePattern } from "./page-patterns.js";
import type { PageCatalogue } from "./page-texts.js";
import { sourcesOf } from "./page-sources.js";

/** The parts of a report that the page shows, in words. */
export function pageDataOf(report: Report, texts: PageCatalogue): PageData {
  const { page } = texts;
  const series = seriesOf(report);
  return {
    texts: page.client,
    head: headOf(report, texts),
    figures: figuresOf(report, texts),
    ...activityOf(report.activity),
    sessions: sessionsOf(report.activity),
    drafts: pageDrafts(report, texts),
    patterns: report.patterns.slice(0, LIMITS.patterns).map((pattern) => pagePattern(pattern, series, texts)),
    ...sourcesOf(report, texts),
    left: leftOf(report),
  };
}

function headOf(
  { now, mode, source, status, recognition }: Report,
  { page, summary }: PageCatalogue,
): PageData["head"] {
  return {
    title: page.title(mode),
    status,
    statusText: page.status[status],
    facts: [summary.now(time(now)), page.source[source], page.recognition[recognition]],
  };
}

function figuresOf(
  { records, patterns, drafts, new_drafts, lines, archives }: Report,
  { page }: PageCatalogue,
): PageData["figures"] {
  const pending = drafts.filter(({ status }) => status === "pending_confirm").length;
  const whole = archives.filter(({ status }) => status === "complete" || status === "duplicate").length;
  const read = archives.reduce((sum, archive) => sum + archive.bytes, 0);
  const { figures } = page;
  return [
    { label: figures.hits, value: records.hits, note: figures.inWindows(records.in_7d, records.in_14d) },
    { label: figures.sessions, value: records.sessions, note: figures.falsePositives(records.false_positives) },
    { label: figures.patterns, value: patterns.length, note: figures.recurring(patterns.filter(isRecurring).length) },
    { label: figures.drafts, value: pending, note: figures.fresh(new_drafts.length) },
    {
      label: figures.rejected,
      value: lines.rejected,
      note: figures.ofLines(lines.total),
      ...(lines.rejected > 0 ? { tone: "bad" as const } : {}),
    },
    {
      label: figures.archives,
      value: archives.length,
      note: whole === archives.length ? bytes(read) : figures.notWhole(archives.length - whole),
      ...(whole === archives.length ? {} : { tone: "bad" as const }),
    },
  ];
}

function isRecurring({ trigger }: PatternReport): boolean {
  return trigger !== null;
}

function leftOf({ patterns, drafts, archives, lines, warnings, records }: Report): PageData["left"] {
  const beyond = (length: number, most: number): number => Math.max(0, length - most);
  return {
    patterns: beyond(patterns.length, LIMITS.patterns),
    drafts: beyond(drafts.length, LIMITS.drafts),
    archives: beyond(archives.length, LIMITS.archives),
    rejects: beyond(lines.rejected, Math.min(lines.samples.length, LIMITS.rejects)),
    warnings: beyond(warnings.length, LIMITS.warnings),
    series: beyond(patterns.length, LIMITS.series),
    sessions: beyond(records.sessions, LIMITS.sessions),
    sessionPatterns: beyond(patterns.length, LIMITS.sessionPatterns),
  };
}
