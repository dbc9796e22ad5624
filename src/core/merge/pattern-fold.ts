import type { HistoryEntry } from "../../model/state.js";
import { composeFolds, confidenceOf, identityFold, FOLD_STATES, type Fold } from "../memory/confidence.js";

/** The state keeps of a fold what its one start state, "nothing yet", comes to: `[add, lo, hi, end]`. */
export type StoredFold = HistoryEntry["fold"];

export const NO_EVENTS: StoredFold = [0, 0, 100, 0];

/** The stored history, then `next`. */
export function continued(stored: StoredFold, next: Fold): StoredFold {
  // Nearly all patterns of a first scan, and there may be very many: their history is that of the log.
  const whole = stored === NO_EVENTS ? next : composeFolds(foldOf(stored), next);
  return [whole.add[0], whole.lo[0], whole.hi[0], whole.end[0]] as number[];
}

/** 0.10 to 1.00; a hit still pending counts as clean. */
export function storedConfidence(stored: StoredFold, start: number): number {
  return confidenceOf(foldOf(stored), start);
}

/** As if every start state were the first: only that one is ever asked. */
function foldOf([add, lo, hi, end]: StoredFold): Fold {
  const fold = identityFold();
  for (let state = 0; state < FOLD_STATES; state++) {
    fold.add[state] = add as number;
    fold.lo[state] = lo as number;
    fold.hi[state] = hi as number;
    fold.end[state] = end as number;
  }
  return fold;
}
