import type { QueuedDraft } from "../../model/state.js";
import type { Sha256 } from "../memory/stored-key.js";
import { assessed } from "./draft.js";
import { cleanText } from "../text/safe-text.js";

const MAX_RULE = 200;

/**
 * A rule that a person wrote, as a draft: it has no evidence and asks for none. A person may have copied it from anywhere, or
 * an agent may have written it for them, so it is looked at like any other.
 */
export function userDraft(text: string, type: string, now: string, sha256: Sha256): QueuedDraft {
  const rule = cleanText(text, MAX_RULE);
  return assessed<QueuedDraft>({
    ts: now,
    type,
    rule,
    context: "手动添加",
    match: { exact: [], semantic: rule },
    source: "user",
    data_source: "none",
    draft_id: `d_${sha256(["user", "user", rule, ""].join("\0")).slice(0, 16)}`,
    pattern: rule,
    kind: "user",
    rule_id: null,
    trigger: { name: "user", confidence: 1 },
    confidence: 1,
    status: "pending_confirm",
    evidence: {
      total: 0,
      d7: 0,
      d14: 0,
      false_positives: 0,
      sessions: [],
      first: null,
      last: null,
      interceptors: {},
      newest: [],
    },
  });
}
