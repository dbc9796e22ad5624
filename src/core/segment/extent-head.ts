import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { fusedRange } from "../count/fused-range.js";
import type { NewestRecord, Partial, RangeResult } from "../count/partial.js";
import type { PatternColumns } from "../count/pattern-table.js";
import { readPatterns, writePatterns } from "./segment-patterns.js";
import { readRanges, writeRanges } from "./segment-ranges.js";

/** What an extent holds beside its sessions and times. */
export interface ExtentHead {
  /** Places of its hits name archive 0. */
  readonly patterns: PatternColumns;
  readonly result: RangeResult;
  readonly newestRecord: NewestRecord | null;
  readonly asOfMs: number;
  readonly floorMs: number;
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
}

/** That of a partial of a single archive. */
export function extentHeadOf({ patterns, ranges, newestRecord, precision, ...partial }: Partial): ExtentHead {
  const { asOfMs, floorMs } = precision;
  const { validUntilMs, undated, sessionless } = partial;
  const archive = new Uint32Array(patterns.newest.archive.length);
  return {
    patterns: { ...patterns, newest: { ...patterns.newest, archive } },
    result: fusedRange(ranges, patterns.keys.ends.length, asOfMs),
    newestRecord: newestRecord && { ...newestRecord, archive: 0 },
    asOfMs,
    floorMs,
    validUntilMs,
    undated,
    sessionless,
  };
}

export function writeExtentHead(to: ByteWriter, head: ExtentHead): void {
  const { newestRecord } = head;
  to.floats(Float64Array.of(head.asOfMs, head.floorMs, head.validUntilMs));
  to.uints([head.undated, head.sessionless, newestRecord === null ? 0 : 1]);
  if (newestRecord !== null) {
    to.float(newestRecord.timeMs);
    to.uint(newestRecord.offset);
    to.bytes(newestRecord.session);
  }
  const inner = new ByteWriter();
  writePatterns(inner, head.patterns);
  to.bytes(inner.take());
  writeRanges(inner, [head.result]);
  to.bytes(inner.take());
}

/** @throws DamagedSegment */
export function readExtentHead(bytes: Uint8Array, what: string): ExtentHead {
  const from = new ByteReader(bytes, what);
  const [asOfMs, floorMs, validUntilMs] = from.floats(3) as unknown as [number, number, number];
  const [undated, sessionless, hasNewest] = [from.uint(), from.uint(), from.uint(1)];
  const newestRecord =
    hasNewest === 0 ? null : { timeMs: from.float(), archive: 0, offset: from.uint(), session: from.bytes() };
  const patterns = readPatterns(from.bytes(), 1, what);
  const [result] = readRanges(from.bytes(), patterns.keys.ends.length, 1, what);
  from.end();
  if (result === undefined) throw from.damaged("no range");
  return { patterns, result, newestRecord, asOfMs, floorMs, validUntilMs, undated, sessionless };
}
