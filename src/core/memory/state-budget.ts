import type { State, Stored } from "../../model/state.js";
import { jsonBytesOf, jsonOf } from "../text/json-of.js";
import { historyName } from "./history-name.js";
import { isDecided } from "./state-guards.js";

/** Room in the file for each list, in bytes of JSON: together below 1 MiB, whatever stands in an entry. */
const CONTEXT_BYTES = 150_000;
const UNDECIDED_BYTES = 330_000;
const DECIDED_BYTES = 190_000;
const HISTORY_BYTES = 270_000;
const OBJECT_BYTES = 60_000;

/**
 * The state within its size. The lists have lengths of their own; this is what holds when entries are long, for ids and
 * keywords are as long as a log likes. Contexts that find no room are displaced like the others and go to the archive.
 */
export function withinBudget(state: State): { state: State; displaced: readonly Stored[] } {
  const contexts = newest(state.context_log, CONTEXT_BYTES);
  const undecided = first(
    state.draft_queue.filter((entry) => !isDecided(entry)),
    UNDECIDED_BYTES,
  );
  const decided = newest(state.draft_queue.filter(isDecided), DECIDED_BYTES);
  const isKept = keeper([undecided, decided], state.draft_queue);
  return {
    state: {
      ...state,
      context_log: contexts,
      draft_queue: isKept ?? state.draft_queue,
      pattern_history: mostWanted(state.pattern_history),
      session_tracking: smallTracking(state.session_tracking),
    },
    displaced: state.context_log.slice(0, state.context_log.length - contexts.length),
  };
}

/** The state itself where nothing had to go: an unchanged list must stay the same list. */
function keeper(parts: readonly (readonly Stored[])[], whole: readonly Stored[]): Stored[] | undefined {
  const kept = parts.flat();
  return kept.length === whole.length ? undefined : kept;
}

function bytesOf(value: Stored): number {
  const { length } = jsonOf(value);
  // Ours is ASCII or CJK: at most three bytes a unit. Only what may be large is measured.
  return length < 60 ? length * 3 + 6 : jsonBytesOf(value) + 6;
}

function first(entries: readonly Stored[], room: number): Stored[] {
  const kept: Stored[] = [];
  for (const entry of entries) if ((room -= bytesOf(entry)) >= 0) kept.push(entry);
  return kept;
}

function newest(entries: readonly Stored[], room: number): Stored[] {
  let from = entries.length;
  while (from > 0 && (room -= bytesOf(entries[from - 1] as Stored)) >= 0) from--;
  return entries.slice(from);
}

/** Held patterns and those with a verdict first: no log tells them again. */
function mostWanted(history: readonly Stored[]): readonly Stored[] {
  const sizes = history.map(bytesOf);
  if (sizes.reduce((sum, bytes) => sum + bytes, 0) <= HISTORY_BYTES) return history;
  const wanted = history.map(isWanted);
  const isKept: boolean[] = [];
  let room = HISTORY_BYTES;
  for (const turn of [true, false])
    sizes.forEach((bytes, i) => {
      if (wanted[i] === turn) isKept[i] = (room -= bytes) >= 0;
    });
  return history.filter((_, i) => isKept[i]);
}

function isWanted(entry: Stored): boolean {
  return (entry["held"] === true || entry["verdicts"] !== undefined) && historyName(entry) !== null;
}

function smallTracking(tracking: Stored): Stored {
  if (bytesOf(tracking) <= OBJECT_BYTES) return tracking;
  const { per_rule_session_hits: _hits, ...rest } = tracking;
  if (bytesOf(rest) <= OBJECT_BYTES) return { ...rest, per_rule_session_hits: {} };
  return { current_session_id: null, pushed_this_session: [], per_rule_session_hits: {} };
}
