// Rows as a Markdown table: a column for whatever any of them has.
import type { BenchResult, Metric, Row } from "./result.js";
import { halfWidth, median, type Interval } from "./statistics.js";

interface Column {
  readonly head: string;
  /** Empty where the row has no such figure. */
  readonly cell: (row: Row) => string;
}

const figure = (value: number | undefined, digits: number): string =>
  value === undefined ? "" : value.toFixed(digits);
const middle = (row: Row, metric: Metric): number | undefined => {
  const values = row.samples[metric];
  return values === undefined || values.length === 0 ? undefined : median(values);
};

/** Seconds in a unit in which they have three digits. */
function time(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  return seconds >= 1e-3 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${(seconds * 1e6).toPrecision(3)} µs`;
}

function speed(row: Row): string {
  const seconds = middle(row, "seconds");
  return seconds === undefined || row.bytes === 0 ? "" : (row.bytes / 1e6 / seconds).toPrecision(3);
}

export function interval({ estimate, low, high }: Interval): string {
  const digits = halfWidth({ estimate, low, high, confidence: 1, pairs: 1 }) < 0.01 ? 3 : 2;
  return `${estimate.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

export function table(rows: readonly Row[]): string[] {
  const columns = columnsOf(rows);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map(({ cell }) => cell(row) || "–"))),
  ];
}

function columnsOf(rows: readonly Row[]): Column[] {
  const kinds = new Set(rows.flatMap(({ ratios }) => ratios.map(({ of, to }) => `${of}\n${shownBase(to)}`)));
  const all: Column[] = [
    { head: "corpus", cell: ({ corpus }) => corpus },
    { head: "", cell: ({ name }) => name },
    { head: "time", cell: (row) => time(middle(row, "seconds")) },
    { head: "CPU time", cell: (row) => time(middle(row, "cpuSeconds")) },
    { head: "MB/s", cell: speed },
    { head: "peak MiB", cell: (row) => figure(middle(row, "peakMiB"), 0) },
    { head: "p50 ms", cell: ({ latency }) => figure(latency?.p50Ms, 1) },
    { head: "p99 ms", cell: ({ latency }) => figure(latency?.p99Ms, 1) },
    { head: "max ms", cell: ({ latency }) => figure(latency?.maxMs, 1) },
    ...[...kinds].map((kind) => ratioColumn(...(kind.split("\n") as [Metric, string]))),
    { head: "n", cell: (row) => String(row.latency?.count ?? row.samples.seconds?.length ?? "") },
    { head: "note", cell: ({ reason }) => reason },
  ];
  return all.filter(({ cell, head }) => head === "" || rows.some((row) => cell(row) !== ""));
}

const METRIC_NAMES: Readonly<Record<Metric, string>> = { seconds: "time", cpuSeconds: "CPU time", peakMiB: "peak" };

function ratioColumn(of: Metric, to: string): Column {
  const cell = (row: Row): string => {
    const found = row.ratios.find((ratio) => ratio.of === of && shownBase(ratio.to) === to);
    return found === undefined ? "" : interval(found);
  };
  return { head: `${METRIC_NAMES[of]} by that of ${to} (95 %)`, cell };
}

/** Limits differ from row to row: they share a column. */
function shownBase(name: string): string {
  return name.startsWith("limit: ") ? "its limit" : name;
}

/** What the figures were measured on, in two lines. */
export function heading({ bench, versions, machine, corpora, started }: BenchResult): string[] {
  const sizes = corpora.map(
    ({ name, bytes, sha256 }) => `${name} ${(bytes / 1e6).toFixed(0)} MB ${sha256.slice(0, 8)}`,
  );
  return [
    `${bench}: mnemonic ${versions["mnemonic"]}, Node ${versions["node"]}, ${machine.cores} × ${machine.cpu}, load ${machine.load.toFixed(1)} at ${started}`,
    ...(sizes.length === 0 ? [] : [`corpora: ${sizes.join(", ")}`]),
  ];
}
