/**
 * What a lane counts per pattern, whatever the sessions: one cache line a pattern, by pattern number, and its newest
 * places beside it (core/pattern-table.ts, core/newest-places.ts).
 */
import { allocate, allocateZeroed, release } from "./memory";
import { root } from "./root";

@unmanaged
export class PatternRow {
  /** Of dated hits that are not future; Infinity and -Infinity: none. */
  firstMs: f64;
  lastMs: f64;
  /** Events not later than this are in the state's fold already; NaN: none is (core/precision.ts). */
  foldedUntilMs: f64;
  /** Hits under `interceptor`; those under others stand in the pair table. */
  interceptorHits: u64;
  /** Number + 1 of the first interceptor that the pattern was met with; 0: none. */
  interceptor: u32;
  undated: u32;
  future: u32;
  falsePositives: u32;
  /** Places (below), or 0. */
  places: u32;
  placeCount: u8;
  placeHead: u8;
  placeCapacity: u8;
  /** Bits MET and TOUCHED. */
  marks: u8;
  /** Of the range at hand (range.ts): hits after the last event, and the fold up to it or 0. */
  tailHits: u32;
  head: u32;
}
/** Some record of this lane has the pattern; and some event of the range at hand. */
export const MET: u8 = 1;
export const TOUCHED: u8 = 2;
export const ROW_BYTES: usize = 64;

@unmanaged
export class Place {
  timeMs: f64;
  offset: f64;
  archive: u32;
  _unused: u32;
}
const PLACE_BYTES: usize = 24;
const SMALL_PLACES: u32 = 2; // most patterns of a hostile log are met once or twice: they get little
const ALL_PLACES: u32 = 16;

/** Hits of pattern and interceptor, where it is not the pattern's first one. A hash table; `key` 0 is free. */
@unmanaged
export class Pair {
  /** `(pattern + 1) << 32 | interceptor`. */
  key: u64;
  hits: u64;
}

export let rows: usize = 0;
export let rowCapacity: u32 = 0;
export let pairs: usize = 0;
export let pairCapacity: u32 = 0;
export let pairCount: u32 = 0;

export function openPatterns(): void {
  rows = 0;
  rowCapacity = 0;
  pairCapacity = 64;
  pairCount = 0;
  pairs = allocateZeroed(<usize>pairCapacity << 4);
}

export function adoptPatterns(rows_: usize, rowCapacity_: u32, pairs_: usize, pairCapacity_: u32, pairCount_: u32): void {
  rows = rows_;
  rowCapacity = rowCapacity_;
  pairs = pairs_;
  pairCapacity = pairCapacity_;
  pairCount = pairCount_;
}

/** The row may move when another pattern is asked for. */
// @ts-ignore: decorator
@inline
export function rowOf(pattern: u32): PatternRow {
  if (pattern >= rowCapacity) growRows(pattern + 1);
  return changetype<PatternRow>(rows + <usize>pattern * ROW_BYTES);
}

function growRows(needed: u32): void {
  const capacity = max<u32>(max<u32>(needed, rowCapacity << 1), 256);
  const to = allocate(<usize>capacity * ROW_BYTES);
  memory.copy(to, rows, <usize>rowCapacity * ROW_BYTES);
  memory.fill(to + <usize>rowCapacity * ROW_BYTES, 0, <usize>(capacity - rowCapacity) * ROW_BYTES);
  for (let i = rowCapacity; i < capacity; i++) {
    const row = changetype<PatternRow>(to + <usize>i * ROW_BYTES);
    row.firstMs = Infinity;
    row.lastMs = -Infinity;
    row.foldedUntilMs = NaN;
  }
  release(rows, <usize>rowCapacity * ROW_BYTES);
  rows = to;
  rowCapacity = capacity;
}

// @ts-ignore: decorator
@inline
export function countInterceptor(row: PatternRow, pattern: u32, interceptor: u32): void {
  if (row.interceptor == interceptor + 1) row.interceptorHits++;
  else addInterceptor(row, pattern, interceptor, 1);
}

export function addInterceptor(row: PatternRow, pattern: u32, interceptor: u32, hits: u64): void {
  if (row.interceptor == 0) row.interceptor = interceptor + 1;
  if (row.interceptor == interceptor + 1) {
    row.interceptorHits += hits;
    return;
  }
  const key = (<u64>(pattern + 1) << 32) | <u64>interceptor;
  let pair = placeOfPair(pairs, pairCapacity, key);
  if (pair.key == 0) {
    if (++pairCount << 1 > pairCapacity) {
      growPairs();
      pair = placeOfPair(pairs, pairCapacity, key);
    }
    pair.key = key;
  }
  pair.hits += hits;
}

function placeOfPair(table: usize, capacity: u32, key: u64): Pair {
  const mask = capacity - 1;
  const multiplier = root().multiplier;
  const mixed = key * multiplier;
  let k = <u32>(((mixed ^ (mixed >> 32)) * multiplier) >> 32) & mask;
  while (true) {
    const pair = changetype<Pair>(table + (<usize>k << 4));
    if (pair.key == key || pair.key == 0) return pair;
    k = (k + 1) & mask;
  }
}

function growPairs(): void {
  const capacity = pairCapacity << 1;
  const to = allocateZeroed(<usize>capacity << 4);
  for (let i: u32 = 0; i < pairCapacity; i++) {
    const pair = changetype<Pair>(pairs + (<usize>i << 4));
    if (pair.key != 0) v128.store(changetype<usize>(placeOfPair(to, capacity, pair.key)), v128.load(changetype<usize>(pair)));
  }
  release(pairs, <usize>pairCapacity << 4);
  pairs = to;
  pairCapacity = capacity;
}

// @ts-ignore: decorator
@inline
export function placeAt(row: PatternRow, i: u32): Place {
  return changetype<Place>(<usize>row.places + <usize>((<u32>row.placeHead + i) & (ALL_PLACES - 1)) * PLACE_BYTES);
}

/**
 * Counts a dated hit's time and offers its place; only the newest 16 stay, by time, archive, offset. A full list is a ring,
 * oldest first. A hit later than any before, as in a log in order of time nearly all are, takes the oldest one's slot without
 * reading the list.
 */
// @ts-ignore: decorator
@inline
export function countTime(row: PatternRow, ms: f64, archive: u32, offset: f64): void {
  if (ms < row.firstMs) row.firstMs = ms;
  if (ms > row.lastMs) {
    row.lastMs = ms;
    if (row.placeCount == ALL_PLACES) {
      const place = placeAt(row, 0);
      row.placeHead = <u8>((<u32>row.placeHead + 1) & (ALL_PLACES - 1));
      place.timeMs = ms;
      place.offset = offset;
      place.archive = archive;
      return;
    }
  }
  offerPlace(row, ms, archive, offset);
}

export function offerPlace(row: PatternRow, timeMs: f64, archive: u32, offset: f64): void {
  if (row.placeCount == ALL_PLACES) {
    if (isAfter(placeAt(row, 0), timeMs, archive, offset)) return;
    row.placeHead = <u8>((<u32>row.placeHead + 1) & (ALL_PLACES - 1));
    settle(row, ALL_PLACES - 1, timeMs, archive, offset);
  } else addPlace(row, timeMs, archive, offset);
}

function addPlace(row: PatternRow, timeMs: f64, archive: u32, offset: f64): void {
  if (row.placeCount == row.placeCapacity) {
    const capacity: u32 = row.placeCapacity == 0 ? SMALL_PLACES : ALL_PLACES;
    const to = allocate(<usize>capacity * PLACE_BYTES);
    memory.copy(to, <usize>row.places, <usize>row.placeCapacity * PLACE_BYTES);
    release(<usize>row.places, <usize>row.placeCapacity * PLACE_BYTES);
    row.places = <u32>to;
    row.placeCapacity = <u8>capacity;
  }
  const i = <u32>row.placeCount;
  row.placeCount = <u8>(i + 1);
  settle(row, i, timeMs, archive, offset);
}

/** Puts the hit into free position `i`, moving newer ones up: none when hits arrive in order of time. */
// @ts-ignore: decorator
@inline
function settle(row: PatternRow, i: u32, timeMs: f64, archive: u32, offset: f64): void {
  let place = placeAt(row, i);
  for (; i > 0; i--) {
    const below = placeAt(row, i - 1);
    if (!isAfter(below, timeMs, archive, offset)) break;
    place.timeMs = below.timeMs;
    place.offset = below.offset;
    place.archive = below.archive;
    place = below;
  }
  place.timeMs = timeMs;
  place.offset = offset;
  place.archive = archive;
}

// @ts-ignore: decorator
@inline
function isAfter(place: Place, timeMs: f64, archive: u32, offset: f64): bool {
  if (place.timeMs != timeMs) return place.timeMs > timeMs;
  return place.archive == archive ? place.offset > offset : place.archive > archive;
}
