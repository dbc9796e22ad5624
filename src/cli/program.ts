import { Command, CommanderError } from "commander";
import { WrongUsage } from "./command-errors.js";
import { helpLayout } from "./help-layout.js";
import { columnsOf, type Host } from "./host.js";
import type { Flags } from "./settings.js";
import type { Texts } from "./texts.js";

type Run = (archives: readonly string[], flags: Flags, host: Host, texts: Texts) => Promise<number>;

/** The commands and their options. Each command's own code is loaded when it runs. */
export function programOf(host: Host, texts: Texts, exitWith: (code: number) => void): Command {
  const { help } = texts;
  const program = new Command("mnemonic")
    .description(help.program)
    .usage(help.usage.program)
    .exitOverride()
    .configureOutput(outputOf(host))
    .configureHelp(helpLayout(texts))
    .helpOption("-h, --help", help.options.help)
    .helpCommand("help [command]", help.helpCommand);
  addCommonOptions(program, texts);
  addVersion(program, host, texts);
  const action = (load: () => Promise<Run>) => async (archives: string[], _own: unknown, command: Command) => {
    exitWith(await (await load())(archives, command.optsWithGlobals(), host, texts));
  };
  addRecognition(program, "scan", "[ARCHIVE...]", texts).action(
    action(async () => (await import("./scan-command.js")).scanCommand),
  );
  addRecognition(program, "backfill", "<ARCHIVE...>", texts).action(
    action(async () => (await import("./backfill-command.js")).backfillCommand),
  );
  return program.addHelpText("after", `${examplesOf("program", texts)}\n\n${exitCodesOf(texts)}`);
}

/** Understood before and after the name of the command. */
function addCommonOptions(program: Command, { help: { options }, usage }: Texts): void {
  const value = valueOf(program, usage);
  program
    .option("--home <DIR>", options.home, value("--home"))
    .option("--now <TIME>", options.now, value("--now"))
    .option("--session <ID>", options.session, value("--session"))
    .option("--threads <N>", options.threads, value("--threads"))
    .option("--format <FORMAT>", options.format, value("--format"))
    .option("--lang <LANG>", options.lang, value("--lang"))
    .option("--color <WHEN>", options.color, value("--color"))
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
  return command
    .summary(name === "scan" ? help.scanSummary : help.backfillSummary)
    .description(help[name])
    .usage(help.usage[name])
    .argument(archives, name === "scan" ? help.archives : help.backfillArchives)
    .option("-n, --dry-run", help.options.dryRun)
    .option("--max-line <SIZE>", help.options.maxLine, value("--max-line"))
    .option("--fail-on <WHAT>", help.options.failOn, value("--fail-on"))
    .helpOption("-h, --help", help.options.help)
    .addHelpText("after", examplesOf(name, texts));
}

/** `--home --dry-run` names no folder: the value was forgotten. Commander would take the next option for it. */
function valueOf(command: Command, { missingValue }: Texts["usage"]) {
  return (flag: string) => (value: string) => {
    const program = command.parent ?? command;
    const known = [program, ...program.commands].flatMap((owner) => owner.options);
    if (known.some((option) => option.long === value)) throw new WrongUsage(missingValue(flag));
    return value;
  };
}

function examplesOf(name: keyof Texts["help"]["examples"], { help }: Texts): string {
  const lines = help.examples[name].flatMap(([command = "", what = ""]) => [`  ${command}`, `      ${what}`]);
  return `\n${help.titles.examples}\n${lines.join("\n")}`;
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
