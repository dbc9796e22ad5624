// One batch of lines through a scanner, whole and at once: its answer, by each of the ways in which a partial is handed over.
import { randomInt } from "node:crypto";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import type { HashSeed } from "../../src/core/line/hash.js";
import type { ArchiveRole } from "../../src/core/line/record.js";
import type { Scanner } from "../../src/core/line/scanner.js";
import { mergePartials, type MergeQuestion } from "../../src/core/merge/merge.js";
import type { Precision } from "../../src/core/count/precision.js";
import type { Partial, ShardedPartial } from "../../src/core/count/partial.js";
import { SHARD_COUNT } from "../../src/core/count/shard.js";
import { copyInto } from "../../src/io/bulk-copy.js";
import { mergeShared } from "../../src/scanner-wasm/merge-shared.js";
import { openWasmScanner, SharedScan, type WasmScanner } from "../../src/scanner-wasm/scanner-wasm.js";
import { answerOf, type Answer, type Rejected } from "./answer.js";

export const NOW_MS = Date.parse("2026-05-25T12:34:56.789Z");
export const QUESTION: MergeQuestion = { nowMs: NOW_MS, paths: ["a.jsonl"] };
/** Each time stands for itself, so that every count of the reference can be compared. */
export const EXACT: Precision = { asOfMs: NOW_MS, floorMs: -Infinity, exactHours: [] };

export interface Batch {
  readonly bytes: Uint8Array;
  readonly role: ArchiveRole;
  /** Where in the scanner's buffer the first byte lies: it looks at 64 at a time. */
  readonly shift: number;
}

/** Counts one batch; what was counted before is forgotten, and what was learnt need not be. */
export type Counting = (batch: Batch) => Answer;

export function randomSeed(): HashSeed {
  return { k0: randomInt(2 ** 32) | 0, k1: randomInt(2 ** 32) | 0 };
}

/** The plain scanner, a new one each time. */
export function plainCounting(): Counting {
  return (batch) => {
    const seed = randomSeed();
    const scanner = new PlainScanner(seed, EXACT);
    const rejected = feed(scanner, batch);
    return answerOf(mergePartials([scanner.finish()], QUESTION, seed), rejected);
  };
}

/** The fast scanner in a memory of its own, merged there. */
export function sharedCounting(): Counting {
  return (batch) => {
    const shared = new SharedScan({ seed: randomSeed(), precision: EXACT });
    const scanner = openWasmScanner(shared.init, 0);
    const rejected = feed(scanner, batch);
    return answerOf(mergeShared(shared, [scanner.finishShared()], QUESTION), rejected);
  };
}

/** One fast scanner, emptied between two batches: its dictionaries and its buffer stay. */
export function spilledCounting(): Counting {
  const seed = randomSeed();
  const scanner = openWasmScanner(new SharedScan({ seed, precision: EXACT }).init, 0);
  return (batch) => {
    const rejected = feed(scanner, batch);
    return answerOf(mergePartials([spilled(scanner)], QUESTION, seed), rejected);
  };
}

/** What was counted since the scanner was last emptied. */
export function spilled(scanner: WasmScanner): Partial {
  let partial: Partial | undefined;
  scanner.spill(({ shard, early, ...rest }: ShardedPartial) => {
    const events = early();
    const shards = Array.from({ length: SHARD_COUNT }, (_, i) => shard(i));
    partial = { ...rest, shards, ...(events && { early: events }) };
  });
  return partial as Partial;
}

function feed(scanner: Scanner, { bytes, role, shift }: Batch): Rejected[] {
  const rejected: Rejected[] = [];
  scanner.onReject = (offset, reason) => void rejected.push({ offset, reason });
  scanner.beginRange({ archive: 0, range: 0, role });
  const end = shift + bytes.length;
  copyInto(scanner.buffer(end + 1, 0).subarray(shift, end), bytes);
  const tail = bytes.lastIndexOf(0x0a) + 1;
  if (tail > 0) scanner.scan(shift, shift + tail, 0);
  if (tail < bytes.length) scanner.scanTail(shift + tail, end, tail);
  scanner.endRange();
  return rejected;
}
