import type { CacheClearedOutput, CacheStatusOutput, InterruptedBackfill } from "../../model/outputs.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { shellWord } from "../texts/shell-word.js";
import { bytes, time } from "../texts/quantities.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic cache status`: what is kept of the log between scans, and of backfills that have not ended. */
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

function statusLines(status: CacheStatusOutput, view: View): string[] {
  const { state, bytes: size, files, path, archives, backfills } = status;
  const { cache } = view.texts;
  const lines = archives.flatMap((one) =>
    hanging("  ", cache.note(cache.archive(bytes(one.known_bytes), one.extents), one.path), view.columns),
  );
  const kept = state === "none" ? [] : hanging("", cache.size(bytes(size), files, path), view.columns);
  return [...hanging("", cache.states[state], view.columns), ...kept, ...lines, ...backfillLines(backfills, view)];
}

function backfillLines(backfills: readonly InterruptedBackfill[], view: View): string[] {
  if (backfills.length === 0) return [];
  const { title, drop, states, began, progress } = view.texts.cache.backfills;
  const shown = backfills.flatMap((one) => {
    const isKnown = one.began !== null && one.now !== null;
    const told = [
      ...(isKnown
        ? [
            began(time(one.began), time(one.now)),
            progress(bytes(one.read_bytes), bytes(one.total_bytes), bytes(one.bytes)),
          ]
        : [bytes(one.bytes)]),
      one.path,
    ];
    return [
      ...hanging("  ", view.texts.cache.note(states[one.state], isKnown ? commandOf(one, view) : ""), view.columns),
      ...told.flatMap((line) => hanging("    ", line, view.columns)),
    ];
  });
  return ["", ...hanging("", title, view.columns), ...shown, ...hanging("", drop, view.columns)];
}

/** So many paths of a command are shown; `json` has all. */
const MOST_PATHS = 4;
const FLAGS: Readonly<Record<string, string>> = {
  since: "--since",
  until: "--until",
  tz: "--tz",
  map: "--map",
  now: "--now",
  session: "--session",
  rejects: "--rejects",
  maxLineBytes: "--max-line",
  dryRun: "--dry-run",
  overwrite: "--force",
};

/** As it would be typed. */
function commandOf({ archives, options }: InterruptedBackfill, { texts }: View): string {
  const hidden = archives.length - MOST_PATHS;
  const paths = archives.slice(0, MOST_PATHS).map(shellWord);
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag = FLAGS[name];
    if (flag === undefined || value === false) return [];
    return value === true ? flag : `${flag} ${shellWord(String(value))}`;
  });
  const rest = hidden > 0 ? [`… (${texts.cache.backfills.more(hidden)})`] : [];
  return texts.run(["backfill", ...paths, ...rest, ...flags].join(" "));
}

/** `mnemonic cache clear`: it can be had again, so nobody is asked. */
export async function cacheClearCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const only = flags["backfills"] === true ? "backfills" : undefined;
  const { home, size } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    size: await library.clearCache(only),
  }));
  const json: CacheClearedOutput = { schema: "mnemonic.cache-cleared/1", bytes: size };
  const { cleared } = only === undefined ? texts.cache : texts.cache.backfills;
  const text = (view: View) => hanging("", cleared(bytes(size)), view.columns);
  await printResult({ json, text }, settings, home, host, texts);
  return EXIT.done;
}
