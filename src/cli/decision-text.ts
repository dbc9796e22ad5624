import type { DecisionOutput } from "../model/outputs.js";
import type { QueueEntry } from "../model/state.js";
import { hanging } from "./fitting.js";
import { nextLines, setOff } from "./next-steps.js";
import { safeName } from "./safe-name.js";
import { cleaned } from "./shown.js";
import type { Texts } from "./texts/texts.js";
import type { View } from "./view.js";

/** What a decision did, a line a draft, and what is due now. */
export function decisionText(decision: Omit<DecisionOutput, "schema">): (view: View) => string[] {
  const { drafts, repeated = [], warnings } = cleaned(decision);
  return (view) => {
    const { queue, warnings: texts, drafts: words } = view.texts;
    const done = drafts.flatMap((entry) => {
      const text = repeated.includes(entry.draft_id)
        ? queue.confirmedBefore(entry.draft_id)
        : queue.done[decision.decision](entry.draft_id);
      return hanging("", [text, ...patternOf(entry, view.texts)].join(words.list), view.columns);
    });
    const told = warnings.flatMap((warning) => hanging("  ", texts.item(warning), view.columns));
    const next = decision.decision === "reopened" ? setOff(nextLines([queue.afterReopening], view)) : [];
    return [...done, ...told.map((line) => view.paint.caution(line)), ...dueLines(decision, view), ...next];
  };
}

function patternOf({ pattern }: QueueEntry, texts: Texts): string[] {
  return pattern === undefined ? [] : [safeName([pattern], texts)];
}

function dueLines(decision: Omit<DecisionOutput, "schema">, { texts, columns, quiet }: View): string[] {
  const { errors_since_solidify: n, solidify_due: isDue } = decision;
  if (n === undefined) return [];
  if (isDue === true) return hanging("", dueText(n, texts), columns);
  return quiet ? [] : hanging("", texts.queue.sinceSolidify(n), columns);
}

export function dueText(n: number, { queue }: Texts): string {
  return queue.solidifyDue(n);
}
