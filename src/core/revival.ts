import type { ContextEntry } from "../model/state.js";
import { contextOf, eventOf } from "./context-log.js";
import type { PatternCounts } from "./counts.js";
import type { HitTexts } from "./draft.js";
import { parseTime } from "./time.js";

/**
 * The contexts of a placeholder rule that are later than its watermark and not later than now: of the log's newest hits, of the state and of
 * the archive, each event once; the newest first.
 */
export function revivalContexts(
  counts: PatternCounts,
  known: readonly ContextEntry[],
  texts: HitTexts,
  storedKey: string,
  judgedUntilMs: number,
  nowMs: number,
): ContextEntry[] {
  const ofHits = counts.newest.flatMap((place) => {
    const text = place.timeMs === -Infinity ? undefined : texts(place);
    return text === undefined ? [] : [contextOf({ counts, place }, text, storedKey)];
  });
  const events = new Map<string, ContextEntry>();
  for (const entry of [...ofHits, ...known.filter(({ rule_id }) => rule_id === storedKey)])
    if (isBetween(parseTime(entry.ts), judgedUntilMs, nowMs) && !events.has(eventOf(entry)))
      events.set(eventOf(entry), entry);
  return [...events.values()].toSorted((a, b) => parseTime(b.ts) - parseTime(a.ts));
}

/** Later than the one, not later than the other; no time is neither. */
function isBetween(ms: number, afterMs: number, untilMs: number): boolean {
  return ms > afterMs && ms <= untilMs;
}

/** Whether one session has two of them. */
export function hasTwoInSession(contexts: readonly ContextEntry[]): boolean {
  const seen = new Set<string>();
  return contexts.some(({ session_id: session }) => {
    if (session === null || session === "") return false;
    if (seen.has(session)) return true;
    seen.add(session);
    return false;
  });
}
