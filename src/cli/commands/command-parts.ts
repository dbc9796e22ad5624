import type { Command } from "commander";
import { WrongUsage } from "../command-errors.js";
import { remark, type Host } from "../host.js";
import { invocationOf } from "../texts/invocation.js";
import { LANGUAGES } from "../texts/language.js";
import { loadTexts } from "../texts/load-texts.js";
import type { Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";

/** What a command is made with. */
export interface Bench {
  readonly host: Host;
  readonly texts: Texts;
  readonly exitWith: (code: number) => void;
  /** In what language the rest is said. */
  readonly speak: (texts: Texts) => void;
}

export type CommandName = keyof Texts["help"]["commands"];

/** A command below `parent`, with its help; `name` is the whole name. */
export function addCommand(parent: Command, name: CommandName, { texts }: Bench, isDefault = false): Command {
  const { help } = texts;
  const { summary, description, usage, examples } = help.commands[name];
  return parent
    .command(name.split(" ").at(-1) as string, { isDefault })
    .helpGroup(groupOf(name, texts))
    .summary(summary)
    .description(description)
    .usage(usage)
    .helpOption("-h, --help", help.options.help)
    .addHelpText("after", examplesOf(examples, texts));
}

/** What each command is for, in the list of all. */
const GROUPS: Readonly<Record<string, "read" | "see" | "decide" | "tend">> = {
  scan: "read",
  backfill: "read",
  watch: "read",
  report: "read",
  patterns: "see",
  datasource: "see",
  explain: "see",
  contexts: "see",
  drafts: "decide",
  review: "decide",
  feedback: "decide",
  status: "tend",
  doctor: "tend",
  config: "tend",
  cache: "tend",
};

/** The heading that a command stands under; those of a command's own stand under one. */
export function groupOf(name: string, { help: { titles } }: Texts): string {
  return name.includes(" ") ? "Commands:" : titles[GROUPS[name] ?? "others"];
}

/**
 * The options of all levels, with what variables and the home's `config.json` say where no flag does; and in which language.
 * `lists`: the command shows itself what can't be used. @throws WrongUsage
 */
async function optionsOf(
  command: Command,
  host: Host,
  texts: Texts,
  lists: boolean,
): Promise<{ flags: Flags; spoken: Texts }> {
  const { sourcedFlags } = await import("../option-sources.js");
  const { homeConfig } = await import("../home-config.js");
  const isGiven = (name: string): boolean => command.getOptionValueSourceWithGlobals(name) === "cli";
  const given = command.optsWithGlobals();
  const config = homeConfig(given["home"] ?? host.env["MNEMONIC_HOME"]);
  const { flags, problems } = sourcedFlags(given, isGiven, host.env, config, texts);
  const spoken = await spokenIn(flags, isGiven("home"), host, texts);
  if (lists) return { flags, spoken };
  const wrong = problems.find(({ from }) => from === "env");
  if (wrong !== undefined) throw new WrongUsage(wrong.message, spoken.config.seeConfig);
  const lines = problems.map(({ message }) => `mnemonic: ${spoken.config.holds(message)}\n`);
  if (flags["quiet"] !== true) await remark(host, lines.join(""));
  return { flags, spoken };
}

/** The texts of the language that was asked for, in which commands name the home as it was named. */
async function spokenIn(flags: Flags, isHomeGiven: boolean, { env }: Host, texts: Texts): Promise<Texts> {
  const { home, lang = texts.language } = flags;
  const language = LANGUAGES.find((one) => one === lang);
  const { shellWord } = await import("../texts/shell-word.js");
  const run = invocationOf(isHomeGiven && typeof home === "string" ? shellWord(home) : undefined, env);
  return language === undefined ? texts : loadTexts(language, run);
}

/** Runs a command's own code, which is loaded then, with its arguments and the options of all levels. */
export function runWith(
  { host, texts, exitWith, speak }: Bench,
  load: () => Promise<(args: readonly unknown[], flags: Flags, host: Host, texts: Texts) => Promise<number>>,
  { listsProblems = false } = {},
) {
  return async (...all: unknown[]): Promise<void> => {
    // Commander hands over the arguments, then the command's own options, then the command.
    const command = all.at(-1) as Command;
    const { flags, spoken } = await optionsOf(command, host, texts, listsProblems);
    speak(spoken);
    exitWith(await (await load())(all.slice(0, -2), flags, host, spoken));
  };
}

/** `--home --dry-run` names no folder: the value was forgotten. Commander would take the next option for it. */
export function valueOf(command: Command, { missingValue }: Texts["usage"]) {
  return (flag: string) => (value: string) => {
    if (flagsBelow(rootOf(command)).includes(value)) throw new WrongUsage(missingValue(flag));
    return value;
  };
}

/** The long names of the options of a command and of all below it. */
function flagsBelow({ options, commands }: Command): (string | undefined)[] {
  return options.map(({ long }) => long ?? undefined).concat(commands.flatMap((one) => flagsBelow(one)));
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

export function examplesOf(examples: readonly (readonly string[])[], { help }: Texts): string {
  const lines = examples.flatMap(([command = "", what = ""]) => [`  ${command}`, `      ${what}`]);
  return `\n${help.titles.examples}\n${lines.join("\n")}`;
}
