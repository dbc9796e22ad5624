import type { ArchiveReport, RecordCounts, Report } from "../model/report.js";
import { hanging } from "./fitting.js";
import { bytes, time } from "./texts/quantities.js";
import type { Shown } from "./shown.js";
import { table, type Column } from "./table.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

/** What was read and how much of it counts. */
export function summarySection({ report, hidden }: Shown, view: View): string[] {
  const { texts, columns } = view;
  if (report.archives.length === 0) return [...titleLines(report, 0, view), texts.summary.noArchives];
  return [
    ...titleLines(report, hidden.archives, view),
    ...archiveLines(report.archives, view),
    ...(hidden.archives > 0 ? [`  ${texts.summary.moreArchives(hidden.archives)}`] : []),
    ...passedOver(report, view),
    ...hanging("", lineCounts(report, texts), columns),
    ...rejectLines(report, hidden.samples, view),
    ...hanging("", hitCounts(report, texts), columns),
    ...otherCounts(report, view),
  ];
}

function titleLines(
  { mode, archives, timings, now, status }: Report,
  hidden: number,
  { texts, paint, columns }: View,
): string[] {
  const { summary } = texts;
  const title = [summary.title(mode, archives.length + hidden, bytes(timings.bytes)), summary.now(time(now))];
  const state = hanging("", summary.status[status], columns).map((line) =>
    (status === "ok" ? paint.good : paint.caution)(line),
  );
  return [...hanging("", title.join(summary.listSeparator), columns).map((line) => paint.title(line)), ...state];
}

function archiveLines(archives: readonly ArchiveReport[], { texts, columns, paint }: View): string[] {
  const head: Column[] = [
    { title: "", least: 12, whole: "word" },
    { title: "", align: "right" },
    { title: "", least: 12 },
  ];
  const rows = archives.map((archive) => [archive.path, bytes(archive.bytes), archiveState(archive, texts)]);
  const [, ...lines] = table(head, rows, columns - 2, { field: texts.patterns.field, separator: texts.drafts.list });
  return lines.map((line) => paint.dim(`  ${line}`));
}

/** With what reads them: a pattern for the folder of the first. */
function passedOver({ passed_over }: Report, { texts, columns, paint }: View): string[] {
  if (passed_over === undefined) return [];
  const { files, paths } = passed_over;
  const more = files > paths.length ? ["…"] : [];
  const pattern = (paths[0] ?? "").replace(/[^/\\]*$/, "*");
  const text = texts.summary.passedOver(files, [...paths, ...more].join(texts.summary.listSeparator), pattern);
  return hanging("", text, columns).map((line) => paint.caution(line));
}

function archiveState({ status, code, params, reason = "" }: ArchiveReport, { summary }: Texts): string {
  const word = summary.archive[status];
  return code === undefined ? word : summary.withReason(word, summary.archiveReason(code, params, reason));
}

function lineCounts({ lines }: Report, { summary }: Texts): string {
  const counts = summary.lines(lines.total, lines.accepted, lines.blank);
  return lines.incomplete > 0 ? counts + summary.incomplete(lines.incomplete) : counts;
}

function rejectLines({ lines }: Report, hidden: number, { texts, columns, paint }: View): string[] {
  if (lines.rejected === 0) return [];
  const { summary } = texts;
  const samples = lines.samples.flatMap(({ path, offset, reason }) =>
    hanging("  ", `${path}:${offset}: ${summary.reasons[reason]}`, columns),
  );
  const more = hidden > 0 ? [`  ${summary.moreSamples(hidden)}`] : [];
  return [paint.bad(summary.rejected(lines.rejected)), ...samples, ...more];
}

function hitCounts({ records, source }: Report, { summary }: Texts): string {
  if (source === "canon_errors") return summary.errorRecords(records.hits);
  const { hits, in_7d, in_14d, sessions } = records;
  return summary.hits(hits, in_7d, in_14d, sessions);
}

function otherCounts({ records }: Report, { texts, columns }: View): string[] {
  const { kinds, others, listSeparator } = texts.summary;
  const names = Object.keys(kinds) as (keyof typeof kinds & keyof RecordCounts)[];
  const parts = names.filter((name) => records[name] > 0).map((name) => kinds[name](records[name]));
  return parts.length === 0 ? [] : hanging("", others + parts.join(listSeparator), columns);
}
