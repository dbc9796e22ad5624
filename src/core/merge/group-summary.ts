import { GroupTimes } from "../count/group-times.js";
import { Scratch } from "../count/scratch.js";
import type { ShardColumns } from "../count/shard.js";
import { falseGroupOf, FalseGroups, GroupNames, joinedGroups, newestOf, type FalseGroup } from "./false-groups.js";
import { LatestTimes } from "./latest-times.js";

/** What has come to sessions, and what was known of them; all in the summary's pattern numbers. */
export interface SessionChange {
  /** What was known: of each group, its newest hit times are enough. */
  readonly known: ShardColumns;
  /** The same with what has come. */
  readonly next: ShardColumns;
  /** What has come, with all times. */
  readonly fresh: ShardColumns;
  /** All that was known of those sessions of which a group has its first false positive. */
  readonly whole: ShardColumns;
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
  readonly falseGroups: FalseGroups;
  sessionCount = 0;
  /** Too much was taken away: what is the latest must be found anew in all groups. */
  isStale = false;

  /** `nth`: of a serial form. */
  constructor(depth: number, nth?: readonly LatestTimes[], falseGroups = new FalseGroups()) {
    this.falseGroups = falseGroups;
    this.nth = nth ?? Array.from({ length: depth }, () => new LatestTimes());
  }

  /** Adds sessions that are not in it, with all their times. `rows` translates pattern numbers. */
  add(shard: ShardColumns, rows: Uint32Array, scratch = new Scratch()): void {
    scratch.clear();
    const times = new GroupTimes(shard, scratch);
    this.#noteFalses(shard, times, rows, -Infinity, () => undefined);
    this.#addTimes(shard, times, rows);
  }

  /** Puts sessions in the place of what was known of them. What lies before `floorMs` is in no window any more. */
  replace({ known, next, fresh, whole }: SessionChange, floorMs: number): void {
    this.#remove(known);
    this.#noteFalses(fresh, new GroupTimes(fresh), undefined, floorMs, groupsIn(whole));
    this.#addTimes(next, new GroupTimes(next), undefined);
    for (const pattern of known.groups.pattern)
      if (this.nth.some((latest) => !latest.isKnown(pattern))) this.isStale = true;
  }

  /** Groups whose false positives are in no window any more are like all others again. */
  settle(floorMs: number): void {
    for (const group of this.falseGroups.values())
      if (group.falses.timeMs.every((ms) => ms < floorMs)) {
        this.falseGroups.delete(group);
        if (group.session.length > 0) this.#addNewest(group.pattern, newestOf(group.hits, this.nth.length));
      }
  }

  /** A copy, to which something may be added that does not stay. */
  copy(patterns: number): GroupSummary {
    const nth = this.nth.map((latest) => LatestTimes.of(latest.toColumns(patterns)));
    const copy = new GroupSummary(nth.length, nth, this.falseGroups.copy());
    copyInto(copy.sessions, this.sessions);
    copyInto(copy.events, this.events);
    copy.sessionCount = this.sessionCount;
    copy.isStale = this.isStale;
    return copy;
  }

  #remove(known: ShardColumns): void {
    this.#count(known, undefined, -1);
    const [times, names] = [new GroupTimes(known), new GroupNames(known)];
    const newest = new Float64Array(this.nth.length);
    const nobody = nobodyIn(known.sessions.ends);
    const { groups } = known;
    for (let g = 0; g < groups.session.length; g++) {
      const [p, session] = [groups.pattern[g] as number, groups.session[g] as number];
      if (session === nobody || this.#isFalse(names, p, session)) continue;
      times.newest(g, newest);
      for (let n = 0; n < newest.length && newest[n] !== -Infinity; n++)
        if (!(this.nth[n] as LatestTimes).remove(p, newest[n] as number)) this.isStale = true;
    }
  }

  /** Groups with false positives, and what has come to those that had some before. */
  #noteFalses(
    fresh: ShardColumns,
    times: GroupTimes,
    rows: Uint32Array | undefined,
    floorMs: number,
    knownOf: (name: string) => FalseGroup | undefined,
  ): void {
    const names = new GroupNames(fresh);
    const { groups } = fresh;
    for (let g = 0; g < groups.session.length; g++) {
      if (!times.hasFalse(g) && this.falseGroups.isEmpty) continue;
      const p = rowOf(rows, groups.pattern[g] as number);
      const session = groups.session[g] as number;
      const before = this.falseGroups.get(p, names.session(session));
      if (before === undefined && !times.hasFalse(g)) continue;
      const come = falseGroupOf(fresh, times, g, p);
      const known = before ?? knownOf(names.of(p, session));
      const next = known === undefined ? come : joinedGroups(known, come, floorMs, this.nth.length);
      if (next.falses.timeMs.length > 0) this.falseGroups.set(next);
      else if (before !== undefined) this.falseGroups.delete(before);
    }
  }

  #addTimes(shard: ShardColumns, times: GroupTimes, rows: Uint32Array | undefined): void {
    this.#count(shard, rows, 1);
    const names = new GroupNames(shard);
    const newest = new Float64Array(this.nth.length);
    const nobody = nobodyIn(shard.sessions.ends);
    const { groups } = shard;
    for (let g = 0; g < groups.session.length; g++) {
      if (groups.session[g] === nobody) continue;
      const p = rowOf(rows, groups.pattern[g] as number);
      raise(this.events, p, groups.second[g] as number);
      if (this.#isFalse(names, p, groups.session[g] as number)) continue;
      times.newest(g, newest);
      this.#addNewest(p, newest);
    }
  }

  #addNewest(pattern: number, newest: Float64Array): void {
    for (let n = 0; n < newest.length; n++) (this.nth[n] as LatestTimes).add(pattern, newest[n] as number);
  }

  #isFalse(names: GroupNames, pattern: number, session: number): boolean {
    return !this.falseGroups.isEmpty && this.falseGroups.get(pattern, names.session(session)) !== undefined;
  }

  #count({ sessions, groups }: ShardColumns, rows: Uint32Array | undefined, sign: 1 | -1): void {
    const nobody = nobodyIn(sessions.ends);
    this.sessionCount += sign * (sessions.ends.length - (nobody < 0 ? 0 : 1));
    for (let g = 0; g < groups.session.length; g++) {
      const p = rowOf(rows, groups.pattern[g] as number);
      if (groups.session[g] !== nobody && (groups.hits[g] as number) > 0)
        this.sessions[p] = (this.sessions[p] ?? 0) + sign;
    }
  }
}

/** Rows of `fresh` whose sessions have a group's first false positive, and were known before. */
export function newlyFalse({ falseGroups }: GroupSummary, fresh: ShardColumns, known: ShardColumns): Set<number> {
  const [times, names] = [new GroupTimes(fresh), new GroupNames(fresh)];
  const found = new Set<number>();
  const { groups } = fresh;
  if (known.groups.session.length === 0) return found;
  for (let g = 0; g < groups.session.length; g++) {
    const session = groups.session[g] as number;
    if (!times.hasFalse(g)) continue;
    if (falseGroups.get(groups.pattern[g] as number, names.session(session)) === undefined) found.add(session);
  }
  return found;
}

/** Groups of a shard by name. */
function groupsIn(shard: ShardColumns): (name: string) => FalseGroup | undefined {
  const [times, names] = [new GroupTimes(shard), new GroupNames(shard)];
  const { session, pattern } = shard.groups;
  const rows = new Map(Array.from(pattern, (p, g) => [names.of(p, session[g] as number), g]));
  return (name) => {
    const g = rows.get(name);
    return g === undefined ? undefined : falseGroupOf(shard, times, g, pattern[g] as number);
  };
}

/** `rows`: none where the numbers are the summary's own. */
function rowOf(rows: Uint32Array | undefined, pattern: number): number {
  return rows === undefined ? pattern : (rows[pattern] as number);
}

function raise(column: number[], pattern: number, ms: number): void {
  while (column.length <= pattern) column.push(-Infinity);
  if (ms > (column[pattern] as number)) column[pattern] = ms;
}

/** There may be more than a call has room for arguments. */
function copyInto(column: number[], values: readonly number[]): void {
  for (const value of values) column.push(value);
}

/** The row of "no session", whose id is empty; -1: it is not here. */
function nobodyIn(ends: Uint32Array): number {
  for (let row = 0; row < ends.length; row++) if (ends[row] === (row === 0 ? 0 : ends[row - 1])) return row;
  return -1;
}
