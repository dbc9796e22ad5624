import { grown } from "./columns.js";
import {
  composeFolds,
  falsePositiveFold,
  hitsFold,
  IDENTITY_FOLD,
  packFolds,
  type Fold,
} from "../memory/confidence.js";
import type { FoldColumns } from "./partial.js";

/** Folds events of many patterns, each in its order (confidence.ts). */
export class FoldTally {
  #tailHits: Uint32Array = new Uint32Array(64);
  readonly #heads = new Map<number, Fold>();
  readonly #falses = new Map<number, number>();

  /** Runs of hits cost a counter only; they are folded when another event ends them. */
  hit(pattern: number): void {
    if (pattern >= this.#tailHits.length) this.#tailHits = grown(this.#tailHits, pattern + 1);
    this.#tailHits[pattern] = (this.#tailHits[pattern] as number) + 1;
  }

  event(pattern: number, event: Fold): void {
    const hits = this.#tailHits[pattern] ?? 0;
    if (hits > 0) this.#tailHits[pattern] = 0;
    const before = composeFolds(this.#heads.get(pattern) ?? IDENTITY_FOLD, hitsFold(hits));
    this.#heads.set(pattern, composeFolds(before, event));
    if (event === falsePositiveFold) this.#falses.set(pattern, (this.#falses.get(pattern) ?? 0) + 1);
  }

  toColumns(): FoldColumns {
    const pattern = touched(this.#tailHits);
    return {
      pattern,
      tailHits: pattern.map((p) => this.#tailHits[p] as number),
      headPattern: Uint32Array.from(this.#heads.keys()),
      heads: packFolds([...this.#heads.values()]),
      falsePattern: Uint32Array.from(this.#falses.keys()),
      falses: Uint32Array.from(this.#falses.values()),
    };
  }
}

function touched(counts: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (let i = 0; i < counts.length; i++) if (counts[i] !== 0) rows.push(i);
  return Uint32Array.from(rows);
}
