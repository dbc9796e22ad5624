// Random partials: what either scanner makes of random archives.
import * as fc from "fast-check";
import type { HashSeed } from "../../src/core/line/hash.js";
import type { Partial } from "../../src/core/count/partial.js";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import type { SegmentScanner } from "../../src/core/line/scanner.js";
import { openWasmScanner, SharedScan } from "../../src/scanner-wasm/scanner-wasm.js";
import type { ReferenceArchive } from "../reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { choiceNumbers, Choices } from "../support/choices.js";
import { scanInPieces, type Pieces } from "../support/scan-in-pieces.js";
import { instants, NOWS } from "../support/time-in-record.js";

const PRECISIONS = {
  exact: (nowMs: number): Precision => ({ asOfMs: nowMs, floorMs: -Infinity, exactHours: [] }),
  scan: (nowMs: number): Precision => precisionFor(nowMs),
  hours: (nowMs: number): Precision => precisionFor(nowMs, [], -Infinity),
};

export interface Scan {
  readonly nowMs: number;
  readonly archives: readonly ReferenceArchive[];
  readonly seed: HashSeed;
  readonly scanner: "plain" | "wasm";
  readonly precision: Precision;
  /** undefined: no early moments are looked for. */
  readonly slack: number | undefined;
  readonly pieces: Pieces;
  readonly choices: number[];
}

export interface Scanned extends Scan {
  readonly partials: readonly Partial[];
}

const word = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });
const names = fc.constantFrom("0 r1", "0 r2", "1 Ban:虚构", "2 \ud800");
export const THRESHOLDS = { sameSessionHits: 2, d7Hits: 2, d14Hits: 3 };

export const scans: fc.Arbitrary<Scan> = fc.constantFrom(...NOWS).chain((nowMs) =>
  fc.record({
    nowMs: fc.constant(nowMs),
    archives: fc.oneof(archivesArbitrary(nowMs), denseArchivesArbitrary(nowMs)),
    seed: fc.record({ k0: word, k1: word }),
    scanner: fc.constantFrom("plain", "wasm"),
    precision: fc
      .tuple(
        fc.constantFrom(...Object.values(PRECISIONS)),
        fc.option(fc.dictionary(names, instants(nowMs), { maxKeys: 2 }), { nil: undefined }),
      )
      .map(([of, folded]) =>
        folded === undefined ? of(nowMs) : Object.assign(of(nowMs), { foldedUntilMs: new Map(Object.entries(folded)) }),
      ),
    slack: fc.constantFrom(undefined, 0, 2, 300),
    pieces: fc.record({
      scanners: fc.integer({ min: 1, max: 4 }),
      rangeLines: fc.constant(4),
      chunkLines: fc.constant(3),
      maxLineBytes: fc.constant(1 << 20),
    }),
    choices: choiceNumbers,
  }),
);

/** Makes the scanners of one scan. */
export function madeOf({ seed, scanner, precision, slack }: Scan): () => SegmentScanner {
  const sliding = slack === undefined ? undefined : { thresholds: { ...THRESHOLDS, slack }, watermarksMs: new Map() };
  if (scanner === "plain") return () => new PlainScanner(seed, precision, sliding);
  const scan = new SharedScan({ seed, precision, sliding });
  let lane = 0;
  return () => openWasmScanner(scan.init, lane++);
}

export const scanned: fc.Arbitrary<Scanned> = scans.map((scan) =>
  Object.assign(scan, {
    partials: scanInPieces(madeOf(scan), scan.archives, scan.pieces, new Choices(scan.choices)),
  }),
);
