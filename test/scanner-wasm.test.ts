// The WebAssembly scanner against the plain one: the same counts, serial or by reference, whatever the cuts. That the plain
// one's are right is tested against the reference (core/counts.property.test.ts).
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SlidingThresholds } from "../src/core/merge/early-events.js";
import { mergePartials } from "../src/core/merge/merge.js";
import type { Partial } from "../src/core/count/partial.js";
import { PlainScanner } from "../src/core/line/plain-scanner.js";
import { precisionFor, type Precision } from "../src/core/count/precision.js";
import type { Scanner } from "../src/core/line/scanner.js";
import { MnemonicError } from "../src/model/errors.js";
import { collectShared } from "../src/scanner-wasm/collect-shared.js";
import { answerShare, type MergeShare } from "../src/scanner-wasm/merge-share.js";
import { mergeAssisted, mergeShared } from "../src/scanner-wasm/merge-shared.js";
import { openWasmScanner, SharedScan, type SharedPartial, type WasmScanner } from "../src/scanner-wasm/scanner-wasm.js";
import type { ReferenceArchive } from "./reference/reference.js";
import { archivesArbitrary, denseArchivesArbitrary } from "./support/archive-arbitrary.js";
import { choiceNumbers, Choices } from "./support/choices.js";
import { lineTexts, mutatedLines } from "./support/json-arbitrary.js";
import { meaningOf } from "./support/meaning.js";
import { readingArbitrary, type ReadingCase } from "./support/reading-arbitrary.js";
import { scanInPieces, type Pieces } from "./support/scan-in-pieces.js";
import { countText, hitAt, line, NOW_MS, SEED } from "./support/scan-text.js";
import { instants, NOWS } from "./support/time-in-record.js";

const PRECISIONS = {
  exact: (nowMs: number): Precision => ({ asOfMs: nowMs, floorMs: -Infinity, exactHours: [] }),
  scan: (nowMs: number, watermarks: number[]): Precision => precisionFor(nowMs, watermarks),
  hours: (nowMs: number, watermarks: number[]): Precision => precisionFor(nowMs, watermarks, -Infinity),
};

interface Case {
  nowMs: number;
  archives: ReferenceArchive[];
  session: string | undefined;
  judged: Record<string, number>;
  folded: Record<string, number>;
  precision: keyof typeof PRECISIONS;
  sliding: SlidingThresholds | undefined;
  read: ReadingCase;
  seed: { k0: number; k1: number };
  pieces: Pieces;
  /** How many parts of the merge others take, one after another. */
  helped: number[];
  choices: number[];
}

const names = fc.constantFrom("0 r1", "0 r2", "1 Ban:虚构", "2 Ban");
const word = fc.integer({ min: 0, max: 0xffff_ffff });
const casesOf = (archives: (nowMs: number) => fc.Arbitrary<ReferenceArchive[]>): fc.Arbitrary<Case> =>
  fc.constantFrom(...NOWS).chain((nowMs) =>
    fc.record({
      nowMs: fc.constant(nowMs),
      archives: archives(nowMs),
      session: fc.constantFrom(undefined, undefined, "s1", "", "\ud800", "none"),
      judged: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
      folded: fc.dictionary(names, instants(nowMs), { maxKeys: 2 }),
      precision: fc.constantFrom("exact", "scan", "hours"),
      sliding: fc.option(fc.constant({ sameSessionHits: 2, d7Hits: 2, d14Hits: 3, slack: 300 }), { nil: undefined }),
      read: readingArbitrary(nowMs),
      seed: fc.record({ k0: word, k1: word }),
      pieces: fc.record({
        scanners: fc.integer({ min: 1, max: 8 }),
        rangeLines: fc.constantFrom(1, 2, 5, 1000),
        chunkLines: fc.constantFrom(1, 3, 1000),
        maxLineBytes: fc.constantFrom(Infinity, Infinity, 150, 60),
      }),
      helped: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
      choices: choiceNumbers,
    }),
  );

interface Scanned {
  readonly serial: Partial[];
  readonly shared: SharedPartial[];
  readonly scan: SharedScan;
}

function scanWithWasm(
  scan: SharedScan,
  archives: readonly ReferenceArchive[],
  pieces: Pieces,
  choices: Choices,
): Scanned {
  const scanners: WasmScanner[] = [];
  const makeScanner = (): Scanner => {
    const scanner = openWasmScanner(structuredCloneOf(scan), scanners.length);
    scanners.push(scanner);
    return scanner;
  };
  const serial = scanInPieces(makeScanner, archives, pieces, choices);
  return { serial, shared: choices.shuffled(scanners.map((scanner) => scanner.finishShared())), scan };
}

/** As a worker gets it; a module and a memory cross threads only, so they are passed by. */
function structuredCloneOf({ init }: SharedScan): SharedScan["init"] {
  const { module, memory, ...rest } = init;
  return { module, memory, ...structuredClone(rest) };
}

async function check(one: Case): Promise<void> {
  const { nowMs, archives, session, judged, folded, precision, sliding, read, seed, pieces, helped, choices } = one;
  const { reading } = read;
  const kept: Precision = {
    ...PRECISIONS[precision](nowMs, Object.values(judged)),
    foldedUntilMs: new Map(Object.entries(folded)),
  };
  const question = {
    nowMs,
    session,
    sliding,
    judgedUntilMs: (kind: number, key: string): number => judged[`${kind} ${key}`] ?? -Infinity,
    paths: archives.map(({ path }) => path),
  };
  const early = sliding && { thresholds: sliding, watermarksMs: new Map(Object.entries(judged)) };
  const plain = scanInPieces(
    () => new PlainScanner(seed, kept, early, reading),
    archives,
    pieces,
    new Choices(choices),
  );
  const expected = meaningOf(mergePartials(plain, question, seed));
  const scan = new SharedScan({ seed, precision: kept, sliding: early, reading });
  const { serial, shared } = scanWithWasm(scan, archives, pieces, new Choices(choices));
  expect(meaningOf(mergePartials(serial, question, seed))).toEqual(expected);
  const takers = {
    count: helped.length,
    answer: async (shares: readonly MergeShare[]) => shares.map((share, i) => answerShare(share, helped[i])),
  };
  expect(meaningOf(await mergeAssisted(scan, shared, question, takers))).toEqual(expected);
}

test("odd archives, in any pieces: the counts of the plain scanner", async () => {
  await fc.assert(fc.asyncProperty(casesOf(archivesArbitrary), check), { numRuns: 120 });
});

test("long histories of few patterns, in any pieces: the counts of the plain scanner", async () => {
  await fc.assert(fc.asyncProperty(casesOf(denseArchivesArbitrary), check), { numRuns: 100 });
});

test("lines of any JSON, whole and damaged: the counts of the plain scanner", async () => {
  const newline = Uint8Array.of(0x0a);
  const archives = fc
    .array(fc.oneof(lineTexts.map(bytesOf), mutatedLines), { maxLength: 30 })
    .map((lines): ReferenceArchive[] => [
      { path: "a", role: "intercepts", bytes: Buffer.concat(lines.flatMap((one) => [one, newline])) },
    ]);
  await fc.assert(
    fc.asyncProperty(
      casesOf(() => archives),
      check,
    ),
    { numRuns: 150 },
  );
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const precision = precisionFor(NOW_MS);
/** assembly/root.ts, PATTERNS. */
const PATTERNS_AT = 1024 + 256 + 512 * 8;
const open = (maxBytes?: number): WasmScanner =>
  openWasmScanner(new SharedScan({ seed: SEED, precision, maxBytes }).init, 0);

const withWasm = (texts: readonly string[]): unknown => meaningOf(countText(texts, { makeScanner: () => open() }));
const withPlain = (texts: readonly string[]): unknown => meaningOf(countText(texts));

/** Has a lane scan a hit of each of the sessions `[from, to)`, some thousands at a time. */
function scanSessions(scanner: WasmScanner, from: number, to: number): void {
  const [perChunk, one] = [10_000, line({ session_id: "s0000000" })];
  const [bytes, at] = [Buffer.from(one.repeat(perChunk)), one.indexOf("s0000000") + 1];
  scanner.beginRange({ archive: 0, range: from, role: "intercepts" });
  for (let first = from; first < to; first += perChunk) {
    for (let i = 0; i < perChunk; i++) bytes.write(String(first + i).padStart(7, "0"), i * one.length + at, "latin1");
    scanner.buffer(bytes.length, 0).set(bytes);
    scanner.scan(0, bytes.length, first * one.length);
  }
  scanner.endRange();
}

test("more than a million sessions in one lane, some of them in another too", () => {
  const scan = new SharedScan({ seed: SEED, precision });
  const lanes = [openWasmScanner(scan.init, 0), openWasmScanner(scan.init, 1)] as const;
  scanSessions(lanes[0], 0, 1_050_000);
  scanSessions(lanes[1], 1_000_000, 1_100_000);
  const partials = lanes.map((lane) => lane.finishShared());
  const { sessions, patterns } = mergeShared(scan, partials, { nowMs: NOW_MS, paths: ["a"] });
  expect({ sessions, patterns }).toMatchObject({
    sessions: 1_100_000,
    patterns: [{ key: "r", total: 1_150_000, d7: 1_150_000, sessions: 1_100_000, sameSessionD7: 2 }],
  });
});

test.for<[what: string, text: string]>([
  [
    "more groups than a block holds",
    Array.from({ length: 70 }, (_, i) => hitAt(-i, { rule_id: `r${i % 40}` })).join(""),
  ],
  ["many sessions", Array.from({ length: 5000 }, (_, i) => hitAt(-i, { session_id: `session-${i}` })).join("")],
  [
    "long ids",
    [41, 64, 65, 200, 70_000]
      .map((n) => hitAt(-n, { session_id: "s".repeat(n), rule_id: "r".repeat(n) }))
      .join("")
      .repeat(3),
  ],
  [
    "many patterns",
    Array.from({ length: 20_000 }, (_, i) => hitAt(-i, { rule_id: `r${i}`, session_id: "s" })).join(""),
  ],
  ["many interceptors", Array.from({ length: 3000 }, (_, i) => hitAt(-i, { interceptor: `I${i % 1000}` })).join("")],
  [
    "many hours",
    Array.from({ length: 900 }, (_, i) => hitAt(-i * 1_700_000) + hitAt(-i * 1_700_000, { false_positive: true })).join(
      "",
    ),
  ],
  [
    "an escaped id that reads like another's text",
    [String.raw`a\\b`, String.raw`a\b`, String.raw`a\\b`].map((id) => line().replace('"s"', `"${id}"`)).join(""),
  ],
  ["a rule that is only spelt with escapes", line().replace('"r"', '"\\u0072"').repeat(5) + line()],
  [
    "records without a rule",
    line({ rule_id: undefined, reason: "关键词匹配: 虚构" }).repeat(3) +
      line({ rule_id: undefined, reason: "x" }).repeat(3),
  ],
  [
    "undated",
    line({ ts: undefined }) + line({ ts: undefined, false_positive: true }) + line() + line({ ts: undefined }),
  ],
])("%s", ([, text]) => {
  const texts = [text, text.slice(0, -1)];
  expect(withWasm(texts)).toEqual(withPlain(texts));
});

test.for([100_000, 262_000, 300_000])("a line of %d quotes and values", (n) => {
  const texts = [`${line({ x: '"'.repeat(n), y: Array.from({ length: n }, () => "") })}${line()}`];
  expect(withWasm(texts)).toEqual(withPlain(texts));
});

test("more patterns than 16 bits can number", () => {
  const text = Array.from({ length: 140_000 }, (_, i) =>
    hitAt(-i, { rule_id: `r${i % 70_000}`, session_id: "s" }),
  ).join("");
  const scanner = open();
  scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
  const bytes = bytesOf(text);
  scanner.buffer(bytes.length, 0).set(bytes);
  scanner.scan(0, bytes.length, 0);
  scanner.endRange();
  const { patterns, shards } = scanner.finish();
  expect(patterns.keys.ends.length).toBe(70_000);
  for (const { groups } of shards) expect(groups.hits.every((hits) => hits === 2)).toBe(true);
});

describe("memory", () => {
  test("a limit that is reached is an error that says so", () => {
    const scanner = open(16 * 2 ** 20);
    scanner.beginRange({ archive: 0, range: 0, role: "intercepts" });
    const fill = (): void => {
      for (let i = 0; ; i++) {
        const bytes = bytesOf(hitAt(-i, { session_id: `${"s".repeat(1000)}${i}` }));
        scanner.buffer(bytes.length, 0).set(bytes);
        scanner.scan(0, bytes.length, 0);
      }
    };
    expect(fill).toThrow(MnemonicError);
    expect(fill).toThrow(expect.objectContaining({ code: "OUT_OF_MEMORY" }));
  });

  test("a buffer beyond the limit is an error that says so", () => {
    expect(() => open(16 * 2 ** 20).buffer(64 * 2 ** 20, 0)).toThrow(
      expect.objectContaining({ code: "OUT_OF_MEMORY" }),
    );
  });
});

test("what two lanes came to is collected whole, also what the merge had to make room for", () => {
  const scan = new SharedScan({ seed: SEED, precision });
  // Sessions that both have met and whose patterns differ: each wants a larger block when they are added up.
  const partials = [0, 1].map((number) => {
    const lane = openWasmScanner(scan.init, number);
    const hits = Array.from({ length: 40_000 }, (_, i) =>
      hitAt(-i, { session_id: `s${i >>> 2}`, rule_id: `${number} ${i % 4}` }),
    );
    const bytes = bytesOf(hits.join(""));
    lane.beginRange({ archive: 0, range: number, role: "intercepts" });
    lane.buffer(bytes.length, 0).set(bytes);
    lane.scan(0, bytes.length, 0);
    lane.endRange();
    return lane.finishShared();
  });
  const before = scan.init.memory.buffer.byteLength;
  const { shards } = collectShared(scan, partials);
  expect(scan.init.memory.buffer.byteLength).toBeGreaterThan(before);
  const sum = (numbers: Uint32Array): number => numbers.reduce((total, n) => total + n, 0);
  expect(shards.reduce((total, { groups }) => total + sum(groups.hits), 0)).toBe(80_000);
});

test("a lane that died with the dictionary's lock is an error for the others, not a wait without end", () => {
  const scan = new SharedScan({ seed: SEED, precision, patienceMs: 1 });
  const lane = openWasmScanner(scan.init, 0);
  const locks = new Int32Array(scan.init.memory.buffer, PATTERNS_AT, 1);
  locks[0] = 1;
  const bytes = bytesOf(hitAt(0, {}));
  lane.beginRange({ archive: 0, range: 0, role: "intercepts" });
  lane.buffer(bytes.length, 0).set(bytes);
  expect(() => lane.scan(0, bytes.length, 0)).toThrow("ended while others waited");
  locks[0] = 0;
  expect(() => lane.scan(0, bytes.length, 0)).not.toThrow();
});

test("the buffer is as large as asked and keeps what it is told to keep", () => {
  const scanner = open();
  scanner.buffer(4, 0).set([1, 2, 3, 4]);
  const larger = scanner.buffer(5_000_000, 4);
  expect(larger.length).toBeGreaterThanOrEqual(5_000_000);
  expect([...larger.subarray(0, 4)]).toEqual([1, 2, 3, 4]);
  expect([...scanner.buffer(10, 2).subarray(0, 2)]).toEqual([1, 2]);
});
