// Runs of whole processes, in turn, so that the machine's drift meets all contenders alike.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";

export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
}

export interface Run {
  readonly seconds: number;
  /** Peak resident memory of the process. NaN where GNU time is not at hand. */
  readonly peakMiB: number;
  readonly output: string;
}

export interface Result {
  readonly contender: Contender;
  readonly runs: readonly Run[];
}

const GNU_TIME = "/usr/bin/time";
const PEAK = /Maximum resident set size \(kbytes\): (\d+)/;

/** One warm-up each, then `count` rounds in which every contender runs once. */
export async function alternate(contenders: readonly Contender[], count: number): Promise<Result[]> {
  const results = contenders.map((contender) => ({ contender, runs: [] as Run[] }));
  for (const contender of contenders) await run(contender);
  for (let round = 0; round < count; round++) {
    for (const result of results) result.runs.push(await run(result.contender));
  }
  return results;
}

async function run({ name, command }: Contender): Promise<Run> {
  const measured = existsSync(GNU_TIME);
  const [file = "", ...args] = measured ? [GNU_TIME, "-v", ...command] : command;
  const started = performance.now();
  const { code, output, errors } = await finished(file, args);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors.trim().split("\n").slice(0, 3).join(" / ")}`);
  return { seconds, peakMiB: Number(PEAK.exec(errors)?.[1] ?? NaN) / 1024, output };
}

async function finished(
  file: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (errors += String(data)));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code, output, errors }));
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The median of the ratios pair by pair, with the least and the greatest. */
export function ratio(base: Result, other: Result): { median: number; min: number; max: number } {
  const pairs = base.runs.map((one, i) => (other.runs[i] as Run).seconds / one.seconds);
  return { median: median(pairs), min: Math.min(...pairs), max: Math.max(...pairs) };
}

export function revision(): string {
  return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
}
