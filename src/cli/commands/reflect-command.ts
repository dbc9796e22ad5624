import { reflectStatus } from "../../home/diagnosis.js";
import type { DraftOutput, ReflectOutput } from "../../model/outputs.js";
import { quoted } from "../../core/text/quoted.js";
import { RULE_TYPES, type RuleType } from "../../model/rule.js";
import { WrongUsage } from "../command-errors.js";
import { entryBlock } from "../entry-block.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { ruleLines, solidifyLines } from "../rule-totals.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic reflect status`: the rules by type, and Canon's last solidifying. */
export async function reflectStatusCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, json } = await withLibrary(settings, host, texts, async (library, options) => ({
    home: library.home,
    json: await reflectStatus(library, options),
  }));
  await printResult({ json, text: statusText(cleaned(json)) }, settings, home, host, texts);
  return EXIT.done;
}

function statusText({ rules, solidify, pending }: ReflectOutput): (view: View) => string[] {
  return ({ texts, columns }) => [
    ...ruleLines(rules, texts, columns),
    ...solidifyLines(solidify, texts, columns),
    ...hanging("", texts.queue.title(pending), columns),
  ];
}

/** `mnemonic reflect add "RULE" [--type TYPE]`: queues a rule in a person's own words. */
export async function reflectAddCommand(rule: string, flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  if (rule.trim() === "") throw new WrongUsage(texts.usage.badValue("RULE", '""', texts.usage.expected.text));
  const { now } = settings.scan;
  const type = typeOf(flags["type"], texts);
  const { home, draft } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    draft: await library.add(rule, {
      ...(now === undefined ? {} : { now }),
      ...(type && { type }),
      signal: host.signal,
    }),
  }));
  const json: DraftOutput = { schema: "mnemonic.draft/1", draft };
  await printResult({ json, text: entryBlock(cleaned(draft)) }, settings, home, host, texts);
  return EXIT.done;
}

function typeOf(given: unknown, { usage }: Texts): RuleType | undefined {
  if (typeof given !== "string") return undefined;
  const type = RULE_TYPES.find((known) => known === given);
  if (type !== undefined) return type;
  throw new WrongUsage(usage.badValue("--type", quoted(given, 60), usage.expected.oneOf(RULE_TYPES.join(", "))));
}
