import type { RejectSample } from "../../model/report.js";
import { ActivityTally, type ActivityQuestion } from "../count/activity.js";
import { patternCounts, sumLines, type Counts } from "./counts.js";
import { EarlyEvents, patternName, type EarlyAnswer, type SlidingThresholds } from "./early-events.js";
import { FoldHistory, type FoldedHistory } from "./fold-history.js";
import type { HashSeed } from "../line/hash.js";
import {
  inMemory,
  SAMPLE_LIMIT,
  type NewestRecord,
  type Partial,
  type RangeResult,
  type ShardedPartial,
} from "../count/partial.js";
import type { Precision } from "../count/precision.js";
import { PatternTable, type PatternColumns } from "../count/pattern-table.js";
import { KIND_COUNT, type PatternKind } from "../line/record.js";
import { SHARD_COUNT, Shard, type ShardColumns } from "../count/shard.js";
import { Windows, type WindowCounts } from "./windows.js";
import { byteStart } from "../count/columns.js";
import { decodeWtf8, encodeWtf8 } from "../line/wtf8.js";

/** What is asked of a set of partials. */
export interface MergeQuestion {
  readonly nowMs: number;
  /** The current session; undefined: that of the newest record. */
  readonly session?: string | undefined;
  /** Watermark of a pattern (kind and key), -Infinity for none. */
  readonly judgedUntilMs?: ((kind: number, key: string) => number) | undefined;
  /** Paths of the archives, by number; they must be sorted, for ties go by path. */
  readonly paths: readonly string[];
  /** For partials that hold early events: what moment is looked for in them. */
  readonly sliding?: SlidingThresholds | undefined;
  /** Asks for hits by day and by session too. */
  readonly activity?: ActivityQuestion | undefined;
}

/**
 * Merges partials shard by shard and asks them: a merged shard is dropped as soon as it has answered, so that what is
 * held at once is the partials and one shard. The result does not depend on how many partials there are, on which
 * ranges each holds, or on their order.
 */
export function mergePartials(partials: readonly Partial[], question: MergeQuestion, seed: HashSeed): Counts {
  return mergeSharded(partials.map(inMemory), question, seed);
}

/** The same; of partials that lie in files no more than one shard each is in memory at once. */
export function mergeSharded(partials: readonly ShardedPartial[], question: MergeQuestion, seed: HashSeed): Counts {
  const { columns, rows } = mergePatterns(partials, seed);
  const newest = newestOf(partials);
  const current = question.session ?? (newest === null ? null : decodeWtf8(newest.session));
  const windows = new Windows(columns.keys.ends.length, {
    nowMs: question.nowMs,
    session: encodeWtf8(current ?? ""),
    judgedUntilMs: watermarks(columns, question),
  });
  const activity = question.activity && new ActivityTally(columns, question.activity);
  const finish = (shard: ShardColumns, patterns?: Uint32Array): void => {
    windows.add(shard, patterns);
    activity?.addShard(shard, patterns);
  };
  for (let s = 0; s < SHARD_COUNT; s++) finishShard(finish, partials, rows, s, seed);
  return assembleCounts({
    columns,
    windows: windows.finish(),
    ranges: partials.flatMap((partial, i) =>
      partial.ranges.map((result) => ({ rows: rows[i] as Uint32Array, result })),
    ),
    undated: partials.reduce((sum, partial) => sum + partial.undated, 0),
    sessionless: partials.reduce((sum, partial) => sum + partial.sessionless, 0),
    sessions: windows.sessionCount,
    currentSession: current,
    paths: question.paths,
    precision: partials[0]?.precision,
    early: earlyOf(partials, rows, question.sliding),
    ...(activity && { activity: activity.finish() }),
  });
}

/** What `Counts` are put together from, however the parts were merged. */
export interface CountsParts extends Pick<
  Counts,
  "undated" | "sessionless" | "sessions" | "currentSession" | "activity"
> {
  readonly columns: PatternColumns;
  readonly windows: WindowCounts;
  readonly ranges: readonly PlacedRange[];
  /** Gives the same ranges in the order of place, with folds that compose faster. */
  readonly fused?: () => readonly PlacedRange[];
  readonly paths: readonly string[];
  /** Up to where the partials fold, and from where; undefined: there are none. */
  readonly precision: Pick<Precision, "asOfMs" | "foldedUntilMs"> | undefined;
  readonly early: ((pattern: number) => EarlyAnswer) | undefined;
}

export function assembleCounts(parts: CountsParts): Counts {
  const { columns, windows, paths, precision, early, ranges: unordered, fused, ...totals } = parts;
  const ranges = orderedRanges(unordered);
  const folds = foldsWhenAsked(
    fused ?? (() => ranges),
    foldedUntil(precision?.foldedUntilMs, columns),
    precision?.asOfMs,
  );
  return { patterns: patternCounts(columns, windows, folds, early), ...lineTotals(ranges, paths), ...totals };
}

/** What is told by ranges alone; they stand in the order of place. */
export function lineTotals(
  ranges: readonly Pick<PlacedRange, "result">[],
  paths: readonly string[],
): Pick<Counts, "kinds" | "lines" | "nuls"> {
  return {
    kinds: sumKinds(ranges),
    lines: sumLines(
      ranges.map(({ result }) => result.lines),
      samplesOf(ranges, paths),
    ),
    nuls: ranges.some(({ result }) => result.nuls),
  };
}

function mergePatterns(
  partials: readonly Pick<Partial, "patterns">[],
  seed: HashSeed,
): { columns: PatternColumns; rows: Uint32Array[] } {
  const table = new PatternTable(seed);
  const rows = partials.map((partial) => table.absorb(partial.patterns));
  return { columns: table.toColumns(), rows };
}

function earlyOf(
  partials: readonly Pick<ShardedPartial, "early">[],
  rows: readonly Uint32Array[],
  thresholds: SlidingThresholds | undefined,
): ((pattern: number) => EarlyAnswer) | undefined {
  if (thresholds === undefined) return undefined;
  const events = new EarlyEvents(thresholds);
  for (const [i, partial] of partials.entries()) {
    const early = partial.early();
    if (early !== undefined) events.absorb(early, rows[i] as Uint32Array);
  }
  return (pattern) => events.answer(pattern);
}

function finishShard(
  finish: (shard: ShardColumns, patterns?: Uint32Array) => void,
  partials: readonly ShardedPartial[],
  rows: readonly Uint32Array[],
  s: number,
  seed: HashSeed,
): void {
  let first: { columns: ShardColumns; rows: Uint32Array } | undefined;
  let shard: Shard | undefined;
  for (const [i, partial] of partials.entries()) {
    const found = { columns: partial.shard(s), rows: rows[i] as Uint32Array };
    if (found.columns.sessions.ends.length === 0) continue;
    if (first === undefined) {
      first = found;
      continue;
    }
    if (shard === undefined) {
      shard = new Shard(seed, partial.precision);
      shard.absorb(first.columns, first.rows);
    }
    shard.absorb(found.columns, found.rows);
  }
  // What only one partial has met is asked as it stands.
  if (shard !== undefined) finish(shard.toColumns());
  else if (first !== undefined) finish(first.columns, first.rows);
}

export function watermarks(columns: PatternColumns, question: MergeQuestion): Float64Array {
  const out = new Float64Array(columns.keys.ends.length).fill(-Infinity);
  if (question.judgedUntilMs === undefined) return out;
  for (let p = 0; p < out.length; p++) {
    const at = byteStart(columns.keys, p);
    out[p] = question.judgedUntilMs(
      columns.keys.bytes[at] as number,
      decodeWtf8(columns.keys.bytes.subarray(at + 1, columns.keys.ends[p])),
    );
  }
  return out;
}

export function newestOf(partials: readonly Pick<Partial, "newestRecord">[]): NewestRecord | null {
  let best: NewestRecord | null = null;
  for (const { newestRecord: one } of partials) {
    if (one === null) continue;
    const later =
      best === null ||
      one.timeMs > best.timeMs ||
      (one.timeMs === best.timeMs && (one.archive - best.archive || one.offset - best.offset) > 0);
    if (later) best = one;
  }
  return best;
}

export interface PlacedRange {
  /** Rows of its pattern numbers in the merged columns. */
  readonly rows: Uint32Array;
  readonly result: RangeResult;
}

/** In the order of place: by archive (they are numbered by path), then by position. */
function orderedRanges(ranges: readonly PlacedRange[]): PlacedRange[] {
  return ranges.toSorted((a, b) => a.result.archive - b.result.archive || a.result.range - b.result.range);
}

function sumKinds(ranges: readonly Pick<PlacedRange, "result">[]): number[] {
  const sum = Array.from({ length: KIND_COUNT }, () => 0);
  for (const { result } of ranges) result.kinds.forEach((n, kind) => (sum[kind] = (sum[kind] as number) + n));
  return sum;
}

function samplesOf(ranges: readonly Pick<PlacedRange, "result">[], paths: readonly string[]): RejectSample[] {
  const samples: RejectSample[] = [];
  for (const { result } of ranges) {
    for (const sample of result.samples) {
      if (samples.length === SAMPLE_LIMIT) return samples;
      samples.push({ path: paths[result.archive] as string, ...sample });
    }
  }
  return samples;
}

/** Up to when the state has folded a pattern's events, and up to when they are to be. */
type FoldQuestion = [foldedUntilMs: (pattern: number) => number | undefined, asOfMs: number | undefined];
type FoldOf = (pattern: number) => FoldedHistory;

/** Each pattern's history composed in log order: archives by their first dated record, then path; then position. */
export function foldsOf(ranges: readonly PlacedRange[], ...[foldedUntilMs, asOfMs]: FoldQuestion): FoldOf {
  const history = new FoldHistory(foldedUntilMs, asOfMs);
  for (const { rows, result } of inLogOrder(ranges)) history.add(result, rows);
  return (pattern) => history.of(pattern);
}

/** The same, composed when the first one is asked for. */
function foldsWhenAsked(of: () => readonly PlacedRange[], ...question: FoldQuestion): FoldOf {
  let folds: FoldOf | undefined;
  return (pattern) => (folds ??= foldsOf(of(), ...question))(pattern);
}

/** Ranges that stand in the order of place, in that of the log. */
export function inLogOrder<R extends Pick<PlacedRange, "result">>(ranges: readonly R[]): R[] {
  const first = firstDated(ranges);
  return ranges.toSorted((a, b) => {
    const [x, y] = [first.get(a.result.archive) as number, first.get(b.result.archive) as number];
    return x === y ? 0 : x < y ? -1 : 1; // two archives without a date are both Infinity: no subtraction
  });
}

function foldedUntil(
  known: Precision["foldedUntilMs"],
  { keys }: PatternColumns,
): (pattern: number) => number | undefined {
  if (known === undefined || known.size === 0) return () => undefined;
  return (pattern) => {
    const at = byteStart(keys, pattern);
    const key = decodeWtf8(keys.bytes.subarray(at + 1, keys.ends[pattern]));
    return known.get(patternName(keys.bytes[at] as PatternKind, key));
  };
}

function firstDated(ranges: readonly Pick<PlacedRange, "result">[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const { result } of ranges) {
    const known = first.get(result.archive);
    if (known === undefined || known === Infinity)
      first.set(result.archive, Number.isNaN(result.firstDatedMs) ? Infinity : result.firstDatedMs);
  }
  return first;
}
