import { bytesAt } from "../count/columns.js";
import { insertTime, type GroupTimes, type TimeCounts } from "../count/group-times.js";
import type { ShardColumns } from "../count/shard.js";

/** A group that false positives cancel hits of: its times are kept, for what they cancel depends on the window. */
export interface FalseGroup {
  readonly pattern: number;
  /** Id in WTF-8; empty: no session. */
  readonly session: Uint8Array;
  readonly hits: TimeCounts;
  readonly falses: TimeCounts;
}

/** The names of a shard's groups, by pattern and session: a session's part of them is made once. */
export class GroupNames {
  readonly #sessions: ShardColumns["sessions"];
  readonly #texts: string[] = [];

  constructor({ sessions }: Pick<ShardColumns, "sessions">) {
    this.#sessions = sessions;
  }

  of(pattern: number, session: number): string {
    return `${pattern} ${(this.#texts[session] ??= textOf(bytesAt(this.#sessions, session)))}`;
  }
}

export function groupName(pattern: number, session: Uint8Array): string {
  return `${pattern} ${textOf(session)}`;
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
