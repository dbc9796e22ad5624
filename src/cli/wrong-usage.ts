import type { Command, CommanderError } from "commander";
import { quoted } from "../core/quoted.js";
import { WrongUsage } from "./command-errors.js";
import type { Texts } from "./texts.js";

/** Commander says in English alone what was wrong; these are the parts of what it says. */
const MESSAGE = /^error: [^']*'([^']*)'(?: argument missing)?(?:\n\(Did you mean (?:one of )?(.+)\?\))?$/s;

/** The same in the user's language, with the way to the help. */
export function wrongUsageOf(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  texts: Texts,
): WrongUsage {
  return new WrongUsage(messageOf(error, texts), texts.usage.seeHelp(helpFor(argv, program)));
}

function messageOf({ code, message }: CommanderError, { usage }: Texts): string {
  if (code === "commander.excessArguments") return usage.tooMany;
  const [, name = "", similar] = MESSAGE.exec(message) ?? [];
  const suggestion = similar === undefined ? "" : usage.didYouMean(similar);
  if (name === "") return usage.other(message.replace(/^error: /, ""));
  if (code === "commander.unknownOption") return usage.unknownOption(quoted(name)) + suggestion;
  if (code === "commander.unknownCommand") return usage.unknownCommand(quoted(name)) + suggestion;
  if (code === "commander.missingArgument") return usage.missingArgument(name);
  if (code === "commander.optionMissingArgument") return usage.missingValue(name.replace(/ <.*/, ""));
  return usage.other(message.replace(/^error: /, ""));
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
