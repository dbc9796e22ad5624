import type { CoveredBy } from "../../model/report.js";
import type { Memory } from "../memory/memory.js";
import type { Recognised } from "../recognition/recognise.js";

/**
 * The decision that covers a pattern (semantics, section 6): a confirmed draft until Canon's rule has been seen, a
 * rejected one until a trigger holds on later hits (or for good), and any decision until its session ends.
 */
export function coveringDecision(
  { counts, trigger }: Recognised,
  draftId: () => string,
  memory: Memory,
  session: string | null,
): CoveredBy | null {
  const decided = memory.decided(counts.kind, counts.key) ?? memory.restored(draftId);
  if (decided?.status === "confirmed") return { kind: "draft", id: decided.draft_id, by: "confirmed" };
  if (decided?.status === "rejected" && (decided.for_good === true || trigger === null))
    return { kind: "draft", id: decided.draft_id, by: "rejected" };
  if (trigger !== null && session !== null && memory.decidedInSession(counts.kind, counts.key, session))
    return { kind: "session", id: session, by: "pushed_this_session" };
  return null;
}
