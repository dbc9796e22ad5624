// Random partials: what either scanner makes of random archives.
import * as fc from "fast-check";
import type { HashSeed } from "../../src/core/hash.js";
import type { Partial } from "../../src/core/partial.js";
import { PlainScanner } from "../../src/core/plain-scanner.js";
import { precisionFor, type Precision } from "../../src/core/precision.js";
import { openWasmScanner, SharedScan } from "../../src/scanner-wasm/scanner-wasm.js";
import type { ReferenceArchive } from "../reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { choiceNumbers, Choices } from "../support/choices.js";
import { scanInPieces } from "../support/scan-in-pieces.js";
import { instants, NOWS } from "../support/time-in-record.js";

const PRECISIONS = {
  exact: (nowMs: number): Precision => ({ asOfMs: nowMs, floorMs: -Infinity, exactHours: [] }),
  scan: (nowMs: number): Precision => precisionFor(nowMs),
  hours: (nowMs: number): Precision => precisionFor(nowMs, [], -Infinity),
};

export interface Scanned {
  readonly nowMs: number;
  readonly archives: readonly ReferenceArchive[];
  readonly seed: HashSeed;
  readonly partials: readonly Partial[];
  readonly slack: number | undefined;
}

const word = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff });
const names = fc.constantFrom("0 r1", "0 r2", "1 Ban:虚构", "2 \ud800");

export const scanned: fc.Arbitrary<Scanned> = fc.constantFrom(...NOWS).chain((nowMs) =>
  fc
    .record({
      archives: fc.oneof(archivesArbitrary(nowMs), denseArchivesArbitrary(nowMs)),
      seed: fc.record({ k0: word, k1: word }),
      scanner: fc.constantFrom("plain", "wasm"),
      precision: fc.constantFrom("exact", "scan", "hours"),
      folded: fc.option(fc.dictionary(names, instants(nowMs), { maxKeys: 2 }), { nil: undefined }),
      slack: fc.constantFrom(undefined, 0, 2, 300),
      scanners: fc.integer({ min: 1, max: 4 }),
      choices: choiceNumbers,
    })
    .map(({ archives, seed, scanner, precision, folded, slack, scanners, choices }) => {
      const kept = {
        ...PRECISIONS[precision](nowMs),
        ...(folded && { foldedUntilMs: new Map(Object.entries(folded)) }),
      };
      const sliding =
        slack === undefined ? undefined : { thresholds: { ...THRESHOLDS, slack }, watermarksMs: new Map() };
      const scan = scanner === "wasm" ? new SharedScan({ seed, precision: kept, sliding }) : undefined;
      const make = (): PlainScanner | ReturnType<typeof openWasmScanner> =>
        scan === undefined ? new PlainScanner(seed, kept, sliding) : openWasmScanner(scan.init, 0);
      const pieces = { scanners, rangeLines: 4, chunkLines: 3, maxLineBytes: 1 << 20 };
      return { nowMs, archives, seed, slack, partials: scanInPieces(make, archives, pieces, new Choices(choices)) };
    }),
);

export const THRESHOLDS = { sameSessionHits: 2, d7Hits: 2, d14Hits: 3 };
