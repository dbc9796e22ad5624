// Ratios on a noisy machine. What disturbs a run only ever adds to its time, comes in bursts, and follows no normal
// distribution; so pairs are taken side by side, and estimated by ranks: the Hodges–Lehmann estimate (the median of the
// means of all pairs of values) with the interval of Wilcoxon's signed ranks, which asks for symmetry alone. The logarithm of a
// ratio of two builds that take turns in random order is symmetric if they are equal, whatever the noise.

export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Share of cases in which the interval holds the true value: as near above 0.95 as so few values allow, or what they give. */
  readonly confidence: number;
  /** How many pairs it comes from. */
  readonly pairs: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** The ratio `others[i] / ones[i]`, estimated over all pairs. */
export function ratioOf(ones: readonly number[], others: readonly number[]): Interval {
  return fromLogs(ones.map((one, i) => Math.log((others[i] as number) / one)));
}

/** The ratio whose logarithms these are, one from each pair. */
export function fromLogs(logs: readonly number[]): Interval {
  const { estimate, low, high, confidence, pairs } = signedRanks(logs);
  return { estimate: Math.exp(estimate), low: Math.exp(low), high: Math.exp(high), confidence, pairs };
}

/** Centre of a symmetric distribution. */
export function signedRanks(values: readonly number[], alpha = 0.05): Interval {
  const means = values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2)).sort((a, b) => a - b);
  const { cut, tail } = signedRankCut(values.length, alpha / 2);
  return {
    estimate: median(means),
    low: means[cut] ?? NaN,
    high: means[means.length - 1 - cut] ?? NaN,
    confidence: 1 - 2 * tail,
    pairs: values.length,
  };
}

/** The greatest sum of ranks whose lower tail is within `limit` (0 where none is), and that tail. */
function signedRankCut(count: number, limit: number): { cut: number; tail: number } {
  const shares = signedRankShares(count);
  let cut = 0;
  let tail = shares[0] as number;
  for (let sum = 1; sum < shares.length; sum++) {
    const next = tail + (shares[sum] as number);
    if (next > limit) break;
    [cut, tail] = [sum, next];
  }
  return { cut, tail };
}

/** Probability of each sum of the ranks 1 to `count` that bear a plus, where each does by the toss of a coin. */
function signedRankShares(count: number): number[] {
  const shares = [1, ...Array<number>((count * (count + 1)) / 2).fill(0)];
  for (let rank = 1; rank <= count; rank++) {
    for (let sum = shares.length - 1; sum >= 0; sum--)
      shares[sum] = ((shares[sum] as number) + (shares[sum - rank] ?? 0)) / 2;
  }
  return shares;
}

/** The ratio of two ratios that were measured apart, each with its interval (method of variance estimates recovery). */
export function quotient(before: Interval, now: Interval): Interval {
  const log = ({ estimate, low, high }: Interval): { at: number; down: number; up: number } => ({
    at: Math.log(estimate),
    down: Math.log(estimate / low),
    up: Math.log(high / estimate),
  });
  const [one, other] = [log(before), log(now)];
  const at = other.at - one.at;
  return {
    estimate: Math.exp(at),
    low: Math.exp(at - Math.hypot(other.down, one.up)),
    high: Math.exp(at + Math.hypot(other.up, one.down)),
    confidence: Math.min(before.confidence, now.confidence),
    pairs: Math.min(before.pairs, now.pairs),
  };
}

/** Half of the interval's width, as a share of the estimate. */
export function halfWidth({ estimate, low, high }: Interval): number {
  return (high - low) / 2 / estimate;
}
