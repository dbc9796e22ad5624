// When a ratio is an alarm. The rule errs towards silence, for a gate that cries wolf is switched off:
//   slower        the estimate lies beyond the tolerance, and the whole interval beyond half of it
//   fine          the estimate is within, and the interval is narrow (half of its width within half of the tolerance) or ends within
//   inconclusive  anything else: the noise is too great to say. That is no alarm, and is said.
// If nothing changed, the estimate would have to be off by the tolerance and, where the interval is wide, by three times its
// standard error and more: well below one alarm in a thousand runs.
import type { Gate, Judged } from "./result.js";
import { halfWidth, type Interval } from "./statistics.js";

export type Verdict = Judged["verdict"];

/** `noise`: the base against itself. Where that differs from 1 for certain, nothing else can be told. */
export function verdictOf(ratio: Interval, tolerance: number, noise: Interval | null): Verdict {
  if (ratio.confidence < 0.95 || (noise !== null && isBiased(noise, tolerance))) return "inconclusive";
  if (ratio.estimate > 1 + tolerance) return ratio.low > 1 + tolerance / 2 ? "slower" : "inconclusive";
  return isNarrow(ratio, tolerance) || ratio.high <= 1 + tolerance ? "fine" : "inconclusive";
}

export function isNarrow(ratio: Interval, tolerance: number): boolean {
  return ratio.confidence >= 0.95 && halfWidth(ratio) <= tolerance / 2;
}

function isBiased({ estimate, low, high }: Interval, tolerance: number): boolean {
  return (low > 1 || high < 1) && Math.abs(estimate - 1) > tolerance / 2;
}

/** CPU time decides; elapsed time can only raise an alarm, for code that waits in place of working. */
export function overall(figures: readonly Judged[]): Gate["verdict"] {
  if (figures.some(({ verdict }) => verdict === "slower")) return "slower";
  return figures[0]?.verdict ?? "inconclusive";
}
