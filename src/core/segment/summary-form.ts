import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import type { FalseGroup } from "../merge/false-groups.js";
import { GroupSummary } from "../merge/group-summary.js";
import { KEPT_TIMES, LatestTimes, type LatestColumns } from "../merge/latest-times.js";
import type { TimeCounts } from "../count/group-times.js";
import type { HashSeed } from "../line/hash.js";
import type { HourCounts } from "../count/hour-times.js";
import type { RangeResult } from "../count/partial.js";
import { readPatterns, writePatterns } from "./segment-patterns.js";
import { readRanges, writeRanges } from "./segment-ranges.js";
import { Summary } from "./summary.js";
import type { SummaryPart } from "./summary-part.js";

/** The serial form of a summary. `archives`: how many its parts may lie in. */
export function encodeSummary(summary: Summary): Uint8Array {
  const to = new ByteWriter();
  nested(to, (inner) => writePatterns(inner, summary.patterns));
  to.float(summary.floorMs);
  to.uint(summary.parts.length);
  for (const part of summary.parts) writePart(to, part);
  writeHours(to, summary.hours.values());
  writeGroups(to, summary.groups, summary.size);
  return to.take().slice();
}

/** @throws DamagedSegment */
export function decodeSummary(
  bytes: Uint8Array,
  archives: number,
  seed: HashSeed,
  depth: number,
  what: string,
): Summary {
  const from = new ByteReader(bytes, what);
  const patterns = readPatterns(from.bytes(), Math.max(1, archives), what);
  const count = patterns.keys.ends.length;
  const floorMs = from.float();
  const parts = Array.from({ length: from.count(8) }, () => readPart(from, count, archives, what));
  const hours = readHours(from, count);
  const groups = readGroups(from, count, depth);
  from.end();
  return Summary.restored(seed, patterns, parts, hours, groups, floorMs);
}

function nested(to: ByteWriter, write: (inner: ByteWriter) => void): void {
  const inner = new ByteWriter();
  write(inner);
  to.bytes(inner.take());
}

function writePart(to: ByteWriter, part: SummaryPart): void {
  const { newestRecord, since } = part;
  to.uints([part.archive, part.rows.length]);
  to.steps(part.rows);
  nested(to, (inner) => writeRanges(inner, [{ ...part.result, archive: 0 }]));
  to.floats(part.firstMs);
  to.floats(part.lastMs);
  to.float(part.validUntilMs);
  to.uints([part.undated, part.sessionless, newestRecord === null ? 0 : 1, since === undefined ? 0 : 1]);
  if (newestRecord !== null) {
    to.float(newestRecord.timeMs);
    to.uint(newestRecord.offset);
    to.bytes(newestRecord.session);
  }
  if (since === undefined) return;
  to.uint(since.foldedUntilMs.length);
  to.floats(since.foldedUntilMs);
  nested(to, (inner) => writeRanges(inner, [{ ...part.result, archive: 0, folds: since.folds }]));
}

function readPart(from: ByteReader, patterns: number, archives: number, what: string): SummaryPart {
  const archive = from.uint(archives - 1);
  const count = from.count(1);
  const rows = from.steps(count, patterns - 1);
  const result = onlyRange(readRanges(from.bytes(), count, 1, what), from);
  const [firstMs, lastMs] = [from.floats(count), from.floats(count)];
  const validUntilMs = from.float();
  const [undated, sessionless, hasNewest, hasSince] = [from.uint(), from.uint(), from.uint(1), from.uint(1)];
  const newestRecord =
    hasNewest === 0 ? null : { timeMs: from.float(), archive: 0, offset: from.uint(), session: from.bytes() };
  const part = { archive, rows, result, firstMs, lastMs, newestRecord, validUntilMs, undated, sessionless };
  return hasSince === 0 ? part : { ...part, since: readSince(from, patterns, what) };
}

function readSince(from: ByteReader, patterns: number, what: string): NonNullable<SummaryPart["since"]> {
  const foldedUntilMs = from.floats(from.count(1));
  const { folds } = onlyRange(readRanges(from.bytes(), patterns, 1, what), from);
  return { foldedUntilMs, folds };
}

function onlyRange([range]: readonly RangeResult[], from: ByteReader): RangeResult {
  if (range === undefined) throw from.damaged("no range");
  return range;
}

function writeHours(to: ByteWriter, hours: readonly HourCounts[]): void {
  to.uint(hours.length);
  to.floats(Float64Array.from(hours, ({ hourMs }) => hourMs));
  for (const counts of hours) to.raw(writtenHour(counts));
}

/** Nearly all hours are those of the last time. */
const writtenHours = new WeakMap<HourCounts, Uint8Array>();

function writtenHour(counts: HourCounts): Uint8Array {
  const known = writtenHours.get(counts);
  if (known !== undefined) return known;
  const { pattern, hits } = counts;
  const to = new ByteWriter();
  to.uint(pattern.length);
  to.steps(pattern);
  to.uints(hits);
  const bytes = to.take().slice();
  writtenHours.set(counts, bytes);
  return bytes;
}

function readHours(from: ByteReader, patterns: number): HourCounts[] {
  const times = from.floats(from.count(2));
  return Array.from(times, (hourMs) => {
    const count = from.count(2);
    const pattern = from.steps(count, patterns - 1);
    return { hourMs, pattern, hits: Float64Array.from({ length: count }, () => from.uint()) };
  });
}

function writeGroups(to: ByteWriter, groups: GroupSummary, size: number): void {
  const column = (values: readonly number[], none: number): Float64Array =>
    Float64Array.from({ length: size }, (_, p) => values[p] ?? none);
  to.uint(groups.sessionCount);
  to.uints(column(groups.sessions, 0));
  to.floats(column(groups.events, -Infinity));
  for (const nth of groups.nth) writeLatest(to, nth.toColumns(size));
  const falseGroups = [...groups.falseGroups.values()];
  to.uint(falseGroups.length);
  for (const { pattern, session, hits, falses } of falseGroups) {
    to.uint(pattern);
    to.bytes(session);
    writeTimes(to, hits);
    writeTimes(to, falses);
  }
}

function readGroups(from: ByteReader, size: number, depth: number): GroupSummary {
  const [sessionCount, sessions, events] = [from.uint(), from.uints(size), from.floats(size)];
  const nth = Array.from({ length: depth }, () => LatestTimes.of(readLatest(from, size)));
  const groups = new GroupSummary(depth, nth);
  groups.sessionCount = sessionCount;
  for (const count of sessions) groups.sessions.push(count);
  for (const ms of events) groups.events.push(ms);
  for (let left = from.count(4); left > 0; left--) {
    const group: FalseGroup = {
      pattern: from.uint(size - 1),
      session: from.bytes(),
      hits: readTimes(from),
      falses: readTimes(from),
    };
    groups.falseGroups.set(group);
  }
  return groups;
}

function writeLatest(to: ByteWriter, { count, boundMs, timeMs }: LatestColumns): void {
  to.uints(count);
  to.floats(boundMs);
  to.floats(timeMs);
}

function readLatest(from: ByteReader, size: number): LatestColumns {
  const count = Uint8Array.from(from.uints(size, KEPT_TIMES));
  const boundMs = from.floats(size);
  const times = count.reduce((sum, n) => sum + n, 0);
  from.expect(times);
  return { count, boundMs, timeMs: from.floats(times) };
}

function writeTimes(to: ByteWriter, { timeMs, count }: TimeCounts): void {
  to.uint(timeMs.length);
  to.floats(Float64Array.from(timeMs));
  to.uints(count);
}

function readTimes(from: ByteReader): TimeCounts {
  const length = from.count(2);
  return { timeMs: [...from.floats(length)], count: [...from.uints(length)] };
}
