import { FOLD_STATES } from "../core/memory/confidence.js";
import type { RejectReason } from "../model/report.js";
import { FoldTally } from "../core/count/fold-tally.js";
import { confirmationFold, falsePositiveFold } from "../core/memory/confidence.js";
import { SAMPLE_LIMIT, type RangeFolds, type RangeResult } from "../core/count/partial.js";
import { KIND, KIND_COUNT } from "../core/line/record.js";
import type { MemoryView } from "./memory-view.js";
import type { WasmExports } from "./wasm-module.js";

const COUNTS = { firstDatedMs: 0, lastDatedMs: 8, blank: 16, accepted: 20, kinds: 24 } as const;
const HEAD = { pattern: 0, events: 4, latestMs: 8, earliestMs: 16, falsePositives: 24, fold: 32 } as const;
const FOLD_NUMBERS = FOLD_STATES * 4;

/** What JavaScript counts of one range beside the module: what came of lines of the slow path that are no records. */
export class RangeReader {
  readonly #archive: number;
  readonly #range: number;
  readonly #reasons: Record<RejectReason, number> = { invalid_json: 0, not_object: 0, too_long: 0 };
  readonly #samples: { offset: number; reason: RejectReason }[] = [];
  #blank = 0;
  #incomplete = 0;
  #nuls = false;
  #lead: FoldTally | undefined;

  constructor(archive: number, range: number) {
    this.#archive = archive;
    this.#range = range;
  }

  blank(): void {
    this.#blank++;
  }

  incomplete(): void {
    this.#incomplete++;
  }

  nuls(): void {
    this.#nuls = true;
  }

  rejected(reason: RejectReason, offset: number): void {
    this.#reasons[reason]++;
    if (this.#samples.length < SAMPLE_LIMIT) this.#samples.push({ offset, reason });
  }

  /** An undated event before the range's first dated record. */
  leadEvent(kind: number, pattern: number): void {
    this.#lead ??= new FoldTally();
    if (kind === KIND.hit) this.#lead.hit(pattern);
    else this.#lead.event(pattern, kind === KIND.falsePositive ? falsePositiveFold : confirmationFold);
  }

  /** The range's result: this and what the module counted. */
  read(exports: WasmExports, view: MemoryView): RangeResult {
    const at = exports.rangeCountsAt() >>> 0;
    const word = (offset: number): number => view.u32[(at + offset) >>> 2] as number;
    const reasons = { ...this.#reasons };
    const blank = this.#blank + word(COUNTS.blank);
    const accepted = word(COUNTS.accepted);
    const rejected = reasons.invalid_json + reasons.not_object + reasons.too_long;
    const total = blank + accepted + this.#incomplete + rejected;
    return {
      archive: this.#archive,
      range: this.#range,
      lines: { total, blank, accepted, incomplete: this.#incomplete, reasons },
      kinds: Array.from({ length: KIND_COUNT }, (_, kind) => word(COUNTS.kinds + kind * 4)),
      samples: this.#samples.slice(),
      nuls: this.#nuls,
      firstDatedMs: view.f64[(at + COUNTS.firstDatedMs) / 8] as number,
      lastDatedMs: view.f64[(at + COUNTS.lastDatedMs) / 8] as number,
      folds: this.#folds(exports, view),
    };
  }

  #folds(exports: WasmExports, view: MemoryView): RangeFolds {
    const heads = headsOf(exports, view);
    const eventful = heads.filter(({ events }) => events > 0);
    const falses = heads.filter(({ falsePositives }) => falsePositives > 0);
    return {
      ...tailsOf(exports, view),
      headPattern: Uint32Array.from(eventful, ({ pattern }) => pattern),
      heads: packedFolds(eventful, view),
      ...(this.#lead && { lead: this.#lead.toColumns() }),
      latestPattern: Uint32Array.from(heads, ({ pattern }) => pattern),
      latestMs: Float64Array.from(heads, ({ latestMs }) => latestMs),
      earliestMs: Float64Array.from(heads, ({ earliestMs }) => earliestMs),
      falsePattern: Uint32Array.from(falses, ({ pattern }) => pattern),
      falses: Uint32Array.from(falses, ({ falsePositives }) => falsePositives),
    };
  }
}

function tailsOf(exports: WasmExports, view: MemoryView): Pick<RangeFolds, "pattern" | "tailHits"> {
  const at = exports.tailsOf() >>> 0;
  const count = exports.tailsFound();
  const words = view.u32;
  const pattern = new Uint32Array(count);
  const tailHits = new Uint32Array(count);
  for (let i = 0, word = at / 4; i < count; i++, word += 2) {
    pattern[i] = words[word] as number;
    tailHits[i] = words[word + 1] as number;
  }
  exports.releaseTails(at);
  return { pattern, tailHits };
}

interface Head {
  readonly address: number;
  readonly pattern: number;
  readonly events: number;
  readonly latestMs: number;
  readonly earliestMs: number;
  readonly falsePositives: number;
}

function headsOf(exports: WasmExports, view: MemoryView): Head[] {
  return Array.from({ length: exports.headsFound() }, (_, i) => {
    const address = exports.headAt(i) >>> 0;
    const word = (field: number): number => view.u32[(address + field) >>> 2] as number;
    return {
      address,
      pattern: word(HEAD.pattern),
      events: word(HEAD.events),
      latestMs: view.f64[(address + HEAD.latestMs) / 8] as number,
      earliestMs: view.f64[(address + HEAD.earliestMs) / 8] as number,
      falsePositives: word(HEAD.falsePositives),
    };
  });
}

/** In memory a fold stands as core/confidence.ts packs it. */
function packedFolds(heads: readonly Head[], view: MemoryView): Int16Array {
  const out = new Int16Array(heads.length * FOLD_NUMBERS);
  heads.forEach(({ address }, i) => {
    const bytes = view.copy(address + HEAD.fold, FOLD_NUMBERS * 2);
    out.set(new Int16Array(bytes.buffer), i * FOLD_NUMBERS);
  });
  return out;
}
