import type { PatternReport, Survey } from "../../model/report.js";
import type { PatternsOutput } from "../../model/outputs.js";
import type { QueueEntry } from "../../model/state.js";
import type { Sheet } from "../delimited.js";
import { cleanForTerminal } from "../../core/text/safe-text.js";
import { EXIT } from "../exit-codes.js";
import { remark, type Host } from "../host.js";
import { printResult, tellOfTheirs } from "../output.js";
import { patternsTable, seedTexts, type PatternsFound } from "../seed-tables.js";
import { settingsOf, TABLE_FORMATS, type Flags, type Settings } from "../settings.js";
import { withBlanks } from "../texts/invocation.js";
import type { Texts } from "../texts/texts.js";
import { sparkOptions } from "../sparkline.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic patterns`: what recurs now, as the log stands. Nothing is written. */
export async function patternsCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts, TABLE_FORMATS);
  const { home, found, activity } = await withLibrary(settings, host, texts, async (library, options) => {
    const report = await library.survey({ ...options, ...sparkOptions(settings, host) });
    return { home: library.home, found: outputOf(report, await library.draftStatuses()), activity: report.activity };
  });
  const columns = host.stdout.isTTY === true ? host.stdout.columns : undefined;
  const result = {
    json: found,
    items: found.patterns,
    text: async () => patternsTable({ ...currentOf(found), activity }, await seedTexts(flags["lang"]), columns),
    sheet: () => sheetOf(found.patterns),
  };
  await printResult(result, settings, home, host, texts);
  await tellOfRest(found, settings, home, host, texts);
  await tellOfTheirs(settings, flags["lang"], host, texts);
  return EXIT.done;
}

function outputOf(report: Survey, queue: readonly Pick<QueueEntry, "draft_id" | "status">[]): PatternsOutput {
  const queued = queue.filter(({ status }) => status === "pending_confirm").map(({ draft_id }) => draft_id);
  return {
    schema: "mnemonic.patterns/1",
    now: report.now,
    source: report.source,
    patterns: report.patterns,
    // What a scan would put into the queue now is pending as well: the table's actions say so already.
    pending: [...new Set([...queued, ...report.new_drafts])],
  };
}

/** The table is of what recurs now: what was met once, or recurred long ago alone, is in the other formats. */
function currentOf({ now, patterns, pending }: PatternsOutput): PatternsFound {
  const isCurrent = ({ counts, trigger, action }: PatternReport): boolean =>
    counts.session > 0 || counts.d7 > 0 || trigger !== null || action === "待确认";
  return { now, patterns: patterns.filter((one) => recurs(one) && isCurrent(one)), pending: pending.length };
}

function recurs({ counts, trigger }: PatternReport): boolean {
  return counts.total > 1 || trigger !== null;
}

/** The table is the protocol's, so what it leaves out is said beside it. */
async function tellOfRest(
  found: PatternsOutput,
  { format, quiet }: Settings,
  home: string,
  host: Host,
  { next, patterns }: Texts,
): Promise<void> {
  if (format !== "text" || quiet) return;
  const single = found.patterns.filter((one) => !recurs(one)).length;
  const past = found.patterns.length - single - currentOf(found).patterns.length;
  const told = [
    ...(found.source === "none" ? [next.noSource(cleanForTerminal(home, 200))] : []),
    ...(past + single > 0 ? [patterns.rest(past, single)] : []),
  ];
  await remark(host, told.map((line) => `${withBlanks(line)}\n`).join(""));
}

function sheetOf(patterns: readonly PatternReport[]): Sheet {
  return {
    columns: [
      "pattern",
      "label",
      "session",
      "d7",
      "d14",
      "total",
      "false_positives",
      "confidence",
      "trigger",
      "action",
    ],
    rows: patterns.map(({ pattern, label, counts, confidence, trigger, action }) => [
      pattern,
      label,
      counts.session,
      counts.d7,
      counts.d14,
      counts.total,
      counts.false_positives,
      confidence,
      trigger?.name ?? null,
      action,
    ]),
  };
}
