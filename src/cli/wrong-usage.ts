import type { Command, CommanderError } from "commander";
import { distance } from "../core/text/near-names.js";
import { quoted } from "../core/text/quoted.js";
import { WrongUsage } from "./command-errors.js";
import type { Texts } from "./texts/texts.js";

/** Commander says in English alone what was wrong; these are the parts of what it says. */
const MESSAGE = /^error: [^']*'([^']*)'(?: argument missing)?(?:\n\(Did you mean (?:one of )?(.+)\?\))?$/s;

/** The same in the user's language, with the way to the help. */
export function wrongUsageOf(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  texts: Texts,
): WrongUsage {
  return new WrongUsage(
    error.code === "commander.excessArguments" ? excessOf(argv, program, texts) : messageOf(error, texts),
    texts.usage.seeHelp(helpFor(argv, program)),
  );
}

function messageOf({ code, message }: CommanderError, { usage }: Texts): string {
  const [, name = "", similar] = MESSAGE.exec(message) ?? [];
  const suggestion = similar === undefined ? "" : usage.didYouMean(similar);
  if (name === "") return usage.other(message.replace(/^error: /, ""));
  if (code === "commander.unknownOption") return usage.unknownOption(quoted(name)) + suggestion;
  if (code === "commander.unknownCommand") return usage.unknownCommand(quoted(name)) + suggestion;
  if (code === "commander.missingArgument") return usage.missingArgument(name);
  if (code === "commander.optionMissingArgument") return usage.missingValue(name.replace(/ <.*/, ""));
  return usage.other(message.replace(/^error: /, ""));
}

/** `drafts confrm` runs `drafts list` with one argument too many, as commander sees it: a slip in the second word. */
function excessOf(argv: readonly string[], program: Command, texts: Texts): string {
  const [name, word] = argv.slice(argv.findIndex((one) => groupOf(program, one) !== undefined));
  const group = name === undefined ? undefined : groupOf(program, name);
  if (group === undefined || word === undefined || word.startsWith("-")) return texts.usage.tooMany;
  return unknownIn(group, word, texts);
}

/** @throws WrongUsage for a word that names no command */
export function commandNamed(program: Command, words: readonly string[], texts: Texts): Command {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) throw unknownBelow(command, word, program === command ? "mnemonic" : words[0], texts);
    command = next;
  }
  return command;
}

function unknownBelow(group: Command, word: string, parent: string | undefined, texts: Texts): WrongUsage {
  const page = parent === "mnemonic" ? parent : `mnemonic ${parent}`;
  return new WrongUsage(unknownIn(group, word, texts), texts.usage.seeHelp(page));
}

function unknownIn({ commands }: Command, word: string, { usage }: Texts): string {
  const similar = commands.map((one) => one.name()).filter((known) => distance(known, word) <= 2);
  return usage.unknownCommand(quoted(word)) + (similar.length > 0 ? usage.didYouMean(similar.join(", ")) : "");
}

function groupOf(program: Command, name: string): Command | undefined {
  return program.commands.find((one) => one.name() === name && one.commands.length > 0);
}

/** The whole name of the command that was meant, as far as it is one. */
function helpFor(argv: readonly string[], program: Command): string {
  let command = program;
  const names = ["mnemonic"];
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) continue;
    names.push(word);
    command = next;
  }
  return names.join(" ");
}
