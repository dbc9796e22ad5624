import { byKey, hasWindows, windowsOf, type PatternCounts } from "../merge/counts.js";
import type { WindowCounts } from "../merge/windows.js";
import type { FoldedUntil } from "./summary-part.js";

interface Told {
  readonly counts: PatternCounts;
  /** Up to when the state had folded the pattern's events. */
  readonly foldedUntilMs: number;
}

/** The counts of some rows, in their order. */
export type CountsOf = (rows: Uint32Array) => readonly PatternCounts[];

/**
 * Counts as they were last told, by the summary's rows. Those of a pattern that nothing has happened to are the same object
 * again: whoever has made something of them knows by that that it still holds.
 */
export class ToldCounts {
  #told: (Told | undefined)[] = [];
  /** Something was added to these. */
  #touched = new Set<number>();
  /** What was added to these does not stay: they are told anew the next time too. */
  readonly #passing = new Set<number>();
  /** Rows in the order of key, then kind. */
  #order: readonly number[] = [];
  #logOrder = "";

  touch(rows: Iterable<number>, isPassing: boolean): void {
    for (const row of rows) {
      this.#touched.add(row);
      if (isPassing) this.#passing.add(row);
    }
  }

  /** Folds are composed in the order of archives; where that is another, all are. */
  inLogOrder(order: string): void {
    if (order !== this.#logOrder) this.#told = [];
    this.#logOrder = order;
  }

  /** All patterns, of which there are `size`, sorted. `foldedUntilMs` by row. */
  patterns(size: number, windows: WindowCounts, foldedUntilMs: FoldedUntil, countsOf: CountsOf): PatternCounts[] {
    const before = this.#told;
    const stale: number[] = [];
    this.#told = Array.from<Told | undefined>({ length: size });
    for (let row = 0; row < size; row++) {
      const told = before[row];
      const isStale =
        told === undefined || this.#touched.has(row) || !Object.is(told.foldedUntilMs, foldedUntilMs[row]);
      if (isStale) stale.push(row);
      else this.#told[row] = withWindows(told, windows, row);
    }
    if (stale.length > 0) this.#tell(Uint32Array.from(stale), foldedUntilMs, countsOf);
    this.#touched = new Set(this.#passing);
    this.#passing.clear();
    this.#sort(before);
    return this.#order.map((row) => (this.#told[row] as Told).counts);
  }

  #tell(rows: Uint32Array, foldedUntilMs: FoldedUntil, countsOf: CountsOf): void {
    countsOf(rows).forEach((counts, i) => {
      const row = rows[i] as number;
      this.#told[row] = { counts, foldedUntilMs: foldedUntilMs[row] as number };
    });
  }

  /** A row may stand for another pattern than before: one that did not stay. */
  #sort(before: readonly (Told | undefined)[]): void {
    const told = this.#told as readonly Told[];
    const isSame = (one: Told, row: number): boolean => {
      const was = before[row]?.counts;
      return was === one.counts || (was?.key === one.counts.key && was.kind === one.counts.kind);
    };
    if (this.#order.length === told.length && told.every(isSame)) return;
    this.#order = [...told.keys()].toSorted((a, b) => byKey((told[a] as Told).counts, (told[b] as Told).counts));
  }
}

function withWindows(told: Told, windows: WindowCounts, row: number): Told {
  const { counts } = told;
  return hasWindows(counts, windows, row) ? told : { ...told, counts: { ...counts, ...windowsOf(windows, row) } };
}
