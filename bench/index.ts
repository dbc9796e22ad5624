// npm run bench -- [throughput|kernels|rescan] [--bytes 100M] [--runs 5] [--json]
//   throughput (the default): whole runs of Mnemonic beside what people would use instead. More options: [--seed 7]
//     [--shape clean] [--threads 2] [--archive FILE] [--now TIME] [--only NAME]... [--allow-different]
//   kernels: the parts of a scan, one by one.  rescan: how long an open Mnemonic takes to answer again.
// Each has its question and how to read it at the head of its file. Build first: npm run build.
import { parseArgs } from "node:util";
import { revision } from "./runs.js";
import { kernels, type KernelRow } from "./kernels.js";
import { rescan } from "./rescan.js";
import { buildContenders, throughput, type Row } from "./throughput.js";

const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function bytesOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([KMG]?)$/i.exec(text) ?? [];
  if (number === "") throw new Error(`--bytes ${text}: give a size like 100M`);
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bytes: { type: "string", default: "100M" },
    seed: { type: "string", default: "7" },
    shape: { type: "string", default: "clean" },
    runs: { type: "string", default: "5" },
    threads: { type: "string", default: "2" },
    archive: { type: "string" },
    now: { type: "string", default: "2026-05-31T00:00:00Z" },
    only: { type: "string", multiple: true, default: [] },
    "allow-different": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const corpus = values.archive ?? `${values.shape} ${values.bytes} seed ${values.seed}`;
const machine = { node: process.version, revision: revision(), corpus };
const round = (value: number, digits: number): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  throughput: runThroughput,
  kernels: runKernels,
  rescan: runRescan,
};
const [name = "throughput"] = positionals;
if (!Object.hasOwn(BENCHES, name)) throw new Error(`no bench ${name}; there are ${Object.keys(BENCHES).join(", ")}`);
await BENCHES[name]?.();

function print(result: object, table: () => string[]): void {
  if (values.json)
    console.log(JSON.stringify({ schema: "mnemonic.bench/1", bench: name, machine, ...result }, null, 2));
  else console.log(table().join("\n"));
}

async function runThroughput(): Promise<void> {
  buildContenders();
  const rows = await throughput({
    bytes: bytesOf(values.bytes),
    seed: Number(values.seed),
    shape: values.shape,
    runs: Number(values.runs),
    threads: Number(values.threads),
    archive: values.archive,
    now: values.now,
    only: values.only,
    allowDifferent: values["allow-different"],
  });
  print({ rows }, () => throughputTable(rows));
}

async function runKernels(): Promise<void> {
  const rows = kernels(4e6, Number(values.runs) / 5);
  const line = (row: KernelRow): string =>
    `| ${row.name} | ${round(row.perSecond, 1)} ±${round(row.margin, 1)} % | ${round(row.megabytesPerSecond, 0)} | ${row.samples} |`;
  print({ rows }, () => ["| kernel | calls a second | MB/s | samples |", "|---|---|---|---|", ...rows.map(line)]);
}

async function runRescan(): Promise<void> {
  const result = await rescan(bytesOf(values.bytes), Number(values.runs));
  const { p50, p99, max, scans } = result;
  print({ result }, () => [
    `${scans} rescans of ${values.bytes}: p50 ${round(p50, 1)} ms, p99 ${round(p99, 1)} ms, max ${round(max, 1)} ms`,
  ]);
}

function throughputTable(table: readonly Row[]): string[] {
  const lines = table.map(({ name: contender, seconds, megabytesPerSecond, peakMiB, ratio, note }) => {
    const pairs = `${round(ratio.median, 2)} (${round(ratio.min, 2)} to ${round(ratio.max, 2)})`;
    const figures = `${round(seconds, 2)} | ${round(megabytesPerSecond, 0)} | ${round(peakMiB, 0)}`;
    return `| ${contender} | ${figures} | ${note === "" ? pairs : `${pairs} ${note}`} |`;
  });
  return [
    `corpus ${machine.corpus}; Mnemonic ${machine.revision}; Node ${machine.node}; medians of ${values.runs} alternating runs`,
    "",
    "| | s | MB/s | peak MiB | time by Mnemonic's (least to most) |",
    "|---|---|---|---|---|",
    ...lines,
  ];
}
