// When a ratio is an alarm. The rule errs towards silence, for a gate that cries wolf is switched off:
//   slower        the estimate lies beyond the tolerance, and the whole interval beyond half of it
//   fine          the estimate is within, and the interval is narrow (half of its width within half of the tolerance) or ends within
//   inconclusive  anything else: the noise is too great to say. That is no alarm, and is said.
import type { Gate, Judged } from "./result.js";
import { halfWidth, type Interval } from "./statistics.js";

export type Verdict = Judged["verdict"];

/** `noise`: the base against itself. Where that would be an alarm, in either direction, nothing else can be told. */
export function verdictOf(ratio: Interval, tolerance: number, noise: Interval | null): Verdict {
  const isBiased = noise !== null && (isBeyond(noise, tolerance) || isBeyond(inverse(noise), tolerance));
  if (ratio.confidence < 0.95 || isBiased) return "inconclusive";
  if (ratio.estimate > 1 + tolerance) return isBeyond(ratio, tolerance) ? "slower" : "inconclusive";
  return isNarrow(ratio, tolerance) || ratio.high <= 1 + tolerance ? "fine" : "inconclusive";
}

export function isNarrow(ratio: Interval, tolerance: number): boolean {
  return ratio.confidence >= 0.95 && halfWidth(ratio) <= tolerance / 2;
}

function isBeyond({ estimate, low }: Interval, tolerance: number): boolean {
  return estimate > 1 + tolerance && low > 1 + tolerance / 2;
}

function inverse({ estimate, low, high, ...rest }: Interval): Interval {
  return { estimate: 1 / estimate, low: 1 / high, high: 1 / low, ...rest };
}

/** CPU time decides; elapsed time can only raise an alarm, for code that waits in place of working. */
export function overall(figures: readonly Judged[]): Gate["verdict"] {
  if (figures.some(({ verdict }) => verdict === "slower")) return "slower";
  return figures[0]?.verdict ?? "inconclusive";
}
