// A scanner that is emptied now and then: what it handed over comes to the same counts.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergePartials } from "../../src/core/merge/merge.js";
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
      expect(meaningOf(found)).toEqual(meaningOf(mergePartials(whole, question, seed)));
    }),
    { numRuns: 25 },
  );
});
