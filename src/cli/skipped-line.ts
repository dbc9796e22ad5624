import type { Report } from "../model/report.js";
import type { Texts } from "./texts/texts.js";

/** What a degraded run left out, in one line for those who look at the drafts alone; empty when it is `ok`. */
export function skippedLine({ status, lines, archives, warnings }: Report, { summary }: Texts): string[] {
  if (status === "ok") return [];
  const incomplete = archives.filter((archive) => archive.status !== "complete").length;
  const parts = [
    ...(lines.rejected > 0 ? [summary.skippedLines(lines.rejected)] : []),
    ...(incomplete > 0 ? [summary.skippedArchives(incomplete)] : []),
    ...(warnings.length > 0 ? [summary.skippedWarnings(warnings.length)] : []),
  ];
  return [summary.skipped(parts.length === 0 ? summary.skippedOther : parts.join(summary.listSeparator))];
}
