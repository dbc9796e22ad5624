import { statusOf } from "../../home/diagnosis.js";
import type { StatusOutput } from "../../model/outputs.js";
import type { DraftStatus } from "../../model/report.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { bytes, time } from "../texts/quantities.js";
import { ruleLines, solidifyLines } from "../rule-totals.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import { table } from "../table.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** A log that rotates every day has years of siblings. */
const MOST_FILES = 20;

/** `mnemonic status`: what is there. Nothing is written. */
export async function statusCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, json } = await withLibrary(settings, host, texts, async (library, options) => ({
    home: library.home,
    json: await statusOf(library, options),
  }));
  await printResult({ json, text: statusText(cleaned(json)) }, settings, home, host, texts);
  return EXIT.done;
}

function statusText(status: StatusOutput): (view: View) => string[] {
  return (view) => {
    const { texts, paint, columns } = view;
    const line = (label: string, text: string) => hanging(label, text, columns);
    const words = texts.status;
    const { source, session, records, rules, solidify, contexts, patterns } = status;
    return [
      ...line(words.home, status.home).map((text) => paint.title(text)),
      ...fileLines(status, view),
      "",
      ...line(words.source, sourceText(source, session, texts)),
      ...line(words.records, words.counts(records.hits, records.in_7d, records.in_14d, records.rejected)),
      ...line(words.memory, words.remembered(patterns, contexts)),
      ...line(words.queue, queueText(status, texts)),
      ...ruleLines(rules, texts, columns),
      ...solidifyLines(solidify, texts, columns),
      ...line(words.lastScan, solidify.last_scan_at === null ? words.unknown : time(solidify.last_scan_at)),
    ];
  };
}

function fileLines({ files }: StatusOutput, { texts, paint, columns }: View): string[] {
  if (files.length === 0) return hanging("  ", texts.status.noFiles, columns);
  const head = [
    { title: "", least: 12 },
    { title: "", align: "right" as const },
    { title: "", folds: 1 },
  ];
  const rows = files.slice(0, MOST_FILES).map(({ path, bytes: size, modified }) => [path, bytes(size), time(modified)]);
  const [, ...lines] = table(head, rows, columns - 2, { field: texts.patterns.field, separator: texts.drafts.list });
  const more = files.length > rows.length ? [texts.status.moreFiles(files.length - rows.length)] : [];
  return [...lines, ...more].map((text) => paint.dim(`  ${text}`));
}

function sourceText(source: StatusOutput["source"], session: string | null, { status, drafts }: Texts): string {
  return [status.sources[source], ...(session === null ? [] : [status.session(session)])].join(drafts.clauses);
}

function queueText({ queue }: StatusOutput, { drafts, status }: Texts): string {
  const counted = Object.entries(queue).filter(([name, n]) => n > 0 || name === "pending_confirm");
  const parts = counted.map(([name, n]) =>
    name === "pending_confirm" ? status.awaiting(n) : status.drafts(drafts.status[name as DraftStatus], n),
  );
  return parts.join(drafts.list);
}
