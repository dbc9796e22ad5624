import type { DraftOutput, DraftsOutput } from "../../model/outputs.js";
import { EXIT } from "../exit-codes.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { queueSheet, queueTable } from "../queue-table.js";
import { entryBlock } from "../entry-block.js";
import { settingsOf, TABLE_FORMATS, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic drafts [list] [--all]`: the queue, as the last scan left it. */
export async function draftsCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts, TABLE_FORMATS);
  const { home, drafts } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    drafts: await library.drafts(),
  }));
  const isAll = flags["all"] === true;
  const json: DraftsOutput = { schema: "mnemonic.drafts/1", drafts };
  const result = {
    json,
    items: drafts,
    text: queueTable(drafts, isAll),
    sheet: () => queueSheet(drafts, isAll),
  };
  await printResult(result, settings, home, host, texts);
  return EXIT.done;
}

/** `mnemonic drafts show ID`. */
export async function showCommand(id: string, flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, draft } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    draft: await library.draft(id),
  }));
  const json: DraftOutput = { schema: "mnemonic.draft/1", draft };
  await printResult({ json, text: entryBlock(cleaned(draft)) }, settings, home, host, texts);
  return EXIT.done;
}
