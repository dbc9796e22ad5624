import type { ContextPartial, ContextQuestion } from "../core/count/context-tally.js";
import type { Counts } from "../core/merge/counts.js";
import type { SlidingQuestion } from "../core/merge/early-events.js";
import type { HashSeed } from "../core/line/hash.js";
import type { MergeQuestion } from "../core/merge/merge.js";
import type { Partial, ShardedPartial } from "../core/count/partial.js";
import type { Precision } from "../core/count/precision.js";
import type { Reading } from "../core/line/reading.js";
import type { LineScanner, SegmentScanner } from "../core/line/scanner.js";
import type { MergeShare } from "../scanner-wasm/merge-share.js";
import type { ShareTakers } from "../scanner-wasm/merge-shared.js";
import type { SharedPartial, SharedScanInit } from "../scanner-wasm/scanner-wasm.js";

export type { ShareTakers };

export type ScannerName = "plain" | "wasm";

/** What a scanner is made with, of whichever kind. */
export interface ScannerSettings {
  readonly seed: HashSeed;
  readonly precision: Precision;
  readonly sliding?: SlidingQuestion | undefined;
  readonly reading?: Reading | undefined;
}

type CountingInit =
  | { readonly name: "plain"; readonly settings: ScannerSettings }
  | { readonly name: "wasm"; readonly shared: SharedScanInit };

/** What a lane opens its scanner with. Structured-cloneable. */
export type EngineInit = CountingInit | { readonly name: "contexts"; readonly question: ContextQuestion };

/** What a lane hands over: columns, or a reference into the memory that all lanes share. */
export type LanePartial = Partial | SharedPartial | ContextPartial;

/** The scanner of a scan: made once on the main thread, opened in every lane, asked on the main thread. */
export interface Engine {
  readonly init: CountingInit;
  /** `segments` are partials that lanes have put by in files; `helpers` may do a part of it. */
  merge(
    partials: readonly LanePartial[],
    segments: readonly ShardedPartial[],
    question: MergeQuestion,
    helpers?: ShareTakers,
  ): Counts | Promise<Counts>;
  /** Instead of a merge: what the lanes found as one partial, for what is kept between scans. */
  collect(partials: readonly LanePartial[]): Promise<Partial>;
}

/** Loading and compiling the module takes as long as plain code needs for this much. */
const WASM_BYTES = 1 << 20;

/**
 * The fast scanner, unless the archive is too small for it to pay, or this machine can't run it (no SIMD, no shared memory,
 * no address space): then the plain one, with the same result.
 */
export async function openEngine(settings: ScannerSettings, bytes: number, wanted?: ScannerName): Promise<Engine> {
  if (wanted === "plain" || (wanted === undefined && bytes < WASM_BYTES)) return plainEngine(settings);
  try {
    return await wasmEngine(settings);
  } catch (error) {
    if (wanted === "wasm") throw error;
    return await plainEngine(settings);
  }
}

async function plainEngine(settings: ScannerSettings): Promise<Engine> {
  const { mergeSharded } = await import("../core/merge/merge.js");
  const { inMemory } = await import("../core/count/partial.js");
  return {
    init: { name: "plain", settings },
    merge: (partials, segments, question) =>
      mergeSharded([...(partials as Partial[]).map(inMemory), ...segments], question, settings.seed),
    collect: async (partials) => collected(partials as Partial[], settings),
  };
}

/** What stands in files alone needs no engine. */
export async function mergeSegments(
  segments: readonly ShardedPartial[],
  question: MergeQuestion,
  seed: HashSeed,
): Promise<Counts> {
  const { mergeSharded } = await import("../core/merge/merge.js");
  return mergeSharded(segments, question, seed);
}

async function collected(partials: readonly Partial[], { precision, seed }: ScannerSettings): Promise<Partial> {
  const [only] = partials;
  if (partials.length === 1 && only !== undefined) return only;
  const { mergedPartial, sourceOf } = await import("../core/merge/merged-partial.js");
  return mergedPartial(partials.map(sourceOf), precision, seed).partial;
}

async function wasmEngine(settings: ScannerSettings): Promise<Engine> {
  const { SharedScan } = await import("../scanner-wasm/scanner-wasm.js");
  const scan = new SharedScan(settings);
  // Loaded while workers start, though it is wanted last.
  const { mergeAssisted } = await import("../scanner-wasm/merge-shared.js");
  return {
    init: { name: "wasm", shared: scan.init },
    merge: async (partials, segments, question, helpers) => {
      const shared = partials as SharedPartial[];
      if (segments.length === 0) return mergeAssisted(scan, shared, question, helpers);
      const { mergeSharded } = await import("../core/merge/merge.js");
      const { serialForm } = await import("../scanner-wasm/collect-shared.js");
      return mergeSharded([...shared.map((one) => serialForm(scan, one)), ...segments], question, settings.seed);
    },
    collect: async (partials) => {
      const { collectShared } = await import("../scanner-wasm/collect-shared.js");
      return collectShared(scan, partials as SharedPartial[]);
    },
  };
}

export async function answerShare(share: MergeShare): Promise<number> {
  const { answerShare: answer } = await import("../scanner-wasm/merge-share.js");
  return answer(share);
}

/** Loads what the fast scanner wants, ahead of its first use. */
export async function preload(): Promise<null> {
  await import("../scanner-wasm/scanner-wasm.js");
  return null;
}

/** A scanner for one lane, and how that lane's findings are handed over. */
export interface LaneScanner {
  readonly scanner: LineScanner;
  /** The same scanner, if it can be emptied. */
  readonly tables?: SegmentScanner;
  readonly finish: () => LanePartial;
}

export async function openLaneScanner(init: EngineInit, lane: number): Promise<LaneScanner> {
  if (init.name === "contexts") {
    const { ContextScanner } = await import("../core/line/context-scanner.js");
    const scanner = new ContextScanner(init.question);
    return { scanner, finish: () => scanner.finish() };
  }
  if (init.name === "plain") {
    const { PlainScanner } = await import("../core/line/plain-scanner.js");
    const { seed, precision, sliding, reading } = init.settings;
    const scanner = new PlainScanner(seed, precision, sliding, reading);
    return { scanner, tables: scanner, finish: () => scanner.finish() };
  }
  const { openWasmScanner } = await import("../scanner-wasm/scanner-wasm.js");
  const scanner = openWasmScanner(init.shared, lane);
  return { scanner, tables: scanner, finish: () => scanner.finishShared() };
}
