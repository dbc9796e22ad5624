import { cleanForTerminal } from "../core/text/safe-text.js";
import type { Report } from "../model/report.js";
import { remark, type Host } from "./host.js";
import type { Settings } from "./settings.js";
import type { Texts } from "./texts/texts.js";

const MOST_NOTES = 8;

/** Says on standard error why something that was known was read again. */
export async function tellCacheNotes(report: Report, settings: Settings, host: Host, { cache }: Texts): Promise<void> {
  const notes = report.timings.cache_notes.slice(0, MOST_NOTES);
  if (settings.quiet || notes.length === 0) return;
  const lines = notes.map(({ code, path = "" }) => cache.note(cache.notes[code], cleanForTerminal(path, 200)));
  await remark(host, `${lines.join("\n")}\n`);
}
