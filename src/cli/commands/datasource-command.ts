import type { DataSourceOutput } from "../../model/outputs.js";
import { EXIT } from "../exit-codes.js";
import type { Host } from "../host.js";
import { printResult, tellOfTheirs } from "../output.js";
import { seedTexts, sourceBlock } from "../seed-tables.js";
import { settingsOf, type Flags } from "../settings.js";
import type { Texts } from "../texts/texts.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic datasource`: where records come from now, and in how many sessions from where. Nothing is written. */
export async function datasourceCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, found } = await withLibrary(settings, host, texts, async (library, options) => {
    const { now, source, recognition, records } = await library.survey(options);
    const { sessions, switches, source: remembered } = await library.dataSource();
    const output: DataSourceOutput = {
      schema: "mnemonic.datasource/1",
      now,
      source,
      remembered,
      recognition,
      records: source === "guard_intercept" ? records.in_7d : source === "canon_errors" ? records.hits : 0,
      sessions,
      switches,
    };
    return { home: library.home, found: output };
  });
  const result = { json: found, text: async () => sourceBlock(found, await seedTexts(flags["lang"])) };
  await printResult(result, settings, home, host, texts);
  await tellOfTheirs(settings, flags["lang"], host, texts);
  return EXIT.done;
}
