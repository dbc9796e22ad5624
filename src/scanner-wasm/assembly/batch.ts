/**
 * Records between the walk and the tables. The walk only parses; the tables are updated for some hundred records at a
 * time, after a first pass has touched the index slots and entries they will need: then cache misses overlap in place
 * of waiting for one another.
 */
import { allocate, release } from "./memory";
import { countFalsePositive, countFutureHit, countHit } from "./tally";
import { countInterceptor, countTime, MET, offerPlace, ROW_BYTES, rowCapacity, rowOf, rows } from "./patterns";
import { archive, countKind, foldHit, foldOther } from "./range";
import { root } from "./root";
import { idOf, internSession, nobody, Session, sessionIndex, sessionShift } from "./sessions";

@unmanaged
export class BatchRecord {
  ms: f64;
  /** Where the record's line begins in the archive. */
  offset: f64;
  session: u32;
  sessionLength: u32;
  hash: u32;
  pattern: u32;
  interceptor: u32;
  kind: u32;
  /** What stands in the session's index slot: nearly always its entry. */
  entry: u32;
  _unused: u32;
}
export const RECORD_BYTES: usize = 48;
const CAPACITY: u32 = 256;

// Kinds, as in core/record.ts.
export const HIT: u32 = 0;
export const FALSE_POSITIVE: u32 = 1;
export const CONFIRMATION: u32 = 2;
export const RETRY: u32 = 3;
export const CONTEXT: u32 = 4;
export const ERROR: u32 = 5;
export const OWN: u32 = 6;
const OUTSIDE: u32 = 7;

/** What a lane keeps beside its tables. */
@unmanaged
export class LaneTotals {
  /** The newest record that names a session; its time is -Infinity if there is none. */
  newestMs: f64;
  newestOffset: f64;
  newestArchive: u32;
  newestSession: u32;
  /** Time of the earliest future record; Infinity: none. */
  validUntilMs: f64;
  undated: u64;
  sessionless: u64;
}

let batch: usize = 0;
let batchEnd: usize = 0;
export let batchAt: usize = 0;
export let totals: usize = 0;
let touchedSum: u32 = 0;

export function openBatch(): void {
  batch = allocate(<usize>CAPACITY * RECORD_BYTES);
  batchEnd = batch + <usize>CAPACITY * RECORD_BYTES;
  batchAt = batch;
  totals = allocate(64);
  const t = changetype<LaneTotals>(totals);
  t.newestMs = -Infinity;
  t.newestSession = 0;
  t.validUntilMs = Infinity;
  t.undated = 0;
  t.sessionless = 0;
}

// @ts-ignore: decorator
@inline
export function pushRecord(
  kind: u32,
  pattern: u32,
  interceptor: u32,
  session: usize,
  sessionLength: u32,
  hash: u32,
  ms: f64,
  offset: f64,
): void {
  const record = changetype<BatchRecord>(batchAt);
  record.ms = ms;
  record.offset = offset;
  record.session = <u32>session;
  record.sessionLength = sessionLength;
  record.hash = hash;
  record.pattern = pattern;
  record.interceptor = interceptor;
  record.kind = kind;
  batchAt += RECORD_BYTES;
  if (batchAt == batchEnd) flushBatch();
}

export function flushBatch(): void {
  touch();
  const end = batchAt;
  batchAt = batch;
  for (let at = batch; at < end; at += RECORD_BYTES) countRecord(changetype<BatchRecord>(at));
}

/**
 * Loads what the records will need, level by level: index slots, then entries and pattern rows, then groups and places. No
 * load waits for one of another record, so their misses overlap; the sum only keeps them from being left out. About 5 % of
 * the scan on a busy machine; batches of 256 and 1024 are alike.
 */
function touch(): void {
  let sum: u32 = 0;
  for (let at = batch; at < batchAt; at += RECORD_BYTES) {
    const record = changetype<BatchRecord>(at);
    const slot = <usize>load<u64>(sessionIndex + (<usize>(record.hash >> sessionShift) << 3));
    record.entry = <u32>slot;
    if (slot != 0) sum += load<u32>(slot, 8);
    if (record.pattern < rowCapacity) sum += load<u32>(rows + <usize>record.pattern * ROW_BYTES, 48);
  }
  for (let at = batch; at < batchAt; at += RECORD_BYTES) {
    const record = changetype<BatchRecord>(at);
    if (record.entry != 0) sum += load<u32>(<usize>load<u32>(<usize>record.entry, 8));
  }
  touchedSum += sum;
}

/** Core's `Tally.record`. */
// @ts-ignore: decorator
@inline
function countRecord(record: BatchRecord): void {
  const ms = record.ms;
  if (ms < sinceMs || ms > untilMs) return countKind(OUTSIDE, NaN);
  const length = record.sessionLength;
  countKind(record.kind, ms);
  const entry = length == 0 ? nobody : internSession(record.session, length, record.hash);
  const session = changetype<Session>(entry);
  const future = ms > root().asOfMs;
  if (future) noteFuture(ms);
  else if (length != 0 && ms >= changetype<LaneTotals>(totals).newestMs) noteNewest(record, entry);
  const pattern = record.pattern;
  const row = rowOf(pattern);
  row.marks |= MET;
  if (record.kind == HIT) {
    countInterceptor(row, pattern, record.interceptor);
    if (length == 0) changetype<LaneTotals>(totals).sessionless++;
    if (future) {
      row.future++;
      countFutureHit(session, pattern);
      return;
    }
    if (ms == ms) countTime(row, ms, archive, record.offset);
    else {
      row.undated++;
      changetype<LaneTotals>(totals).undated++;
      offerPlace(row, -Infinity, archive, record.offset);
    }
    countHit(session, pattern, ms);
    foldHit(row, pattern, ms);
  } else if (record.kind == FALSE_POSITIVE) {
    row.falsePositives++;
    if (future) return;
    countFalsePositive(session, pattern, ms);
    foldOther(FALSE_POSITIVE, pattern, ms);
  } else if (record.kind == CONFIRMATION && !future) foldOther(CONFIRMATION, pattern, ms);
  if (sliding && record.kind <= FALSE_POSITIVE && ms <= root().asOfMs) offerEarly(record, entry);
}

/** Backfill keeps early events (core/merge/early-events.ts), in JavaScript. Of nearly all it has enough soon. */
@external("env", "earlyEvent")
declare function earlyEvent(kind: u32, pattern: u32, ms: f64, archive: u32, offset: f64, id: usize, length: u32): void;

let sinceMs: f64 = -Infinity;
let untilMs: f64 = Infinity;

/** Records beyond these moments are counted as such and nothing else. */
export function setBounds(since: f64, until: f64): void {
  sinceMs = since;
  untilMs = until;
}

let sliding: bool = false;

export function setSliding(on: bool): void {
  sliding = on;
}

/** f64 by pattern: later events are not asked for. */
let cutoffs: usize = 0;
let cutoffCapacity: u32 = 0;

/** JavaScript has all it wants of a pattern's events later than `ms`. */
export function setEarlyCutoff(pattern: u32, ms: f64): void {
  if (pattern >= cutoffCapacity) growCutoffs(pattern + 1);
  store<f64>(cutoffs + (<usize>pattern << 3), ms);
}

function growCutoffs(needed: u32): void {
  const capacity = max<u32>(max<u32>(needed, cutoffCapacity << 1), 256);
  const to = allocate(<usize>capacity << 3);
  memory.copy(to, cutoffs, <usize>cutoffCapacity << 3);
  for (let i = cutoffCapacity; i < capacity; i++) store<f64>(to + (<usize>i << 3), Infinity);
  release(cutoffs, <usize>cutoffCapacity << 3);
  cutoffs = to;
  cutoffCapacity = capacity;
}

function offerEarly(record: BatchRecord, entry: usize): void {
  const pattern = record.pattern;
  if (pattern < cutoffCapacity && record.ms > load<f64>(cutoffs + (<usize>pattern << 3))) return;
  earlyEvent(record.kind, pattern, record.ms, archive, record.offset, idOf(entry), record.sessionLength);
}

/** A lane takes ranges in ascending order, so at equal times the one that comes later stands later. */
// @ts-ignore: decorator
@inline
function noteNewest(record: BatchRecord, entry: usize): void {
  const t = changetype<LaneTotals>(totals);
  t.newestMs = record.ms;
  t.newestOffset = record.offset;
  t.newestArchive = archive;
  t.newestSession = <u32>entry;
}

function noteFuture(ms: f64): void {
  const t = changetype<LaneTotals>(totals);
  if (ms < t.validUntilMs) t.validUntilMs = ms;
}
