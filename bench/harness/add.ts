// Two runs of one bench on the same corpora, added up: all samples of both, ratios over all pairs, histograms summed.
import { addLatencies } from "./histogram.js";
import type { BenchResult, Metric, Row } from "./result.js";
import { ratioOf } from "./statistics.js";

const METRICS: readonly Metric[] = ["seconds", "cpuSeconds", "peakMiB"];

/** A gate's verdict is not kept: it was about its own rounds. @throws Error where the two are not of the same work. */
export function addResults(one: BenchResult, other: BenchResult): BenchResult {
  const refuse = (why: string): never => {
    throw new Error(`the two runs can't be added: ${why}`);
  };
  if (one.bench !== other.bench) refuse(`one is of ${one.bench}, the other of ${other.bench}`);
  if (one.started === other.started) refuse("they are one and the same");
  if (workOf(one) !== workOf(other)) refuse("their corpora differ in size or content");
  for (const key of ["mnemonic", "node"])
    if (one.versions[key] !== other.versions[key])
      refuse(`one is of ${key} ${one.versions[key]}, the other of ${other.versions[key]}`);
  if (one.machine.cpu !== other.machine.cpu) refuse("they come from different machines");
  const rows = one.rows.map((row) => added(row, rowLike(row, other.rows)));
  const { gate: _, ...kept } = one;
  return { ...kept, rows: rows.map((row) => Object.assign(row, { ratios: ratiosOf(row, rows) })) };
}

function workOf({ corpora }: BenchResult): string {
  return JSON.stringify(corpora.map(({ name, bytes, sha256 }) => `${name} ${bytes} ${sha256}`).sort());
}

function rowLike(row: Row, rows: readonly Row[]): Row | undefined {
  return rows.find(({ corpus, name }) => corpus === row.corpus && name === row.name);
}

/** A new row. What only one of them measured stays as it is. */
function added(row: Row, other: Row | undefined): Row {
  if (other?.status !== "measured" || row.status !== "measured") return { ...row };
  const samples = Object.fromEntries(
    METRICS.flatMap((metric) => {
      const both = [...(row.samples[metric] ?? []), ...(other.samples[metric] ?? [])];
      return both.length === 0 ? [] : [[metric, both]];
    }),
  );
  const latency = row.latency && other.latency ? addLatencies(row.latency, other.latency) : row.latency;
  return { ...row, samples, ...(latency ? { latency } : {}) };
}

function ratiosOf(row: Row, rows: readonly Row[]): Row["ratios"] {
  return row.ratios.map((ratio) => {
    const base = rows.find(({ corpus, name }) => corpus === row.corpus && name === ratio.to);
    const [ones, others] = [base?.samples[ratio.of], row.samples[ratio.of]];
    if (ones === undefined || ones.length !== others?.length) return ratio;
    return { of: ratio.of, to: ratio.to, ...ratioOf(ones, others) };
  });
}
