import type { FeedbackOutput } from "../../model/outputs.js";
import { quoted } from "../../core/text/quoted.js";
import { maskSecrets } from "../../core/safety/secrets.js";
import { PatternNotFoundError } from "../../model/errors.js";
import { Refusal, WrongUsage } from "../command-errors.js";
import { EXIT } from "../exit-codes.js";
import { hanging } from "../fitting.js";
import type { Host } from "../host.js";
import { printResult } from "../output.js";
import { hundredths } from "../texts/quantities.js";
import { settingsOf, type Flags } from "../settings.js";
import { cleaned } from "../shown.js";
import type { Texts } from "../texts/texts.js";
import type { View } from "../view.js";
import { withLibrary } from "../with-library.js";

/** `mnemonic feedback RULE --false-positive|--confirmed`: a person's verdict on a pattern. */
export async function feedbackCommand(rule: string, flags: Flags, host: Host, texts: Texts): Promise<number> {
  const settings = settingsOf(flags, [], texts);
  const verdict = verdictOf(flags, texts);
  const { now } = settings.scan;
  const { home, pattern } = await withLibrary(settings, host, texts, async (library) => ({
    home: library.home,
    pattern: await known(
      () => library.feedback(rule, verdict, { ...(now === undefined ? {} : { now }), signal: host.signal }),
      rule,
      texts,
    ),
  }));
  const json: FeedbackOutput = { schema: "mnemonic.feedback/1", verdict, pattern };
  await printResult({ json, text: feedbackText(json) }, settings, home, host, texts);
  return EXIT.done;
}

/** A slip in the name must not make an entry of its own: it is said which names there are that look like it. */
async function known<T>(verdict: () => Promise<T>, rule: string, { feedback, drafts }: Texts): Promise<T> {
  try {
    return await verdict();
  } catch (error) {
    if (!(error instanceof PatternNotFoundError)) throw error;
    const [name = "", ...near] = [rule, ...error.near].map((one) => quoted(maskSecrets(one).text, 60));
    const names = near.join(drafts.list);
    throw new Refusal(feedback.unknown(name), names === "" ? feedback.unknownHint : feedback.near(names));
  }
}

function verdictOf(flags: Flags, { feedback, usage }: Texts): FeedbackOutput["verdict"] {
  const [isFalse, isConfirmed] = [flags["falsePositive"] === true, flags["confirmed"] === true];
  if (isFalse === isConfirmed) throw new WrongUsage(feedback.needsVerdict, usage.seeHelp("mnemonic feedback"));
  return isFalse ? "false_positive" : "confirmed";
}

function feedbackText({ pattern, verdict }: FeedbackOutput): (view: View) => string[] {
  const { pattern: name, confidence, held, count } = cleaned(pattern);
  return ({ texts, columns }) => {
    const { feedback, drafts } = texts;
    const parts = [
      feedback.noted[verdict](name),
      drafts.confidence(hundredths(confidence)),
      ...(held === true ? [feedback.held] : []),
    ];
    const unhit = count === 0 ? hanging("", feedback.unhit(name), columns) : [];
    return [...hanging("", parts.join(drafts.clauses), columns), ...unhit];
  };
}
