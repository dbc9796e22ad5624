import type { RejectReason } from "../../model/report.js";
import { confirmationFold, falsePositiveFold, type Fold } from "../memory/confidence.js";
import { FoldTally } from "./fold-tally.js";
import { SAMPLE_LIMIT, type RangeResult } from "./partial.js";
import { KIND_COUNT, type Kind } from "../line/record.js";

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
  readonly #asOfMs: number;
  #firstDatedMs = NaN;
  /** Time of the last dated record: the time of undated ones that follow, for the fold. */
  #datedMs = NaN;
  readonly #folds = new FoldTally();
  /** Undated events before the range's first dated record: whether they are new only a merge can tell. */
  #lead: FoldTally | undefined;
  readonly #latestMs = new Map<number, number>();
  readonly #earliestMs = new Map<number, number>();

  constructor(archive: number, range: number, asOfMs = Infinity) {
    this.archive = archive;
    this.range = range;
    this.#asOfMs = asOfMs;
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
    if (ms !== ms) return;
    if (this.#firstDatedMs !== this.#firstDatedMs) this.#firstDatedMs = ms;
    this.#datedMs = ms;
  }

  /** `ms` is NaN when undated. Events up to `foldedUntilMs` are folded already; NaN (or undefined): none is. */
  hit(pattern: number, ms: number, foldedUntilMs: number | undefined): void {
    if (ms <= (foldedUntilMs as number)) return;
    if (ms === ms) this.#folds.hit(pattern);
    else this.#placed(pattern, ms, foldedUntilMs)?.hit(pattern);
  }

  falsePositive(pattern: number, ms: number, foldedUntilMs: number | undefined): void {
    this.#event(pattern, ms, foldedUntilMs, falsePositiveFold);
  }

  confirmation(pattern: number, ms: number, foldedUntilMs: number | undefined): void {
    this.#event(pattern, ms, foldedUntilMs, confirmationFold);
  }

  toResult(): RangeResult {
    const reasons = { ...this.#reasons };
    const rejected = reasons.invalid_json + reasons.not_object + reasons.too_long;
    const total = this.#blank + this.#accepted + this.#incomplete + rejected;
    return {
      archive: this.archive,
      range: this.range,
      lines: { total, blank: this.#blank, accepted: this.#accepted, incomplete: this.#incomplete, reasons },
      kinds: this.#kinds.slice(),
      samples: this.#samples.slice(),
      nuls: this.nuls,
      firstDatedMs: this.#firstDatedMs,
      lastDatedMs: this.#datedMs,
      folds: {
        ...this.#folds.toColumns(),
        ...(this.#lead && { lead: this.#lead.toColumns() }),
        latestPattern: Uint32Array.from(this.#latestMs.keys()),
        latestMs: Float64Array.from(this.#latestMs.values()),
        earliestMs: Float64Array.from(this.#earliestMs.values()),
      },
    };
  }

  #event(pattern: number, ms: number, foldedUntilMs: number | undefined, event: Fold): void {
    this.#placed(pattern, ms, foldedUntilMs)?.event(pattern, event);
  }

  /** Where an event is folded; undefined: it is folded already, or its time has not come. Notes its time. */
  #placed(pattern: number, ms: number, foldedUntilMs: number | undefined): FoldTally | undefined {
    const time = ms === ms ? ms : this.#datedMs;
    if (time !== time) return (this.#lead ??= new FoldTally());
    if (time <= (foldedUntilMs as number) || time > this.#asOfMs) return undefined;
    this.#latestMs.set(pattern, Math.max(time, this.#latestMs.get(pattern) ?? -Infinity));
    this.#earliestMs.set(pattern, Math.min(time, this.#earliestMs.get(pattern) ?? Infinity));
    return this.#folds;
  }
}
