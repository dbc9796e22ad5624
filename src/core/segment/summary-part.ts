import { DAY_MS } from "../../model/options.js";
import { EMPTY_FOLDS } from "../count/fused-range.js";
import type { FoldColumns, NewestRecord, RangeFolds, RangeResult } from "../count/partial.js";
import type { ExtentHead } from "./extent-head.js";

export const LONGEST_WINDOW_MS = 14 * DAY_MS;
const NO_ROWS = new Uint32Array(0);

/** What the summary knows of one extent beside what it has added up. */
export interface SummaryPart {
  /** Number of its archive, in the order of paths. */
  archive: number;
  /** Rows here of its pattern numbers. */
  readonly rows: Uint32Array;
  /** Of whole folds, in its own pattern numbers. */
  readonly result: RangeResult;
  /** Times of the first and last event of each of its patterns, as far as they are folded; Infinity and -Infinity: none. */
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly newestRecord: NewestRecord | null;
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
  /** What a scan told that passed over what the state had folded: for patterns of which there are events on both sides. */
  since?: Since;
}

interface Since {
  readonly foldedUntilMs: FoldedUntil;
  /** In the summary's pattern numbers. */
  readonly folds: RangeFolds;
}

/** By the summary's pattern: up to when the state has folded its events; -Infinity: undated ones that come first; NaN: none. */
export type FoldedUntil = Float64Array;

/** What an extent's head says of it. `rows`: of its pattern numbers. */
export function partOf(
  { patterns, result, newestRecord, validUntilMs, undated, sessionless }: ExtentHead,
  archive: number,
  rows: Uint32Array,
): SummaryPart {
  const { latestPattern, latestMs, earliestMs } = result.folds;
  const [firstMs, lastMs] = [patterns.firstMs.slice(), patterns.lastMs.slice()];
  latestPattern.forEach((p, i) => {
    firstMs[p] = Math.min(firstMs[p] as number, earliestMs[i] as number);
    lastMs[p] = Math.max(lastMs[p] as number, latestMs[i] as number);
  });
  return { archive, rows, result, firstMs, lastMs, newestRecord, validUntilMs, undated, sessionless };
}

/** The earliest moment that an extent can be asked for: nothing in it is newer, and no window of then begins before its floor. */
export function earliestOf(head: ExtentHead): number {
  return Math.max(head.floorMs + LONGEST_WINDOW_MS, newestMs(partOf(head, 0, NO_ROWS)));
}

/** The newest moment that the part knows of. */
export function newestMs({ lastMs, newestRecord }: SummaryPart): number {
  let newest = newestRecord?.timeMs ?? -Infinity;
  for (const ms of lastMs) if (ms > newest) newest = ms;
  return newest;
}

/** Whether the part's folds do not tell what the state has not folded of some pattern: it is to be scanned again. */
export function isStraddled(part: SummaryPart, until: FoldedUntil): boolean {
  for (let p = 0; p < part.rows.length; p++) if (tellerOf(part, p, until) === "nothing") return true;
  return false;
}

/** The part's range in the summary's pattern numbers; of what the state has not folded, the folds of the wanted patterns. */
export function unfolded(part: SummaryPart, until: FoldedUntil, isWanted: Uint8Array): RangeResult {
  const { archive, rows, result, since } = part;
  const { lead } = result.folds;
  const inRows: Choice = (p) => (isWanted[rows[p] as number] === 1 ? rows[p] : undefined);
  const folds = { ...toldFolds(part, until, isWanted), ...(lead && { lead: chosenColumns(lead, inRows) }) };
  return { ...result, archive, folds: since === undefined ? folds : withSince(part, until, isWanted, folds) };
}

/** Folds of the patterns of which the state has folded nothing that is here. */
function toldFolds(part: SummaryPart, until: FoldedUntil, isWanted: Uint8Array): RangeFolds {
  const { rows, result } = part;
  const told = new Int32Array(rows.length).fill(-1);
  let isAny = false;
  for (let p = 0; p < rows.length; p++) {
    const row = rows[p] as number;
    if (isWanted[row] === 0 || tellerOf(part, p, until) !== "whole") continue;
    told[p] = row;
    isAny = true;
  }
  return isAny ? chosen(result.folds, (p) => ((told[p] as number) < 0 ? undefined : told[p])) : EMPTY_FOLDS;
}

/** And of those that a scan has told of which passed over what the state had folded. */
function withSince(part: SummaryPart, until: FoldedUntil, isWanted: Uint8Array, folds: RangeFolds): RangeFolds {
  const told = new Set<number>();
  part.rows.forEach((row, p) => {
    if (isWanted[row] === 1 && tellerOf(part, p, until) === "since") told.add(row);
  });
  const since = chosen((part.since as Since).folds, (row) => (told.has(row) ? row : undefined));
  return { ...folds, ...joinedFolds(folds, since) };
}

type Teller = "whole" | "none" | "since" | "nothing";

/** What tells the events of a part's pattern that the state has not folded: all are new, none is, some are. */
function tellerOf({ rows, firstMs, lastMs, since }: SummaryPart, p: number, until: FoldedUntil): Teller {
  const row = rows[p] as number;
  const ms = until[row] as number;
  if (Number.isNaN(ms) || ms < (firstMs[p] as number)) return "whole";
  if (ms >= (lastMs[p] as number)) return "none";
  return since?.foldedUntilMs[row] === ms ? "since" : "nothing";
}

/** The row that a pattern's folds are to stand in; undefined: they are left out. */
type Choice = (pattern: number) => number | undefined;

function chosen(folds: RangeFolds, choice: Choice): RangeFolds {
  const times = picks(folds.latestPattern, choice);
  return {
    ...chosenColumns(folds, choice),
    latestPattern: times.rows,
    latestMs: Float64Array.from(times.at, (i) => folds.latestMs[i] as number),
    earliestMs: Float64Array.from(times.at, (i) => folds.earliestMs[i] as number),
  };
}

function chosenColumns(folds: FoldColumns, choice: Choice): FoldColumns {
  const tails = picks(folds.pattern, choice);
  const heads = picks(folds.headPattern, choice);
  const falses = picks(folds.falsePattern, choice);
  return {
    pattern: tails.rows,
    tailHits: tails.at.map((i) => folds.tailHits[i] as number),
    headPattern: heads.rows,
    heads: pickedHeads(folds, heads.at),
    falsePattern: falses.rows,
    falses: falses.at.map((i) => folds.falses[i] as number),
  };
}

function pickedHeads({ heads, headPattern }: FoldColumns, at: Uint32Array): Int16Array {
  const numbers = heads.length / Math.max(1, headPattern.length);
  const out = new Int16Array(at.length * numbers);
  at.forEach((i, n) => out.set(heads.subarray(i * numbers, (i + 1) * numbers), n * numbers));
  return out;
}

/** Where the chosen ones of a column of patterns stand, and the rows that they are to stand in. */
function picks(patterns: Uint32Array, choice: Choice): { readonly at: Uint32Array; readonly rows: Uint32Array } {
  const [at, rows] = [new Uint32Array(patterns.length), new Uint32Array(patterns.length)];
  let count = 0;
  for (let i = 0; i < patterns.length; i++) {
    const row = choice(patterns[i] as number);
    if (row === undefined) continue;
    at[count] = i;
    rows[count++] = row;
  }
  return { at: at.subarray(0, count), rows: rows.subarray(0, count) };
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
    earliestMs: both(a.earliestMs, b.earliestMs),
  };
}

function both<T extends Uint32Array | Int16Array | Float64Array>(a: T, b: T): T {
  const out = new (a.constructor as new (length: number) => T)(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
