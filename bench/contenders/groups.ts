// The counting that the JSON.parse contenders share: records to groups, groups to the answer.
import { DAY_MS, type RuleAnswer } from "./answer.js";

export interface Group {
  d7: number;
  d14: number;
}
/** By rule, then session. */
export type Groups = Map<string, Map<string, Group>>;

const NOT_HITS = new Set(["UserCorrection", "RetryLoop"]);

/** Counts one line; what is no record, or no hit, is passed over. */
export function countLine(groups: Groups, line: string, nowMs: number): void {
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return;
  }
  if (typeof record !== "object" || record === null || Array.isArray(record)) return;
  const { rule_id: rule, session_id: session, interceptor, action } = record;
  if (typeof rule !== "string" || typeof session !== "string" || NOT_HITS.has(interceptor as string)) return;
  if (record["false_positive"] === true || action === "false_positive" || action === "retry") return;
  const time = Date.parse(String(record["ts"] ?? record["timestamp"]));
  if (!(time <= nowMs && time > nowMs - 14 * DAY_MS)) return;
  let sessions = groups.get(rule);
  if (sessions === undefined) groups.set(rule, (sessions = new Map()));
  let group = sessions.get(session);
  if (group === undefined) sessions.set(session, (group = { d7: 0, d14: 0 }));
  group.d14++;
  if (time > nowMs - 7 * DAY_MS) group.d7++;
}

export function* answersOf(groups: Groups): Generator<RuleAnswer> {
  for (const [rule, sessions] of groups) {
    const answer = { rule, d7: 0, d14: 0, session: 0 };
    for (const { d7, d14 } of sessions.values()) {
      answer.d7 += d7;
      answer.d14 += d14;
      answer.session = Math.max(answer.session, d7);
    }
    yield answer;
  }
}
