import { byKey, countsIn, hasWindows, windowsOf, type PatternCounts } from "../merge/counts.js";
import type { FoldedHistory } from "../merge/fold-history.js";
import type { PatternColumns } from "../count/pattern-table.js";
import type { WindowCounts } from "../merge/windows.js";
import type { FoldedUntil } from "./summary-part.js";

interface Told {
  readonly counts: PatternCounts;
  /** Up to when the state had folded the pattern's events. */
  readonly foldedUntilMs: number | undefined;
}

/** Folds of the patterns that are wanted. */
export type FoldsOf = (isWanted: (row: number) => boolean) => (row: number) => FoldedHistory;

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
    if (order !== this.#logOrder) this.forget();
    this.#logOrder = order;
  }

  forget(): void {
    this.#told = [];
  }

  /** All patterns, sorted. `foldedUntilMs` by row. */
  patterns(
    columns: PatternColumns,
    windows: WindowCounts,
    foldedUntilMs: FoldedUntil,
    foldsOf: FoldsOf,
  ): PatternCounts[] {
    const size = columns.keys.ends.length;
    const before = this.#told;
    const isStale = (row: number): boolean => {
      const told = before[row];
      return told === undefined || this.#touched.has(row) || told.foldedUntilMs !== foldedUntilMs[row];
    };
    const stale = Array.from({ length: size }, (_, row) => isStale(row));
    this.#told = stale.includes(true)
      ? this.#anew(columns, windows, foldedUntilMs, foldsOf, stale)
      : before.slice(0, size).map((told, row) => withWindows(told as Told, windows, row));
    this.#touched = new Set(this.#passing);
    this.#passing.clear();
    this.#sort(before);
    return this.#order.map((row) => (this.#told[row] as Told).counts);
  }

  #anew(
    columns: PatternColumns,
    windows: WindowCounts,
    foldedUntilMs: FoldedUntil,
    foldsOf: FoldsOf,
    stale: readonly boolean[],
  ): Told[] {
    const folds = foldsOf((row) => stale[row] as boolean);
    const countsOf = countsIn(columns);
    return stale.map((isStale, row) =>
      isStale
        ? // Copied, for the columns change.
          { counts: { ...countsOf(row, windows, () => folds(row)) }, foldedUntilMs: foldedUntilMs[row] }
        : withWindows(this.#told[row] as Told, windows, row),
    );
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
