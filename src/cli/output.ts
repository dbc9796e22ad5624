import { cleanForTerminal } from "../core/text/safe-text.js";
import { OutputError } from "./command-errors.js";
import type { Sheet } from "./delimited.js";
import { isClosedPipe, remark, resultColumns, write, type Host } from "./host.js";
import { writeJson } from "./json-text.js";
import { paintFor } from "./paint.js";
import type { Settings } from "./settings.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

/** What a command has found, in each form that it may be asked for. Only the wanted one is made. */
export interface Result {
  readonly json: object;
  /** One a line of `ndjson`; by default the whole as one line. */
  readonly items?: readonly object[];
  readonly text: (view: View) => readonly string[] | Promise<readonly string[]>;
  /** For `csv` and `markdown`. */
  readonly sheet?: () => Sheet;
}

/** Prints a result on standard output in the format that was asked for. @throws OutputError */
export async function printResult(
  result: Result,
  settings: Settings,
  home: string,
  host: Host,
  texts: Texts,
): Promise<void> {
  try {
    await printAs(result, settings, host, viewOf(settings, home, host, texts));
  } catch (error) {
    if (!isClosedPipe(error)) throw new OutputError((error as Error).message, { cause: error });
  }
}

async function printAs(result: Result, { format }: Settings, { stdout }: Host, view: View): Promise<void> {
  if (format === "json") return writeJson(result.json, stdout.isTTY === true, stdout);
  if (format === "ndjson") return (await import("./ndjson-lines.js")).writeLines(result.items ?? [result.json], stdout);
  if (format === "text" || result.sheet === undefined) return writeText(await result.text(view), stdout);
  const delimited = await import("./delimited.js");
  return writeText(delimited[format](result.sheet()), stdout);
}

function writeText(lines: readonly string[], stdout: Host["stdout"]): Promise<void> {
  return write(stdout, lines.map((line) => `${line}\n`).join(""));
}

/** A table of the protocol's is Chinese in any language: whoever reads another on a terminal is told of theirs. */
export async function tellOfTheirs(settings: Settings, lang: unknown, host: Host, texts: Texts): Promise<void> {
  const { format, quiet } = settings;
  if (format !== "text" || quiet || lang !== undefined || texts.language === "zh" || host.stdout.isTTY !== true) return;
  await remark(host, `${texts.seed.theirs}\n`);
}

export function viewOf(settings: Settings, home: string, { stdout, env }: Host, texts: Texts): View {
  return {
    texts,
    paint: paintFor(settings.color, stdout, env),
    columns: resultColumns({ stdout, env }),
    now: new Date(settings.scan.now ?? Date.now()).toISOString(),
    home: cleanForTerminal(home, 200),
    dryRun: settings.scan.dryRun,
    isNamed: (settings.scan.archives?.length ?? 0) > 0,
    quiet: settings.quiet,
  };
}
