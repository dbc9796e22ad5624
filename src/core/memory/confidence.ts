/**
 * Confidence (M4, semantics section 7) as a fold that any cut leaves unchanged.
 *
 * A pattern's history is an automaton of 14 states: whether a hit is pending (its fate is told by the next event),
 * times the current run (0 to 4 clean hits, or 1 to 2 false positives). Between states the value moves by clamped
 * additions x -> min(hi, max(lo, x + add)), and such maps compose to one of the same form. So a piece of history is,
 * for each start state, one map and one end state, and pieces join by composition. Values are in hundredths.
 */
const RUNS = 7; // 0..4: clean hits in a row; 5, 6: one or two false positives in a row
export const FOLD_STATES = 2 * RUNS;
const FIRST_FALSE = 5;
export const TOP = 100;
const BOTTOM = 10;

/** One number for each start state. Plain arrays: there are many folds of few numbers, and typed ones cost more to make. */
export interface Fold {
  readonly add: number[];
  readonly lo: number[];
  readonly hi: number[];
  readonly end: number[];
}

export function identityFold(): Fold {
  const column = (): number[] => [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  return { add: column(), lo: column(), hi: column().fill(TOP), end: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] };
}

/** The fold of no event. Shared: never written to. */
export const IDENTITY_FOLD: Fold = identityFold();

/** What a fold is from one start state. */
export interface FoldState {
  readonly add: number;
  readonly lo: number;
  readonly hi: number;
  readonly end: number;
}

/** First `a`, then `b`. */
export function composeFolds(a: Fold, b: Fold): Fold {
  if (a === IDENTITY_FOLD) return b;
  if (b === IDENTITY_FOLD) return a;
  const out = identityFold();
  for (let state = 0; state < FOLD_STATES; state++) {
    const { add, lo, hi, end } = composedState(stateIn(a, state), b);
    out.add[state] = add;
    out.lo[state] = lo;
    out.hi[state] = hi;
    out.end[state] = end;
  }
  return canonical(out);
}

export function stateIn({ add, lo, hi, end }: Fold, state: number): FoldState {
  return { add: add[state] as number, lo: lo[state] as number, hi: hi[state] as number, end: end[state] as number };
}

function composedState(a: FoldState, b: Fold): FoldState {
  const { add, lo, hi, end } = stateIn(b, a.end);
  const clamp = (x: number): number => Math.min(hi, Math.max(lo, x));
  // Beyond +-100 an addition saturates any value, so the sum may be clamped and never overflows.
  return { add: Math.min(TOP, Math.max(-TOP, a.add + add)), lo: clamp(a.lo + add), hi: clamp(a.hi + add), end };
}

/** `composeFolds` where only one start state is asked. */
export function composedFrom(a: FoldState, b: Fold): FoldState {
  return b === IDENTITY_FOLD ? a : canonicalState(composedState(a, b));
}

/**
 * One form for one function on 0..100, so that folds that came about by other cuts are equal to the letter: `lo` and `hi`
 * are what the ends go to, and where these are one, nothing is added.
 */
function canonical(fold: Fold): Fold {
  for (let state = 0; state < FOLD_STATES; state++) {
    const { add, lo, hi } = canonicalState(stateIn(fold, state));
    fold.add[state] = add;
    fold.lo[state] = lo;
    fold.hi[state] = hi;
  }
  return fold;
}

function canonicalState({ add, lo, hi, end }: FoldState): FoldState {
  const least = Math.min(hi, Math.max(lo, add));
  const most = Math.min(hi, Math.max(lo, TOP + add));
  return { add: least === most ? 0 : add, lo: least, hi: most, end };
}

interface Step {
  readonly add: number;
  readonly end: number;
}

function foldOf(step: (pending: boolean, run: number) => Step): Fold {
  const fold = identityFold();
  for (let state = 0; state < FOLD_STATES; state++) {
    const { add, end } = step(state >= RUNS, state % RUNS);
    fold.add[state] = add;
    fold.end[state] = end;
    if (add < 0) fold.lo[state] = BOTTOM;
  }
  return canonical(fold);
}

const stateOf = (pending: boolean, run: number): number => (pending ? RUNS : 0) + run;

/** `cleans` clean hits in a row, met in run `run`: every fifth adds a tenth and begins the count anew. */
function cleanRun(run: number, cleans: number): { ups: number; run: number } {
  if (cleans === 0) return { ups: 0, run };
  const total = (run >= FIRST_FALSE ? 0 : run) + cleans;
  return { ups: Math.floor(total / 5), run: total % 5 };
}

/** From here on a run of hits lifts any value to the top, and only its length modulo 5 still tells. */
const SATURATED_HITS = 60;
const hitRuns: Fold[] = [IDENTITY_FOLD];

/** `count` hits in a row, in closed form. Each makes the one before it clean; the last stays pending. Shared: read it only. */
export function hitsFold(count: number): Fold {
  const length = count < SATURATED_HITS ? count : SATURATED_HITS + (count % 5);
  return (hitRuns[length] ??= foldOf((pending, run) => {
    const clean = cleanRun(run, length - (pending ? 0 : 1));
    return { add: Math.min(TOP, clean.ups * 10), end: stateOf(true, clean.run) };
  }));
}

/** A false positive consumes a pending hit, or counts by itself; every third in a row takes two tenths. */
export const falsePositiveFold: Fold = foldOf((_pending, run) => {
  const falses = run >= FIRST_FALSE ? run - FIRST_FALSE + 2 : 1;
  return falses === 3
    ? { add: -20, end: stateOf(false, 0) }
    : { add: 0, end: stateOf(false, FIRST_FALSE + falses - 1) };
});

/** A confirmation makes a pending hit clean and ends a run of false positives. */
export const confirmationFold: Fold = foldOf((pending, run) => {
  const clean = cleanRun(run >= FIRST_FALSE ? 0 : run, pending ? 1 : 0);
  return { add: clean.ups * 10, end: stateOf(false, clean.run) };
});

/** The value (0.10 to 1.00) that history `fold` gives to `start`; a hit still pending counts as clean. */
export function confidenceOf(fold: Fold, start: number, startState = 0): number {
  return shownConfidence(stateIn(fold, startState), start);
}

/** The same where only one start state is known. */
export function shownConfidence(state: FoldState, start: number): number {
  const { add, lo, hi } = composedFrom(state, confirmationFoldForShow);
  return Math.min(hi, Math.max(lo, Math.round(start * 100) + add)) / 100;
}

/** Like a confirmation for the pending hit alone. */
const confirmationFoldForShow: Fold = foldOf((pending, run) => ({
  add: cleanRun(run, pending ? 1 : 0).ups * 10,
  end: stateOf(false, run),
}));

/** Folds as one column, four numbers a state: the form in which they cross a thread. */
export function packFolds(folds: readonly Fold[]): Int16Array {
  const out = new Int16Array(folds.length * FOLD_STATES * 4);
  folds.forEach((fold, i) => {
    for (let state = 0; state < FOLD_STATES; state++) {
      const values = [fold.add[state], fold.lo[state], fold.hi[state], fold.end[state]] as number[];
      out.set(values, (i * FOLD_STATES + state) * 4);
    }
  });
  return out;
}

export function unpackFold(packed: Int16Array, i: number): Fold {
  const fold = identityFold();
  for (let state = 0; state < FOLD_STATES; state++) {
    const at = (i * FOLD_STATES + state) * 4;
    fold.add[state] = packed[at] as number;
    fold.lo[state] = packed[at + 1] as number;
    fold.hi[state] = packed[at + 2] as number;
    fold.end[state] = packed[at + 3] as number;
  }
  return canonical(fold);
}
