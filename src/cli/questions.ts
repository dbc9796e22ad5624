import { ANSWERS, type Question } from "../model/outputs.js";
import type { QueuedDraft } from "../model/state.js";
import { reasonInWords, ruleInWords, unsafeInWords } from "./draft-block.js";
import { cleaned } from "./shown.js";
import type { Texts } from "./texts.js";

/** A draft as a question for an agent to put to a person: `review --format json`. */
export function questionOf(draft: QueuedDraft, texts: Texts): Question {
  const { draft_id, unsafe = [] } = draft;
  const shown = cleaned(draft);
  const force = unsafe.length > 0 ? " --force" : "";
  return {
    draft_id,
    question: texts.review.question(ruleInWords(shown, texts), whyOf(shown, texts)),
    answers: ANSWERS,
    commands: {
      confirm: `mnemonic drafts confirm ${draft_id}${force}`,
      reject: `mnemonic drafts reject ${draft_id}`,
      reject_for_good: `mnemonic drafts reject ${draft_id} --for-good`,
    },
    draft,
  };
}

function whyOf(draft: QueuedDraft, texts: Texts): string {
  const why = reasonInWords(draft, draft.moment !== undefined, texts);
  return draft.unsafe?.length ? texts.drafts.unsafe(unsafeInWords(draft.unsafe, texts)) : why;
}
