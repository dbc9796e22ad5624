import { cleanForTerminal } from "../../core/text/safe-text.js";
import { escaped } from "../../core/text/visible-json.js";
import type { Draft, Report } from "../../model/report.js";
import { tellCacheNotes } from "../cache-notes.js";
import { EXIT } from "../exit-codes.js";
import { isClosedPipe, remark, write, type Host } from "../host.js";

import { hundredths } from "../texts/quantities.js";
import { settingsOf, type Flags, type Settings } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";

const INTERVAL_SECONDS = 1;

/** `mnemonic watch`: a line a draft, until Ctrl-C. */
export async function watchCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { home, scan } = settings;
  const seconds = settings.intervalSeconds ?? INTERVAL_SECONDS;
  const library = await host.openLibrary({
    ...(home === undefined ? {} : { home }),
    ...(scan.threads === undefined ? {} : { threads: scan.threads }),
  });
  const say = async (text: string): Promise<void> => (settings.quiet ? undefined : remark(host, `${text}\n`));
  try {
    await say(texts.watch.began(cleanForTerminal(library.home, 200), seconds));
    const drafts = library.watch({
      ...({ session: scan.session, dryRun: scan.dryRun, maxLineBytes: scan.maxLineBytes } as object),
      signal: host.signal,
      intervalMs: seconds * 1000,
      onReport: (report: Report) => void tellCacheNotes(report, settings, host, texts),
      onProblem: ({ message }) => void say(texts.watch.problem(cleanForTerminal(message, 400))),
    });
    for await (const draft of drafts) await write(host.stdout, `${lineOf(draft, settings, texts)}\n`);
    await say(texts.watch.ended);
    return EXIT.done;
  } catch (error) {
    if (isClosedPipe(error)) return EXIT.done;
    throw error;
  } finally {
    await library.close();
  }
}

function lineOf(draft: Draft, { format }: Settings, { watch }: Texts): string {
  // What never ends is no one document: json is a line a draft as well.
  if (format !== "text") return escaped(JSON.stringify(draft));
  const { draft_id, confidence, rule, unsafe = [] } = cleaned(draft);
  const line = watch.draft(draft_id, hundredths(confidence), rule);
  return unsafe.length > 0 ? watch.unsafe(line) : line;
}
