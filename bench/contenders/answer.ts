// What every contender has to answer about one archive at one moment: per rule its hits in the 7- and the 14-day window,
// and the most hits that one session has of it in 7 days. Rules whose windows are empty are left out.
import { createHash } from "node:crypto";

export interface RuleAnswer {
  rule: string;
  d7: number;
  d14: number;
  session: number;
}

export interface Answer {
  /** SHA-256 over all rules, sorted. */
  digest: string;
  rules: number;
  hits7: number;
  hits14: number;
}

/** Prints the answer as the last line of standard output, where the bench reads it. */
export function printAnswer(rows: Iterable<RuleAnswer>): void {
  const kept = [...rows]
    .filter(({ d14 }) => d14 > 0)
    .map(({ rule, d7, d14, session }) => [rule, d7, d14, session] as const);
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  const answer: Answer = {
    digest: createHash("sha256").update(JSON.stringify(kept)).digest("hex").slice(0, 16),
    rules: kept.length,
    hits7: kept.reduce((sum, [, d7]) => sum + d7, 0),
    hits14: kept.reduce((sum, [, , d14]) => sum + d14, 0),
  };
  console.log(JSON.stringify(answer));
}

export const DAY_MS = 86_400_000;
