import { isQueued } from "../core/state-guards.js";
import type { QuestionsOutput } from "../model/outputs.js";
import type { QueuedDraft, QueueEntry } from "../model/state.js";
import { WrongUsage } from "./command-errors.js";
import { EXIT } from "./exit-codes.js";
import { isInteractive, write, type Host } from "./host.js";
import { printResult, viewOf } from "./output.js";
import { questionOf } from "./questions.js";
import { Review } from "./review.js";
import { settingsOf, type Flags, type Settings } from "./settings.js";
import type { Texts } from "./texts.js";
import { withLibrary } from "./with-library.js";

/** `mnemonic review`: a walk through what awaits a person. With `json` it prints the questions, for whoever asks them. */
export async function reviewCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  if (settings.format !== "text") return printQuestions(settings, host, texts);
  if (!isInteractive(host)) throw new WrongUsage(texts.review.needsTerminal, texts.review.needsTerminalHint);
  return withLibrary(settings, host, texts, async (library) => {
    const pending = (await library.drafts()).filter(isPendingDraft);
    if (pending.length === 0) {
      await write(host.stdout, `${texts.review.none}\n`);
      return EXIT.done;
    }
    const review = new Review(pending, library, host, viewOf(settings, library.home, host, texts), settings.scan.now);
    await review.run();
    return EXIT.done;
  });
}

async function printQuestions(settings: Settings, host: Host, texts: Texts): Promise<number> {
  const { home, questions } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    questions: (await library.drafts()).filter(isPendingDraft).map((draft) => questionOf(draft, texts)),
  }));
  const json: QuestionsOutput = { schema: "mnemonic.questions/1", questions };
  await printResult({ json, items: questions, text: () => [] }, settings, home, host, texts);
  return EXIT.done;
}

function isPendingDraft(entry: QueueEntry): entry is QueuedDraft & QueueEntry {
  return isQueued(entry) && entry.status === "pending_confirm";
}
