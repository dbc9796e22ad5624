import type { State, Stored } from "../../model/state.js";
import { historyName } from "./history-name.js";
import { isHistoryKey } from "./state-guards.js";

/** No log of a lifetime comes near it; beyond 2^53 one more would be none. */
const MOST = 1e15;
const STATS = ["total_patterns", "pushed_to_canon", "false_positives"] as const;
const SESSIONS = ["guard_intercept_sessions", "canon_errors_sessions", "none_sessions"] as const;
const SHARED = ["errors_since_solidify", "total_errors"] as const;
/** As many are named. */
const MOST_NAMED = 5;

/** A count as another program may have written it, for whom text of digits may be one too; undefined: it is none. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= MOST
    ? (number as number)
    : undefined;
}

/** The counters with one of them raised; what is no count begins at 0. */
export function plusOne(counters: Stored, name: string, by = 1): Stored {
  return { ...counters, [name]: (countOf(counters[name]) ?? 0) + by };
}

/** Names of what a state should count or reckon with and can't: it is as if nothing stood there. */
export function unusableCounters({ recognition_stats, data_source_history, pattern_history }: State): string[] {
  const histories = pattern_history.filter((entry) => historyName(entry) === null && isHistoryKey(entry));
  return [
    ...unusable(recognition_stats, STATS).map((name) => `recognition_stats.${name}`),
    ...unusable(data_source_history, SESSIONS).map((name) => `data_source_history.${name}`),
    ...histories.map(({ pattern }) => `pattern_history: ${String(pattern)}`),
  ];
}

/** The same of `state.json`. */
export function unusableShared(shared: Stored): string[] {
  return unusable(shared, SHARED);
}

function unusable(counters: Stored, names: readonly string[]): string[] {
  return names.filter((name) => counters[name] !== undefined && countOf(counters[name]) === undefined);
}

/** In one text, for a warning. */
export function namesOf(names: readonly string[], quoted: (name: string) => string): string {
  const more = names.length > MOST_NAMED ? ", …" : "";
  return names.slice(0, MOST_NAMED).map(quoted).join(", ") + more;
}
