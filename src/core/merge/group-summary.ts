import { bytesAt } from "../count/columns.js";
import { GroupTimes, type TimeCounts } from "../count/group-times.js";
import type { ShardColumns } from "../count/shard.js";
import { LatestTimes } from "./latest-times.js";

/** A group that false positives cancel hits of: its times are kept, for what they cancel depends on the window. */
export interface FalseGroup {
  readonly pattern: number;
  /** Id in WTF-8; empty: no session. */
  readonly session: Uint8Array;
  readonly hits: TimeCounts;
  readonly falses: TimeCounts;
}

/**
 * What the groups of all sessions come to, as far as windows at any later moment want it: no number here depends on a
 * window. Of a pattern's sessions without false positives it is enough to know, for each n up to the threshold, the latest
 * n-th newest hit time that any of them has.
 */
export class GroupSummary {
  /** By pattern: sessions with at least one hit. */
  readonly sessions: number[] = [];
  /** By pattern: the latest second newest distinct time of a session. */
  readonly events: number[] = [];
  /** By n: of each pattern's sessions without false positives the latest (n + 1)-th newest hit times. */
  readonly nth: readonly LatestTimes[];
  readonly falseGroups = new Map<string, FalseGroup>();
  sessionCount = 0;
  /** Too much was taken away: what is the latest must be found anew in all groups. */
  isStale = false;

  /** `nth`: of a serial form. */
  constructor(depth: number, nth?: readonly LatestTimes[]) {
    this.nth = nth ?? Array.from({ length: depth }, () => new LatestTimes());
  }

  /** Adds sessions that are not in it. `rows` translates pattern numbers. */
  add(shard: ShardColumns, rows: Uint32Array): void {
    this.#count(shard, rows, 1);
    const times = new GroupTimes(shard);
    const newest = new Float64Array(this.nth.length);
    const nobody = nobodyIn(shard.sessions.ends);
    const { groups } = shard;
    for (let g = 0; g < groups.session.length; g++) {
      const p = rows[groups.pattern[g] as number] as number;
      const isNobody = groups.session[g] === nobody;
      if (!isNobody) raise(this.events, p, groups.second[g] as number);
      if (times.hasFalse(g)) this.#note(shard, times, g, p);
      else if (!isNobody) {
        times.newest(g, newest);
        for (let n = 0; n < newest.length; n++) (this.nth[n] as LatestTimes).add(p, newest[n] as number);
      }
    }
  }

  /** Puts sessions in the place of what was known of them. */
  replace(known: ShardColumns, next: ShardColumns, rows: Uint32Array): void {
    this.#remove(known, rows);
    this.add(next, rows);
    for (const pattern of known.groups.pattern)
      if (this.nth.some((latest) => !latest.isKnown(rows[pattern] as number))) this.isStale = true;
  }

  /** A copy, to which something may be added that does not stay. */
  copy(patterns: number): GroupSummary {
    const nth = this.nth.map((latest) => LatestTimes.of(latest.toColumns(patterns)));
    const copy = new GroupSummary(nth.length, nth);
    copyInto(copy.sessions, this.sessions);
    copyInto(copy.events, this.events);
    for (const [name, group] of this.falseGroups) copy.falseGroups.set(name, group);
    copy.sessionCount = this.sessionCount;
    copy.isStale = this.isStale;
    return copy;
  }

  #remove(known: ShardColumns, rows: Uint32Array): void {
    this.#count(known, rows, -1);
    const times = new GroupTimes(known);
    const newest = new Float64Array(this.nth.length);
    const nobody = nobodyIn(known.sessions.ends);
    const { groups } = known;
    for (let g = 0; g < groups.session.length; g++) {
      if (groups.session[g] === nobody) continue;
      const p = rows[groups.pattern[g] as number] as number;
      // One whose false positives have become too old to be kept is none of the others, though it looks like one by now.
      if (this.falseGroups.delete(nameOf(p, bytesAt(known.sessions, groups.session[g] as number)))) continue;
      times.newest(g, newest);
      for (let n = 0; n < newest.length && newest[n] !== -Infinity; n++)
        if (!(this.nth[n] as LatestTimes).remove(p, newest[n] as number)) this.isStale = true;
    }
  }

  #count({ sessions, groups }: ShardColumns, rows: Uint32Array, sign: 1 | -1): void {
    const nobody = nobodyIn(sessions.ends);
    this.sessionCount += sign * (sessions.ends.length - (nobody < 0 ? 0 : 1));
    for (let g = 0; g < groups.session.length; g++) {
      const p = rows[groups.pattern[g] as number] as number;
      if (groups.session[g] !== nobody && (groups.hits[g] as number) > 0)
        this.sessions[p] = (this.sessions[p] ?? 0) + sign;
    }
  }

  #note(shard: ShardColumns, times: GroupTimes, g: number, pattern: number): void {
    const session = bytesAt(shard.sessions, shard.groups.session[g] as number).slice();
    const group = { pattern, session, hits: times.hits(g), falses: times.falses(g) };
    this.falseGroups.set(nameOf(pattern, session), group);
  }
}

function raise(column: number[], pattern: number, ms: number): void {
  while (column.length <= pattern) column.push(-Infinity);
  if (ms > (column[pattern] as number)) column[pattern] = ms;
}

/** There may be more than a call has room for arguments. */
function copyInto(column: number[], values: readonly number[]): void {
  for (const value of values) column.push(value);
}

export function nameOf(pattern: number, session: Uint8Array): string {
  let text = `${pattern} `;
  for (const byte of session) text += String.fromCharCode(byte);
  return text;
}

/** The row of "no session", whose id is empty; -1: it is not here. */
function nobodyIn(ends: Uint32Array): number {
  for (let row = 0; row < ends.length; row++) if (ends[row] === (row === 0 ? 0 : ends[row - 1])) return row;
  return -1;
}
