import type { Progress, ScanOptions } from "../model/options.js";
import type { Report } from "../model/report.js";
import { StoppedError } from "./command-errors.js";
import { EXIT } from "./exit-codes.js";
import type { Host, Library } from "./host.js";
import { printReport } from "./print-report.js";
import { progressDisplay, type ProgressDisplay } from "./progress.js";
import { settingsOf, type FailOn, type Flags, type Settings } from "./settings.js";
import type { Texts } from "./texts.js";

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
  const { home, report } = await run(verb, settings, host, texts);
  await printReport(report, settings, home, host, texts);
  return [...settings.failOn].some((what) => isFound(what, report)) ? EXIT.found : EXIT.done;
}

async function run(
  verb: Verb,
  settings: Settings,
  host: Host,
  texts: Texts,
): Promise<{ home: string; report: Report }> {
  const { home, scan } = settings;
  const display = settings.progress ? progressDisplay(host, texts) : undefined;
  const watched = watch(display);
  const library = await host.openLibrary({
    ...(home === undefined ? {} : { home }),
    ...(scan.threads === undefined ? {} : { threads: scan.threads }),
  });
  try {
    const report = await verb(library, { ...scan, signal: host.signal, onProgress: watched.onProgress });
    return { home: library.home, report };
  } catch (error) {
    // Whatever the library made of it: the user pressed Ctrl-C, and that is what is said.
    throw host.signal.aborted ? new StoppedError(watched.latest(), error) : error;
  } finally {
    display?.stop();
    await library.close();
  }
}

function watch(display: ProgressDisplay | undefined) {
  let latest: Progress | undefined;
  return {
    latest: () => latest,
    onProgress: (progress: Progress) => {
      latest = progress;
      display?.update(progress);
    },
  };
}

/** Rejects are lines, and archives that were refused as a whole. */
function isFound(what: FailOn, { drafts, lines, archives }: Report): boolean {
  if (what === "drafts") return drafts.some((draft) => draft.status === "pending_confirm");
  return lines.rejected > 0 || archives.some(({ status }) => status !== "complete" && status !== "duplicate");
}
