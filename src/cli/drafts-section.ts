import type { Report } from "../model/report.js";
import { draftBlock } from "./draft-block.js";
import { hanging } from "./fitting.js";
import type { Shown } from "./shown.js";
import type { View } from "./view.js";

/** Each draft of a report with its reason in words and the places of its evidence. */
export function draftsSection({ report, hidden }: Shown, view: View): string[] {
  const { drafts } = view.texts;
  const total = report.drafts.length + hidden.drafts;
  if (total === 0) return [drafts.none];
  const title = drafts.title(total, report.new_drafts.length);
  const waiting = report.waiting?.length ?? 0;
  const full =
    waiting === 0 ? [] : hanging("", drafts.full(report.new_drafts.length, waiting, view.dryRun), view.columns);
  const blocks = report.drafts.flatMap((draft, i) => [
    "",
    ...draftBlock(draft, `${i + 1}. `, standingOf(draft.draft_id, report), view),
  ]);
  const more = hidden.drafts > 0 ? ["", ...hanging("", drafts.more(hidden.drafts), view.columns)] : [];
  return [view.paint.title(title), ...full, ...blocks, ...more];
}

function standingOf(id: string, { new_drafts, waiting, mode }: Report) {
  return {
    isNew: new_drafts.includes(id),
    isWaiting: waiting?.includes(id) === true,
    isPast: mode === "backfill",
  };
}
