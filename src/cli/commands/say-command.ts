import { quoted } from "../../core/text/quoted.js";
import { WrongUsage } from "../command-errors.js";
import type { Host } from "../host.js";
import { wishOf } from "../say-words.js";
import type { Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";

/** `mnemonic say TEXT`: an agent passes on what a user said to it. */
export async function sayCommand(text: string, flags: Flags, host: Host, texts: Texts): Promise<number> {
  const wish = wishOf(text);
  switch (wish?.name) {
    case "patterns":
      return (await import("./patterns-command.js")).patternsCommand(flags, host, texts);
    case "datasource":
      return (await import("./datasource-command.js")).datasourceCommand(flags, host, texts);
    case "reflect status":
      return (await import("./reflect-command.js")).reflectStatusCommand(flags, host, texts);
    case "scan":
      return (await import("./scan-command.js")).scanCommand([], flags, host, texts);
    case "add":
      return (await import("./reflect-command.js")).reflectAddCommand(wish.rule, flags, host, texts);
    case "solidify":
      return (await import("./solidify-command.js")).solidifyCommand(wish.ids, flags, host, texts);
    case "clear":
      if (!wish.isAgreed) throw new WrongUsage(texts.say.clearNeedsYes, texts.say.clearHint);
      return (await import("./contexts-command.js")).clearCommand({ ...flags, yes: true }, host, texts);
    default:
      throw new WrongUsage(texts.say.unknown(quoted(text, 100)), texts.say.unknownHint);
  }
}
