import { resolve } from "node:path";
import type { PageOutput } from "../../model/outputs.js";
import type { Report } from "../../model/report.js";
import { Refusal, WrongUsage } from "../command-errors.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host, Library } from "../host.js";
import { LIMITS } from "../html/page-data.js";
import { PAGE_START, renderPage } from "../html/page.js";
import { printResult } from "../output.js";
import { PageFile } from "../page-file.js";
import { bytes, number } from "../texts/quantities.js";
import { cleanForTerminal } from "../../core/text/safe-text.js";
import { settingsOf, type Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary, type WatchedOptions } from "../with-library.js";

/** Standard output in place of a file. */
const STDOUT = "-";

/** `mnemonic report [ARCHIVE…] --html FILE`. Nothing is written but that file. Returns the exit code. */
export async function reportCommand(
  archives: readonly string[],
  flags: Flags,
  host: Host,
  texts: Texts,
): Promise<number> {
  const named = pathOf(flags, archives, texts);
  if (named === STDOUT) return printPage(archives, flags, host, texts);
  const settings = settingsOf(flags, archives, texts);
  const path = resolve(named);
  const file = new PageFile(path, flags["force"] === true, PAGE_START, texts);
  const { home, report } = await withLibrary(settings, host, texts, async (library, options) => {
    file.check(library.home); // before hours of reading
    return { home: library.home, report: await scanned(library, options, archives, flags["backfill"] === true) };
  });
  const page = renderPage(report, texts, host.version());
  file.write(page, home);
  const json = outputOf(report, path, Buffer.byteLength(page));
  await printResult({ json, text: (view) => textOf(json, view) }, settings, home, host, texts);
  return EXIT.done;
}

/** The page is the result then, and the only one. */
async function printPage(archives: readonly string[], flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, archives, texts, ["text"]);
  if (host.stdout.isTTY === true) throw new Refusal(texts.pageFile.terminal, texts.pageFile.terminalHint);
  const { home, report } = await withLibrary(settings, host, texts, async (library, options) => ({
    home: library.home,
    report: await scanned(library, options, archives, flags["backfill"] === true),
  }));
  const lines = renderPage(report, texts, host.version()).trimEnd().split("\n");
  await printResult({ json: {}, text: () => lines }, settings, home, host, texts);
  return EXIT.done;
}

function pathOf(flags: Flags, archives: readonly string[], { usage }: Texts): string {
  const path = flags["html"];
  if (typeof path !== "string" || path.trim() === "")
    throw new WrongUsage(usage.missingArgument("--html FILE"), usage.seeHelp("mnemonic report"));
  if (flags["backfill"] === true && archives.length === 0)
    throw new WrongUsage(usage.missingArgument("ARCHIVE"), usage.seeHelp("mnemonic report"));
  return path;
}

async function scanned(
  library: Library,
  options: WatchedOptions,
  archives: readonly string[],
  isPast: boolean,
): Promise<Report> {
  const activity = { patterns: LIMITS.series, sessions: LIMITS.sessions };
  const asked = { ...options, dryRun: true, activity };
  return isPast ? library.backfill({ ...asked, archives }) : library.scan(asked);
}

function outputOf({ status, patterns, drafts }: Report, file: string, size: number): PageOutput {
  return {
    schema: "mnemonic.page/1",
    file,
    bytes: size,
    status,
    patterns: patterns.length,
    drafts: drafts.length,
  };
}

function textOf(output: PageOutput, { texts, columns }: View): string[] {
  const { pageFile } = texts;
  const counts = pageFile.counts(number(output.patterns), number(output.drafts));
  return [
    ...hanging("", pageFile.written(cleanForTerminal(output.file, 500), bytes(output.bytes)), columns),
    ...hanging("", counts, columns),
  ];
}
