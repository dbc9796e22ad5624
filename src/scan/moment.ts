import { zoneClock } from "../core/line/reading.js";
import { parseTime } from "../core/line/time.js";
import { UsageError } from "../model/errors.js";
import type { ScanOptions } from "../model/options.js";

/** The moment of a scan: epoch milliseconds. Text without a zone is by `tz`. @throws UsageError for what is no time */
export function momentOf(now: ScanOptions["now"], tz?: string): number {
  if (now === undefined) return Date.now();
  const clock = tz === undefined ? undefined : zoneClock(tz);
  const ms = now instanceof Date ? now.getTime() : typeof now === "number" ? now : parseTime(now, clock);
  if (Number.isSafeInteger(ms) && isoRange(ms)) return ms;
  throw new UsageError(
    `now: ${JSON.stringify(now)} is no time`,
    "give an ISO 8601 time such as 2026-05-25T12:00:00Z, or epoch milliseconds",
  );
}

function isoRange(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}
