import { bytesAt } from "../count/columns.js";
import { GroupTimes, type TimeCounts } from "../count/group-times.js";
import type { ShardColumns } from "../count/shard.js";

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
  /** `nth[n][pattern]`: the latest (n + 1)-th newest hit time of a session without false positives. */
  readonly nth: readonly number[][];
  readonly falseGroups = new Map<string, FalseGroup>();
  sessionCount = 0;
  /** Something was replaced that a latest time may have come from: it must be found anew in all groups. */
  isStale = false;

  constructor(depth: number) {
    this.nth = Array.from({ length: depth }, () => []);
  }

  /** Adds sessions that are not in it. `rows` translates pattern numbers. */
  add(shard: ShardColumns, rows: Uint32Array): void {
    this.#add(shard, rows, 1);
  }

  /** Puts sessions in the place of what was known of them. */
  replace(known: ShardColumns, next: ShardColumns, rows: Uint32Array): void {
    const times = new GroupTimes(known);
    const before = new Map<string, number>();
    for (let g = 0; g < known.groups.session.length; g++) {
      if (!times.hasFalse(g)) before.set(this.#name(known, g, rows), g);
    }
    this.#add(known, rows, -1);
    this.#add(next, rows, 1);
    const nextTimes = new GroupTimes(next);
    const newest = new Float64Array(this.nth.length);
    for (const g of nextTimes.falseGroups) {
      const was = before.get(this.#name(next, g, rows));
      if (was === undefined) continue;
      times.newest(was, newest);
      const p = rows[next.groups.pattern[g] as number] as number;
      if (newest.some((ms, n) => ms > -Infinity && this.nth[n]?.[p] === ms)) this.isStale = true;
    }
  }

  /** Becomes the same as another. */
  take(other: GroupSummary): void {
    copyInto(this.sessions, other.sessions);
    copyInto(this.events, other.events);
    other.nth.forEach((column, n) => copyInto(this.nth[n] as number[], column));
    for (const [name, group] of other.falseGroups) this.falseGroups.set(name, group);
    this.sessionCount = other.sessionCount;
    this.isStale = other.isStale;
  }

  #add({ sessions, groups, cells }: ShardColumns, rows: Uint32Array, sign: 1 | -1): void {
    const shard = { sessions, groups, cells };
    const times = new GroupTimes(shard);
    const newest = new Float64Array(this.nth.length);
    const nobody = nobodyIn(sessions.ends);
    this.sessionCount += sign * (sessions.ends.length - (nobody < 0 ? 0 : 1));
    for (let g = 0; g < groups.session.length; g++) {
      const p = rows[groups.pattern[g] as number] as number;
      const isNobody = groups.session[g] === nobody;
      if (!isNobody && (groups.hits[g] as number) > 0) this.sessions[p] = (this.sessions[p] ?? 0) + sign;
      if (sign < 0) continue;
      if (!isNobody) this.#raise(this.events, p, groups.second[g] as number);
      if (times.hasFalse(g)) this.#note(shard, times, g, p);
      else if (!isNobody) {
        times.newest(g, newest);
        for (let n = 0; n < newest.length; n++) this.#raise(this.nth[n] as number[], p, newest[n] as number);
      }
    }
  }

  #note(shard: ShardColumns, times: GroupTimes, g: number, pattern: number): void {
    const session = bytesAt(shard.sessions, shard.groups.session[g] as number).slice();
    const group = { pattern, session, hits: times.hits(g), falses: times.falses(g) };
    this.falseGroups.set(nameOf(pattern, session), group);
  }

  #name({ sessions, groups }: ShardColumns, g: number, rows: Uint32Array): string {
    return nameOf(rows[groups.pattern[g] as number] as number, bytesAt(sessions, groups.session[g] as number));
  }

  #raise(column: number[], pattern: number, ms: number): void {
    while (column.length <= pattern) column.push(-Infinity);
    if (ms > (column[pattern] as number)) column[pattern] = ms;
  }
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
