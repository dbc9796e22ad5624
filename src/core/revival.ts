import { cleanText } from "./safe-text.js";
import { ContextTally, eventPrecision, newestSummaries } from "./context-tally.js";
import type { ContextPartial, ContextQuestion, TimedSummary } from "./context-tally.js";
import { byteStart } from "./columns.js";
import { Shard, SHARD_COUNT, type ShardColumns } from "./shard.js";
import type { ContextEntry } from "../model/state.js";

/** What the contexts of a placeholder rule come to that are later than its watermark and not later than now. */
export interface Revival {
  /** Each (session, time) once, wherever it was recorded. */
  readonly events: number;
  /** Whether one session has two of them. */
  readonly isMet: boolean;
  /** Whether any of them put something at risk for good. */
  readonly irreversible: boolean;
  /** Distinct ones, cleaned, the newest first. */
  readonly summaries: readonly string[];
}

export const NO_REVIVAL: Revival = { events: 0, isMet: false, irreversible: false, summaries: [] };
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
  const here = new ContextTally(question);
  for (const entry of known) here.add(entry);
  const partials = [...archived, here.toPartial()];
  const found = question.rules.map((_, rule) => ({
    events: 0,
    isMet: false,
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
  const afterMs = (group: number): number => judgedUntilMs[groups.pattern[group] as number] as number;
  groups.pattern.forEach((rule, g) => {
    const revival = found[rule] as Counted;
    const [newest, second, session] = [
      groups.newest[g] as number,
      groups.second[g] as number,
      groups.session[g] as number,
    ];
    if (newest > afterMs(g)) revival.events++;
    if (second <= afterMs(g)) return;
    revival.events++;
    if ((sessions.ends[session] as number) > byteStart(sessions, session)) revival.isMet = true;
  });
  cells.owner.forEach((owner, c) => {
    const [group, ms] = [owner >>> 1, cells.at[c] as number];
    const isNew = ms > afterMs(group) && ms !== groups.newest[group] && ms !== groups.second[group];
    if (isNew) (found[groups.pattern[group] as number] as Counted).events++;
  });
}

function summariesOf(lists: readonly (readonly TimedSummary[])[], afterMs: number): string[] {
  const newest = new Map<string, number>();
  for (const { text, timeMs } of lists.flat())
    if (timeMs > afterMs) newest.set(text, Math.max(timeMs, newest.get(text) ?? -Infinity));
  const cleaned = newestSummaries(newest).map(({ text }) => cleanText(text, MAX_SUMMARY));
  return [...new Set(cleaned)].filter(Boolean).slice(0, SHOWN_SUMMARIES);
}
