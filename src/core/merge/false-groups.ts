import { bytesAt } from "../count/columns.js";
import { insertTime, type GroupTimes, type TimeCounts } from "../count/group-times.js";
import type { ShardColumns } from "../count/shard.js";
import { falseCounts, type FalseCounts } from "./false-counts.js";

/** A group that false positives cancel hits of: its times are kept, for what they cancel depends on the window. */
export interface FalseGroup {
  readonly pattern: number;
  /** Id in WTF-8; empty: no session. */
  readonly session: Uint8Array;
  readonly hits: TimeCounts;
  readonly falses: TimeCounts;
}

/** Groups by pattern and session, and what they come to in the windows: that is made anew for patterns to which something came. */
export class FalseGroups {
  readonly #byPattern = new Map<number, Map<string, FalseGroup>>();
  readonly #counts = new Map<number, FalseCounts>();
  /** Of the others the sessions are a copy's too. */
  readonly #own = new Set<number>();

  copy(): FalseGroups {
    const copy = new FalseGroups();
    for (const [pattern, sessions] of this.#byPattern) copy.#byPattern.set(pattern, sessions);
    for (const [pattern, counts] of this.#counts) copy.#counts.set(pattern, counts);
    this.#own.clear();
    return copy;
  }

  get isEmpty(): boolean {
    return this.#byPattern.size === 0;
  }

  patterns(): IterableIterator<number> {
    return this.#byPattern.keys();
  }

  *values(): Generator<FalseGroup> {
    for (const sessions of this.#byPattern.values()) yield* sessions.values();
  }

  /** `session`: its text. */
  get(pattern: number, session: string): FalseGroup | undefined {
    return this.#byPattern.get(pattern)?.get(session);
  }

  set(group: FalseGroup): void {
    this.#ownOf(group.pattern).set(textOf(group.session), group);
  }

  delete({ pattern, session }: FalseGroup): void {
    const sessions = this.#ownOf(pattern);
    sessions.delete(textOf(session));
    if (sessions.size === 0) this.#byPattern.delete(pattern);
  }

  /** `judgedMs`: only what is later counts; undefined: whatever was asked last, for what does not hang on it. */
  counts(pattern: number, nowMs: number, judgedMs?: number): FalseCounts {
    const known = this.#counts.get(pattern);
    const judged = judgedMs ?? known?.judgedMs ?? -Infinity;
    if (known !== undefined && known.judgedMs === judged && nowMs >= known.nowMs && nowMs < known.untilMs) return known;
    const counts = falseCounts(this.#byPattern.get(pattern)?.values() ?? [], nowMs, judged);
    this.#counts.set(pattern, counts);
    return counts;
  }

  /** The pattern's sessions, to be changed. */
  #ownOf(pattern: number): Map<string, FalseGroup> {
    this.#counts.delete(pattern);
    const known = this.#byPattern.get(pattern);
    if (known !== undefined && this.#own.has(pattern)) return known;
    const sessions = new Map(known);
    this.#own.add(pattern);
    this.#byPattern.set(pattern, sessions);
    return sessions;
  }
}

/** The names of a shard's groups, by pattern and session: a session's part of them is made once. */
export class GroupNames {
  readonly #sessions: ShardColumns["sessions"];
  readonly #texts: string[] = [];

  constructor({ sessions }: Pick<ShardColumns, "sessions">) {
    this.#sessions = sessions;
  }

  of(pattern: number, session: number): string {
    return `${pattern} ${this.session(session)}`;
  }

  session(row: number): string {
    return (this.#texts[row] ??= textOf(bytesAt(this.#sessions, row)));
  }
}

function textOf(session: Uint8Array): string {
  let text = "";
  for (const byte of session) text += String.fromCharCode(byte);
  return text;
}

/** What a shard says of one of its groups. */
export function falseGroupOf(shard: ShardColumns, times: GroupTimes, group: number, pattern: number): FalseGroup {
  const session = bytesAt(shard.sessions, shard.groups.session[group] as number).slice();
  return { pattern, session, hits: times.hits(group), falses: times.falses(group) };
}

/** Both, without what lies before the floor, but for the `depth` newest hits. */
export function joinedGroups(one: FalseGroup, other: FalseGroup, floorMs: number, depth: number): FalseGroup {
  const hits = joinedTimes(one.hits, other.hits);
  const oldest = (): number => newestOf(hits, depth)[depth - 1] as number;
  return {
    ...one,
    hits: hits.timeMs.some((ms) => ms < floorMs) ? since(hits, Math.min(floorMs, oldest())) : hits,
    falses: since(joinedTimes(one.falses, other.falses), floorMs),
  };
}

/** The newest times, each as often as it was met; -Infinity where there are fewer. */
export function newestOf({ timeMs, count }: TimeCounts, depth: number): Float64Array {
  const newest = new Float64Array(depth).fill(-Infinity);
  for (let i = 0; i < timeMs.length; i++)
    for (let n = Math.min(depth, count[i] as number); n > 0; n--) insertTime(newest, timeMs[i] as number);
  return newest;
}

function joinedTimes(one: TimeCounts, other: TimeCounts): TimeCounts {
  return { timeMs: one.timeMs.concat(other.timeMs), count: one.count.concat(other.count) };
}

function since(times: TimeCounts, fromMs: number): TimeCounts {
  const isKept = (ms: number): boolean => ms >= fromMs;
  if (times.timeMs.every(isKept)) return times;
  const count = times.count.filter((_, i) => isKept(times.timeMs[i] as number));
  return { timeMs: times.timeMs.filter(isKept), count };
}
