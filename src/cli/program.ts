import { Command, CommanderError } from "commander";
import { addCommand, examplesOf, groupOf, runWith, valueOf, type Bench } from "./commands/command-parts.js";
import { helpLayout } from "./help-layout.js";
import { columnsOf, type Host } from "./host.js";
import { addCacheCommands } from "./commands/cache-commands.js";
import { addMemoryCommands } from "./commands/memory-commands.js";
import type { Texts } from "./texts/texts.js";

/** The commands and their options. Each command's own code is loaded when it runs. */
export function programOf(bench: Bench): Command {
  const { host, texts } = bench;
  const { help } = texts;
  const program = new Command("mnemonic")
    .description(help.program)
    .usage(help.usage.program)
    .exitOverride()
    .configureOutput(outputOf(host))
    .configureHelp(helpLayout(texts))
    .helpOption("-h, --help", help.options.help)
    .helpCommand(false);
  addCommonOptions(program, texts);
  addVersion(program, host, texts);
  addRecognition(program, "scan", "[ARCHIVE...]", texts).action(
    runWith(bench, async () => {
      const { scanCommand } = await import("./commands/scan-command.js");
      return ([archives], ...rest) => scanCommand(archives as string[], ...rest);
    }),
  );
  addRecognition(program, "backfill", "<ARCHIVE...>", texts).action(
    runWith(bench, async () => {
      const { backfillCommand } = await import("./commands/backfill-command.js");
      return ([archives], ...rest) => backfillCommand(archives as string[], ...rest);
    }),
  );
  addReport(program, bench);
  addMemoryCommands(program, bench);
  addCacheCommands(program, bench);
  addHelp(program, texts);
  return program.addHelpText("after", `${examplesOf(help.examples.program, texts)}\n\n${exitCodesOf(texts)}`);
}

/** `mnemonic help drafts confirm`: commander's own looks at the first word alone, and says of none that it is unknown. */
function addHelp(program: Command, texts: Texts): void {
  const { help } = texts;
  program
    .command("help")
    .summary(help.helpCommand)
    .description(help.helpCommand)
    .usage(help.usage.help)
    .argument("[COMMAND...]")
    .helpGroup(groupOf("help", texts))
    .helpOption("-h, --help", help.options.help)
    .action(async (words: string[]) => {
      const { commandNamed } = await import("./wrong-usage.js");
      commandNamed(program, words, texts).outputHelp();
    });
}

/** Understood before and after the name of the command. */
function addCommonOptions(program: Command, { help: { options }, usage }: Texts): void {
  const value = valueOf(program, usage);
  program
    .option("--home <DIR>", options.home, value("--home"))
    .option("--now <TIME>", options.now, value("--now"))
    .option("--tz <ZONE>", options.tz, value("--tz"))
    .option("--since <TIME>", options.since, value("--since"))
    .option("--until <TIME>", options.until, value("--until"))
    .option("--map <MAP>", options.map, value("--map"))
    .option("--session <ID>", options.session, value("--session"))
    .option("--threads <N>", options.threads, value("--threads"))
    .option("--max-memory <SIZE>", options.maxMemory, value("--max-memory"))
    .option("--temp-dir <DIR>", options.tempDir, value("--temp-dir"))
    .option("--format <FORMAT>", options.format, value("--format"))
    .option("--lang <LANG>", options.lang, value("--lang"))
    .option("--color <WHEN>", options.color, value("--color"))
    .option("--no-cache", options.noCache)
    .option("--no-progress", options.noProgress)
    .option("-q, --quiet", options.quiet)
    .option("--debug", options.debug);
}

function addVersion(program: Command, host: Host, { help }: Texts): void {
  program.option("-V, --version", help.options.version).on("option:version", () => {
    host.stdout.write(`${host.version()}\n`);
    throw new CommanderError(0, "commander.version", "");
  });
}

function addRecognition(program: Command, name: "scan" | "backfill", archives: string, texts: Texts): Command {
  const { help, usage } = texts;
  const command = program.command(name);
  const value = valueOf(command, usage);
  if (name === "scan") command.option("--verify", help.options.verify);
  return command
    .helpGroup(groupOf(name, texts))
    .summary(name === "scan" ? help.scanSummary : help.backfillSummary)
    .description(help[name])
    .usage(help.usage[name])
    .argument(archives, name === "scan" ? help.archives : help.backfillArchives)
    .option("-n, --dry-run", help.options.dryRun)
    .option("--max-line <SIZE>", help.options.maxLine, value("--max-line"))
    .option("--rejects <FILE>", help.options.rejects, value("--rejects"))
    .option("-f, --force", help.options.overwrite)
    .option("--fail-on <WHAT>", help.options.failOn, value("--fail-on"))
    .helpOption("-h, --help", help.options.help)
    .addHelpText("after", examplesOf(help.examples[name], texts));
}

function addReport(program: Command, bench: Bench): void {
  const { help, usage } = bench.texts;
  const report = addCommand(program, "report", bench);
  const value = valueOf(report, usage);
  report
    .argument("[ARCHIVE...]", help.archives)
    .option("--html <FILE>", help.options.html, value("--html"))
    .option("--backfill", help.options.backfill)
    .option("--max-line <SIZE>", help.options.maxLine, value("--max-line"))
    .option("-f, --force", help.options.forcePage)
    .action(
      runWith(bench, async () => {
        const { reportCommand } = await import("./commands/report-command.js");
        return ([archives], ...rest) => reportCommand(archives as string[], ...rest);
      }),
    );
}

function exitCodesOf({ help }: Texts): string {
  const lines = Object.entries(help.exitCodes).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
  return `${help.titles.exitCodes}\n${lines.join("\n")}`;
}

function outputOf({ stdout, stderr }: Host) {
  return {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
    getOutHelpWidth: () => columnsOf(stdout),
    getErrHelpWidth: () => columnsOf(stderr),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
    // run.ts says it, in the user's language.
    outputError: () => undefined,
  };
}
