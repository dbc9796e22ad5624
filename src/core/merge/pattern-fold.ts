import type { HistoryEntry } from "../../model/state.js";
import { composedFrom, shownConfidence, stateIn, type Fold, type FoldState } from "../memory/confidence.js";

/** The state keeps of a fold what its one start state, "nothing yet", comes to: `[add, lo, hi, end]`. */
export type StoredFold = HistoryEntry["fold"];

export const NO_EVENTS: StoredFold = [0, 0, 100, 0];

/** The stored history, then `next`. */
export function continued(stored: StoredFold, next: Fold): StoredFold {
  // Nearly all patterns of a first scan, and there may be very many: their history is that of the log.
  const { add, lo, hi, end } = stored === NO_EVENTS ? stateIn(next, 0) : composedFrom(stateOf(stored), next);
  return [add, lo, hi, end];
}

/** 0.10 to 1.00; a hit still pending counts as clean. */
export function storedConfidence(stored: StoredFold, start: number): number {
  return shownConfidence(stateOf(stored), start);
}

function stateOf([add, lo, hi, end]: StoredFold): FoldState {
  return { add, lo, hi, end } as FoldState;
}
