// A scanner that is emptied now and then: what it handed over comes to the same counts.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergePartials } from "../../src/core/merge/merge.js";
import type { Counts } from "../../src/core/merge/counts.js";
import type { Partial, ShardedPartial } from "../../src/core/count/partial.js";
import type { SegmentScanner } from "../../src/core/line/scanner.js";
import { SHARD_COUNT } from "../../src/core/count/shard.js";
import { choiceNumbers, Choices } from "../support/choices.js";
import { meaningOf } from "../support/meaning.js";
import { scanInPieces } from "../support/scan-in-pieces.js";
import { madeOf, scans, THRESHOLDS } from "./partials.js";

function inFull({ shard, early, ...rest }: ShardedPartial): Partial {
  const events = early();
  return { ...rest, shards: Array.from({ length: SHARD_COUNT }, (_, i) => shard(i)), ...(events && { early: events }) };
}

/** After some ranges the scanner is emptied into `spilled`; after others it is only looked at. */
function emptiedNowAndThen(scanner: SegmentScanner, spilled: Partial[], choices: Choices): SegmentScanner {
  const endRange = scanner.endRange.bind(scanner);
  return Object.assign(scanner, {
    endRange: (): void => {
      endRange();
      if (choices.oneIn(3)) scanner.spill((partial) => spilled.push(inFull(partial)));
      else if (choices.oneIn(2)) scanner.snapshot(inFull);
    },
  });
}

/**
 * Parts that are handed over drop less of the early events than a whole that is cut once: they may be sure of a moment where
 * the whole is not, and would be scanned again with more slack. Where both are sure they must agree, and with what is surely
 * enough slack.
 */
function withSureMoments(counts: Counts, sure: Counts): Counts {
  return {
    ...counts,
    patterns: counts.patterns.map((pattern, i) =>
      pattern.early === "unsure" ? { ...pattern, early: sure.patterns[i]?.early } : pattern,
    ) as Counts["patterns"],
  };
}

const ENOUGH_SLACK = 1 << 20;

test("parts that were handed over early come to the same counts", () => {
  fc.assert(
    fc.property(scans, choiceNumbers, (made, numbers) => {
      const { archives, nowMs, seed, slack, pieces, choices } = made;
      const question = {
        nowMs,
        paths: archives.map(({ path }) => path),
        sliding: slack === undefined ? undefined : { ...THRESHOLDS, slack },
      };
      const whole = scanInPieces(madeOf(made), archives, pieces, new Choices(choices));
      const spilled: Partial[] = [];
      const make = madeOf(made);
      const emptying = new Choices(numbers);
      const rest = scanInPieces(
        () => emptiedNowAndThen(make(), spilled, emptying),
        archives,
        pieces,
        new Choices(choices),
      );
      const found = mergePartials([...rest, ...spilled], question, seed);
      const sureScan = slack === undefined ? made : { ...made, slack: ENOUGH_SLACK };
      const sure = mergePartials(
        scanInPieces(madeOf(sureScan), archives, pieces, new Choices(choices)),
        { ...question, sliding: slack === undefined ? undefined : { ...THRESHOLDS, slack: ENOUGH_SLACK } },
        seed,
      );
      const [expected, got] = [mergePartials(whole, question, seed), found].map((counts) =>
        meaningOf(withSureMoments(counts, sure)),
      );
      expect(got).toEqual(expected);
      expect(got).toEqual(meaningOf(sure));
    }),
    { numRuns: 25 },
  );
});
