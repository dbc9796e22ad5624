import { byKey, windowsOf, type PatternCounts } from "../merge/counts.js";
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
  /** What they held when all this was told. */
  #windows: WindowCounts | undefined;
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
    const told = this.#told;
    told.length = size;
    const isMoved = changedRows(this.#windows, windows, size);
    const stale: number[] = [];
    for (let row = 0; row < size; row++) {
      const one = told[row];
      if (one === undefined || !Object.is(one.foldedUntilMs, foldedUntilMs[row]) || this.#touched.has(row))
        stale.push(row);
      else if (isMoved[row] === 1) told[row] = { ...one, counts: { ...one.counts, ...windowsOf(windows, row) } };
    }
    const isSameOrder = this.#tell(Uint32Array.from(stale), foldedUntilMs, countsOf);
    if (!isSameOrder || this.#order.length !== size) this.#sort();
    this.#windows = windows;
    this.#touched = new Set(this.#passing);
    this.#passing.clear();
    return this.#order.map((row) => (told[row] as Told).counts);
  }

  /** Whether each of these rows stands for the same pattern as before: one that did not stay may have had it. */
  #tell(rows: Uint32Array, foldedUntilMs: FoldedUntil, countsOf: CountsOf): boolean {
    if (rows.length === 0) return true;
    let isSame = true;
    countsOf(rows).forEach((counts, i) => {
      const row = rows[i] as number;
      const before = this.#told[row]?.counts;
      isSame &&= before !== undefined && before.key === counts.key && before.kind === counts.kind;
      this.#told[row] = { counts, foldedUntilMs: foldedUntilMs[row] as number };
    });
    return isSame;
  }

  #sort(): void {
    const told = this.#told as readonly Told[];
    this.#order = [...told.keys()].toSorted((a, b) => byKey((told[a] as Told).counts, (told[b] as Told).counts));
  }
}

/** 1: the windows do not hold the same of the row as they did. By columns, for there are ten numbers of each of many rows. */
function changedRows(before: WindowCounts | undefined, now: WindowCounts, size: number): Uint8Array {
  const isChanged = new Uint8Array(size);
  for (const name of Object.keys(now) as (keyof WindowCounts)[]) {
    const [was, is] = [before?.[name], now[name]];
    for (let row = 0; row < size; row++) if (is[row] !== was?.[row]) isChanged[row] = 1;
  }
  return isChanged;
}
