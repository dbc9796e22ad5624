import { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { byteStart, type ByteColumn } from "../count/columns.js";
import { NEWEST_LIMIT, type PlaceColumns } from "../count/newest-places.js";
import type { PatternColumns } from "../count/pattern-table.js";
import { PATTERN } from "../line/record.js";

/** Least bytes of a row: one a column. */
const PAIR_BYTES = 3;
const PLACE_BYTES = 3;
const MOST_KIND = Math.max(...Object.values(PATTERN));

export function writePatterns(to: ByteWriter, columns: PatternColumns): void {
  const { keys, interceptors, pairs } = columns;
  to.strings(keys);
  to.strings(interceptors);
  to.uint(pairs.pattern.length);
  to.steps(pairs.pattern);
  to.uints(pairs.interceptor);
  to.uints(pairs.hits);
  to.uints(columns.future);
  to.uints(columns.undated);
  to.uints(columns.falsePositives);
  to.floats(columns.firstMs);
  to.floats(columns.lastMs);
  writePlaces(to, columns.newest);
}

/** `archives`: how many places may lie in. @throws DamagedSegment */
export function readPatterns(bytes: Uint8Array, archives: number, what: string): PatternColumns {
  const from = new ByteReader(bytes, what);
  const keys = readKeys(from);
  const interceptors = from.strings();
  const patterns = keys.ends.length;
  const columns = {
    keys,
    interceptors,
    pairs: readPairs(from, patterns, interceptors.ends.length),
    future: from.uints(patterns),
    undated: from.uints(patterns),
    falsePositives: from.uints(patterns),
    firstMs: from.floats(patterns),
    lastMs: from.floats(patterns),
    newest: readPlaces(from, patterns, archives),
  };
  from.end();
  return columns;
}

/** Each begins with a byte for its kind. */
function readKeys(from: ByteReader): ByteColumn {
  const keys = from.strings();
  for (let p = 0; p < keys.ends.length; p++) {
    const at = byteStart(keys, p);
    if (at === keys.ends[p] || (keys.bytes[at] as number) > MOST_KIND) throw from.damaged("a pattern of no kind");
  }
  return keys;
}

function readPairs(from: ByteReader, patterns: number, interceptors: number): PatternColumns["pairs"] {
  const count = from.count(PAIR_BYTES);
  const pattern = from.steps(count, patterns - 1);
  const interceptor = from.uints(count, interceptors - 1);
  return { pattern, interceptor, hits: Float64Array.from({ length: count }, () => from.uint()) };
}

function writePlaces(to: ByteWriter, { timeMs, archive, offset, ends }: PlaceColumns): void {
  to.uints(ends.map((end, list) => end - (ends[list - 1] ?? 0)));
  to.floats(timeMs);
  to.steps(archive);
  to.floats(offset);
}

function readPlaces(from: ByteReader, lists: number, archives: number): PlaceColumns {
  let rows = 0;
  const ends = from.uints(lists, NEWEST_LIMIT).map((length) => (rows += length));
  from.expect(rows * PLACE_BYTES);
  const timeMs = from.floats(rows);
  return { timeMs, archive: from.steps(rows, archives - 1), offset: from.floats(rows), ends };
}
