import { DAY_MS } from "../../model/options.js";
import type { ShardColumns } from "../count/shard.js";

/** What is asked of merged shards. Times are epoch milliseconds. */
export interface Question {
  /** The windows are `(now - 7 d, now]` and `(now - 14 d, now]`. */
  readonly nowMs: number;
  /** Id of the current session in WTF-8; empty: none. */
  readonly session: Uint8Array;
  /** Per pattern row: only hits later than this count towards thresholds; -Infinity: all do. */
  readonly judgedUntilMs: Float64Array;
}

/**
 * The answers, one number per pattern row. "Raw" counts are of hits; "effective" ones are what thresholds look at:
 * later than the watermark, with each false positive cancelling one hit of its session (or of the sum).
 */
export interface WindowCounts {
  readonly d7: Float64Array;
  readonly d14: Float64Array;
  /** Sessions with at least one hit, and hits in the current session. */
  readonly sessions: Float64Array;
  readonly current: Float64Array;
  readonly effectiveD7: Float64Array;
  readonly effectiveD14: Float64Array;
  /** Without a window; true only of a partial without a floor. */
  readonly effectiveAll: Float64Array;
  /** The most effective hits that one session has: in the 7-day window, and without a window. */
  readonly sameSessionD7: Float64Array;
  readonly sameSessionAll: Float64Array;
  /** The most distinct hit times that one session has (at most 2 are told apart): what revives a placeholder. */
  readonly sameSessionEvents: Float64Array;
}

/** Finish of the shards: each is added once, in any order. */
export class Windows {
  readonly counts: WindowCounts;
  readonly #question: Question;
  readonly #from7: number;
  readonly #from14: number;
  /** False positives without a session, per window: they cancel from the sum, so last. */
  readonly #loose: readonly [Float64Array, Float64Array, Float64Array];
  #sessionCount = 0;

  constructor(patterns: number, question: Question) {
    const column = (): Float64Array => new Float64Array(patterns);
    this.counts = {
      d7: column(),
      d14: column(),
      sessions: column(),
      current: column(),
      effectiveD7: column(),
      effectiveD14: column(),
      effectiveAll: column(),
      sameSessionD7: column(),
      sameSessionAll: column(),
      sameSessionEvents: column(),
    };
    this.#question = question;
    this.#from7 = question.nowMs - 7 * DAY_MS;
    this.#from14 = question.nowMs - 14 * DAY_MS;
    this.#loose = [column(), column(), column()];
  }

  /** Distinct sessions over all shards. */
  get sessionCount(): number {
    return this.#sessionCount;
  }

  add(shard: ShardColumns, patterns?: Uint32Array): void {
    const { sessions, groups, cells } = shard;
    const [nobody, current] = this.#knownSessions(sessions);
    this.#sessionCount += sessions.ends.length - (nobody < 0 ? 0 : 1);
    const tally = new GroupTally(groups.session.length);
    for (let g = 0; g < tally.size; g++) {
      const p = translate(patterns, groups.pattern[g] as number);
      this.#time(tally, g, p, groups.newest[g] as number, 1);
      this.#time(tally, g, p, groups.second[g] as number, 1);
    }
    for (let c = 0; c < cells.owner.length; c++) this.#cell(tally, shard, patterns, c);
    for (let g = 0; g < tally.size; g++)
      this.#group(tally, shard, g, translate(patterns, groups.pattern[g] as number), nobody, current);
  }

  /** Call once, after the last shard. */
  finish(): WindowCounts {
    const { effectiveD7, effectiveD14, effectiveAll } = this.counts;
    [effectiveD7, effectiveD14, effectiveAll].forEach((column, w) => {
      const loose = this.#loose[w] as Float64Array;
      for (let p = 0; p < column.length; p++) column[p] = Math.max(0, (column[p] as number) - (loose[p] as number));
    });
    return this.counts;
  }

  /** Rows of "no session" and of the current session in this shard; -1: not here. */
  #knownSessions(sessions: ShardColumns["sessions"]): [number, number] {
    const wanted = this.#question.session;
    let nobody = -1;
    let current = -1;
    for (let row = 0, start = 0; row < sessions.ends.length; row++) {
      const end = sessions.ends[row] as number;
      if (end === start) nobody = row;
      else if (end - start === wanted.length && equals(sessions.bytes, start, wanted)) current = row;
      start = end;
    }
    return [nobody, current];
  }

  #time(tally: GroupTally, g: number, p: number, ms: number, count: number): void {
    if (ms > this.#question.nowMs || ms === -Infinity) return;
    const judged = this.#question.judgedUntilMs[p] as number;
    if (ms > this.#from14) tally.raw14[g] = (tally.raw14[g] as number) + count;
    if (ms > this.#from7) tally.raw7[g] = (tally.raw7[g] as number) + count;
    if (ms <= judged) return;
    tally.all[g] = (tally.all[g] as number) + count;
    if (ms > this.#from14) tally.hits14[g] = (tally.hits14[g] as number) + count;
    if (ms > this.#from7) tally.hits7[g] = (tally.hits7[g] as number) + count;
  }

  #cell(tally: GroupTally, shard: ShardColumns, patterns: Uint32Array | undefined, c: number): void {
    const owner = shard.cells.owner[c] as number;
    const at = shard.cells.at[c] as number;
    const count = shard.cells.count[c] as number;
    const g = owner >>> 1;
    const p = translate(patterns, shard.groups.pattern[g] as number);
    if ((owner & 1) === 1) return this.#falseCell(tally, g, p, at, count);
    if (at === Infinity) tally.future[g] = (tally.future[g] as number) + count;
    else this.#time(tally, g, p, at, count);
  }

  #falseCell(tally: GroupTally, g: number, p: number, at: number, count: number): void {
    const judged = this.#question.judgedUntilMs[p] as number;
    if (at > this.#question.nowMs || (at <= judged && judged !== -Infinity)) return;
    tally.falseAll[g] = (tally.falseAll[g] as number) + count;
    if (at > this.#from14) tally.false14[g] = (tally.false14[g] as number) + count;
    if (at > this.#from7) tally.false7[g] = (tally.false7[g] as number) + count;
  }

  #group(tally: GroupTally, shard: ShardColumns, g: number, p: number, nobody: number, current: number): void {
    const out = this.counts;
    const hits = (shard.groups.hits[g] as number) - (tally.future[g] as number);
    const judged = this.#question.judgedUntilMs[p] as number;
    // Undated hits count as judged once any decision exists.
    const all = judged === -Infinity ? hits : (tally.all[g] as number);
    plus(out.d7, p, tally.raw7[g] as number);
    plus(out.d14, p, tally.raw14[g] as number);
    const session = shard.groups.session[g] as number;
    if (session === nobody) return this.#sessionless(tally, g, p, all);
    const net7 = Math.max(0, (tally.hits7[g] as number) - (tally.false7[g] as number));
    const netAll = Math.max(0, all - (tally.falseAll[g] as number));
    if ((shard.groups.hits[g] as number) > 0) plus(out.sessions, p, 1);
    if (session === current) plus(out.current, p, hits);
    plus(out.effectiveD7, p, net7);
    plus(out.effectiveD14, p, Math.max(0, (tally.hits14[g] as number) - (tally.false14[g] as number)));
    plus(out.effectiveAll, p, netAll);
    if (net7 > (out.sameSessionD7[p] as number)) out.sameSessionD7[p] = net7;
    if (netAll > (out.sameSessionAll[p] as number)) out.sameSessionAll[p] = netAll;
    const events = eventsOf(shard, g, judged);
    if (events > (out.sameSessionEvents[p] as number)) out.sameSessionEvents[p] = events;
  }

  #sessionless(tally: GroupTally, g: number, p: number, all: number): void {
    plus(this.counts.effectiveD7, p, tally.hits7[g] as number);
    plus(this.counts.effectiveD14, p, tally.hits14[g] as number);
    plus(this.counts.effectiveAll, p, all);
    plus(this.#loose[0], p, tally.false7[g] as number);
    plus(this.#loose[1], p, tally.false14[g] as number);
    plus(this.#loose[2], p, tally.falseAll[g] as number);
  }
}

/** Working columns, one row a group of the shard at hand. */
class GroupTally {
  readonly size: number;
  readonly raw7: Uint32Array;
  readonly raw14: Uint32Array;
  readonly hits7: Uint32Array;
  readonly hits14: Uint32Array;
  readonly all: Uint32Array;
  readonly false7: Uint32Array;
  readonly false14: Uint32Array;
  readonly falseAll: Uint32Array;
  readonly future: Uint32Array;

  constructor(size: number) {
    const column = (): Uint32Array => new Uint32Array(size);
    this.size = size;
    [this.raw7, this.raw14, this.hits7, this.hits14, this.all] = [column(), column(), column(), column(), column()];
    [this.false7, this.false14, this.falseAll, this.future] = [column(), column(), column(), column()];
  }
}

function eventsOf(shard: ShardColumns, g: number, judgedMs: number): number {
  const newest = shard.groups.newest[g] as number;
  const second = shard.groups.second[g] as number;
  return (newest > judgedMs ? 1 : 0) + (second > judgedMs ? 1 : 0);
}

function translate(patterns: Uint32Array | undefined, pattern: number): number {
  return patterns === undefined ? pattern : (patterns[pattern] as number);
}

function plus(column: Float64Array, row: number, amount: number): void {
  column[row] = (column[row] as number) + amount;
}

function equals(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}
