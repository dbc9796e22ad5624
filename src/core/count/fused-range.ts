import { sumLines } from "../merge/counts.js";
import { FoldHistory } from "../merge/fold-history.js";
import { SAMPLE_LIMIT, type FoldColumns, type RangeFolds, type RangeResult } from "./partial.js";
import { KIND_COUNT } from "../line/record.js";

const NO_FOLDS: FoldColumns = {
  pattern: new Uint32Array(0),
  tailHits: new Uint32Array(0),
  headPattern: new Uint32Array(0),
  heads: new Int16Array(0),
  falsePattern: new Uint32Array(0),
  falses: new Uint32Array(0),
};
export const EMPTY_FOLDS: RangeFolds = {
  ...NO_FOLDS,
  latestPattern: new Uint32Array(0),
  latestMs: new Float64Array(0),
  earliestMs: new Float64Array(0),
};

/**
 * Neighbouring ranges of one archive as one. Undated events at the beginning of a later range take the time
 * of the dated record before them, which is known here. `asOfMs` and `foldedUntilMs` are what the ranges were scanned with.
 */
export function fusedRange(
  unordered: readonly RangeResult[],
  patterns: number,
  asOfMs: number,
  foldedUntilMs: (pattern: number) => number | undefined = () => undefined,
): RangeResult {
  const archive = 0;
  // Lanes hand over what each of them took.
  const ranges = unordered.toSorted((a, b) => a.range - b.range);
  const rows = Uint32Array.from({ length: patterns }, (_, row) => row);
  const [lead, rest] = [new FoldHistory(() => undefined), new FoldHistory(foldedUntilMs, asOfMs)];
  let isDated = false;
  for (const range of ranges) {
    const { lead: own, ...folds } = range.folds;
    if (isDated) rest.add({ ...range, archive }, rows);
    else {
      if (own !== undefined) lead.add({ ...range, archive, lastDatedMs: NaN, folds: withoutTimes(own) }, rows);
      rest.add({ ...range, archive, folds }, rows);
    }
    if (!Number.isNaN(range.lastDatedMs)) isDated = true;
  }
  const lines = sumLines(
    ranges.map((range) => range.lines),
    [],
  );
  return {
    archive,
    range: 0,
    lines,
    kinds: Array.from({ length: KIND_COUNT }, (_, kind) =>
      ranges.reduce((sum, { kinds }) => sum + (kinds[kind] ?? 0), 0),
    ),
    samples: ranges.flatMap(({ samples }) => samples).slice(0, SAMPLE_LIMIT),
    nuls: ranges.some(({ nuls }) => nuls),
    firstDatedMs: ranges.find(({ firstDatedMs }) => !Number.isNaN(firstDatedMs))?.firstDatedMs ?? NaN,
    lastDatedMs: ranges.findLast(({ lastDatedMs }) => !Number.isNaN(lastDatedMs))?.lastDatedMs ?? NaN,
    folds: lead.isEmpty ? rest.toFolds() : { ...rest.toFolds(), lead: lead.toFolds() },
  };
}

function withoutTimes(columns: FoldColumns): RangeFolds {
  return { ...EMPTY_FOLDS, ...columns };
}

/** The same range with its pattern numbers translated. */
export function inRows(range: RangeResult, rows: Uint32Array, archive: number): RangeResult {
  const column = (numbers: Uint32Array): Uint32Array => numbers.map((number) => rows[number] as number);
  const columns = ({ pattern, headPattern, falsePattern, ...rest }: FoldColumns): FoldColumns => ({
    ...rest,
    pattern: column(pattern),
    headPattern: column(headPattern),
    falsePattern: column(falsePattern),
  });
  const { lead, latestPattern, latestMs, earliestMs, ...folds } = range.folds;
  return {
    ...range,
    archive,
    folds: {
      ...columns(folds),
      ...(lead && { lead: columns(lead) }),
      latestPattern: column(latestPattern),
      latestMs,
      earliestMs,
    },
  };
}
