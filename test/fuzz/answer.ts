// What came of a batch, in a form in which equal meaning is equal text: thousands of patterns are compared for each batch.
import type { Counts } from "../../src/core/merge/counts.js";
import type { Fold } from "../../src/core/memory/confidence.js";
import type { RejectReason } from "../../src/model/report.js";
import { eventProbes, foldProbes } from "../support/comparable.js";

export interface Rejected {
  readonly offset: number;
  readonly reason: RejectReason;
}

export interface Answer {
  readonly lineCount: number;
  readonly lines: string;
  readonly kinds: string;
  readonly rest: string;
  /** All of them, in the order of place. */
  readonly rejected: readonly Rejected[];
  /** In any order. */
  readonly patterns: readonly string[];
}

interface ToldPattern {
  readonly kind: number;
  readonly key: string;
  readonly interceptors: readonly (readonly [string, number])[];
  readonly total: number;
  readonly future: number;
  readonly undated: number;
  readonly falsePositives: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly d7: number;
  readonly d14: number;
  readonly sessions: number;
  readonly current: number;
  readonly effectiveD7: number;
  readonly effectiveD14: number;
  readonly effectiveAll: number;
  readonly sameSessionD7: number;
  readonly sameSessionAll: number;
  readonly sameSessionEvents: number;
  readonly newest: readonly { readonly timeMs: number; readonly offset: number }[];
  readonly foldedMs: number;
  readonly foldedFalsePositives: number;
  /** What every start comes to before every future. */
  readonly confidence: string;
}

const NO_EVENT = String(eventProbes([]));

/** One text, or none: whether a pattern of retries alone is listed is left open. */
export function patternText(pattern: ToldPattern): string[] {
  const { kind, key, interceptors, newest, confidence, total, falsePositives } = pattern;
  if (total === 0 && falsePositives === 0 && confidence === NO_EVENT) return [];
  const names = interceptors.map(([name, hits]) => `${JSON.stringify(name)}×${hits}`).sort();
  // Adding 0 makes -0 a 0.
  const places = newest.map(({ timeMs, offset }) => `${timeMs + 0}@${offset}`);
  const { future, undated, firstMs, lastMs, d7, d14, sessions, current } = pattern;
  const { effectiveD7, effectiveD14, effectiveAll, sameSessionD7, sameSessionAll, sameSessionEvents } = pattern;
  const numbers = [total, future, undated, falsePositives, firstMs + 0, lastMs + 0, d7, d14, sessions, current].join();
  const windows = [effectiveD7, effectiveD14, effectiveAll, sameSessionD7, sameSessionAll, sameSessionEvents].join();
  const folded = [pattern.foldedMs + 0, pattern.foldedFalsePositives].join();
  return [
    `${kind} ${JSON.stringify(key)}: ${numbers} / ${windows} / ${names.join()} / ${places.join()} / ${folded} / ${confidence}`,
  ];
}

export function answerOf(counts: Counts, rejected: readonly Rejected[]): Answer {
  const { total, blank, accepted, incomplete } = counts.lines;
  return {
    lineCount: total,
    lines: `${total} lines: ${blank} blank, ${accepted} accepted, ${counts.lines.rejected} rejected, ${incomplete} incomplete`,
    kinds: counts.kinds.join(),
    rest: [counts.nuls, counts.undated, counts.sessionless, counts.sessions, counts.currentSession].join(),
    rejected,
    patterns: counts.patterns.flatMap((pattern) =>
      patternText({ ...pattern, interceptors: [...pattern.interceptors], confidence: foldText(pattern.fold) }),
    ),
  };
}

const probed = new Map<string, string>();

function foldText(fold: Fold): string {
  const name = [fold.add, fold.lo, fold.hi, fold.end].join("/");
  const known = probed.get(name);
  if (known !== undefined) return known;
  const text = String(foldProbes(fold));
  if (probed.size > 20_000) probed.clear();
  probed.set(name, text);
  return text;
}

/** What is not the same of two answers, in a line; undefined: nothing. */
export function difference(expected: Answer, found: Answer): string | undefined {
  for (const part of ["lines", "kinds", "rest"] as const)
    if (expected[part] !== found[part]) return `${part}: expected ${expected[part]}, found ${found[part]}`;
  const places = (answer: Answer): string => answer.rejected.map(({ offset, reason }) => `${offset} ${reason}`).join();
  if (places(expected) !== places(found)) return `rejected lines: expected ${places(expected)}, found ${places(found)}`;
  const [wanted, there] = [new Set(expected.patterns), new Set(found.patterns)];
  const missing = expected.patterns.find((text) => !there.has(text));
  const other = found.patterns.find((text) => !wanted.has(text));
  if (missing === undefined && other === undefined && expected.patterns.length === found.patterns.length)
    return undefined;
  return `patterns: expected ${missing ?? "no more"}, found ${other ?? "no more"}`;
}
