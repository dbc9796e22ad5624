import { DAY_MS } from "../../model/options.js";
import type { PatternCounts } from "./counts.js";

/**
 * Until when the windows hold the same hits, as far as the newest of each pattern tell: until the next of them leaves one.
 * undefined: that is not told, for there are more in a window, some lie ahead, or false positives leave windows too.
 */
export function unchangedUntil(patterns: readonly PatternCounts[], nowMs: number): number | undefined {
  let untilMs = Infinity;
  for (const { d14, newest, future, falsePositives } of patterns) {
    if (d14 > newest.length || future > 0 || falsePositives > 0) return undefined;
    for (const { timeMs } of newest)
      for (const days of [7, 14])
        if (timeMs + days * DAY_MS > nowMs) untilMs = Math.min(untilMs, timeMs + days * DAY_MS);
  }
  return untilMs;
}
