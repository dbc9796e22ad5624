import { join } from "node:path";
import type { Report } from "../model/report.js";
import { hanging, widthOf } from "./fitting.js";
import { shellWord } from "./texts/shell-word.js";
import type { View } from "./view.js";

/** What a person may do next, a step below the other; nothing for who wants results only. */
export function nextLines(steps: readonly string[], { texts, columns, quiet }: View): string[] {
  const { label } = texts.next;
  const indent = " ".repeat(widthOf(label));
  return quiet ? [] : steps.flatMap((step, i) => hanging(i === 0 ? label : indent, step, columns));
}

/** Set off from what stands above. */
export function setOff(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

/** What comes after a scan or backfill. */
export function nextSteps(report: Report, view: View): string[] {
  const { next } = view.texts;
  const { drafts, new_drafts, source, status } = report;
  const lacking = unfound(report, view);
  const steps = [
    ...(drafts.length > 0 ? [view.dryRun && new_drafts.length > 0 ? next.dryRun : next.drafts] : []),
    ...(source === "none" ? [view.isNamed ? next.noRecords(firstOf(report, view)) : next.noSource(view.home)] : []),
    ...(lacking.length > 0 ? lacking : past(report, view)),
    ...(status === "degraded" ? [next.degraded(view.isNamed ? troubled(report) : "")] : []),
  ];
  return steps.length > 0 ? steps : [next.fine];
}

/** Records of another shape count as hits, and nothing recurs among them: whoever has such a log must not hear that all is well. */
function unfound({ records, source, archives }: Report, view: View): string[] {
  const { hits, unattributed, undated } = records;
  if (source !== "guard_intercept" || hits === 0) return [];
  const { next } = view.texts;
  if (unattributed === hits) return [next.unnamed(firstOf({ archives }, view))];
  return undated === hits ? [next.undated(firstOf({ archives }, view))] : [];
}

/** Old archives, looked at from today: what recurred in them is not said by a scan. */
function past({ records, source, mode, archives }: Report, view: View): string[] {
  const { hits, undated, in_14d } = records;
  if (source !== "guard_intercept" || mode !== "scan" || in_14d > 0 || undated === hits) return [];
  const { isNamed, home, texts } = view;
  const named = archives.length === 1 ? firstOf({ archives }, view) : "ARCHIVE…";
  return [texts.next.past(isNamed ? named : shellWord(home))];
}

function firstOf({ archives }: Pick<Report, "archives">, { isNamed, home }: View): string {
  const path = archives[0]?.path ?? "";
  return shellWord(isNamed ? path : join(home, path));
}

/** An archive of which something was not read. */
function troubled({ archives, lines }: Report): string {
  const incomplete = archives.find(({ status }) => status !== "complete");
  return shellWord((lines.samples[0] ?? incomplete ?? archives[0])?.path ?? "");
}
