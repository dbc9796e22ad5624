import type { RejectReason } from "../model/report.js";
import {
  composeFolds,
  confirmationFold,
  falsePositiveFold,
  hitsFold,
  identityFold,
  packFolds,
  type Fold,
} from "./confidence.js";
import { grown } from "./columns.js";
import { SAMPLE_LIMIT, type RangeResult } from "./partial.js";
import { KIND_COUNT, type Kind } from "./record.js";

/** Counts the lines and records of one range. */
export class RangeTally {
  readonly archive: number;
  readonly range: number;
  nuls = false;
  #blank = 0;
  #accepted = 0;
  #incomplete = 0;
  readonly #reasons: Record<RejectReason, number> = { invalid_json: 0, not_object: 0, too_long: 0 };
  readonly #kinds: number[] = Array.from({ length: KIND_COUNT }, () => 0);
  readonly #samples: { offset: number; reason: RejectReason }[] = [];
  #firstDatedMs = NaN;
  #tailHits: Uint32Array = new Uint32Array(64);
  readonly #heads = new Map<number, Fold>();

  constructor(archive: number, range: number) {
    this.archive = archive;
    this.range = range;
  }

  blank(nuls: boolean): void {
    this.#blank++;
    if (nuls) this.nuls = true;
  }

  incomplete(nuls: boolean): void {
    this.#incomplete++;
    if (nuls) this.nuls = true;
  }

  rejected(reason: RejectReason, offset: number, nuls: boolean): void {
    this.#reasons[reason]++;
    if (nuls) this.nuls = true;
    if (this.#samples.length < SAMPLE_LIMIT) this.#samples.push({ offset, reason });
  }

  record(kind: Kind, ms: number): void {
    this.#accepted++;
    this.#kinds[kind] = (this.#kinds[kind] as number) + 1;
    if (ms === ms && this.#firstDatedMs !== this.#firstDatedMs) this.#firstDatedMs = ms;
  }

  hit(pattern: number): void {
    if (pattern >= this.#tailHits.length) this.#tailHits = grown(this.#tailHits, pattern + 1);
    this.#tailHits[pattern] = (this.#tailHits[pattern] as number) + 1;
  }

  falsePositive(pattern: number): void {
    this.#event(pattern, falsePositiveFold);
  }

  confirmation(pattern: number): void {
    this.#event(pattern, confirmationFold);
  }

  toResult(): RangeResult {
    const reasons = { ...this.#reasons };
    const rejected = reasons.invalid_json + reasons.not_object + reasons.too_long;
    const total = this.#blank + this.#accepted + this.#incomplete + rejected;
    const pattern = touched(this.#tailHits);
    return {
      archive: this.archive,
      range: this.range,
      lines: { total, blank: this.#blank, accepted: this.#accepted, incomplete: this.#incomplete, reasons },
      kinds: this.#kinds.slice(),
      samples: this.#samples.slice(),
      nuls: this.nuls,
      firstDatedMs: this.#firstDatedMs,
      folds: {
        pattern,
        tailHits: pattern.map((p) => this.#tailHits[p] as number),
        headPattern: Uint32Array.from(this.#heads.keys()),
        heads: packFolds([...this.#heads.values()]),
      },
    };
  }

  /** Runs of hits cost a counter only; they are folded when another event ends them. */
  #event(pattern: number, event: Fold): void {
    const hits = this.#tailHits[pattern] ?? 0;
    if (hits > 0) this.#tailHits[pattern] = 0;
    const before = composeFolds(this.#heads.get(pattern) ?? identityFold(), hitsFold(hits));
    this.#heads.set(pattern, composeFolds(before, event));
  }
}

function touched(counts: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (let i = 0; i < counts.length; i++) if (counts[i] !== 0) rows.push(i);
  return Uint32Array.from(rows);
}
