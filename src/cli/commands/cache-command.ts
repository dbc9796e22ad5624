import type { CacheClearedOutput, CacheStatusOutput } from "../../model/outputs.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { bytes } from "../texts/quantities.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic cache status`: what is kept of the log between scans. */
export async function cacheStatusCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, status } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    status: await library.cacheStatus(),
  }));
  const json: CacheStatusOutput = { schema: "mnemonic.cache/1", ...status };
  await printResult({ json, text: (view) => statusLines(cleaned(json), view) }, settings, home, host, texts);
  return EXIT.done;
}

function statusLines({ state, bytes: size, files, path, archives }: CacheStatusOutput, view: View): string[] {
  const { cache } = view.texts;
  const lines = archives.flatMap((one) =>
    hanging("  ", cache.note(cache.archive(bytes(one.known_bytes), one.extents), one.path), view.columns),
  );
  const kept = state === "none" ? [] : hanging("", cache.size(bytes(size), files, path), view.columns);
  return [...hanging("", cache.states[state], view.columns), ...kept, ...lines];
}

/** `mnemonic cache clear`: it can be had again, so nobody is asked. */
export async function cacheClearCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, size } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    size: await library.clearCache(),
  }));
  const json: CacheClearedOutput = { schema: "mnemonic.cache-cleared/1", bytes: size };
  const text = (view: View) => hanging("", texts.cache.cleared(bytes(size)), view.columns);
  await printResult({ json, text }, settings, home, host, texts);
  return EXIT.done;
}
