import type { LineCounts, RejectReason, RejectSample } from "../../model/report.js";
import type { Activity } from "../count/activity.js";
import { byteStart, bytesAt } from "../count/columns.js";
import type { EarlyAnswer } from "./early-events.js";
import { IDENTITY_FOLD, type Fold } from "../memory/confidence.js";
import type { FoldedHistory } from "./fold-history.js";
import type { PatternColumns } from "../count/pattern-table.js";
import type { PatternKind } from "../line/record.js";
import type { WindowCounts } from "./windows.js";
import { decodeWtf8 } from "../line/wtf8.js";

/** Where a hit stands; `timeMs` is -Infinity when undated. */
export interface Place {
  readonly archive: number;
  readonly offset: number;
  readonly timeMs: number;
}

/** All that recognition needs of one pattern: what scanning and merging come to. */
export interface PatternCounts {
  readonly kind: PatternKind;
  readonly key: string;
  readonly interceptors: ReadonlyMap<string, number>;
  readonly total: number;
  readonly future: number;
  readonly undated: number;
  readonly falsePositives: number;
  /** Epoch milliseconds; NaN: none. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly d7: number;
  readonly d14: number;
  readonly sessions: number;
  readonly current: number;
  readonly effectiveD7: number;
  readonly effectiveD14: number;
  readonly effectiveAll: number;
  readonly sameSessionD7: number;
  readonly sameSessionAll: number;
  readonly sameSessionEvents: number;
  /** Up to 16, newest first. */
  readonly newest: readonly Place[];
  /** Of the events that the state has not folded yet; of all, without a state. */
  readonly fold: Fold;
  /** Newest time of those events, as far as they are no dated hits (those: `lastMs`); -Infinity: none. */
  readonly foldedMs: number;
  readonly foldedFalsePositives: number;
  /** The earliest moment at which a trigger held, if the scan was asked for it (backfill). */
  readonly early?: EarlyAnswer;
}

export interface Counts {
  /** In the order of key, then kind. Unattributed hits stand here too, as patterns of that kind. */
  readonly patterns: readonly PatternCounts[];
  readonly kinds: readonly number[];
  readonly lines: LineCounts;
  readonly nuls: boolean;
  readonly undated: number;
  readonly sessionless: number;
  readonly sessions: number;
  /** The session of the newest record, if no other was named. */
  readonly currentSession: string | null;
  /** Present if the scan was asked for it. */
  readonly activity?: Activity;
}

/** The counts of a pattern that no record names. */
export function noHits(kind: PatternKind, key: string): PatternCounts {
  const none = { total: 0, future: 0, undated: 0, falsePositives: 0, d7: 0, d14: 0, sessions: 0, current: 0 };
  const effective = { effectiveD7: 0, effectiveD14: 0, effectiveAll: 0 };
  const sameSession = { sameSessionD7: 0, sameSessionAll: 0, sameSessionEvents: 0 };
  const folded = { fold: IDENTITY_FOLD, foldedMs: -Infinity, foldedFalsePositives: 0 };
  const seen = { interceptors: new Map<string, number>(), firstMs: NaN, lastMs: NaN, newest: [] };
  return { kind, key, ...none, ...effective, ...sameSession, ...folded, ...seen };
}

/** The patterns of merged columns as objects, sorted. */
export function patternCounts(
  columns: PatternColumns,
  windows: WindowCounts,
  folds: (pattern: number) => FoldedHistory,
  early?: (pattern: number) => EarlyAnswer,
): PatternCounts[] {
  const countsOf = countsIn(columns);
  const out: PatternCounts[] = [];
  for (let p = 0; p < columns.keys.ends.length; p++) out.push(countsOf(p, windows, () => folds(p), early?.(p)));
  return out.toSorted(byKey);
}

/** In the order of key, then kind. */
export function byKey(a: Pick<PatternCounts, "kind" | "key">, b: Pick<PatternCounts, "kind" | "key">): number {
  return compareText(a.key, b.key) || a.kind - b.kind;
}

/**
 * One pattern of merged columns as an object. Places and folds are made when they are first asked for: of thousands of patterns
 * they took most of the time of a merge, and who only counts asks for none. Until then the columns must stay as they are.
 */
function countsIn(
  columns: PatternColumns,
): (pattern: number, windows: WindowCounts, folded: () => FoldedHistory, early?: EarlyAnswer) => PatternCounts {
  const totalsOf = totalsIn(columns);
  return (p, windows, folded, early) => {
    let newest: readonly Place[] | undefined;
    let history: FoldedHistory | undefined;
    const lazy = (get: () => unknown) => ({ get, enumerable: true });
    return Object.defineProperties(totalsOf(p, windows, p), {
      newest: lazy(() => (newest ??= placesOf(columns, p))),
      fold: lazy(() => (history ??= folded()).fold),
      foldedMs: lazy(() => (history ??= folded()).latestMs),
      foldedFalsePositives: lazy(() => (history ??= folded()).falsePositives),
      ...(early && { early: { value: early, enumerable: true } }),
    }) as PatternCounts;
  };
}

/** The same with all of it at once, a tenth of the cost where all is asked for. `row`: of the pattern in the windows. */
export function settledCountsIn(
  columns: PatternColumns,
): (pattern: number, windows: WindowCounts, row: number, history: FoldedHistory) => PatternCounts {
  const totalsOf = totalsIn(columns);
  return (p, windows, row, { fold, latestMs, falsePositives }) =>
    Object.assign(totalsOf(p, windows, row), {
      newest: placesOf(columns, p),
      fold,
      foldedMs: latestMs,
      foldedFalsePositives: falsePositives,
    });
}

type Totals = Omit<PatternCounts, "newest" | "fold" | "foldedMs" | "foldedFalsePositives" | "early">;

function totalsIn(columns: PatternColumns): (pattern: number, windows: WindowCounts, row: number) => Totals {
  const interceptors = interceptorsByPattern(columns);
  return (p, windows, row) => {
    const hits = interceptors[p] ?? new Map<string, number>();
    // Spelt out: spreading would copy names one by one for each of thousands of patterns.
    return {
      kind: columns.keys.bytes[byteStart(columns.keys, p)] as PatternKind,
      key: decodeWtf8(columns.keys.bytes.subarray(byteStart(columns.keys, p) + 1, columns.keys.ends[p])),
      interceptors: hits,
      total: sumOf(hits),
      future: columns.future[p] as number,
      undated: columns.undated[p] as number,
      falsePositives: columns.falsePositives[p] as number,
      firstMs: finite(columns.firstMs[p] as number),
      lastMs: finite(columns.lastMs[p] as number),
      d7: windows.d7[row] as number,
      d14: windows.d14[row] as number,
      sessions: windows.sessions[row] as number,
      current: windows.current[row] as number,
      effectiveD7: windows.effectiveD7[row] as number,
      effectiveD14: windows.effectiveD14[row] as number,
      effectiveAll: windows.effectiveAll[row] as number,
      sameSessionD7: windows.sameSessionD7[row] as number,
      sameSessionAll: windows.sameSessionAll[row] as number,
      sameSessionEvents: windows.sameSessionEvents[row] as number,
    };
  };
}

/** From here on the order of UTF-16 may be another than that of code points. */
const HIGH = /[\ud800-\uffff]/;

/** By code point. UTF-16 order is another only where one side has a surrogate: those are lifted above all else. */
export function compareText(a: string, b: string): number {
  if (!HIGH.test(a) && !HIGH.test(b)) return a === b ? 0 : a < b ? -1 : 1;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return lifted(a, i) - lifted(b, i);
  }
  return a.length - b.length;
}

/** The code unit's rank by code point: the code point itself, of which a pair's low half is told by the high half's tie. */
function lifted(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  return isPaired(text, i, unit) ? 0x10000 + unit : unit;
}

function isPaired(text: string, i: number, unit: number): boolean {
  const [other, from] = unit < 0xdc00 ? [text.charCodeAt(i + 1), 0xdc00] : [text.charCodeAt(i - 1), 0xd800];
  return other >= from && other < from + 0x400;
}

function finite(ms: number): number {
  return Number.isFinite(ms) ? ms : NaN;
}

/** What windows say of a pattern. Spelt out: a loop over names would make an object anew for each of thousands of them. */
export function windowsOf(windows: WindowCounts, p: number): Record<keyof WindowCounts, number> {
  return {
    d7: windows.d7[p] as number,
    d14: windows.d14[p] as number,
    sessions: windows.sessions[p] as number,
    current: windows.current[p] as number,
    effectiveD7: windows.effectiveD7[p] as number,
    effectiveD14: windows.effectiveD14[p] as number,
    effectiveAll: windows.effectiveAll[p] as number,
    sameSessionD7: windows.sameSessionD7[p] as number,
    sameSessionAll: windows.sameSessionAll[p] as number,
    sameSessionEvents: windows.sameSessionEvents[p] as number,
  };
}

/** Hits per interceptor of each pattern, sorted by name: the names are sorted once, for all patterns. */
function interceptorsByPattern({ keys, interceptors, pairs }: PatternColumns): (Map<string, number> | undefined)[] {
  const byInterceptor: number[][] = Array.from({ length: interceptors.ends.length }, () => []);
  pairs.interceptor.forEach((interceptor, pair) => byInterceptor[interceptor]?.push(pair));
  const named = byInterceptor.map((list, i) => ({ name: decodeWtf8(bytesAt(interceptors, i)), list }));
  const hits: (Map<string, number> | undefined)[] = Array.from({ length: keys.ends.length });
  for (const { name, list } of named.toSorted((a, b) => compareText(a.name, b.name)))
    for (const pair of list)
      (hits[pairs.pattern[pair] as number] ??= new Map<string, number>()).set(name, pairs.hits[pair] as number);
  return hits;
}

function sumOf(hits: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const n of hits.values()) sum += n;
  return sum;
}

function placesOf({ newest }: PatternColumns, p: number): Place[] {
  const end = newest.ends[p] as number;
  const start = p === 0 ? 0 : (newest.ends[p - 1] as number);
  // As long as it must be: an array that is pushed to takes room for 17, and an attack can make a million patterns.
  const places = Array.from<Place>({ length: end - start });
  for (let i = 0, at = end - 1; at >= start; i++, at--)
    places[i] = {
      archive: newest.archive[at] as number,
      offset: newest.offset[at] as number,
      timeMs: newest.timeMs[at] as number,
    };
  return places;
}

/** Sums line counts; `samples` are given by the caller, who knows their order. */
export function sumLines(
  parts: readonly Omit<LineCounts, "rejected" | "samples">[],
  samples: readonly RejectSample[],
): LineCounts {
  const sum = {
    total: 0,
    blank: 0,
    accepted: 0,
    rejected: 0,
    incomplete: 0,
    reasons: { invalid_json: 0, not_object: 0, too_long: 0 },
  };
  for (const part of parts) {
    sum.total += part.total;
    sum.blank += part.blank;
    sum.accepted += part.accepted;
    sum.incomplete += part.incomplete;
    for (const reason of Object.keys(sum.reasons) as RejectReason[]) {
      sum.reasons[reason] += part.reasons[reason];
      sum.rejected += part.reasons[reason];
    }
  }
  return { ...sum, samples };
}
