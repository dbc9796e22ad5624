// Question: how long does the whole job take on one archive, beside what people would use instead?
// Corpus: a generated archive (fixtures/generate.ts), by default 100 MB without odd lines and without false positives (the
//   others do not subtract them), seed 7.
// Compared: Mnemonic with as many threads as asked for and with one; readline + JSON.parse; workers + JSON.parse; DuckDB on
//   the same columns, filters and windows; and as a limit `wc -l`. Whole processes, start and end included.
// Read it: answers are compared first, and one that differs gets no figure. Runs alternate; "ratio" is the contender's time
//   by Mnemonic's, pair by pair: more than 1 means that it is slower. On a noisy machine trust the ratios, not the times.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeArchive } from "../fixtures/archive.js";
import type { Answer } from "./contenders/answer.js";
import { alternate, median, ratio, type Contender, type Result } from "./runs.js";

export interface ThroughputOptions {
  readonly bytes: number;
  readonly seed: number;
  readonly shape: string;
  readonly runs: number;
  readonly threads: number;
  /** An archive of one's own, instead of a generated one. */
  readonly archive?: string | undefined;
  readonly now: string;
  /** Contenders that take part, by name; all if empty. */
  readonly only: readonly string[];
  /** Whether one that answers otherwise is timed all the same, and said to differ. */
  readonly allowDifferent: boolean;
}

export interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly megabytesPerSecond: number;
  readonly peakMiB: number;
  readonly ratio: { readonly median: number; readonly min: number; readonly max: number };
  readonly note: string;
}

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Builds the contenders once: compiled, none of them pays for a loader. */
export function buildContenders(): void {
  execFileSync("npx", ["tsc", "-p", join(HERE, "contenders")], { stdio: "inherit", cwd: join(HERE, "..") });
}

export async function throughput(options: ThroughputOptions): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "mnemonic-bench-"));
  try {
    const archive = options.archive ?? join(folder, "archive.jsonl");
    if (options.archive === undefined)
      writeArchive(archive, { ...options, shape: options.shape as "clean", falsePositives: 0 });
    const results = await alternate(contenders(archive, options), options.runs);
    return rowsOf(results, statSync(archive).size, options.allowDifferent);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contenders(archive: string, { now, threads, only }: ThroughputOptions): Contender[] {
  const script = (name: string, ...args: string[]): string[] => [
    process.execPath,
    join(HERE, ".build", `${name}.js`),
    archive,
    now,
    ...args,
  ];
  const all = [
    { name: `mnemonic x${threads}`, command: script("mnemonic", String(threads)) },
    { name: "mnemonic x1", command: script("mnemonic", "1") },
    { name: `duckdb x${threads}`, command: script("duckdb", String(threads)) },
    { name: `workers + JSON.parse x${threads}`, command: script("json-workers", String(threads)) },
    { name: "readline + JSON.parse", command: script("readline") },
    { name: "wc -l", command: ["wc", "-l", archive] },
  ];
  return all.filter(({ name }, i) => i === 0 || only.length === 0 || only.some((part) => name.includes(part)));
}

function rowsOf(results: readonly Result[], bytes: number, allowDifferent: boolean): Row[] {
  const [base] = results as [Result];
  return results.map((result) => {
    const differs = difference(base, result);
    if (differs !== "" && !allowDifferent) return refused(result.contender.name, differs);
    const seconds = median(result.runs.map((run) => run.seconds));
    return {
      name: result.contender.name,
      seconds,
      megabytesPerSecond: bytes / 1e6 / seconds,
      peakMiB: median(result.runs.map((run) => run.peakMiB)),
      ratio: ratio(base, result),
      note: differs,
    };
  });
}

function refused(name: string, note: string): Row {
  return {
    name,
    seconds: NaN,
    megabytesPerSecond: NaN,
    peakMiB: NaN,
    ratio: { median: NaN, min: NaN, max: NaN },
    note,
  };
}

/** How a contender's answer differs from ours; empty where it is the same, or where none is asked for. */
function difference(base: Result, other: Result): string {
  const [ours, theirs] = [answerOf(base), answerOf(other)];
  if (theirs === undefined || ours?.digest === theirs.digest) return "";
  return `answers otherwise: ${theirs.rules} rules, ${theirs.hits} hits (7 d ${theirs.hits7}); ours ${ours?.rules}, ${ours?.hits} (${ours?.hits7})`;
}

function answerOf({ contender, runs }: Result): Answer | undefined {
  if (contender.name === "wc -l") return undefined;
  return JSON.parse(runs[0]?.output.trim().split("\n").at(-1) ?? "") as Answer;
}
