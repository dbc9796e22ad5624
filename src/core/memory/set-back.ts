import type { HistoryEntry, State, Stored } from "../../model/state.js";
import { historyName } from "./history-name.js";
import { foldedUntilOf } from "./memory.js";
import { isDecided } from "./state-guards.js";
import { isoTime, parseTime } from "../line/time.js";

/** Runs that are under way at once differ in their moments by less than this. */
export const AHEAD_MS = 86_400_000;

/**
 * The state with the times by which it knows what it has seen set back to now where they lie a day or more ahead of the clock:
 * it was wrong once, and until that day nothing would count as new. What is dated so is judged again when its day has come.
 */
export function setBack(state: State, nowMs: number): State {
  const now = isoTime(nowMs) as string;
  const isAhead = (time: unknown): boolean => parseTime(time) - nowMs >= AHEAD_MS;
  const each = (entries: readonly Stored[], member: string, is: (entry: Stored) => boolean): readonly Stored[] =>
    entries.some(is) ? entries.map((entry) => (is(entry) ? { ...entry, [member]: now } : entry)) : entries;
  return {
    ...state,
    contexts_until: isAhead(state.contexts_until) ? now : state.contexts_until,
    pattern_history: each(state.pattern_history, "folded_until", (entry) => {
      const foldedMs = historyName(entry) === null ? undefined : foldedUntilOf(entry as HistoryEntry & Stored);
      return foldedMs !== undefined && foldedMs - nowMs >= AHEAD_MS;
    }),
    draft_queue: each(state.draft_queue, "judged_until", (entry) => isDecided(entry) && isAhead(entry.judged_until)),
  };
}
