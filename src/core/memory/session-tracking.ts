import type { Draft, Source } from "../../model/report.js";
import type { SourceSwitch, State, Stored } from "../../model/state.js";
import { isoTime } from "../line/time.js";
import { plusOne } from "./counters.js";

const SWITCH_LIMIT = 50;
const TRACKED_RULES = 200;
const TRACKED_SESSIONS = 5;

type SourceParts = Pick<State, "data_source" | "data_source_history" | "data_source_switches" | "session_tracking">;

/**
 * Notes the run's source and session: `data_source_history` counts sessions, one per new current session, without one
 * once per UTC day; a change of source is a switch; what was decided in the last session is forgotten in the next.
 */
export function trackedSession(
  state: State,
  source: Source,
  session: string | null,
  nowMs: number,
): { parts: SourceParts; switched: SourceSwitch | undefined } {
  const now = isoTime(nowMs) as string;
  const tracking = state.session_tracking;
  const day = now.slice(0, 10);
  const isNew = session === null ? tracking["counted_day"] !== day : tracking["current_session_id"] !== session;
  const from = state.data_source;
  const switched = from === undefined || from === source ? undefined : { at: now, from, to: source };
  return {
    parts: {
      data_source: source,
      data_source_history: isNew ? plusOne(state.data_source_history, `${source}_sessions`) : state.data_source_history,
      data_source_switches:
        switched === undefined
          ? state.data_source_switches
          : [...state.data_source_switches, { ...switched }].slice(-SWITCH_LIMIT),
      session_tracking: isNew ? newSession(tracking, session, day) : tracking,
    },
    switched,
  };
}

function newSession(tracking: Stored, session: string | null, day: string): Stored {
  if (session === null) return { ...tracking, counted_day: day };
  const hits = tracking["per_rule_session_hits"] ?? {};
  return { ...tracking, current_session_id: session, pushed_this_session: [], per_rule_session_hits: hits };
}

/** Sessions and hits of the rules that a run drafted. */
export function trackedHits(tracking: Stored, drafts: readonly Draft[], stored: (key: string) => string): Stored {
  const before = tracking["per_rule_session_hits"];
  const fresh = drafts.slice(0, TRACKED_RULES).flatMap(({ rule_id, evidence }) => {
    if (typeof rule_id !== "string") return [];
    const hits = { sessions: evidence.sessions.slice(0, TRACKED_SESSIONS), total_hits: evidence.total };
    return [[stored(rule_id), hits] as const];
  });
  if (fresh.length === 0) return tracking;
  const names = new Set<string>(fresh.map(([name]) => name));
  const old = typeof before === "object" && before !== null ? Object.entries(before) : [];
  const left = old.filter(([name]) => !names.has(name)).slice(0, TRACKED_RULES - fresh.length);
  return { ...tracking, per_rule_session_hits: Object.fromEntries([...fresh, ...left]) };
}
