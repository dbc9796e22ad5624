import { composeFolds, hitsFold, IDENTITY_FOLD, packFolds, unpackFold, type Fold } from "../memory/confidence.js";
import type { FoldColumns, RangeFolds, RangeResult } from "../count/partial.js";

/** What the events of one pattern come to that the state has not folded yet. */
export interface FoldedHistory {
  readonly fold: Fold;
  /** Newest time of a folded event other than a dated hit; -Infinity: none. */
  readonly latestMs: number;
  readonly falsePositives: number;
}

/** Composes the folds of ranges, which are added in log order. Patterns are numbered as in the merged table. */
export class FoldHistory {
  readonly #foldedUntilMs: (pattern: number) => number | undefined;
  readonly #asOfMs: number;
  readonly #folds = new Map<number, Fold>();
  readonly #tails = new Map<number, number>();
  readonly #latestMs = new Map<number, number>();
  readonly #earliestMs = new Map<number, number>();
  readonly #falses = new Map<number, number>();
  #archive = -1;
  /** Time of the archive's last dated record so far; -Infinity: none. */
  #datedMs = -Infinity;

  /** `asOfMs`: events later than it are not folded. `foldedUntilMs`: undefined or NaN: none is folded. */
  constructor(foldedUntilMs: (pattern: number) => number | undefined, asOfMs = Infinity) {
    this.#foldedUntilMs = foldedUntilMs;
    this.#asOfMs = asOfMs;
  }

  add({ archive, folds, lastDatedMs }: RangeResult, rows: Uint32Array): void {
    if (archive !== this.#archive) this.#datedMs = -Infinity;
    this.#archive = archive;
    if (folds.lead !== undefined) this.#lead(folds.lead, rows);
    this.#compose(folds, (p) => rows[p]);
    folds.latestPattern.forEach((p, i) => {
      this.#note(rows[p] as number, folds.earliestMs[i] as number, folds.latestMs[i] as number);
    });
    folds.falsePattern.forEach((p, i) => this.#count(rows[p] as number, folds.falses[i] as number));
    if (!Number.isNaN(lastDatedMs)) this.#datedMs = lastDatedMs;
  }

  of(pattern: number): FoldedHistory {
    const fold = composeFolds(this.#folds.get(pattern) ?? IDENTITY_FOLD, hitsFold(this.#tails.get(pattern) ?? 0));
    return {
      fold,
      latestMs: this.#latestMs.get(pattern) ?? -Infinity,
      falsePositives: this.#falses.get(pattern) ?? 0,
    };
  }

  get isEmpty(): boolean {
    return this.#folds.size === 0 && this.#tails.size === 0;
  }

  /** All of it in the form of one range. */
  toFolds(): RangeFolds {
    return {
      pattern: Uint32Array.from(this.#tails.keys()),
      tailHits: Uint32Array.from(this.#tails.values()),
      headPattern: Uint32Array.from(this.#folds.keys()),
      heads: packFolds([...this.#folds.values()]),
      falsePattern: Uint32Array.from(this.#falses.keys()),
      falses: Uint32Array.from(this.#falses.values()),
      latestPattern: Uint32Array.from(this.#latestMs.keys()),
      latestMs: Float64Array.from(this.#latestMs.values()),
      earliestMs: Float64Array.from(this.#earliestMs.values()),
    };
  }

  /** Undated events take the time of the dated record before them, which was in an earlier range, if anywhere. */
  #lead(lead: FoldColumns, rows: Uint32Array): void {
    if (this.#datedMs > this.#asOfMs) return;
    const isNew = (p: number): boolean => {
      const folded = this.#foldedUntilMs(rows[p] as number) ?? NaN;
      return !(this.#datedMs <= folded);
    };
    this.#compose(lead, (p) => (isNew(p) ? rows[p] : undefined));
    for (const p of [...lead.pattern, ...lead.headPattern]) {
      if (isNew(p)) this.#note(rows[p] as number, this.#datedMs, this.#datedMs);
    }
    lead.falsePattern.forEach((p, i) => {
      if (isNew(p)) this.#count(rows[p] as number, lead.falses[i] as number);
    });
  }

  #compose(columns: FoldColumns, rowOf: (pattern: number) => number | undefined): void {
    columns.headPattern.forEach((p, i) => {
      const pattern = rowOf(p);
      if (pattern === undefined) return;
      const tail = hitsFold(this.#tails.get(pattern) ?? 0);
      const before = composeFolds(this.#folds.get(pattern) ?? IDENTITY_FOLD, tail);
      this.#folds.set(pattern, composeFolds(before, unpackFold(columns.heads, i)));
      this.#tails.set(pattern, 0);
    });
    columns.pattern.forEach((p, i) => {
      const pattern = rowOf(p);
      if (pattern === undefined) return;
      this.#tails.set(pattern, (this.#tails.get(pattern) ?? 0) + (columns.tailHits[i] as number));
    });
  }

  #note(pattern: number, fromMs: number, toMs: number): void {
    this.#latestMs.set(pattern, Math.max(toMs, this.#latestMs.get(pattern) ?? -Infinity));
    this.#earliestMs.set(pattern, Math.min(fromMs, this.#earliestMs.get(pattern) ?? Infinity));
  }

  #count(pattern: number, falses: number): void {
    this.#falses.set(pattern, (this.#falses.get(pattern) ?? 0) + falses);
  }
}
