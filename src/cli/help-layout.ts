import { Help, type Command, type HelpConfiguration } from "commander";
import { plainWidth } from "./plain-width.js";
import type { Texts } from "./texts/texts.js";

/** The help's titles in the user's language, and lines that are broken by columns, not by characters. */
export function helpLayout({ help }: Texts): HelpConfiguration {
  const titles: Readonly<Record<string, string>> = help.titles;
  return {
    showGlobalOptions: true,
    minWidthToWrap: 20,
    // Its usage is one step away, and would push every description to the right.
    subcommandTerm: (command) => command.name(),
    styleTitle: (title) => titles[title] ?? title,
    formatHelp: (command, helper) => commandsFirst(command, helper, titles),
    displayWidth: plainWidth,
    boxWrap: wrapped,
  };
}

/** Whoever does not know it yet looks for what it does before how: commands stand before options. */
function commandsFirst(command: Command, helper: Help, titles: Readonly<Record<string, string>>): string {
  const sections = Help.prototype.formatHelp.call(helper, command, helper).trimEnd().split("\n\n");
  const headings = ["Options:", "Global Options:"].map((title) => titles[title] ?? title);
  const isOptions = (section: string): boolean => headings.some((heading) => section.startsWith(`${heading}\n`));
  const ordered = [...sections.filter((section) => !isOptions(section)), ...sections.filter(isOptions)];
  return `${ordered.join("\n\n")}\n`;
}

/** Breaks at spaces and around ideographs; a mark of punctuation stays with what it follows, a bracket with what it holds. */
function wrapped(text: string, width: number): string {
  let [out, used] = ["", 0];
  for (const word of text.match(/（*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+)[，。；：、）]*|\s+/g) ?? []) {
    if (used > 0 && used + plainWidth(word.trimEnd()) > width) {
      out = `${out.trimEnd()}\n`;
      used = 0;
    }
    const shown = used === 0 ? word.trimStart() : word;
    out += shown;
    used += plainWidth(shown);
  }
  return out;
}
