import type { ContextEntry, Stored } from "../../model/state.js";
import type { HitText } from "../recognition/draft.js";
import type { PatternCounts, Place } from "../merge/counts.js";
import { PATTERN } from "../line/record.js";
import { cleanText } from "../text/safe-text.js";
import { isContext } from "./state-guards.js";
import { isoTime, parseTime } from "../line/time.js";

export const CONTEXTS_PER_RULE = 5;
export const CONTEXT_LIMIT = 100;
const MAX_PART = 80;

/** A hit that may become a context: its text is read only if it is among the newest. */
export interface ContextPlace {
  readonly counts: PatternCounts;
  readonly place: Place;
}

/** The hits that a run records: later than `untilMs`, at most five of a pattern, then the hundred newest; oldest first. */
export function contextPlaces(patterns: readonly PatternCounts[], untilMs: number): ContextPlace[] {
  let kept: ContextPlace[] = [];
  let floorMs = untilMs;
  for (const counts of patterns) {
    if (counts.kind === PATTERN.unattributed || counts.kind === PATTERN.error || !(counts.lastMs > floorMs)) continue;
    for (const place of counts.newest.slice(0, CONTEXTS_PER_RULE))
      if (place.timeMs > untilMs) kept.push({ counts, place });
    if (kept.length >= CONTEXT_LIMIT * 20) {
      kept = newestOf(kept);
      floorMs = Math.max(untilMs, (kept[0] as ContextPlace).place.timeMs - 1);
    }
  }
  return newestOf(kept);
}

function newestOf(places: ContextPlace[]): ContextPlace[] {
  return places.toSorted(byPlace).slice(-CONTEXT_LIMIT);
}

function byPlace(a: ContextPlace, b: ContextPlace): number {
  return a.place.timeMs - b.place.timeMs || a.place.archive - b.place.archive || a.place.offset - b.place.offset;
}

/** Newest hit that a run may record, in epoch milliseconds; -Infinity: there is none. */
export function newestHitMs(patterns: readonly PatternCounts[]): number {
  return patterns.reduce((newest, { lastMs }) => (lastMs > newest ? lastMs : newest), -Infinity);
}

export function contextOf({ counts, place }: ContextPlace, text: HitText, storedKey: string): ContextEntry {
  const isRule = counts.kind === PATTERN.rule;
  const action = cleanText(text.agentAction, MAX_PART);
  const intent = cleanText(text.userIntent, MAX_PART);
  return {
    ts: isoTime(place.timeMs) as string,
    rule_id: isRule ? storedKey : null,
    session_id: text.session === null ? null : cleanText(text.session, MAX_PART * 2),
    summary: summaryOf(intent, action, text),
    agent_action: action,
    user_intent: intent,
    risk_type: text.irreversible ? "irreversible" : "reversible",
    ...(isRule ? {} : { pattern: storedKey }),
  };
}

function summaryOf(intent: string, action: string, text: HitText): string {
  const parts = [
    ...(intent === "" ? [] : [`用户要求: '${intent}'`]),
    ...(action === "" ? [] : [`Agent操作: ${action}`]),
  ];
  if (parts.length > 0) return parts.join(" | ");
  return [cleanText(text.words.keywords[0] ?? "", MAX_PART), cleanText(text.interceptor, MAX_PART)]
    .filter(Boolean)
    .join(" | ");
}

export interface ContextLog {
  readonly log: readonly Stored[];
  /** What was in the log and is not any more: it goes to the archive. */
  readonly displaced: readonly Stored[];
}

/** Adds a run's contexts: five newest a rule, then a hundred in all. An event (rule, session, time) stands there once. */
export function recordContexts(log: readonly Stored[], fresh: readonly ContextEntry[]): ContextLog {
  const known = new Set(log.filter(isContext).map(eventOf));
  const added: Stored[] = [];
  for (const entry of fresh) {
    if (known.has(eventOf(entry))) continue;
    known.add(eventOf(entry));
    added.push({ ...entry });
  }
  if (added.length === 0 && log.length <= CONTEXT_LIMIT) return { log, displaced: [] };
  // A stable sort: at one time, what was there before counts as older.
  const kept = new Set(newestPerRule([...log, ...added].toSorted((a, b) => timeOf(a) - timeOf(b))));
  return {
    log: [...kept].toSorted((a, b) => timeOf(a) - timeOf(b)),
    displaced: log.filter((entry) => !kept.has(entry)),
  };
}

/** Newest last. */
function newestPerRule(sorted: readonly Stored[]): Stored[] {
  const times = new Map<string, number>();
  const kept: Stored[] = [];
  for (const entry of sorted.toReversed()) {
    const rule = isContext(entry) ? JSON.stringify([entry.rule_id, entry.pattern]) : "";
    const count = (times.get(rule) ?? 0) + 1;
    times.set(rule, count);
    if (rule === "" || count <= CONTEXTS_PER_RULE) kept.push(entry);
    if (kept.length === CONTEXT_LIMIT) break;
  }
  return kept.toReversed();
}

function timeOf(entry: Stored): number {
  const ms = parseTime(entry["ts"]);
  return Number.isNaN(ms) ? -8.64e15 : ms;
}

/** An event is one of (pattern, session, time), and counts once wherever it was recorded. */
export function eventOf({ rule_id, pattern, session_id, ts }: ContextEntry): string {
  return JSON.stringify([rule_id, pattern, session_id ?? null, parseTime(ts)]);
}
