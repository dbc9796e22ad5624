/**
 * What is counted for each range: lines, kinds, and the folds, which depend on the order of ranges (core/range-tally.ts).
 */
import { FOLD_BYTES, foldEvent, storeIdentity } from "./folds";
import { allocate, allocateZeroed, release } from "./memory";
import { PatternRow, rowOf, TOUCHED } from "./patterns";
import { root } from "./root";

/**
 * An undated event before the range's first dated record: whether it is new only a merge can tell. JavaScript keeps them,
 * for they are rare. `kind` as in batch.ts.
 */
@external("env", "leadEvent")
declare function leadEvent(kind: u32, pattern: u32): void;

@unmanaged
export class RangeCounts {
  /** Times of the first dated record, and of the last one, future ones too; NaN: none. */
  firstDatedMs: f64;
  lastDatedMs: f64;
  blank: u32;
  accepted: u32;
  // Then records by kind, u32 each.
}
const KINDS_AT: usize = 24;

/** What is rare about a pattern in the range: its fold up to its last event, and its undated hits. */
@unmanaged
export class Head {
  pattern: u32;
  /** False positives and confirmations; without any, the fold is not worth handing over. */
  events: u32;
  /** Times of the newest and the oldest folded event other than dated hits. */
  latestMs: f64;
  earliestMs: f64;
  falsePositives: u32;
  _unused: u32;
  // Then FOLD_BYTES.
}
const FOLD_AT: usize = 32;
const HEAD_BYTES: usize = FOLD_AT + FOLD_BYTES;

export let rangeCounts: usize = 0;
export let archive: u32 = 0;
/** Patterns met in this range, u32 each, and heads, u32 addresses. */
let touched: usize = 0;
export let touchedCount: u32 = 0;
let touchedCapacity: u32 = 0;
let heads: usize = 0;
export let headCount: u32 = 0;
let headCapacity: u32 = 0;

export function openRanges(): void {
  rangeCounts = allocateZeroed(64);
}

export function beginRangeCounts(archive_: u32): void {
  archive = archive_;
  const counts = changetype<RangeCounts>(rangeCounts);
  memory.fill(rangeCounts, 0, 64);
  counts.firstDatedMs = NaN;
  counts.lastDatedMs = NaN;
  for (let i: u32 = 0; i < touchedCount; i++) {
    const row = rowOf(load<u32>(touched + (<usize>i << 2)));
    row.marks &= ~TOUCHED;
    row.tailHits = 0;
    row.head = 0;
  }
  for (let i: u32 = 0; i < headCount; i++) release(headAt(i), HEAD_BYTES);
  touchedCount = 0;
  headCount = 0;
}

// @ts-ignore: decorator
@inline
export function countKind(kind: u32, ms: f64): void {
  const counts = changetype<RangeCounts>(rangeCounts);
  counts.accepted++;
  const at = rangeCounts + KINDS_AT + (<usize>kind << 2);
  store<u32>(at, load<u32>(at) + 1);
  if (counts.firstDatedMs != counts.firstDatedMs) counts.firstDatedMs = ms;
  if (ms == ms) counts.lastDatedMs = ms;
}

/** A hit that is not future, for the fold. */
// @ts-ignore: decorator
@inline
export function foldHit(row: PatternRow, pattern: u32, ms: f64): void {
  if (ms <= row.foldedUntilMs) return;
  if (ms != ms && !noteEvent(row, 0, pattern, ms)) return;
  if ((row.marks & TOUCHED) == 0) touch(row, pattern);
  row.tailHits++;
}

/** A false positive (kind 1) or a confirmation: runs of hits cost a counter only and are folded when an event ends them. */
export function foldOther(kind: u32, pattern: u32, ms: f64): void {
  const row = rowOf(pattern);
  if (!noteEvent(row, kind, pattern, ms)) return;
  const head = changetype<Head>(<usize>row.head);
  foldEvent(<usize>row.head + FOLD_AT, row.tailHits, kind == 1);
  row.tailHits = 0;
  head.events++;
  if (kind == 1) head.falsePositives++;
}

/** Whether an event is folded in this range; notes its time, which for an undated one is that of the record before it. */
function noteEvent(row: PatternRow, kind: u32, pattern: u32, ms: f64): bool {
  const time = ms == ms ? ms : changetype<RangeCounts>(rangeCounts).lastDatedMs;
  if (time != time) {
    leadEvent(kind, pattern);
    return false;
  }
  if (time <= row.foldedUntilMs || time > root().asOfMs) return false;
  if ((row.marks & TOUCHED) == 0) touch(row, pattern);
  if (row.head == 0) row.head = <u32>newHead(pattern);
  const head = changetype<Head>(<usize>row.head);
  head.latestMs = max(head.latestMs, time);
  head.earliestMs = min(head.earliestMs, time);
  return true;
}

function touch(row: PatternRow, pattern: u32): void {
  row.marks |= TOUCHED;
  if (touchedCount == touchedCapacity) {
    touched = doubled(touched, touchedCapacity);
    touchedCapacity = touchedCapacity == 0 ? 256 : touchedCapacity << 1;
  }
  store<u32>(touched + (<usize>touchedCount << 2), pattern);
  touchedCount++;
}

function doubled(list: usize, capacity: u32): usize {
  const to = allocate(capacity == 0 ? 1024 : <usize>capacity << 3);
  memory.copy(to, list, <usize>capacity << 2);
  release(list, <usize>capacity << 2);
  return to;
}

function newHead(pattern: u32): usize {
  if (headCount == headCapacity) {
    heads = doubled(heads, headCapacity);
    headCapacity = headCapacity == 0 ? 256 : headCapacity << 1;
  }
  const head = allocateZeroed(HEAD_BYTES);
  changetype<Head>(head).pattern = pattern;
  changetype<Head>(head).latestMs = -Infinity;
  changetype<Head>(head).earliestMs = Infinity;
  storeIdentity(head + FOLD_AT);
  store<u32>(heads + (<usize>headCount << 2), <u32>head);
  headCount++;
  return head;
}

/** Writes out the range's tails: u32 pattern, u32 hits of each pattern with such hits. `tailCount` tells how many. */
export function tailsOf(): usize {
  const out = allocate(max<usize>(16, <usize>touchedCount << 3));
  tailCount = 0;
  for (let i: u32 = 0; i < touchedCount; i++) {
    const pattern = load<u32>(touched + (<usize>i << 2));
    const hits = rowOf(pattern).tailHits;
    if (hits == 0) continue;
    store<u32>(out + (<usize>tailCount << 3), pattern);
    store<u32>(out + (<usize>tailCount << 3), hits, 4);
    tailCount++;
  }
  return out;
}
export let tailCount: u32 = 0;

export function releaseTails(out: usize): void {
  release(out, max<usize>(16, <usize>touchedCount << 3));
}

export function headAt(i: u32): usize {
  return <usize>load<u32>(heads + (<usize>i << 2));
}
