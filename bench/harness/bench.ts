// How a bench is added: one file beside index.ts that says its question, its corpus, what is compared and how to read it, and
// exports `bench`; one line in `BENCHES`; one line in test/bench/benches.test.ts, where it runs at tiny size.
import type { Corpus, Row } from "./result.js";

export interface BenchOptions {
  /** Size aimed at, of each archive that is made. */
  readonly bytes: number;
  readonly seed: number;
  /** Rounds, or scans, or whatever the bench repeats. */
  readonly runs: number;
  readonly threads: number;
  /** Corpora, by name; empty: those that the bench chooses. */
  readonly corpora: readonly string[];
  /** An archive of one's own, instead of made ones. */
  readonly archive: string | undefined;
  readonly now: string;
  /** Rows that take part, by part of their name; empty: all. The first always does. */
  readonly only: readonly string[];
  readonly allowDifferent: boolean;
  /** A folder of this run alone; it is removed afterwards. */
  readonly folder: string;
}

export interface Outcome {
  readonly corpora: readonly Corpus[];
  readonly rows: readonly Row[];
}

export interface Bench {
  readonly run: (options: BenchOptions) => Promise<Outcome>;
}

/** Loaded by name, so that one does not pay for another's packages. */
export const BENCHES = {
  throughput: async () => import("../throughput.js"),
  kernels: async () => import("../kernels.js"),
  rescan: async () => import("../rescan.js"),
  memory: async () => import("../memory.js"),
  formats: async () => import("../formats.js"),
  "start-up": async () => import("../start-up.js"),
} satisfies Record<string, () => Promise<{ bench: Bench }>>;

export type BenchName = keyof typeof BENCHES;

/** The rows wanted, and always the first, to which the others are compared. */
export function wanted<T extends { readonly name: string }>(rows: readonly T[], only: readonly string[]): T[] {
  return rows.filter(({ name }, i) => i === 0 || only.length === 0 || only.some((part) => name.includes(part)));
}
