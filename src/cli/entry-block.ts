import { isQueued } from "../core/memory/state-guards.js";
import type { DecidedDraft, QueueEntry } from "../model/state.js";
import { draftBlock } from "./draft-block.js";
import { hanging } from "./fitting.js";
import { nextLines, setOff } from "./next-steps.js";
import { time } from "./texts/quantities.js";
import type { View } from "./view.js";

/** One entry of the queue with all that is known of it, and what can be done with it. Texts in it are safe for a terminal. */
export function entryBlock(entry: QueueEntry): (view: View) => string[] {
  return (view) => (isQueued(entry) ? queuedLines(entry, view) : decidedLines(entry as DecidedDraft, view));
}

function queuedLines(entry: Parameters<typeof draftBlock>[0], view: View): string[] {
  const { queue } = view.texts;
  const block = draftBlock(entry, "", { isPast: entry.moment !== undefined }, view);
  const isForced = entry.status !== "pending_confirm" || (entry.unsafe?.length ?? 0) > 0;
  return [...block, ...setOff(nextLines([queue.nextOf(entry.draft_id, isForced)], view))];
}

function decidedLines(entry: DecidedDraft, view: View): string[] {
  const { drafts, queue } = view.texts;
  const { draft_id, pattern, status, judged_until, decided_at, for_good, rule } = entry;
  const facts = [
    queue.decidedAt(drafts.status[status], time(decided_at)),
    ...(for_good === true ? [queue.forGood] : []),
    ...(judged_until === null ? [] : [queue.judgedUntil(time(judged_until))]),
    ...(typeof rule === "string" ? [queue.coveredByRule(rule)] : []),
    ...(rule === null ? [queue.ruleGone] : []),
  ];
  return [
    ...hanging("", [draft_id, ...(pattern === undefined ? [] : [pattern])].join(drafts.list), view.columns).map(
      (line) => view.paint.title(line),
    ),
    ...facts.flatMap((fact) => hanging("   ", fact, view.columns)),
    ...(status === "rejected" && !view.quiet ? hanging("", queue.canReopen(draft_id), view.columns) : []),
  ];
}
