import { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { bytesAt, joinBytes } from "../count/columns.js";
import type { EarlyColumns } from "../merge/early-events.js";
import { PARTIAL_VERSION, type NewestRecord, type Partial } from "../count/partial.js";
import type { Precision } from "../count/precision.js";
import { decodeWtf8, encodeWtf8 } from "../line/wtf8.js";

/** What a partial holds beside its patterns, ranges and shards. */
export type PartialHead = Omit<Partial, "patterns" | "ranges" | "shards">;

/** Early events are told apart: there may be many, and they are wanted later. */
export type WrittenHead = Omit<PartialHead, "early">;

/** Bits of the head's marks. */
const NEWEST = 1;
const EARLY = 2;
const FOLDED = 4;
const EVENT_BYTES = 6;

export function writeHead(to: ByteWriter, head: WrittenHead, early: EarlyColumns | undefined): void {
  const { precision, newestRecord } = head;
  to.uint((newestRecord ? NEWEST : 0) | (early ? EARLY : 0) | (precision.foldedUntilMs ? FOLDED : 0));
  writePrecision(to, precision);
  to.float(head.validUntilMs);
  to.uints([head.undated, head.sessionless]);
  if (newestRecord) writeNewest(to, newestRecord);
  if (early) writeEarly(to, early);
}

/** `patterns`, `archives`: how many the segment has. @throws DamagedSegment */
export function readHead(bytes: Uint8Array, patterns: number, archives: number, what: string): PartialHead {
  const from = new ByteReader(bytes, what);
  const marks = from.uint(NEWEST | EARLY | FOLDED);
  const head: PartialHead = {
    version: PARTIAL_VERSION,
    precision: readPrecision(from, (marks & FOLDED) !== 0),
    validUntilMs: from.float(),
    undated: from.uint(),
    sessionless: from.uint(),
    newestRecord: (marks & NEWEST) !== 0 ? readNewest(from, archives) : null,
    ...((marks & EARLY) !== 0 && { early: readEarly(from, patterns, archives) }),
  };
  from.end();
  return head;
}

function writePrecision(to: ByteWriter, { asOfMs, floorMs, exactHours, foldedUntilMs }: Precision): void {
  to.float(asOfMs);
  to.float(floorMs);
  to.uint(exactHours.length);
  to.floats(Float64Array.from(exactHours));
  if (foldedUntilMs === undefined) return;
  to.strings(joinBytes([...foldedUntilMs.keys()].map(encodeWtf8)));
  to.floats(Float64Array.from(foldedUntilMs.values()));
}

function readPrecision(from: ByteReader, hasFolded: boolean): Precision {
  const [asOfMs, floorMs] = [from.float(), from.float()];
  const exactHours = [...from.floats(from.count(1))];
  if (!hasFolded) return { asOfMs, floorMs, exactHours };
  const names = from.strings();
  const times = from.floats(names.ends.length);
  const foldedUntilMs = new Map(Array.from(times, (ms, i) => [decodeWtf8(bytesAt(names, i)), ms]));
  return { asOfMs, floorMs, exactHours, foldedUntilMs };
}

function writeNewest(to: ByteWriter, { timeMs, archive, offset, session }: NewestRecord): void {
  to.float(timeMs);
  to.uints([archive, offset]);
  to.bytes(session);
}

function readNewest(from: ByteReader, archives: number): NewestRecord {
  return { timeMs: from.float(), archive: from.uint(archives - 1), offset: from.uint(), session: from.bytes() };
}

function writeEarly(to: ByteWriter, early: EarlyColumns): void {
  to.uint(early.cutoffMs.length);
  to.floats(early.cutoffMs);
  to.uint(early.pattern.length);
  to.steps(early.pattern);
  to.floats(early.timeMs);
  to.uints(early.isFalse);
  to.steps(early.archive);
  to.floats(early.offset);
  to.strings(early.session);
}

function readEarly(from: ByteReader, patterns: number, archives: number): EarlyColumns {
  const cutoffMs = from.floats(from.count(1));
  if (cutoffMs.length > patterns) throw from.damaged("more early patterns than patterns");
  const count = from.count(EVENT_BYTES);
  const pattern = from.steps(count, patterns - 1);
  const timeMs = from.floats(count);
  const isFalse = Uint8Array.from(from.uints(count, 1));
  const archive = from.steps(count, archives - 1);
  const offset = from.floats(count);
  const session = from.strings();
  if (session.ends.length !== count) throw from.damaged("early events without a session each");
  return { cutoffMs, pattern, timeMs, isFalse, archive, offset, session };
}
