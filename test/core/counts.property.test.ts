// Whatever the cuts, the assignment of ranges to scanners and the order of partials: the counts are the reference's.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SlidingThresholds } from "../../src/core/merge/early-events.js";
import type { HashSeed } from "../../src/core/line/hash.js";
import { mergePartials } from "../../src/core/merge/merge.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import { referenceCounts, type ReferenceArchive } from "../reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { choiceNumbers, Choices } from "../support/choices.js";
import { comparable } from "../support/comparable.js";
import { instants, NOWS } from "../support/time-in-record.js";
import { readingArbitrary, type ReadingCase } from "../support/reading-arbitrary.js";
import { scanInPieces, type Pieces } from "../support/scan-in-pieces.js";

const PRECISIONS = {
  /** Every time to the millisecond. */
  exact: (nowMs: number): Precision => ({ asOfMs: nowMs, floorMs: -Infinity, exactHours: [] }),
  /** What a scan keeps: nothing from before its windows. */
  scan: (nowMs: number, watermarks: number[]): Precision => precisionFor(nowMs, watermarks),
  /** What a backfill keeps: hours of all times. */
  hours: (nowMs: number, watermarks: number[]): Precision => precisionFor(nowMs, watermarks, -Infinity),
};

interface Case {
  nowMs: number;
  archives: ReferenceArchive[];
  session: string | undefined;
  /** Watermarks by `kind key`. */
  judged: Record<string, number>;
  /** Times up to which the state has folded, by `kind key`. */
  folded: Record<string, number>;
  precision: keyof typeof PRECISIONS;
  sliding: SlidingThresholds | undefined;
  read: ReadingCase;
  seed: HashSeed;
  pieces: Pieces;
  choices: number[];
}

const names = fc.constantFrom("0 r1", "0 r2", "1 Ban:虚构", "2 Ban");
/** With slack for every false positive that the archives may hold, so that no answer is "unsure". */
const thresholds = fc.record<SlidingThresholds>({
  sameSessionHits: fc.integer({ min: 1, max: 4 }),
  d7Hits: fc.integer({ min: 1, max: 4 }),
  d14Hits: fc.integer({ min: 1, max: 6 }),
  slack: fc.constantFrom(300, 1000),
});

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const casesOf = (archives: (nowMs: number) => fc.Arbitrary<ReferenceArchive[]>): fc.Arbitrary<Case> =>
  fc.constantFrom(...NOWS).chain((nowMs) =>
    fc.record({
      nowMs: fc.constant(nowMs),
      archives: archives(nowMs),
      session: fc.constantFrom(undefined, undefined, "s1", "", "\ud800"),
      judged: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
      folded: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
      precision: fc.constantFrom("exact", "scan", "hours"),
      sliding: fc.option(thresholds, { nil: undefined }),
      read: readingArbitrary(nowMs),
      seed: fc.oneof(fc.constant({ k0: 1, k1: 2 }), fc.record({ k0: word, k1: word })),
      pieces: fc.record({
        scanners: fc.integer({ min: 1, max: 8 }),
        rangeLines: fc.constantFrom(1, 2, 5, 1000),
        chunkLines: fc.constantFrom(1, 3, 1000),
        maxLineBytes: fc.constantFrom(Infinity, Infinity, 150, 60),
      }),
      choices: choiceNumbers,
    }),
  );

function check(one: Case): void {
  const { nowMs, archives, session, judged, folded, precision, sliding, read, seed, pieces, choices } = one;
  const kept: Precision = {
    ...PRECISIONS[precision](nowMs, Object.values(judged)),
    foldedUntilMs: new Map(Object.entries(folded)),
  };
  const judgedUntilMs = (kind: number, key: string): number => judged[`${kind} ${key}`] ?? -Infinity;
  const foldedUntilMs = (kind: number, key: string): number | undefined => folded[`${kind} ${key}`];
  const watermarksMs = new Map(Object.entries(judged));
  const makeScanner = (): PlainScanner =>
    new PlainScanner(seed, kept, sliding && { thresholds: sliding, watermarksMs }, read.reading);
  const partials = scanInPieces(makeScanner, archives, pieces, new Choices(choices));
  const paths = archives.map(({ path }) => path);
  const counts = mergePartials(partials, { nowMs, session, judgedUntilMs, paths, sliding }, seed);
  const { maxLineBytes } = pieces;
  const expected = referenceCounts(archives, {
    nowMs,
    session,
    judgedUntilMs,
    foldedUntilMs,
    maxLineBytes,
    sliding,
    ...read.reference,
  });
  const hasFloor = precision === "scan";
  expect(comparable(counts, hasFloor)).toEqual(comparable(expected, hasFloor));
}

const SAME = "any cut, any number of scanners and any order of partials give the reference's counts";

test(`${SAME}: odd archives`, () => {
  fc.assert(fc.property(casesOf(archivesArbitrary), check), { numRuns: 100 });
});

test(`${SAME}: long histories of few patterns`, () => {
  fc.assert(fc.property(casesOf(denseArchivesArbitrary), check), { numRuns: 150 });
});
