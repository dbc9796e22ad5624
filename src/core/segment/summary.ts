import { fusedRange, inRows } from "../count/fused-range.js";
import type { Counts } from "../merge/counts.js";
import type { ExtentReader } from "./extent.js";
import { GroupSummary } from "../merge/group-summary.js";
import type { HashSeed } from "../line/hash.js";
import { countsOf, type HourCounts } from "../count/hour-times.js";
import { assembleCounts, newestOf, watermarks, type MergeQuestion } from "../merge/merge.js";
import type { NewestRecord, Partial, RangeFolds, RangeResult } from "../count/partial.js";
import { PatternTable, type PatternColumns } from "../count/pattern-table.js";
import { SHARD_COUNT, Shard, type ShardColumns } from "../count/shard.js";
import { hashesOf, sessionHash } from "../count/session-blocks.js";
import { byteStart } from "../count/columns.js";
import { patternName } from "../merge/early-events.js";
import { hourOf } from "../count/precision.js";
import { DAY_MS } from "../../model/options.js";
import { SummaryWindows } from "./summary-windows.js";
import { decodeWtf8, encodeWtf8 } from "../line/wtf8.js";
import type { PatternKind } from "../line/record.js";

/** What the summary knows of one extent beside what it has added up. */
export interface SummaryPart {
  /** Number of its archive, in the order of paths. */
  archive: number;
  /** Rows here of its pattern numbers. */
  readonly rows: Uint32Array;
  /** Of whole folds, in its own pattern numbers. */
  readonly result: RangeResult;
  /** Times of the first and last dated hit of each of its patterns. */
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly newestRecord: NewestRecord | null;
  readonly asOfMs: number;
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
  /** What a scan told that passed over what the state had folded: for patterns of which there are events on both sides. */
  since?: { readonly foldedUntilMs: FoldedUntil; readonly folds: RangeFolds };
}

/** By the summary's pattern: up to when the state has folded its events; undefined: none of them. */
type FoldedUntil = readonly (number | undefined)[];

export interface SummaryQuestion extends MergeQuestion {
  /** By `patternName`: events up to here are folded in the state already. */
  readonly foldedUntilMs: ReadonlyMap<string, number>;
}

/**
 * What all extents of a home come to: enough to answer for any later moment without looking at a session. Extents are added
 * one after another; an answer asks them for nothing but the hours in which windows begin, and for the current session.
 */
export class Summary {
  readonly seed: HashSeed;
  readonly groups: GroupSummary;
  readonly parts: SummaryPart[] = [];
  readonly hours = new Map<number, HourCounts>();
  readonly #table: PatternTable;

  constructor(seed: HashSeed, depth: number) {
    this.seed = seed;
    this.groups = new GroupSummary(depth);
    this.#table = new PatternTable(seed);
  }

  /** Of nothing known, all at once: sessions are merged shard by shard. @throws DamagedSegment */
  static of(
    extents: readonly { readonly reader: ExtentReader; readonly archive: number }[],
    seed: HashSeed,
    depth: number,
  ): Summary {
    const summary = new Summary(seed, depth);
    for (const { reader, archive } of extents) summary.#addPart(reader, archive);
    for (let s = 0; s < SHARD_COUNT; s++) summary.#addShard(extents, s);
    return summary;
  }

  /** Out of its serial form. */
  static restored(
    seed: HashSeed,
    patterns: PatternColumns,
    parts: readonly SummaryPart[],
    hours: readonly HourCounts[],
    groups: GroupSummary,
  ): Summary {
    const summary = new Summary(seed, groups.nth.length);
    summary.#table.absorb(patterns);
    summary.parts.push(...parts);
    for (const counts of hours) summary.hours.set(counts.hourMs, counts);
    summary.groups.take(groups);
    return summary;
  }

  /** Adds an extent that stands behind all others of its archive. `known` are the extents that are in. @throws DamagedSegment */
  append(reader: ExtentReader, archive: number, known: readonly ExtentReader[]): void {
    const before = [...this.parts];
    const part = this.#addPart(reader, archive);
    for (let s = 0; s < SHARD_COUNT; s++) {
      for (const block of reader.shard(s)) this.#replaceSessions(block, part, known, before);
    }
    this.parts.pop();
    const behind = this.parts.findLastIndex((one) => one.archive <= archive);
    this.parts.splice(behind + 1, 0, part);
  }

  /** Another with the same content, to which something may be added that does not stay. */
  copy(): Summary {
    const copy = new Summary(this.seed, this.groups.nth.length);
    copy.#table.absorb(this.#table.toColumns());
    copy.parts.push(...this.parts);
    for (const [hourMs, counts] of this.hours) copy.hours.set(hourMs, counts);
    copy.groups.take(this.groups);
    return copy;
  }

  /** `reader` stands in the place of the parts from `first` on, which hold the same bytes in `count` pieces. */
  replaceParts(first: number, count: number, reader: ExtentReader, rowsOf: readonly Uint32Array[]): void {
    const { patterns, ...head } = reader.head();
    const rows = new Uint32Array(patterns.keys.ends.length);
    rowsOf.forEach((merged, i) => {
      const known = (this.parts[first + i] as SummaryPart).rows;
      merged.forEach((row, p) => (rows[row] = known[p] as number));
    });
    const { archive } = this.parts[first] as SummaryPart;
    this.parts.splice(first, count, { ...head, archive, rows, firstMs: patterns.firstMs, lastMs: patterns.lastMs });
  }

  get patterns(): PatternColumns {
    return this.#table.toColumns();
  }

  get size(): number {
    return this.#table.size;
  }

  /** Newest moment that anything here is known of; an earlier one can't be asked for. */
  get knownMs(): number {
    return Math.max(-Infinity, ...this.parts.map(knownMs));
  }

  /** From then on a record that was future is not. */
  get validUntilMs(): number {
    return Math.min(Infinity, ...this.parts.map(({ validUntilMs }) => validUntilMs));
  }

  /**
   * Until when all answers are that of `nowMs`, if nothing is added: until the next hit or false positive leaves a window, or
   * a future record is not future any more. It may be later than that; not earlier. @throws DamagedSegment
   */
  unchangedUntil(nowMs: number, extents: readonly ExtentReader[]): number {
    let untilMs = this.validUntilMs;
    for (const days of [7, 14]) {
      const fromMs = nowMs - days * DAY_MS;
      for (const { falses } of this.groups.falseGroups.values())
        for (const ms of falses.timeMs) if (ms > fromMs) untilMs = Math.min(untilMs, ms + days * DAY_MS);
      untilMs = Math.min(untilMs, this.#nextHit(fromMs, extents) + days * DAY_MS);
    }
    return untilMs;
  }

  /** From when on a pattern may count for more, if nothing is added: a false positive leaves a window, a future record comes. */
  risesAt(nowMs: number): number {
    let at = this.validUntilMs;
    for (const { falses } of this.groups.falseGroups.values()) {
      for (const ms of falses.timeMs)
        for (const days of [7, 14]) if (ms + days * DAY_MS > nowMs) at = Math.min(at, ms + days * DAY_MS);
    }
    return at;
  }

  /** Not later than the first hit after a moment. */
  #nextHit(fromMs: number, extents: readonly ExtentReader[]): number {
    const hourMs = hourOf(fromMs);
    let next = Infinity;
    for (const one of this.hours.keys()) if (one > hourMs) next = Math.min(next, one);
    for (const reader of extents)
      for (const ms of reader.times(hourMs)?.timeMs ?? []) if (ms > fromMs) next = Math.min(next, ms);
    return next;
  }

  /**
   * Numbers of the parts whose folds do not tell what the state has not folded yet: they are to be scanned again, in just
   * that respect. Nearly always there is none, for a run folds all that it finds.
   */
  straddled(foldedUntilMs: ReadonlyMap<string, number>): number[] {
    const until = this.#foldedUntil(foldedUntilMs);
    if (until.length === 0) return [];
    return Array.from(this.parts.keys()).filter((i) => {
      const part = this.parts[i] as SummaryPart;
      return foldPatterns(part).some((p) => toldBy(part, p, until) === "nothing");
    });
  }

  /** Takes in a scan of a part's bytes that passed over what the state has folded. */
  refold(part: number, { patterns, ranges, precision }: Partial, foldedUntilMs: ReadonlyMap<string, number>): void {
    const rows = Uint32Array.from({ length: patterns.keys.ends.length }, (_, p) => {
      const { kind, key } = patternAt(patterns, p);
      return this.#table.pattern(kind, key);
    });
    const until = this.#foldedUntil(foldedUntilMs);
    const result = fusedRange(ranges, rows.length, precision.asOfMs, (p) => until[rows[p] as number]);
    const { folds } = inRows(result, rows, 0);
    this.parts[part] = { ...(this.parts[part] as SummaryPart), since: { foldedUntilMs: until, folds } };
  }

  /** The same as a scan of all bytes at the same moment gives, where no part is straddled. @throws DamagedSegment */
  answer(question: SummaryQuestion, extents: readonly ExtentReader[]): Counts {
    const columns = this.patterns;
    const newest = newestOf(this.parts.map(({ newestRecord, archive }) => placed(newestRecord, archive)));
    const current = question.session ?? (newest === null ? null : decodeWtf8(newest.session));
    const windows = new SummaryWindows(
      this,
      { nowMs: question.nowMs, judgedUntilMs: watermarks(columns, question) },
      (hourMs) =>
        extents.map((reader, i) => ({ rows: (this.parts[i] as SummaryPart).rows, times: reader.times(hourMs) })),
    );
    const folded = this.#foldedUntil(question.foldedUntilMs);
    return assembleCounts({
      columns,
      windows: { ...windows.counts(), current: this.#currentHits(current, extents) },
      ranges: this.parts.map((part, range) => ({
        rows: sameRows(columns),
        result: unfolded(part, folded, range),
      })),
      undated: this.parts.reduce((sum, { undated }) => sum + undated, 0),
      sessionless: this.parts.reduce((sum, { sessionless }) => sum + sessionless, 0),
      sessions: this.groups.sessionCount,
      currentSession: current,
      paths: question.paths,
      precision: { asOfMs: question.nowMs, foldedUntilMs: question.foldedUntilMs },
      early: undefined,
    });
  }

  #foldedUntil(known: ReadonlyMap<string, number>): FoldedUntil {
    if (known.size === 0) return [];
    return Array.from({ length: this.size }, (_, row) => {
      const { kind, key } = this.#table.name(row);
      return known.get(patternName(kind, key));
    });
  }

  #addPart(reader: ExtentReader, archive: number): SummaryPart {
    const head = reader.head();
    const rows = this.#table.absorb(inArchive(head.patterns, archive));
    const { result, newestRecord, asOfMs, validUntilMs, undated, sessionless } = head;
    const { firstMs, lastMs } = head.patterns;
    const part = { archive, rows, result, firstMs, lastMs, newestRecord, asOfMs, validUntilMs, undated, sessionless };
    this.parts.push(part);
    for (const hourMs of reader.hours) {
      const times = reader.times(hourMs);
      if (times !== undefined) this.#addHour(countsOf(hourMs, times), rows);
    }
    return part;
  }

  #addHour({ hourMs, pattern, hits }: HourCounts, rows: Uint32Array): void {
    const sums = new Map<number, number>();
    const known = this.hours.get(hourMs);
    known?.pattern.forEach((p, i) => sums.set(p, known.hits[i] as number));
    pattern.forEach((p, i) => sums.set(rows[p] as number, (sums.get(rows[p] as number) ?? 0) + (hits[i] as number)));
    const patterns = Uint32Array.from(sums.keys());
    this.hours.set(hourMs, { hourMs, pattern: patterns, hits: Float64Array.from(sums.values()) });
  }

  #addShard(extents: readonly { readonly reader: ExtentReader }[], s: number): void {
    if (extents.length === 1) {
      const [only] = extents as readonly [{ readonly reader: ExtentReader }];
      const { rows } = this.parts[0] as SummaryPart;
      for (const block of only.reader.shard(s)) this.groups.add(block, rows);
      return;
    }
    const shard = this.#emptyShard();
    extents.forEach(({ reader }, i) => {
      for (const block of reader.shard(s)) shard.absorb(block, (this.parts[i] as SummaryPart).rows);
    });
    this.groups.add(shard.toColumns(), this.#sameRows());
  }

  #replaceSessions(
    block: ShardColumns,
    part: SummaryPart,
    known: readonly ExtentReader[],
    parts: readonly SummaryPart[],
  ): void {
    const wanted = new Map<number, Uint8Array[]>();
    hashesOf(block.sessions, this.seed).forEach((hash, row) => {
      const id = block.sessions.bytes.subarray(byteStart(block.sessions, row), block.sessions.ends[row]);
      const list = wanted.get(hash);
      if (list === undefined) wanted.set(hash, [id]);
      else list.push(id);
    });
    const [before, after] = [this.#emptyShard(), this.#emptyShard()];
    known.forEach((reader, i) => {
      for (const found of reader.sessions(wanted, this.seed)) {
        before.absorb(found, (parts[i] as SummaryPart).rows);
        after.absorb(found, (parts[i] as SummaryPart).rows);
      }
    });
    after.absorb(block, part.rows);
    this.groups.replace(before.toColumns(), after.toColumns(), this.#sameRows());
  }

  /** Hits of the current session, by pattern. */
  #currentHits(current: string | null, extents: readonly ExtentReader[]): Float64Array {
    const hits = new Float64Array(this.size);
    const id = encodeWtf8(current ?? "");
    if (id.length === 0) return hits;
    const wanted = new Map([[sessionHash(id, 0, id.length, this.seed), [id]]]);
    extents.forEach((reader, i) => {
      const { rows } = this.parts[i] as SummaryPart;
      for (const { groups, cells } of reader.sessions(wanted, this.seed)) {
        groups.pattern.forEach(
          (p, g) => (hits[rows[p] as number] = (hits[rows[p] as number] as number) + (groups.hits[g] as number)),
        );
        cells.owner.forEach((owner, c) => {
          if (cells.at[c] !== Infinity) return;
          const row = rows[groups.pattern[owner >>> 1] as number] as number;
          hits[row] = (hits[row] as number) - (cells.count[c] as number);
        });
      }
    });
    return hits;
  }

  /** Keeps all that extents hold. */
  #emptyShard(): Shard {
    return new Shard(this.seed, { asOfMs: Infinity, floorMs: -Infinity, exactHours: [] });
  }

  #sameRows(): Uint32Array {
    return Uint32Array.from({ length: this.size }, (_, row) => row);
  }
}

function sameRows({ keys }: PatternColumns): Uint32Array {
  return Uint32Array.from({ length: keys.ends.length }, (_, row) => row);
}

function placed(newestRecord: NewestRecord | null, archive: number): { newestRecord: NewestRecord | null } {
  return { newestRecord: newestRecord && { ...newestRecord, archive } };
}

function inArchive(patterns: PatternColumns, archive: number): PatternColumns {
  const { newest } = patterns;
  return { ...patterns, newest: { ...newest, archive: new Uint32Array(newest.archive.length).fill(archive) } };
}

function knownMs({ lastMs, result, newestRecord }: SummaryPart): number {
  const times = [...lastMs, ...result.folds.latestMs, newestRecord?.timeMs ?? -Infinity];
  return times.reduce((most, ms) => Math.max(most, ms), -Infinity);
}

function patternAt({ keys }: PatternColumns, row: number): { kind: PatternKind; key: string } {
  const at = byteStart(keys, row);
  return { kind: keys.bytes[at] as PatternKind, key: decodeWtf8(keys.bytes.subarray(at + 1, keys.ends[row])) };
}

/** Patterns of a part that something is folded of, beside what leads it. */
function foldPatterns({ result: { folds } }: SummaryPart): number[] {
  return [...new Set([...folds.pattern, ...folds.headPattern])];
}

type Teller = "whole" | "none" | "since" | "nothing";

/** What tells the events of a part's pattern that the state has not folded: all are new, none is, some are. */
function toldBy(part: SummaryPart, p: number, until: FoldedUntil): Teller {
  const row = part.rows[p] as number;
  const ms = until[row];
  if (ms === undefined) return "whole";
  const at = part.result.folds.latestPattern.indexOf(p);
  const other = at < 0 ? undefined : (part.result.folds.latestMs[at] as number);
  if (ms >= Math.max(part.lastMs[p] as number, other ?? -Infinity)) return "none";
  // Where there are other events than dated hits, it is not known how old the oldest of them is.
  if (other === undefined && ms < (part.firstMs[p] as number)) return "whole";
  return part.since !== undefined && part.since.foldedUntilMs[row] === ms ? "since" : "nothing";
}

/** The part's range without what the state has folded, in the summary's pattern numbers. */
function unfolded(part: SummaryPart, until: FoldedUntil, range: number): RangeResult {
  const whole = { ...inRows(part.result, part.rows, part.archive), range };
  if (until.length === 0) return whole;
  const tellers = new Map<number, Teller>();
  for (const p of foldPatterns(part)) tellers.set(part.rows[p] as number, toldBy(part, p, until));
  const { lead } = whole.folds;
  const folds = chosen(whole.folds, (row) => (tellers.get(row) ?? "whole") === "whole");
  if (part.since === undefined) return { ...whole, folds: { ...folds, ...(lead && { lead }) } };
  const since = chosen(part.since.folds, (row) => tellers.get(row) === "since");
  return { ...whole, folds: { ...joinedFolds(folds, since), ...(lead && { lead }) } };
}

/** The folds of some patterns. */
function chosen(folds: RangeFolds, isChosen: (row: number) => boolean): RangeFolds {
  const tails = kept(folds.pattern, isChosen);
  const heads = kept(folds.headPattern, isChosen);
  const falses = kept(folds.falsePattern, isChosen);
  const times = kept(folds.latestPattern, isChosen);
  const numbers = folds.heads.length / Math.max(1, folds.headPattern.length);
  return {
    pattern: pick(folds.pattern, tails),
    tailHits: pick(folds.tailHits, tails),
    headPattern: pick(folds.headPattern, heads),
    heads: Int16Array.from({ length: heads.length * numbers }, (_, n) => {
      const head = heads[Math.floor(n / numbers)] as number;
      return folds.heads[head * numbers + (n % numbers)] as number;
    }),
    falsePattern: pick(folds.falsePattern, falses),
    falses: pick(folds.falses, falses),
    latestPattern: pick(folds.latestPattern, times),
    latestMs: Float64Array.from(times, (i) => folds.latestMs[i] as number),
  };
}

/** Folds of different patterns. */
function joinedFolds(a: RangeFolds, b: RangeFolds): RangeFolds {
  return {
    pattern: Uint32Array.of(...a.pattern, ...b.pattern),
    tailHits: Uint32Array.of(...a.tailHits, ...b.tailHits),
    headPattern: Uint32Array.of(...a.headPattern, ...b.headPattern),
    heads: Int16Array.of(...a.heads, ...b.heads),
    falsePattern: Uint32Array.of(...a.falsePattern, ...b.falsePattern),
    falses: Uint32Array.of(...a.falses, ...b.falses),
    latestPattern: Uint32Array.of(...a.latestPattern, ...b.latestPattern),
    latestMs: Float64Array.of(...a.latestMs, ...b.latestMs),
  };
}

function kept(patterns: Uint32Array, isNew: (pattern: number) => boolean): number[] {
  return Array.from(patterns.keys()).filter((i) => isNew(patterns[i] as number));
}

function pick(column: Uint32Array, rows: readonly number[]): Uint32Array {
  return Uint32Array.from(rows, (i) => column[i] as number);
}
