import { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import { FOLD_STATES, TOP } from "../memory/confidence.js";
import { SAMPLE_LIMIT, type FoldColumns, type LineTally, type RangeFolds, type RangeResult } from "../count/partial.js";
import { KIND_COUNT } from "../line/record.js";
import { REJECT_REASONS, type RejectReason } from "../../model/report.js";

const FOLD_NUMBERS = FOLD_STATES * 4;
/** Bits of a range's marks. */
const NULS = 1;
const LEAD = 2;

export function writeRanges(to: ByteWriter, ranges: readonly RangeResult[]): void {
  to.uint(ranges.length);
  for (const range of ranges) writeRange(to, range);
}

/** `patterns`, `archives`: how many the segment has. @throws DamagedSegment */
export function readRanges(bytes: Uint8Array, patterns: number, archives: number, what: string): RangeResult[] {
  const from = new ByteReader(bytes, what);
  const ranges = Array.from({ length: from.count(1) }, () => readRange(from, patterns, archives));
  from.end();
  return ranges;
}

function writeRange(to: ByteWriter, { folds, lines, ...range }: RangeResult): void {
  to.uint((range.nuls ? NULS : 0) | (folds.lead ? LEAD : 0));
  to.uint(range.archive);
  to.uint(range.range);
  to.uints([lines.total, lines.blank, lines.accepted, lines.incomplete]);
  to.uints(REJECT_REASONS.map((reason) => lines.reasons[reason]));
  to.uints(range.kinds);
  to.uint(range.samples.length);
  for (const { offset, reason } of range.samples) to.uints([offset, REJECT_REASONS.indexOf(reason)]);
  to.float(range.firstDatedMs);
  to.float(range.lastDatedMs);
  writeFolds(to, folds);
  if (folds.lead) writeFolds(to, folds.lead);
  to.uint(folds.latestPattern.length);
  to.steps(folds.latestPattern);
  to.floats(folds.latestMs);
  to.floats(folds.earliestMs, folds.latestMs);
}

function readRange(from: ByteReader, patterns: number, archives: number): RangeResult {
  const marks = from.uint(NULS | LEAD);
  const archive = from.uint(archives - 1);
  const range = from.uint();
  const lines = readLines(from);
  const kinds = Array.from({ length: KIND_COUNT }, () => from.uint());
  const samples = Array.from({ length: from.uint(SAMPLE_LIMIT) }, () => ({
    offset: from.uint(),
    reason: REJECT_REASONS[from.uint(REJECT_REASONS.length - 1)] as RejectReason,
  }));
  const [firstDatedMs, lastDatedMs] = [from.float(), from.float()];
  const folds = readRangeFolds(from, patterns, (marks & LEAD) !== 0);
  return { archive, range, lines, kinds, samples, nuls: (marks & NULS) !== 0, firstDatedMs, lastDatedMs, folds };
}

function readLines(from: ByteReader): LineTally {
  const [total, blank, accepted, incomplete] = [from.uint(), from.uint(), from.uint(), from.uint()];
  const reasons = Object.fromEntries(REJECT_REASONS.map((reason) => [reason, from.uint()]));
  return { total, blank, accepted, incomplete, reasons: reasons as Record<RejectReason, number> };
}

function readRangeFolds(from: ByteReader, patterns: number, hasLead: boolean): RangeFolds {
  const folds = readFolds(from, patterns);
  const lead = hasLead ? { lead: readFolds(from, patterns) } : {};
  const count = from.count(3);
  const latestPattern = from.steps(count, patterns - 1);
  const latestMs = from.floats(count);
  return { ...folds, ...lead, latestPattern, latestMs, earliestMs: from.floats(count, latestMs) };
}

function writeFolds(to: ByteWriter, folds: FoldColumns): void {
  to.uint(folds.pattern.length);
  to.steps(folds.pattern);
  to.uints(folds.tailHits);
  to.uint(folds.headPattern.length);
  to.steps(folds.headPattern);
  to.uints(folds.heads.map((number) => number + TOP));
  to.uint(folds.falsePattern.length);
  to.steps(folds.falsePattern);
  to.uints(folds.falses);
}

function readFolds(from: ByteReader, patterns: number): FoldColumns {
  const tails = from.count(2);
  const pattern = from.steps(tails, patterns - 1);
  const tailHits = from.uints(tails);
  const headed = from.count(1 + FOLD_NUMBERS);
  const headPattern = from.steps(headed, patterns - 1);
  const heads = readHeads(from, headed);
  const falsed = from.count(2);
  const falsePattern = from.steps(falsed, patterns - 1);
  return { pattern, tailHits, headPattern, heads, falsePattern, falses: from.uints(falsed) };
}

/** Packed folds (confidence.ts): additions and bounds in hundredths, and end states. */
function readHeads(from: ByteReader, folds: number): Int16Array {
  const heads = new Int16Array(folds * FOLD_NUMBERS);
  for (let i = 0; i < heads.length; i++) {
    const number = from.uint(2 * TOP) - TOP;
    if (i % 4 === 3 && (number < 0 || number >= FOLD_STATES)) throw from.damaged(`a fold that ends in state ${number}`);
    heads[i] = number;
  }
  return heads;
}
