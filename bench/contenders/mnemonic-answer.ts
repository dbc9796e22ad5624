import type { scanArchives } from "hermes-mnemonic";
import type { RuleAnswer } from "./answer.js";

type Pattern = Awaited<ReturnType<typeof scanArchives>>["patterns"][number];

/** Of the patterns, those that are rules: the others know no patterns without one. */
export function ruleAnswers(patterns: readonly Pattern[]): RuleAnswer[] {
  return patterns
    .filter(({ kind, total }) => kind === 0 && total > 0)
    .map(({ key, total, interceptors, d7, d14, sessions, sameSessionD7, lastMs }) => ({
      rule: key,
      total,
      interceptors: [...interceptors],
      d7,
      d14,
      sessions,
      sameSession: sameSessionD7,
      lastMs,
    }));
}
