/**
 * Confidence as a fold (core/confidence.ts explains it, and packs it in this form): for each of 14 start states what the
 * events so far add, between which bounds, and in which state they end: i16 add, lo, hi, end.
 */
const RUNS: i32 = 7;
export const FOLD_STATES: i32 = 2 * RUNS;
export const FOLD_BYTES: usize = 14 * 8;
const FIRST_FALSE: i32 = 5;
const TOP: i32 = 100;
const BOTTOM: i32 = 10;

export function storeIdentity(fold: usize): void {
  for (let state = 0; state < FOLD_STATES; state++) {
    const at = fold + (<usize>state << 3);
    store<i16>(at, 0);
    store<i16>(at, 0, 2);
    store<i16>(at, <i16>TOP, 4);
    store<i16>(at, <i16>state, 6);
  }
}

/** Appends `hits` hits in a row, then a false positive or a confirmation. */
export function foldEvent(fold: usize, hits: u32, isFalse: bool): void {
  for (let state = 0; state < FOLD_STATES; state++) {
    const at = fold + (<usize>state << 3);
    if (hits != 0) foldHits(at, hits);
    if (isFalse) foldFalsePositive(at);
    else foldConfirmation(at);
  }
}

/** First what stands at `at`, then a step: core's `composeFolds` for one start state. */
// @ts-ignore: decorator
@inline
function append(at: usize, add: i32, lo: i32, end: i32): void {
  store<i16>(at, <i16>min<i32>(TOP, max<i32>(-TOP, <i32>load<i16>(at) + add)));
  store<i16>(at, <i16>min<i32>(TOP, max<i32>(lo, <i32>load<i16>(at, 2) + add)), 2);
  store<i16>(at, <i16>min<i32>(TOP, max<i32>(lo, <i32>load<i16>(at, 4) + add)), 4);
  store<i16>(at, <i16>end, 6);
}

/** Clean hits since the last step of confidence, with `cleans` further ones: every fifth is a step. */
// @ts-ignore: decorator
@inline
function cleanTotal(run: i32, cleans: i64): i64 {
  return (run >= FIRST_FALSE ? 0 : <i64>run) + cleans;
}

function foldHits(at: usize, hits: u32): void {
  const state = <i32>load<i16>(at, 6);
  const run = state % RUNS;
  const cleans = <i64>hits - (state >= RUNS ? 0 : 1);
  if (cleans == 0) return append(at, 0, 0, RUNS + run);
  const total = cleanTotal(run, cleans);
  append(at, <i32>min<i64>(TOP, (total / 5) * 10), 0, RUNS + <i32>(total % 5));
}

function foldFalsePositive(at: usize): void {
  const run = <i32>load<i16>(at, 6) % RUNS;
  const falses = run >= FIRST_FALSE ? run - FIRST_FALSE + 2 : 1;
  if (falses == 3) append(at, -20, BOTTOM, 0);
  else append(at, 0, 0, FIRST_FALSE + falses - 1);
}

function foldConfirmation(at: usize): void {
  const state = <i32>load<i16>(at, 6);
  const run = state % RUNS >= FIRST_FALSE ? 0 : state % RUNS;
  if (state < RUNS) return append(at, 0, 0, run);
  append(at, run == 4 ? 10 : 0, 0, (run + 1) % 5);
}
