// What every contender has to answer about one archive at one moment, for each rule: its hits in all and per interceptor,
// those of the 7- and the 14-day window, its sessions, the most hits that one session has of it in 7 days, and the time of
// its last hit. Hits are records with a rule, a session and a time that are no correction, retry or false positive.
import { createHash } from "node:crypto";

export interface RuleAnswer {
  rule: string;
  total: number;
  /** Hits by interceptor, in any order. */
  interceptors: readonly (readonly [name: string, hits: number])[];
  d7: number;
  d14: number;
  sessions: number;
  sameSession: number;
  lastMs: number;
}

export interface Answer {
  /** SHA-256 over all rules, sorted. */
  digest: string;
  /** The same without the most hits of a session. */
  counted: string;
  rules: number;
  hits: number;
  hits7: number;
  hits14: number;
}

/** Prints the answer as the last line of standard output, where the bench reads it. */
export function printAnswer(answers: Iterable<RuleAnswer>): void {
  console.log(JSON.stringify(answerOf(answers)));
}

export function answerOf(answers: Iterable<RuleAnswer>): Answer {
  const rows = [...answers].map(({ rule, total, interceptors, d7, d14, sessions, sameSession, lastMs }) => {
    const byName = [...interceptors].sort(([a], [b]) => (a < b ? -1 : 1));
    return { rule, row: [rule, total, byName, d7, d14, sessions, sameSession, lastMs], total, d7, d14 };
  });
  rows.sort((a, b) => (a.rule < b.rule ? -1 : 1));
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const digest = createHash("sha256").update(JSON.stringify(rows.map(({ row }) => row)));
  const counted = createHash("sha256").update(JSON.stringify(rows.map(({ row }) => row.toSpliced(6, 1))));
  return {
    digest: digest.digest("hex").slice(0, 16),
    counted: counted.digest("hex").slice(0, 16),
    rules: rows.length,
    hits: sum(({ total }) => total),
    hits7: sum(({ d7 }) => d7),
    hits14: sum(({ d14 }) => d14),
  };
}

export const DAY_MS = 86_400_000;
