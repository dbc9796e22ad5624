import type { Report } from "../model/report.js";
import { OutputError } from "./command-errors.js";
import { isClosedPipe, remark, write, type Host } from "./host.js";
import { writeJson } from "./json-text.js";
import { viewOf } from "./output.js";
import { protocolLines } from "./protocol-lines.js";
import type { Settings } from "./settings.js";
import { skippedLine } from "./skipped-line.js";
import type { Texts } from "./texts/texts.js";

/** Writes the report in the format that was asked for: results to standard output, remarks to standard error. */
export async function printReport(
  report: Report,
  settings: Settings,
  home: string,
  host: Host,
  texts: Texts,
): Promise<void> {
  if (settings.format !== "text" && !settings.quiet) {
    await remark(host, `${[...protocolLines(report), ...skippedLine(report, texts)].join("\n")}\n`);
  }
  try {
    await printResult(report, settings, home, host, texts);
  } catch (error) {
    if (!isClosedPipe(error)) throw new OutputError((error as Error).message, { cause: error });
  }
}

async function printResult(report: Report, settings: Settings, home: string, host: Host, texts: Texts): Promise<void> {
  const { stdout } = host;
  if (settings.format === "json") return writeJson(report, stdout.isTTY === true, stdout);
  if (settings.format === "ndjson") return (await import("./ndjson-lines.js")).writeLines(report.drafts, stdout);
  const { textReport } = await import("./text-report.js");
  return write(stdout, textReport(report, viewOf(settings, home, host, texts)));
}
