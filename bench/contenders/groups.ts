// The counting that the JSON.parse contenders share: records to groups, groups to the answer.
import { DAY_MS, type RuleAnswer } from "./answer.js";

/** Hits of one rule in one session: all, and those of the 7-day window. */
interface Group {
  hits: number;
  d7: number;
}

export interface RuleGroups {
  sessions: Map<string, Group>;
  interceptors: Map<string, number>;
  d14: number;
  lastMs: number;
}
export type Groups = Map<string, RuleGroups>;

const NOT_HITS = new Set(["UserCorrection", "RetryLoop"]);

/** Counts one line; what is no record, or no hit, is passed over. */
export function countLine(groups: Groups, line: string, nowMs: number): void {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return;
  }
  countRecord(groups, value, nowMs);
}

export function countRecord(groups: Groups, value: unknown, nowMs: number): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const record = value as Record<string, unknown>;
  const { rule_id: rule, session_id: session, interceptor, action } = record;
  if (typeof rule !== "string" || typeof session !== "string" || NOT_HITS.has(interceptor as string)) return;
  if (record["false_positive"] === true || action === "false_positive" || action === "retry") return;
  const timeMs = Date.parse(String(record["ts"] ?? record["timestamp"]));
  if (timeMs <= nowMs) addHit(groups, rule, session, typeof interceptor === "string" ? interceptor : "", timeMs, nowMs);
}

function addHit(
  groups: Groups,
  rule: string,
  session: string,
  interceptor: string,
  timeMs: number,
  nowMs: number,
): void {
  let known = groups.get(rule);
  if (known === undefined)
    groups.set(rule, (known = { sessions: new Map(), interceptors: new Map(), d14: 0, lastMs: 0 }));
  let group = known.sessions.get(session);
  if (group === undefined) known.sessions.set(session, (group = { hits: 0, d7: 0 }));
  group.hits++;
  if (timeMs > nowMs - 7 * DAY_MS) group.d7++;
  if (timeMs > nowMs - 14 * DAY_MS) known.d14++;
  if (timeMs > known.lastMs) known.lastMs = timeMs;
  known.interceptors.set(interceptor, (known.interceptors.get(interceptor) ?? 0) + 1);
}

/** Adds what another thread found. */
export function merge(into: Groups, from: Groups): Groups {
  for (const [rule, found] of from) {
    const known = into.get(rule);
    if (known === undefined) into.set(rule, found);
    else mergeRule(known, found);
  }
  return into;
}

function mergeRule(into: RuleGroups, from: RuleGroups): void {
  for (const [session, { hits, d7 }] of from.sessions) {
    const group = into.sessions.get(session);
    into.sessions.set(session, { hits: hits + (group?.hits ?? 0), d7: d7 + (group?.d7 ?? 0) });
  }
  for (const [name, hits] of from.interceptors) into.interceptors.set(name, hits + (into.interceptors.get(name) ?? 0));
  into.d14 += from.d14;
  into.lastMs = Math.max(into.lastMs, from.lastMs);
}

export function* answersOf(groups: Groups): Generator<RuleAnswer> {
  for (const [rule, { sessions, interceptors, d14, lastMs }] of groups) {
    const all = { total: 0, d7: 0, sameSession: 0 };
    for (const { hits, d7 } of sessions.values()) {
      all.total += hits;
      all.d7 += d7;
      all.sameSession = Math.max(all.sameSession, d7);
    }
    yield { rule, ...all, d14, sessions: sessions.size, lastMs, interceptors: [...interceptors] };
  }
}
