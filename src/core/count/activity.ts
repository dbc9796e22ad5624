import { DAY_MS, DEFAULT_ACTIVITY, type ActivityLimits } from "../../model/options.js";
import { byteStart } from "./columns.js";
import type { PatternColumns } from "./pattern-table.js";
import { PATTERN, type PatternKind } from "../line/record.js";
import type { ShardColumns } from "./shard.js";
import { compareBytes, TopSessions, type TopSession } from "../merge/top-sessions.js";
import { decodeWtf8 } from "../line/wtf8.js";

/** What a scan is asked for beside its counts: hits by day, and by session and pattern. */
export interface ActivityQuestion {
  /** So many patterns, those with the most hits, have rows of their own; the rest is summed. */
  readonly patterns: number;
  /** So many sessions, those with the most hits. */
  readonly sessions: number;
  /** So many days, up to that of the newest hit. */
  readonly days: number;
  /** Times before this are not kept by the partials (`Precision.floorMs`). */
  readonly floorMs: number;
}

/** So many numbers of hits by day are held at most; of more there are fewer patterns. */
const MOST_CELLS = 4_000_000;

/** What a scan at `nowMs` is to keep and to answer. */
export function activityQuestion(limits: Partial<ActivityLimits>, nowMs: number): ActivityQuestion {
  const { days, patterns, sessions } = { ...DEFAULT_ACTIVITY, ...limits };
  const floorMs = (dayOf(nowMs) - days + 1) * DAY_MS;
  return { days, patterns: Math.min(patterns, Math.floor(MOST_CELLS / days)), sessions, floorMs };
}

/** Hits that are not future. Days are of UTC. */
export interface Activity {
  /** Days since the epoch; NaN: no hit is dated. Column i of `days` is day `firstDay + i`. */
  readonly firstDay: number;
  /** Those with the most hits first. */
  readonly patterns: readonly { readonly kind: PatternKind; readonly key: string; readonly days: readonly number[] }[];
  /** Hits of all other patterns, unattributed ones too, by day. */
  readonly others: readonly number[];
  /** Dated hits before `firstDay`. */
  readonly earlier: number;
  /** Those with the most hits first; `hits` by pattern, of the first `SESSION_PATTERNS`, and `others` of the rest. */
  readonly sessions: readonly { readonly id: string; readonly hits: readonly number[]; readonly others: number }[];
  /** The same of all hits in no session or another one. */
  readonly elsewhere: { readonly hits: readonly number[]; readonly others: number };
}

/** So many patterns of a session are told apart. */
export const SESSION_PATTERNS = 40;

/** Answers an `ActivityQuestion` of merged shards, or of the sessions of a shared memory: each is added once, in any order. */
export class ActivityTally {
  readonly #columns: PatternColumns;
  /** Rows of the patterns that are told apart, and for each row its place among them (the last one is the rest's). */
  readonly #chosen: Uint32Array;
  readonly #place: Uint32Array;
  readonly #totals: Float64Array;
  readonly #firstDay: number;
  readonly #dayCount: number;
  readonly #hits: Float64Array;
  readonly #sessions: TopSessions;

  constructor(columns: PatternColumns, { patterns, sessions, days, floorMs }: ActivityQuestion) {
    this.#columns = columns;
    this.#totals = totalsOf(columns);
    this.#chosen = chosenOf(columns, this.#totals, patterns);
    this.#place = new Uint32Array(this.#totals.length).fill(this.#chosen.length);
    this.#chosen.forEach((row, place) => (this.#place[row] = place));
    const lastDay = dayOf(columns.lastMs.reduce((a, b) => Math.max(a, b), -Infinity));
    const firstMs = columns.firstMs.reduce((a, b) => Math.min(a, b), Infinity);
    const from = Math.max(dayOf(firstMs), Math.ceil(floorMs / DAY_MS), lastDay - days + 1);
    this.#firstDay = Number.isFinite(from) ? from : NaN;
    this.#dayCount = Number.isFinite(from) ? Math.max(0, lastDay - from + 1) : 0;
    this.#hits = new Float64Array((this.#chosen.length + 1) * this.#dayCount);
    this.#sessions = new TopSessions(sessions, Math.min(this.#chosen.length, SESSION_PATTERNS) + 1);
  }

  /** `patterns` translates the shard's pattern numbers to rows. */
  addShard({ sessions, groups, cells }: ShardColumns, patterns?: Uint32Array): void {
    const rowOf = (group: number): number => {
      const pattern = groups.pattern[group] as number;
      return patterns === undefined ? pattern : (patterns[pattern] as number);
    };
    const present = Float64Array.from(groups.hits);
    for (let g = 0; g < present.length; g++) {
      this.addTime(rowOf(g), groups.newest[g] as number, 1);
      this.addTime(rowOf(g), groups.second[g] as number, 1);
    }
    for (let c = 0; c < cells.owner.length; c++) {
      const [owner, at, count] = [cells.owner[c] as number, cells.at[c] as number, cells.count[c] as number];
      if ((owner & 1) === 1) continue;
      const group = owner >>> 1;
      if (at === Infinity) present[group] = (present[group] as number) - count;
      else this.addTime(rowOf(group), at, count);
    }
    const entered = this.#enter(sessions, groups.session, present);
    for (let g = 0; g < present.length && entered.size > 0; g++) {
      const session = entered.get(groups.session[g] as number);
      if (session !== undefined) this.addToSession(session, rowOf(g), present[g] as number);
    }
  }

  /** Hits of a pattern's row at a time (or in its hour); -Infinity is none. */
  addTime(row: number, ms: number, count: number): void {
    const day = dayOf(ms) - this.#firstDay;
    if (!(day >= 0 && day < this.#dayCount)) return;
    const at = (this.#place[row] as number) * this.#dayCount + day;
    this.#hits[at] = (this.#hits[at] as number) + count;
  }

  /** A place for a session with so many hits, which its caller then fills; undefined: others have more. */
  enterSession(hits: number, id: () => Uint8Array): TopSession | undefined {
    return this.#sessions.enter(hits, id);
  }

  addToSession(session: TopSession, row: number, hits: number): void {
    const place = Math.min(this.#place[row] as number, session.hits.length - 1);
    session.hits[place] = (session.hits[place] as number) + hits;
  }

  finish(): Activity {
    const daysOf = (place: number): number[] =>
      Array.from(this.#hits.subarray(place * this.#dayCount, (place + 1) * this.#dayCount));
    const dated = this.#totals.reduce((sum, total, row) => sum + total - (this.#columns.undated[row] as number), 0);
    const sessions = this.#sessions.list();
    return {
      firstDay: this.#firstDay,
      patterns: Array.from(this.#chosen, (row, place) => ({ ...nameOf(this.#columns, row), days: daysOf(place) })),
      others: daysOf(this.#chosen.length),
      earlier: dated - this.#hits.reduce((a, b) => a + b, 0),
      sessions: sessions.map(({ id, hits }) => ({ id: decodeWtf8(id), ...split(hits) })),
      elsewhere: split(this.#elsewhere(sessions)),
    };
  }

  /** The sessions of a shard that are now among those with the most hits, by their row. */
  #enter(ids: ShardColumns["sessions"], sessionOf: Uint32Array, present: Float64Array): Map<number, TopSession> {
    const hits = new Float64Array(ids.ends.length);
    for (let g = 0; g < present.length; g++) {
      const session = sessionOf[g] as number;
      hits[session] = (hits[session] as number) + (present[g] as number);
    }
    const entered = new Map<number, TopSession>();
    for (let row = 0; row < hits.length; row++) {
      const [start, end] = [byteStart(ids, row), ids.ends[row] as number];
      if (start === end) continue;
      const session = this.#sessions.enter(hits[row] as number, () => ids.bytes.subarray(start, end));
      if (session !== undefined) entered.set(row, session);
    }
    return entered;
  }

  #elsewhere(sessions: readonly TopSession[]): Float64Array {
    const left = new Float64Array(Math.min(this.#chosen.length, SESSION_PATTERNS) + 1);
    this.#totals.forEach((total, row) => {
      const place = Math.min(this.#place[row] as number, left.length - 1);
      left[place] = (left[place] as number) + total;
    });
    for (const { hits } of sessions) hits.forEach((n, place) => (left[place] = (left[place] as number) - n));
    return left;
  }
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Hits of each row that are not future. */
function totalsOf({ pairs, future }: PatternColumns): Float64Array {
  const totals = Float64Array.from(future, (n) => -n);
  pairs.pattern.forEach((row, i) => (totals[row] = (totals[row] as number) + (pairs.hits[i] as number)));
  return totals;
}

function chosenOf(columns: PatternColumns, totals: Float64Array, most: number): Uint32Array {
  const { keys } = columns;
  const kindOf = (row: number): number => keys.bytes[byteStart(keys, row)] as number;
  const keyOf = (row: number): Uint8Array => keys.bytes.subarray(byteStart(keys, row) + 1, keys.ends[row]);
  const rows = Array.from(totals.keys()).filter(
    (row) => (totals[row] as number) > 0 && kindOf(row) !== PATTERN.unattributed,
  );
  const order = (a: number, b: number): number =>
    (totals[b] as number) - (totals[a] as number) || compareBytes(keyOf(a), keyOf(b)) || kindOf(a) - kindOf(b);
  return Uint32Array.from(rows.sort(order).slice(0, most));
}

function nameOf({ keys }: PatternColumns, row: number): { kind: PatternKind; key: string } {
  const start = byteStart(keys, row);
  return {
    kind: keys.bytes[start] as PatternKind,
    key: decodeWtf8(keys.bytes.subarray(start + 1, keys.ends[row])),
  };
}

/** The last number is that of all other patterns. */
function split(hits: Float64Array): { hits: number[]; others: number } {
  return { hits: Array.from(hits.subarray(0, -1)), others: hits.at(-1) as number };
}
