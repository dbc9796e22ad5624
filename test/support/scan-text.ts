import type { Counts } from "../../src/core/merge/counts.js";
import type { HashSeed } from "../../src/core/line/hash.js";
import { mergePartials, type MergeQuestion } from "../../src/core/merge/merge.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import type { Scanner } from "../../src/core/line/scanner.js";

export const NOW_MS = Date.parse("2026-05-25T12:34:56.789Z");
export const SEED: HashSeed = { k0: 1, k1: 2 };

export interface TextQuestion extends Partial<MergeQuestion> {
  readonly precision?: Precision;
  readonly makeScanner?: (precision: Precision) => Scanner;
}

/** Counts intercept archives given as text or bytes, each one range of one scanner. */
export function countText(archives: readonly (string | Uint8Array)[], question: TextQuestion = {}): Counts {
  const nowMs = question.nowMs ?? NOW_MS;
  const precision = question.precision ?? precisionFor(nowMs);
  const scanner = question.makeScanner?.(precision) ?? new PlainScanner(SEED, precision);
  archives.forEach((text, archive) => scanText(scanner, archive, text));
  const paths = archives.map((_, i) => `archive-${i}.jsonl`);
  return mergePartials([scanner.finish()], { nowMs, paths, ...question }, SEED);
}

/** Gives an archive to a scanner as one range. */
export function scanText(scanner: Scanner, archive: number, text: string | Uint8Array): void {
  const bytes = Buffer.from(text as string);
  scanner.buffer(bytes.length, 0).set(bytes);
  scanner.beginRange({ archive, range: 0, role: "intercepts" });
  const end = bytes.lastIndexOf(0x0a) + 1;
  scanner.scan(0, end, 0);
  if (end < bytes.length) scanner.scanTail(end, bytes.length, end);
  scanner.endRange();
}

/** A line of an intercept log; fields override the common ones, `undefined` removes one. */
export function line(fields: Record<string, unknown> = {}): string {
  const record = { ts: new Date(NOW_MS).toISOString(), session_id: "s", interceptor: "Ban", rule_id: "r", ...fields };
  return `${JSON.stringify(record)}\n`;
}

/** A hit `ms` milliseconds after now. */
export function hitAt(ms: number, fields: Record<string, unknown> = {}): string {
  return line({ ts: new Date(NOW_MS + ms).toISOString(), ...fields });
}
