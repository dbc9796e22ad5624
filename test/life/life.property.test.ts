// Whole lives of a home: the log grows, is rotated, cut short and damaged, rules come and go, a person decides, the process is killed
// in between, and now and then everything known is thrown away. Each scan must say what a simple model of the semantics says.
// MEMORY_LIVES=500 lives as many.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Life } from "./life.js";
import { step } from "./steps.js";

/** The same ones each time: who wants to look for others lives many. */
const FEW = 10;
const LIVES = Number(process.env["MEMORY_LIVES"] ?? FEW);

test("whatever happens to a home, each scan says what the semantics say", async () => {
  const lives = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40, size: "max" }), async (steps) => {
    const life = new Life();
    try {
      for (const one of steps) await life.take(one);
      await life.take({ do: "scan", kill: null });
    } finally {
      await life.end();
    }
  });
  expect(await fc.assert(lives, { numRuns: LIVES, ...(LIVES === FEW && { seed: 1 }) })).toBeUndefined();
});
