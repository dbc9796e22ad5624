// Runs of whole processes, in turn and each round in another order, so that the machine's drift meets all contenders alike.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Usage } from "../contenders/usage.js";
import type { Metric, Row } from "./result.js";
import { ratioOf } from "./statistics.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUILT = new URL("../.build/", import.meta.url);

/** Contenders are compiled once: none of them pays for a loader. */
export function buildContenders(): void {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-p", join(ROOT, "bench", "contenders")], { stdio: "inherit" });
}

export function builtPath(name: string): string {
  return fileURLToPath(new URL(`${name}.js`, BUILT));
}

/** The command of a contender, which tells what it used. */
export function script(name: string, ...args: readonly string[]): string[] {
  return [process.execPath, "--import", new URL("usage.js", BUILT).href, builtPath(name), ...args];
}

export interface Contender {
  readonly name: string;
  /** Empty where it is not installed, which `missing` then says. */
  readonly command: readonly string[];
  readonly missing?: string | undefined;
  /** How its output differs from that of the first contender; empty: it does not. Unset: there is nothing to compare. */
  readonly differs?: ((ours: string, theirs: string) => string) | undefined;
  /** Name of the contender that it can't be faster than; its time is told by that one's too. */
  readonly limit?: string | undefined;
}

export interface Run {
  readonly seconds: number;
  /** Only of Node processes that the usage is asked of. */
  readonly usage: Usage | undefined;
  readonly output: string;
}

export interface MeasureOptions {
  readonly corpus: string;
  /** Bytes that a run goes over. */
  readonly bytes: number;
  readonly runs: number;
  /** Whether one that answers otherwise is timed all the same, and said to differ. */
  readonly allowDifferent: boolean;
  /** What the ratios to the first contender are of. */
  readonly ratios: readonly Metric[];
}

interface Entry {
  readonly contender: Contender;
  readonly runs: Run[];
  /** Why it is not timed, or, where it is timed all the same, how it differs. */
  reason: string;
  status: Row["status"];
}

/**
 * One run each first: it warms the page cache, and its answer is compared with that of the first contender. Then rounds, in
 * which all that answered alike run once each.
 */
export async function measure(contenders: readonly Contender[], options: MeasureOptions): Promise<Row[]> {
  const entries = contenders.map((contender): Entry => ({ contender, runs: [], reason: "", status: "measured" }));
  let ours: string | undefined;
  for (const entry of entries) ours = await tryOut(entry, ours, options.allowDifferent);
  const timed = entries.filter(({ status }) => status === "measured");
  for (let round = 0; round < options.runs; round++) {
    for (const { contender, runs } of shuffled(timed)) runs.push(await run(contender));
  }
  const [base] = entries as [Entry];
  return entries.map((entry) => {
    const limit = entries.find(({ contender }) => contender.name === entry.contender.limit);
    return rowOf([base, ...(limit === undefined ? [] : [limit])], entry, options);
  });
}

async function tryOut(entry: Entry, ours: string | undefined, allowDifferent: boolean): Promise<string> {
  const { contender } = entry;
  if (contender.missing !== undefined) {
    [entry.status, entry.reason] = ["missing", contender.missing];
    return ours ?? "";
  }
  const { output } = await run(contender);
  if (ours === undefined) return output;
  entry.reason = contender.differs?.(ours, output) ?? "";
  if (entry.reason !== "" && !allowDifferent) entry.status = "refused";
  return ours;
}

export async function run({ name, command }: Contender): Promise<Run> {
  const [file = "", ...args] = command;
  const started = performance.now();
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const texts = ["", "", ""];
  [child.stdout, child.stderr, child.stdio[3]].forEach((stream, i) =>
    // Decoded across chunks: a character may come in two.
    (stream as NodeJS.ReadableStream).setEncoding("utf8").on("data", (data) => (texts[i] += String(data))),
  );
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = (performance.now() - started) / 1000;
  const [output = "", errors = "", usage = ""] = texts;
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors.trim().split("\n").slice(0, 3).join(" / ")}`);
  return { seconds, usage: usage === "" ? undefined : (JSON.parse(usage) as Usage), output };
}

function rowOf(bases: readonly Entry[], entry: Entry, { corpus, bytes, ratios }: MeasureOptions): Row {
  const { contender, status, reason } = entry;
  const samples = samplesOf(entry.runs);
  const found = bases.flatMap((base) => ratios.flatMap((of) => ratioTo(base, entry, of)));
  return { corpus, name: contender.name, status, reason, bytes, samples, ratios: found };
}

function ratioTo(base: Entry, entry: Entry, of: Metric): Row["ratios"] {
  const [ones, others] = [samplesOf(base.runs)[of], samplesOf(entry.runs)[of]];
  if (entry === base || ones === undefined || others === undefined || others.length === 0) return [];
  return [{ of, to: base.contender.name, ...ratioOf(ones, others) }];
}

function samplesOf(runs: readonly Run[]): Row["samples"] {
  const seconds = runs.map((one) => one.seconds);
  const usages = runs.flatMap(({ usage }) => usage ?? []);
  if (runs.length === 0) return {};
  if (usages.length < runs.length) return { seconds };
  return {
    seconds,
    cpuSeconds: usages.map(({ cpuSeconds }) => cpuSeconds),
    peakMiB: usages.map(({ peakMiB }) => peakMiB),
  };
}

export function shuffled<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
