import type { HelpConfiguration } from "commander";
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
    displayWidth: plainWidth,
    boxWrap: wrapped,
  };
}

/** Breaks at spaces and around ideographs; a mark of punctuation stays with what it follows. */
function wrapped(text: string, width: number): string {
  let [out, used] = ["", 0];
  for (const word of text.match(/[\u2e80-\uffef][，。；：、）]*|[^\s\u2e80-\uffef]+[，。；：、）]*|\s+/g) ?? []) {
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
