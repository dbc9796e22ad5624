import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../../fixtures/random.js";
import { fromLogs, median, quotient, ratioOf, signedRanks } from "../../bench/harness/statistics.js";
import { levels } from "../../bench/harness/turns.js";
import { isNarrow, overall, verdictOf } from "../../bench/harness/verdict.js";

const values = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 30 });
const figure = { confidence: 0.97, pairs: 12 };

// The sums of ranks at which the published tables of Wilcoxon's test (two-sided, 0.05) still reject.
test.for([
  { count: 6, cut: 0 },
  { count: 8, cut: 3 },
  { count: 10, cut: 8 },
  { count: 15, cut: 25 },
  { count: 20, cut: 52 },
  { count: 30, cut: 137 },
])("with $count values the interval leaves out $cut means on either side", ({ count, cut }) => {
  // Powers of 3: no two pairs have the same mean, so each end tells its place among them.
  const powers = Array.from({ length: count }, (_, i) => 3 ** i);
  const means = powers.flatMap((a, i) => powers.slice(i).map((b) => (a + b) / 2)).sort((a, b) => a - b);
  const { low, high, confidence } = signedRanks(powers);
  expect([low, high]).toEqual([means[cut], means.at(-1 - cut)]);
  expect(confidence).toBeGreaterThanOrEqual(0.95);
});

test("too few values for 95 % give their whole range, and the confidence that this has", () => {
  expect(signedRanks([3, 1, 2])).toEqual({ estimate: 2, low: 1, high: 3, confidence: 0.75, pairs: 3 });
});

test("the estimate lies in the interval, moves with the values, and turns with their sign", () => {
  fc.assert(
    fc.property(values, fc.double({ min: -3, max: 3, noNaN: true }), (all, shift) => {
      const { estimate, low, high } = signedRanks(all);
      expect(low).toBeLessThanOrEqual(estimate);
      expect(high).toBeGreaterThanOrEqual(estimate);
      expect(signedRanks(all.map((value) => value + shift)).estimate).toBeCloseTo(estimate + shift, 9);
      expect(signedRanks(all.map((value) => -value)).low).toBeCloseTo(-high, 9);
    }),
  );
});

test("a ratio hidden in noise of bursts is found, and the interval holds it in about 95 of 100 cases", () => {
  const random = new Random(20_261_130);
  const uniform = (): number => random.below(1e6) / 1e6;
  // One turn in five is disturbed, by up to three times.
  const disturbed = (): number => 1 + 0.05 * uniform() + (uniform() < 0.2 ? 2 * uniform() : 0);
  const trials = Array.from({ length: 400 }, () => {
    const base = Array.from({ length: 12 }, disturbed);
    return ratioOf(
      base,
      base.map(() => 1.1 * disturbed()),
    );
  });
  expect(median(trials.map(({ estimate }) => estimate))).toBeCloseTo(1.1, 1);
  const holding = trials.filter(({ low, high }) => low <= 1.1 && high >= 1.1).length;
  expect(holding).toBeGreaterThan(368);
  expect(holding).toBeLessThan(400);
});

test("the ratio of two sides' levels is that of their turns, whatever the mood of the machine", () => {
  const random = new Random(20_261_130);
  const uniform = (): number => random.below(1e6) / 1e6;
  // Moods that last some turns, and single turns that are disturbed.
  let mood = 1;
  const [base, slower] = [[] as number[], [] as number[]];
  for (let turn = 0; turn < 36; turn++) {
    if (uniform() < 0.2) mood = 1 + 2 * uniform();
    const disturbed = (): number => mood * (1 + 0.02 * uniform() + (uniform() < 0.1 ? uniform() : 0));
    base.push(disturbed());
    slower.push(1.1 * disturbed());
  }
  const [one, other] = levels([base, slower]) as [number, number];
  expect(other / one).toBeCloseTo(1.1, 1);
  expect(
    levels([
      [1, 2, 4],
      [2, 4, 8],
      [4, 8, 16],
    ]),
  ).toEqual([2, 4, 8].map((level) => expect.closeTo(level, 9) as number));
});

test("what two intervals give together", () => {
  const exact = fromLogs([Math.log(2), Math.log(2)]);
  const around = { estimate: 3, low: 2.7, high: 3.6, ...figure };
  const both = quotient(exact, around);
  expect(both.estimate).toBeCloseTo(1.5);
  expect([both.low, both.high].map((end) => end.toFixed(2))).toEqual(["1.35", "1.80"]);
});

test.for([
  { case: "within", estimate: 1.01, low: 0.99, high: 1.03, verdict: "fine" },
  { case: "within, and the interval ends within", estimate: 0.9, low: 0.8, high: 1.02, verdict: "fine" },
  { case: "slower, but tolerated", estimate: 1.04, low: 1.02, high: 1.06, verdict: "fine" },
  { case: "beyond", estimate: 1.08, low: 1.06, high: 1.1, verdict: "slower" },
  { case: "beyond, in noise", estimate: 1.2, low: 1.03, high: 1.4, verdict: "slower" },
  { case: "beyond, in too much noise", estimate: 1.2, low: 1.01, high: 1.4, verdict: "inconclusive" },
  { case: "within, in too much noise", estimate: 1.01, low: 0.9, high: 1.12, verdict: "inconclusive" },
] as const)("$case: $verdict", ({ estimate, low, high, verdict }) => {
  const ratio = { estimate, low, high, ...figure };
  expect(verdictOf(ratio, 0.05, null)).toBe(verdict);
  expect(verdictOf({ ...ratio, confidence: 0.9 }, 0.05, null), "too few rounds").toBe("inconclusive");
  for (const biased of [
    { estimate: 1.08, low: 1.04, high: 1.12 },
    { estimate: 0.92, low: 0.9, high: 0.96 },
  ])
    expect(verdictOf(ratio, 0.05, { ...biased, ...figure }), "the base differs from itself").toBe("inconclusive");
  const noisy = { estimate: 1.04, low: 1.01, high: 1.08, ...figure };
  expect(verdictOf(ratio, 0.05, noisy), "the base hardly differs from itself").toBe(verdict);
  expect(isNarrow(ratio, 1)).toBe(true);
});

test("elapsed time can raise an alarm, but not take one back", () => {
  const judged = { estimate: 1, low: 1, high: 1, noise: null, ...figure };
  const both = (cpu: "fine" | "slower", elapsed: "inconclusive" | "slower"): string =>
    overall([
      { ...judged, of: "cpuSeconds", verdict: cpu },
      { ...judged, of: "seconds", verdict: elapsed },
    ]);
  expect(both("fine", "inconclusive")).toBe("fine");
  expect(both("fine", "slower")).toBe("slower");
  expect(both("slower", "inconclusive")).toBe("slower");
});
