import type { RejectReason } from "../../model/report.js";
import type { EarlyColumns } from "../merge/early-events.js";
import type { PatternColumns } from "./pattern-table.js";
import type { Precision } from "./precision.js";
import type { ShardColumns } from "./shard.js";

export const PARTIAL_VERSION = 1;

/**
 * What one worker found: the serial form of a partial. It holds columns (typed arrays), so that handing it over costs
 * no object per record or group, and it knows no window: windows are asked of merged partials (windows.ts).
 */
export interface Partial {
  readonly version: typeof PARTIAL_VERSION;
  readonly precision: Precision;
  readonly patterns: PatternColumns;
  /** By shard of the session's hash: shard i of one partial only ever meets shard i of another. */
  readonly shards: readonly ShardColumns[];
  readonly ranges: readonly RangeResult[];
  readonly newestRecord: NewestRecord | null;
  /** Time of the earliest future record: from then on this partial no longer tells all; Infinity: none. */
  readonly validUntilMs: number;
  /** Hits without a time, and without a session. */
  readonly undated: number;
  readonly sessionless: number;
  /** Present if the scan was asked for early moments. */
  readonly early?: EarlyColumns;
}

/** A partial whose large parts are had one at a time, be they in memory or in a file (io/segment-file.ts). */
export interface ShardedPartial extends Omit<Partial, "shards" | "early"> {
  readonly shard: (i: number) => ShardColumns;
  readonly early: () => EarlyColumns | undefined;
}

export function inMemory({ shards, early, ...rest }: Partial): ShardedPartial {
  return { ...rest, shard: (i) => shards[i] as ShardColumns, early: () => early };
}

/** The newest record that names a session (not later than `asOfMs`; at equal times the later place). */
export interface NewestRecord {
  readonly timeMs: number;
  readonly archive: number;
  readonly offset: number;
  readonly session: Uint8Array;
}

/** Lines and records of one byte range. What depends on the order of ranges (the fold, the samples) is kept by range. */
export interface RangeResult {
  readonly archive: number;
  readonly range: number;
  readonly lines: LineTally;
  /** Accepted records by kind (record.ts, KIND). */
  readonly kinds: readonly number[];
  readonly samples: readonly { readonly offset: number; readonly reason: RejectReason }[];
  /** Runs of NUL bytes were skipped before or between records. */
  readonly nuls: boolean;
  /** Time of the range's first dated record; NaN: none. */
  readonly firstDatedMs: number;
  /** Time of its last dated record, future ones too; NaN: none. */
  readonly lastDatedMs: number;
  readonly folds: RangeFolds;
}

export interface LineTally {
  readonly total: number;
  readonly blank: number;
  readonly accepted: number;
  readonly incomplete: number;
  readonly reasons: Readonly<Record<RejectReason, number>>;
}

/**
 * Per pattern of the range: the hits after its last false positive or confirmation (`pattern`, `tailHits`), and for
 * those that had one the fold up to it (`headPattern`, and one packed fold each in `heads`; confidence.ts).
 */
export interface FoldColumns {
  readonly pattern: Uint32Array;
  readonly tailHits: Uint32Array;
  readonly headPattern: Uint32Array;
  readonly heads: Int16Array;
  /** False positives among the events. */
  readonly falsePattern: Uint32Array;
  readonly falses: Uint32Array;
}

/** The events of a range later than `precision.foldedUntilMs` of their pattern. All but the tails of hits are rare. */
export interface RangeFolds extends FoldColumns {
  /** Undated events before the range's first dated record: they come first, if the merge finds them to be new. */
  readonly lead?: FoldColumns;
  /** Times of each pattern's newest and oldest folded event other than dated hits. */
  readonly latestPattern: Uint32Array;
  readonly latestMs: Float64Array;
  readonly earliestMs: Float64Array;
}

/** How many rejected lines are shown with their place. */
export const SAMPLE_LIMIT = 5;
