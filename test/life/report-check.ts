// A report against what the model says of the same moment.
import { isDeepStrictEqual } from "node:util";
import type { Report } from "../../src/index.js";
import { at } from "../memory/home.js";
import type { LifeState, PatternState } from "./model.js";

/** @throws Error that shows both, if they are not the same */
export function mustEqual(found: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}

/** A report without what is told once: where the process was killed, that may have been told already. */
export function lasting({ timings: _t, new_drafts: _n, switched: _s, drafts, ...report }: Report): object {
  return { ...report, drafts: drafts.map(({ ts: _ts, ...draft }) => draft) };
}

export function added(
  { total, accepted }: LifeState["lines"],
  own: number,
): Pick<LifeState["lines"], "total" | "accepted"> {
  return { total: total + own, accepted: accepted + own };
}

export function checkReport(report: Report, state: LifeState): void {
  const { total, accepted, rejected, incomplete } = report.lines;
  mustEqual({ total, accepted, rejected, incomplete }, state.lines, "lines");
  const found = new Map(report.patterns.map((pattern) => [pattern.pattern, pattern]));
  for (const [name, expected] of state.patterns) {
    if (expected.counts.total === 0 || expected.firstMs === Infinity) continue;
    const pattern = found.get(name);
    mustEqual(pattern && shown(pattern), shownModel(expected), name);
  }
  const drafted = report.drafts.map(({ pattern }) => pattern).toSorted();
  const offered = [...state.patterns].filter(([, one]) => one.trigger !== null && one.covered === null && !one.isHeld);
  mustEqual(drafted, offered.map(([name]) => name).toSorted(), "drafts");
}

function shown({ counts, sessions, first, last, trigger, covered_by, confidence }: Report["patterns"][number]): object {
  const by = covered_by?.kind === "draft" ? covered_by.by : covered_by?.kind;
  return { counts, sessions, first, last, trigger: trigger?.name ?? null, covered: by ?? null, confidence };
}

function shownModel({ firstMs, lastMs, isHeld: _held, isNew: _new, confidence, ...rest }: PatternState): object {
  return { ...rest, first: at(firstMs), last: at(lastMs), confidence: confidence / 100 };
}
