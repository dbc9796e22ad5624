import type { Report } from "../model/report.js";
import { draftsSection } from "./drafts-section.js";
import { hanging } from "./fitting.js";
import { nextLines, nextSteps } from "./next-steps.js";
import { patternsSection } from "./patterns-section.js";
import { protocolLines } from "./protocol-lines.js";
import { shownOf, type Shown } from "./shown.js";
import { summarySection } from "./summary-section.js";
import type { View } from "./view.js";

/** The report for a person, from the protocol lines to what to do next. Ends in a newline. */
export function textReport(report: Report, view: View): string {
  const shown = shownOf(report);
  const sections = [
    protocolLines(report), // never wrapped: others look for them whole
    summarySection(shown, view),
    patternsSection(shown, view),
    draftsSection(shown, view),
    warningsSection(shown, view),
    nextLines(nextSteps(shown.report, view), view),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function warningsSection({ report, hidden }: Shown, { texts, paint, columns }: View): string[] {
  if (report.warnings.length === 0) return [];
  const { warnings } = texts;
  const total = report.warnings.length + hidden.warnings;
  const items = report.warnings.flatMap((warning) => {
    const { path } = warning;
    const text = warnings.item(warning);
    // Most messages begin with their path.
    const placed = path === undefined || text.includes(path) ? text : warnings.withPath(path, text);
    return hanging("  ", placed, columns);
  });
  const more = hidden.warnings > 0 ? [`  ${warnings.more(hidden.warnings)}`] : [];
  return [paint.caution(warnings.title(total)), ...items, ...more];
}
