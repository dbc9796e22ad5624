import { FOLD_STATES, type Fold } from "../../src/core/memory/confidence.js";
import type { Counts } from "../../src/core/merge/counts.js";

const STARTS = Array.from({ length: 21 }, (_, i) => i * 5);

/** Counts in a form in which equal meaning is equal: a fold by what it does, for it has many forms; -0 as 0. */
export function meaningOf(counts: Counts): unknown {
  return withoutMinusZero({
    ...counts,
    patterns: counts.patterns.map((pattern) => ({ ...pattern, fold: valuesOf(pattern.fold) })),
  });
}

/** Where the fold leads from each start state and value. */
function valuesOf({ add, lo, hi, end }: Fold): string {
  const values: number[] = [];
  for (let state = 0; state < FOLD_STATES; state++) {
    for (const x of STARTS) values.push(Math.min(hi[state]!, Math.max(lo[state]!, x + add[state]!)));
    values.push(end[state]!);
  }
  return values.join();
}

function withoutMinusZero(value: unknown): unknown {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== "object" || value === null || value instanceof Map) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutMinusZero(one)]));
}
