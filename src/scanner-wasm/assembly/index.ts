/**
 * The WebAssembly scanner: bytes of whole lines to counts, for all workers in one shared memory.
 *
 *   0      1 KiB             64 KiB or later                                                  limit
 *   ┌──────┬──────┬──────────┬───────────────┬───────────────┬──────┬───────────────┬─ ─ ─ ─ ─┐
 *   │ free │ root │ constants│ slab, lane 0  │ slab, lane 1  │ ...  │ large block   │ unmade  │
 *   └──────┴──────┴──────────┴───────────────┴───────────────┴──────┴───────────────┴─ ─ ─ ─ ─┘
 *            root: heap's top, hash secrets, precision, the two shared dictionaries (root.ts)
 *            slabs: what a lane allocates (memory.ts)
 *
 * A lane is one instance of this module in one thread. Its tables, each reached from a global of the instance:
 *
 *   input buffer     the caller reads files straight into it                                          lane.ts
 *   entries          positions of quotes and newlines of a 16 KiB window        stage one:            structure.ts
 *   slots, values    keys by place in the line; the line's wanted values        stage two:            walk.ts, fields.ts
 *   batch            up to 256 parsed records                                   then the tables:      batch.ts
 *   raw names        rule id, interceptor or reason as spelt → number                                 raw-names.ts
 *   sessions         hash index → entries of 64 bytes, in chunks                                      sessions.ts
 *                      └→ groups: pattern, hits, two newest times                                     groups.ts
 *                      └→ cells: further times by hour, false positives                               cells.ts
 *   pattern rows     64 bytes by pattern number └→ 16 newest places             pairs: other interceptors, patterns.ts
 *   range counts     lines, kinds, folds of the range at hand                                         range.ts, folds.ts
 *
 * A line's way: accept.ts makes a record of its values; what anything on the way is not sure of goes to JavaScript and
 * through `JSON.parse`, at once and in order, and comes back by `putRecord`. When all is read, further instances
 * merge the lanes (merge.ts) and answer the windows (windows.ts), each a part of the sessions.
 */
import { learnNames, openAccept } from "./accept";
import { flushBatch, openBatch, pushRecord, setBounds, setEarlyCutoff, setSliding, totals } from "./batch";
import { emptyDictionary, entryOf, internName, namesIn } from "./dictionary";
import { FIELDS_BYTES, openFields } from "./fields";
import { hashOf } from "./hash";
import { allocate, allocateZeroed, openAllocator, recycle } from "./memory";
import { adoptBuffer, LaneState } from "./lane";
import { openPatterns, pairCapacity, pairs, rowCapacity, rowOf, rows } from "./patterns";
import { countKind, headCount, openRanges, rangeCounts, tailCount } from "./range";
import { fillRoot, INTERCEPTORS, PATTERNS } from "./root";
import { findIn, openSessions } from "./sessions";
import { openStructure } from "./structure";
import { setZoned } from "./time";
import { ask } from "./windows";

const ENTRIES_BYTES: usize = 1 << 20;
const ENTRIES_MARGIN: usize = 256;

/** Main thread, once, before any lane. */
export function openScan(k0: u32, k1: u32, asOfMs: f64, floorMs: f64, exactHours: u32, limit: f64, patienceMs: u32): void {
  fillRoot(k0, k1, asOfMs, floorMs, exactHours, limit, patienceMs);
  emptyDictionary(PATTERNS);
  emptyDictionary(INTERCEPTORS);
}

/** Each lane, once. */
export function openLane(): void {
  openAllocator();
  openTables();
}

/** A lane that begins anew where the instance before this one was: in its memory, with its buffer. */
export function reopenLane(regions: usize, buffer: usize, bufferBytes: usize): void {
  openAllocator();
  recycle(regions, buffer);
  adoptBuffer(buffer, bufferBytes);
  openTables();
}

function openTables(): void {
  openFields(allocate(FIELDS_BYTES));
  openStructure(allocate(ENTRIES_BYTES + ENTRIES_MARGIN), ENTRIES_BYTES);
  openBatch();
  openSessions();
  openPatterns();
  openRanges();
  openAccept();
}

/** The merging instance: it only needs memory, and takes over the tables of lanes. */
export function openMerge(): void {
  openAllocator();
}

export { regionsAt, usedBytes } from "./memory";
export { bufferSize, reserveBuffer, reserveScratch, adoptLane, saveLane } from "./lane";
export { beginRangeCounts, headAt, releaseTails, tailsOf } from "./range";
export { scanLines } from "./walk";
export { learnNames, flushBatch, setBounds, setEarlyCutoff, setSliding, setZoned };
export { absorbRows, mergePart } from "./merge";
export { answerPart } from "./windows";
export { firstChunkAt } from "./sessions";

/** The number of a pattern or an interceptor whose bytes stand in memory. */
export function internPattern(kind: u32, p: usize, length: u32): u32 {
  return internName(PATTERNS, kind, p, length);
}
export function internInterceptor(p: usize, length: u32): u32 {
  return internName(INTERCEPTORS, 0, p, length);
}

/** Tells this lane up to when a pattern's events are in the state's fold. */
export function setFoldedUntil(pattern: u32, ms: f64): void {
  rowOf(pattern).foldedUntilMs = ms;
}

/** Counts a record of the slow path. `exotic`: sessions.ts. */
export function putRecord(
  kind: u32,
  pattern: u32,
  interceptor: u32,
  session: usize,
  length: u32,
  exotic: bool,
  ms: f64,
  offset: f64,
): void {
  pushRecord(kind, pattern, interceptor, session, length, sessionHash(session, length, exotic), ms, offset);
}

/** Counts a record of the slow path that is nobody's hit. */
export function putOther(kind: u32): void {
  countKind(kind, NaN);
}

function sessionHash(p: usize, length: u32, exotic: bool): u32 {
  const hash = hashOf(p, length);
  return exotic ? ~hash : hash;
}

/** The session's entry in the index of the lane that was saved at `state`, or 0. */
export function findSessionEntry(state: usize, p: usize, length: u32, exotic: bool): usize {
  const lane = changetype<LaneState>(state);
  return findIn(lane.sessionIndex, lane.sessionShift, p, length, sessionHash(p, length, exotic));
}

/** Room for what JavaScript hands over for good, or reads: zeroed. */
export function reserve(bytes: usize): usize {
  return allocateZeroed(max<usize>(16, bytes));
}
export { ask };

// What JavaScript reads out of memory.
export function rangeCountsAt(): usize {
  return rangeCounts;
}
export function totalsAt(): usize {
  return totals;
}
export function rowsAt(): usize {
  return rows;
}
export function rowCount(): u32 {
  return rowCapacity;
}
export function pairsAt(): usize {
  return pairs;
}
export function pairSlots(): u32 {
  return pairCapacity;
}
export function tailsFound(): u32 {
  return tailCount;
}
export function headsFound(): u32 {
  return headCount;
}
export function patternsFound(): u32 {
  return namesIn(PATTERNS);
}
export function interceptorsFound(): u32 {
  return namesIn(INTERCEPTORS);
}
export function patternEntry(number: u32): usize {
  return changetype<usize>(entryOf(PATTERNS, number));
}
export function interceptorEntry(number: u32): usize {
  return changetype<usize>(entryOf(INTERCEPTORS, number));
}
