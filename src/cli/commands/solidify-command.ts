import { isQueued } from "../../core/memory/state-guards.js";
import { confirmCommand } from "./decide-command.js";
import { queueTable } from "../queue-table.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { DraftsOutput } from "../../model/outputs.js";
import type { Host } from "../host.js";
import { remark } from "../host.js";
import { printResult } from "../output.js";
import { settingsOf, type Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/**
 * `say '!solidify'`: the drafts that await a person, fresh from a scan, and how they are confirmed; with ids it confirms
 * them. Solidifying itself is Canon's: the last word is to run Canon's own.
 */
export async function solidifyCommand(ids: readonly string[], flags: Flags, host: Host, texts: Texts): Promise<number> {
  if (ids.length > 0) {
    const exitCode = await confirmCommand(ids, flags, host, texts);
    if (exitCode === EXIT.done) await remark(host, `${texts.say.runCanon}\n`);
    return exitCode;
  }
  const settings = settingsOf(flags, [], texts);
  const { home, drafts } = await withLibrary(settings, host, texts, async (library, options) => {
    await library.scan(options);
    const queue = await library.drafts();
    return {
      home: library.home,
      drafts: queue.filter((entry) => isQueued(entry) && entry.status === "pending_confirm"),
    };
  });
  const json: DraftsOutput = { schema: "mnemonic.drafts/1", drafts };
  const text = (view: View) => [
    ...queueTable(drafts, false)({ ...view, quiet: true }),
    "",
    ...hanging("", drafts.length > 0 ? texts.say.solidify : texts.say.nothingToSolidify, view.columns),
    ...hanging("", texts.say.runCanon, view.columns),
  ];
  await printResult({ json, items: drafts, text }, settings, home, host, texts);
  return EXIT.done;
}
