import type { QuestionsOutput, ReviewedOutput } from "../../model/outputs.js";
import { sendAnswers } from "../answers.js";
import { WrongUsage } from "../command-errors.js";
import type { Decision } from "./decide-command.js";
import { decisionText } from "../decision-text.js";
import { EXIT } from "../exit-codes.js";
import { givenAnswers, isPendingDraft, statusOf } from "../given-answers.js";
import { hanging } from "../fitting.js";
import { isInteractive, write, type Host } from "../host.js";
import { printResult, viewOf } from "../output.js";
import { questionOf } from "../questions.js";
import { Review } from "../review.js";
import { settingsOf, type Flags, type Settings } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic review`: a walk through what awaits a person. With `json` it prints the questions, for whoever asks them. */
export async function reviewCommand(flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const { answers } = flags;
  if (typeof answers === "string") return takeAnswers(answers, settings, host, texts);
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

/** `review --answers FILE`: what an agent was answered. All is looked at before any of it is sent. */
async function takeAnswers(file: string, settings: Settings, host: Host, texts: Texts): Promise<number> {
  const { now } = settings.scan;
  const decisions: Decision[] = [];
  const { home, given } = await withLibrary(settings, host, texts, async (library) => {
    const found = await givenAnswers(file, await library.drafts(), host, texts);
    const options = { ...(now === undefined ? {} : { now }), signal: host.signal };
    await sendAnswers(found.unsent, library, options, async (decision) => void decisions.push(decision));
    return { home: library.home, given: found };
  });
  const last = decisions.findLast(({ decision }) => decision === "confirmed");
  const json: ReviewedOutput = {
    schema: "mnemonic.reviewed/1",
    answers: given.all.map(({ draft_id, answer }) => ({ draft_id, answer })),
    ...(given.repeated.length === 0 ? {} : { repeated: given.repeated.map(({ draft_id }) => draft_id) }),
    ...(last?.errors_since_solidify === undefined ? {} : { errors_since_solidify: last.errors_since_solidify }),
    ...(last?.solidify_due === undefined ? {} : { solidify_due: last.solidify_due }),
    warnings: decisions.flatMap(({ warnings }) => warnings),
  };
  const text = (view: View): string[] => [
    ...cleaned(given.repeated).flatMap((entry) =>
      hanging("", texts.review.doneBefore(entry.draft_id, statusOf(entry, texts)), view.columns),
    ),
    ...(decisions.length === 0 ? [texts.review.nothingSent] : decisions.flatMap((one) => decisionText(one)(view))),
  ];
  await printResult({ json, text }, settings, home, host, texts);
  return EXIT.done;
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
