import type { Explanation } from "../../model/explanation.js";
import { EXIT } from "../exit-codes.js";
import { explanationText } from "../explanation-text.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { settingsOf, type Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic explain RULE_OR_PATTERN_OR_DRAFT [ARCHIVE…]`: why it is drafted, or why not. Nothing is written. */
export async function explainCommand(
  name: string,
  archives: readonly string[],
  flags: Flags,
  host: Host,
  texts: Texts,
): Promise<number> {
  const settings = settingsOf(flags, archives, texts);
  const { home, json } = await withLibrary(settings, host, texts, async (library, options) => {
    const explanation: Explanation = await library.explain(name, options);
    return { home: library.home, json: explanation };
  });
  await printResult({ json, text: explanationText(json) }, settings, home, host, texts);
  return EXIT.done;
}
