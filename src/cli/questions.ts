import { ANSWERS, type Question } from "../model/outputs.js";
import type { QueuedDraft } from "../model/state.js";
import { reasonInWords, ruleInWords, unsafeInWords } from "./draft-block.js";
import { maskSecrets } from "../core/safety/secrets.js";
import { cleaned } from "./shown.js";
import { withBlanks } from "./texts/invocation.js";
import type { Texts } from "./texts/texts.js";

/** A draft as a question for an agent to put to a person: `review --format json`. */
export function questionOf(draft: QueuedDraft, texts: Texts): Question {
  const { draft_id, unsafe = [] } = draft;
  const shown = cleaned(draft);
  const force = unsafe.length > 0 ? " --force" : "";
  const run = (words: string): string => withBlanks(texts.run(words));
  return {
    draft_id,
    question: texts.review.question(ruleInWords(shown, texts), whyOf(shown, texts)),
    answers: ANSWERS,
    commands: {
      confirm: run(`drafts confirm ${draft_id}${force}`),
      reject: run(`drafts reject ${draft_id}`),
      reject_for_good: run(`drafts reject ${draft_id} --for-good`),
    },
    draft: withMaskedKeys(draft),
  };
}

/** An agent reads this, and answers by the draft's id: of a key it needs no secret. */
function withMaskedKeys(draft: QueuedDraft): QueuedDraft {
  const { pattern, rule_id, error_type } = draft;
  const mask = (text: string): string => maskSecrets(text).text;
  return {
    ...draft,
    pattern: mask(pattern),
    ...(typeof rule_id === "string" ? { rule_id: mask(rule_id) } : {}),
    ...(error_type === undefined ? {} : { error_type: mask(error_type) }),
  };
}

function whyOf(draft: QueuedDraft, texts: Texts): string {
  const why = reasonInWords(draft, draft.moment !== undefined, texts);
  return draft.unsafe?.length ? texts.drafts.unsafe(unsafeInWords(draft.unsafe, texts)) : why;
}
