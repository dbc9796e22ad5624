import type { ScanOptions } from "../model/options.js";
import { NotRememberedError } from "../model/errors.js";
import type { ArchiveStatus, Report } from "../model/report.js";
import { Refusal } from "./command-errors.js";
import { EXIT } from "./exit-codes.js";
import type { Host, Library } from "./host.js";
import { printReport } from "./print-report.js";
import { settingsOf, type FailOn, type Flags } from "./settings.js";
import type { Texts } from "./texts/texts.js";
import { sparkOptions } from "./sparkline.js";
import { withLibrary } from "./with-library.js";

const UNREAD: ReadonlySet<ArchiveStatus> = new Set(["unreadable", "unsupported"]);

/** What `scan` and `backfill` differ in. */
type Verb = (library: Library, options: ScanOptions) => Promise<Report>;

/** Flags in, report out, exit code back: the whole of `scan` and of `backfill`. */
export async function recognition(
  verb: Verb,
  flags: Flags,
  archives: readonly string[],
  host: Host,
  texts: Texts,
): Promise<number> {
  const settings = settingsOf(flags, archives, texts);
  const { home, report, failure } = await withLibrary(settings, host, texts, async (library, options) => ({
    home: library.home,
    ...(await reported(() => verb(library, { ...options, ...sparkOptions(settings, host) }))),
  }));
  await printReport(report, settings, home, host, texts);
  if (report.timings.cache_notes.length > 0) {
    const { tellCacheNotes } = await import("./cache-notes.js");
    await tellCacheNotes(report, settings, host, texts);
  }
  if (failure !== undefined) throw failure;
  if (archives.length > 0 && report.archives.every(({ status }) => UNREAD.has(status)))
    throw new Refusal(texts.summary.noneRead, texts.summary.noneReadHint);
  return [...settings.failOn].some((what) => isFound(what, report)) ? EXIT.found : EXIT.done;
}

/** A result that could not be remembered is printed, and then it is said that it was not. */
async function reported(scan: () => Promise<Report>): Promise<{ report: Report; failure?: NotRememberedError }> {
  try {
    return { report: await scan() };
  } catch (failure) {
    if (failure instanceof NotRememberedError) return { report: failure.report, failure };
    throw failure;
  }
}

/** Rejects are lines, and archives that were refused as a whole. */
function isFound(what: FailOn, { drafts, lines, archives }: Report): boolean {
  if (what === "drafts") return drafts.some((draft) => draft.status === "pending_confirm");
  return lines.rejected > 0 || archives.some(({ status }) => status !== "complete" && status !== "duplicate");
}
