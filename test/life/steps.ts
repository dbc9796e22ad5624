// What may happen to a home.
import * as fc from "fast-check";
import type { Fault } from "../memory/faults.js";

export const RULES = ["rule_0", "rule_1", "rule_2"];

export const KINDS = {
  hit: {},
  falsePositive: { action: "false_positive" },
  confirmation: { interceptor: "UserCorrection", action: "correct" },
  retry: { action: "retry" },
} as const;

const record = fc.record({
  kind: fc.constantFrom<keyof typeof KINDS>("hit", "hit", "hit", "hit", "falsePositive", "confirmation", "retry"),
  rule: fc.constantFrom(...RULES, "rule_0"),
  session: fc.constantFrom("s0", "s1", "s2"),
  // The log is mostly in order; now and then a record comes late, or lies ahead of the clock.
  ago: fc.constantFrom(0, 0, 0, 0, 1, 24, 6 * 24 + 20, 7 * 24, 13 * 24, 20 * 24, -3),
});
export type Written = typeof record extends fc.Arbitrary<infer T> ? T : never;

const rule = fc.constantFrom(...RULES);
const kill = fc.record({
  at: fc.integer({ min: 1, max: 40 }),
  how: fc.constantFrom<Fault>("killed before", "killed after", "killed within"),
});
const trouble = fc.record({
  at: fc.integer({ min: 1, max: 30 }),
  how: fc.constantFrom<Fault>("killed before", "killed after", "killed within", "ENOSPC", "EIO", "EACCES"),
});
export const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("append"), records: fc.array(record, { minLength: 1, maxLength: 5 }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("scan"), kill: fc.option(kill, { freq: 4 }) }) },
  {
    // Begins a watch, or lets one look that has slept since.
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("watch"),
      isDry: fc.constantFrom(false, false, true),
      ends: fc.constantFrom(false, false, false, true),
      trouble: fc.option(trouble, { freq: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("step"), hours: fc.constantFrom(1, 5, 24, 100, 24 * 8) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rotate"), copies: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("truncate"), keep: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("damage") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("replace") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rule"), rule, hours: fc.option(fc.constantFrom(2, 30)) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("removeRule"), rule }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("confirm"), which: fc.nat(9), kill: fc.option(kill, { freq: 2 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("reject"),
      which: fc.nat(9),
      forGood: fc.boolean(),
      kill: fc.option(kill, { freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reopen"), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("feedback"), rule, falsePositive: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restart") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forgetCache") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("backfill") }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type Kill = { readonly at: number; readonly how: Fault } | null;
