import { cleanText } from "../text/safe-text.js";
import { ContextTally, eventPrecision, newestSummaries } from "../count/context-tally.js";
import type { ContextPartial, ContextQuestion, TimedSummary } from "../count/context-tally.js";
import { bytesAt } from "../count/columns.js";
import { compareText } from "../merge/counts.js";
import { Shard, SHARD_COUNT, type ShardColumns } from "../count/shard.js";
import { decodeWtf8 } from "../line/wtf8.js";
import type { ContextEntry } from "../../model/state.js";

/** The events of one session, and its newest. */
export interface SessionEvents {
  readonly session: string;
  readonly events: number;
  readonly newestMs: number;
}

/** What the contexts of a placeholder rule come to that are later than its watermark and not later than now. */
export interface Revival {
  /** Each (session, time) once, wherever it was recorded. */
  readonly events: number;
  /** Whether one session has two of them. */
  readonly isMet: boolean;
  /** The sessions with most of them, at most three; the newest first where they have as many. */
  readonly closest: readonly SessionEvents[];
  /** Whether any of them put something at risk for good. */
  readonly irreversible: boolean;
  /** Distinct ones, cleaned, the newest first. */
  readonly summaries: readonly string[];
}

export const NO_REVIVAL: Revival = { events: 0, isMet: false, closest: [], irreversible: false, summaries: [] };
const MOST_CLOSEST = 3;
const SHOWN_SUMMARIES = 3;
const MAX_SUMMARY = 200;

/**
 * The contexts of placeholder rules out of the archive (as lanes found them), the state and the log. They are merged shard
 * by shard, as a scan's groups are: whoever holds the same event, it is there once.
 */
export function revivalsOf(
  question: ContextQuestion,
  archived: readonly ContextPartial[],
  known: readonly ContextEntry[],
  judgedUntilMs: readonly number[],
): Revival[] {
  if (question.rules.length === 0) return [];
  const here = new ContextTally(question);
  for (const entry of known) here.add(entry);
  const partials = [...archived, here.toPartial()];
  const found = question.rules.map((_, rule) => ({
    events: 0,
    isMet: false,
    closest: [],
    irreversible: partials.some(
      ({ irreversibleMs }) => (irreversibleMs[rule] as number) > (judgedUntilMs[rule] as number),
    ),
    summaries: summariesOf(
      partials.map(({ summaries }) => summaries[rule] ?? []),
      judgedUntilMs[rule] as number,
    ),
  }));
  for (let s = 0; s < SHARD_COUNT; s++) addShard(mergedShard(partials, s, question), judgedUntilMs, found);
  return found;
}

function mergedShard(partials: readonly ContextPartial[], s: number, question: ContextQuestion): ShardColumns {
  const shard = new Shard(question.seed, eventPrecision(question.untilMs));
  const same = Uint32Array.from(question.rules.keys());
  for (const { shards } of partials) shard.absorb(shards[s] as ShardColumns, same);
  return shard.toColumns();
}

type Counted = { -readonly [K in keyof Revival]: Revival[K] };

/** A group's distinct times are its two newest, and those cells that are neither. */
function addShard({ sessions, groups, cells }: ShardColumns, judgedUntilMs: readonly number[], found: Counted[]): void {
  const isNew = (group: number, ms: number): boolean => ms > (judgedUntilMs[groups.pattern[group] as number] as number);
  const events = groups.pattern.map(
    (_, g) => Number(isNew(g, groups.newest[g] as number)) + Number(isNew(g, groups.second[g] as number)),
  );
  cells.owner.forEach((owner, c) => {
    const [group, ms] = [owner >>> 1, cells.at[c] as number];
    if (isNew(group, ms) && ms !== groups.newest[group] && ms !== groups.second[group])
      events[group] = (events[group] as number) + 1;
  });
  groups.pattern.forEach((rule, g) => {
    const revival = found[rule] as Counted;
    const session = bytesAt(sessions, groups.session[g] as number);
    revival.events += events[g] as number;
    if (session.length > 0 && events[g] !== 0)
      addSession(revival, session, events[g] as number, groups.newest[g] as number);
  });
}

function addSession(revival: Counted, session: Uint8Array, events: number, newestMs: number): void {
  if (events > 1) revival.isMet = true;
  const last = revival.closest[MOST_CLOSEST - 1];
  // Of millions of sessions few come so near; only their names are made.
  if (last !== undefined && (events < last.events || (events === last.events && newestMs < last.newestMs))) return;
  revival.closest = [...revival.closest, { session: decodeWtf8(session), events, newestMs }]
    .toSorted((a, b) => b.events - a.events || b.newestMs - a.newestMs || compareText(a.session, b.session))
    .slice(0, MOST_CLOSEST);
}

function summariesOf(lists: readonly (readonly TimedSummary[])[], afterMs: number): string[] {
  const newest = new Map<string, number>();
  for (const { text, timeMs } of lists.flat())
    if (timeMs > afterMs) newest.set(text, Math.max(timeMs, newest.get(text) ?? -Infinity));
  const cleaned = newestSummaries(newest).map(({ text }) => cleanText(text, MAX_SUMMARY));
  return [...new Set(cleaned)].filter(Boolean).slice(0, SHOWN_SUMMARIES);
}
