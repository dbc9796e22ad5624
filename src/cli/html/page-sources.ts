import type { ArchiveReport, Report } from "../../model/report.js";
import { bytes, number } from "../texts/quantities.js";
import { LIMITS, type PageData } from "./page-data.js";
import type { PageCatalogue } from "./page-texts.js";
import { LONG, shown } from "./shown-text.js";

/** Archives, lines, rejects and warnings. */
export function sourcesOf(
  report: Report,
  texts: PageCatalogue,
): Pick<PageData, "archives" | "lines" | "rejects" | "warnings"> {
  return {
    archives: archivesOf(report, texts),
    lines: linesOf(report, texts),
    rejects: rejectsOf(report, texts),
    warnings: warningsOf(report, texts),
  };
}

/** Those with a problem first, so that none of them is left out. */
function archivesOf({ archives }: Report, { summary }: PageCatalogue): PageData["archives"] {
  return archives
    .toSorted((a, b) => Number(a.status === "complete") - Number(b.status === "complete"))
    .slice(0, LIMITS.archives)
    .map((archive) => ({
      path: shown(archive.path, LONG),
      bytes: bytes(archive.bytes),
      status: summary.archive[archive.status],
      isWhole: archive.status === "complete" || archive.status === "duplicate",
      reason: shown(reasonOf(archive, summary), LONG),
    }));
}

function reasonOf({ code, params, reason = "" }: ArchiveReport, summary: PageCatalogue["summary"]): string {
  return code === undefined ? reason : summary.archiveReason(code, params, reason);
}

function linesOf({ lines, records }: Report, { page, summary }: PageCatalogue): PageData["lines"] {
  const kinds = Object.entries(summary.kinds).filter(([kind]) => records[kind as keyof typeof summary.kinds] > 0);
  const rejected = Object.entries(summary.reasons).filter(([reason]) => lines.reasons[reason as "too_long"] > 0);
  return [
    { label: page.lines.total, text: number(lines.total) },
    { label: page.lines.accepted, text: number(lines.accepted) },
    { label: page.lines.blank, text: number(lines.blank) },
    { label: page.lines.incomplete, text: number(lines.incomplete) },
    ...rejected.map(([reason, word]) => ({
      label: page.lines.rejected(word),
      text: number(lines.reasons[reason as "too_long"]),
    })),
    ...kinds.map(([kind]) => ({
      label: page.lines.kinds[kind as keyof typeof summary.kinds],
      text: number(records[kind as keyof typeof summary.kinds]),
    })),
  ];
}

function rejectsOf({ lines }: Report, { summary }: PageCatalogue): PageData["rejects"] {
  return lines.samples
    .slice(0, LIMITS.rejects)
    .map(({ path, offset, reason }) => ({ place: `${shown(path, LONG)}:${offset}`, reason: summary.reasons[reason] }));
}

function warningsOf({ warnings }: Report, texts: PageCatalogue): PageData["warnings"] {
  return warnings.slice(0, LIMITS.warnings).map((warning) => {
    const { path } = warning;
    const text = shown(texts.warnings.item(warning), LONG);
    return path === undefined || text.includes(path) ? text : texts.warnings.withPath(shown(path, LONG), text);
  });
}
