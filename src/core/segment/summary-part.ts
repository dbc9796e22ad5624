import { inRows } from "../count/fused-range.js";
import type { ExtentHead } from "./extent-head.js";
import type { NewestRecord, RangeFolds, RangeResult } from "../count/partial.js";

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
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
  /** What a scan told that passed over what the state had folded: for patterns of which there are events on both sides. */
  since?: { readonly foldedUntilMs: FoldedUntil; readonly folds: RangeFolds };
}

/** By the summary's pattern: up to when the state has folded its events; undefined: none of them. */
export type FoldedUntil = readonly (number | undefined)[];

/** What an extent's head says of it. `rows`: of its pattern numbers. */
export function partOf(
  { patterns, result, newestRecord, validUntilMs, undated, sessionless }: ExtentHead,
  archive: number,
  rows: Uint32Array,
): SummaryPart {
  const { firstMs, lastMs } = patterns;
  return { archive, rows, result, firstMs, lastMs, newestRecord, validUntilMs, undated, sessionless };
}

/** The newest moment that the part knows of. */
export function newestMs({ lastMs, result, newestRecord }: SummaryPart): number {
  const newest = (most: number, times: Float64Array): number => times.reduce((a, b) => Math.max(a, b), most);
  return newest(newest(newestRecord?.timeMs ?? -Infinity, lastMs), result.folds.latestMs);
}

/** Whether the part's folds do not tell what the state has not folded of some pattern: it is to be scanned again. */
export function isStraddled(part: SummaryPart, until: FoldedUntil): boolean {
  const toldBy = tellerOf(part, until);
  return foldPatterns(part).some((p) => toldBy(p) === "nothing");
}

/** The part's range without what the state has folded, in the summary's pattern numbers; folds of wanted patterns only. */
export function unfolded(
  part: SummaryPart,
  until: FoldedUntil,
  range: number,
  isWanted: (row: number) => boolean,
): RangeResult {
  const whole = { ...inRows(part.result, part.rows, part.archive), range };
  const tellers = new Map<number, Teller>();
  const toldBy = tellerOf(part, until);
  for (const p of foldPatterns(part)) {
    const row = part.rows[p] as number;
    if (isWanted(row)) tellers.set(row, toldBy(p));
  }
  const { lead } = whole.folds;
  const folds = chosen(whole.folds, (row) => isWanted(row) && (tellers.get(row) ?? "whole") === "whole");
  if (part.since === undefined) return { ...whole, folds: { ...folds, ...(lead && { lead }) } };
  const since = chosen(part.since.folds, (row) => tellers.get(row) === "since");
  return { ...whole, folds: { ...joinedFolds(folds, since), ...(lead && { lead }) } };
}

/** Patterns of a part that something is folded of, beside what leads it. */
function foldPatterns({ result: { folds } }: SummaryPart): number[] {
  return [...new Set([...folds.pattern, ...folds.headPattern])];
}

type Teller = "whole" | "none" | "since" | "nothing";

/** What tells the events of a part's pattern that the state has not folded: all are new, none is, some are. */
function tellerOf(part: SummaryPart, until: FoldedUntil): (p: number) => Teller {
  if (until.length === 0) return () => "whole";
  const { latestPattern, latestMs } = part.result.folds;
  const latest = new Map(Array.from(latestPattern, (p, i) => [p, latestMs[i] as number]));
  return (p) => {
    const row = part.rows[p] as number;
    const ms = until[row];
    if (ms === undefined) return "whole";
    const other = latest.get(p);
    if (ms >= Math.max(part.lastMs[p] as number, other ?? -Infinity)) return "none";
    // Where there are other events than dated hits, it is not known how old the oldest of them is.
    if (other === undefined && ms < (part.firstMs[p] as number)) return "whole";
    return part.since !== undefined && part.since.foldedUntilMs[row] === ms ? "since" : "nothing";
  };
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
    pattern: both(a.pattern, b.pattern),
    tailHits: both(a.tailHits, b.tailHits),
    headPattern: both(a.headPattern, b.headPattern),
    heads: both(a.heads, b.heads),
    falsePattern: both(a.falsePattern, b.falsePattern),
    falses: both(a.falses, b.falses),
    latestPattern: both(a.latestPattern, b.latestPattern),
    latestMs: both(a.latestMs, b.latestMs),
  };
}

/** There may be more than a call has room for arguments. */
function both<T extends Uint32Array | Int16Array | Float64Array>(a: T, b: T): T {
  const out = new (a.constructor as new (length: number) => T)(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

function kept(patterns: Uint32Array, isNew: (pattern: number) => boolean): number[] {
  return Array.from(patterns.keys()).filter((i) => isNew(patterns[i] as number));
}

function pick(column: Uint32Array, rows: readonly number[]): Uint32Array {
  return Uint32Array.from(rows, (i) => column[i] as number);
}
