import type { DraftEdits } from "../home/decision-desk.js";
import type { QueuedDraft } from "../model/state.js";
import { confirmed, type Decision } from "./commands/decide-command.js";
import type { Library } from "./host.js";

export type Answer = "confirm" | "reject" | "reject_for_good" | "skip";

/** What a person said of one draft. */
export interface Answered {
  readonly draft: QueuedDraft;
  readonly answer: Answer;
  readonly edits?: DraftEdits | undefined;
  /** Confirm it although it is unsafe: it was shown as that. */
  readonly force: boolean;
}

type Options = Omit<NonNullable<Parameters<Library["confirm"]>[1]>, "force" | "edits">;

/** Sends answers, rejections first; `tell` gets each decision as it is made. */
export async function sendAnswers(
  answers: readonly Answered[],
  library: Library,
  options: Options,
  tell: (decision: Decision) => Promise<void>,
): Promise<void> {
  for (const answer of ["reject", "reject_for_good"] as const) {
    const ids = answers.filter((one) => one.answer === answer).map(({ draft }) => draft.draft_id);
    if (ids.length === 0) continue;
    const rejection = await library.reject(ids, { ...options, forGood: answer === "reject_for_good" });
    await tell({ decision: "rejected", ...rejection });
  }
  for (const { draft, edits, force } of answers.filter(({ answer }) => answer === "confirm")) {
    const own = { ...options, force, ...(edits === undefined ? {} : { edits }) };
    await tell(await confirmed(library, [draft.draft_id], own));
  }
}
