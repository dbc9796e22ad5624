// npm run bench -- [--bytes 100M] [--seed 7] [--shape clean] [--runs 5] [--threads 2] [--archive FILE] [--now TIME]
//   [--only NAME]... [--allow-different] [--json]
// Times whole runs of Mnemonic beside what people would use instead (throughput.ts). Build first: npm run build.
import { parseArgs } from "node:util";
import { revision } from "./runs.js";
import { buildContenders, throughput, type Row } from "./throughput.js";

const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function bytesOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([KMG]?)$/i.exec(text) ?? [];
  if (number === "") throw new Error(`--bytes ${text}: give a size like 100M`);
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}

const { values } = parseArgs({
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
const machine = {
  node: process.version,
  revision: revision(),
  corpus: values.archive ?? `${values.shape} ${values.bytes} seed ${values.seed}`,
};
if (values.json) console.log(JSON.stringify({ schema: "mnemonic.bench/1", machine, rows }, null, 2));
else printTable(rows);

function printTable(table: readonly Row[]): void {
  console.log(
    `corpus ${machine.corpus}; Mnemonic ${machine.revision}; Node ${machine.node}; medians of ${values.runs} alternating runs\n`,
  );
  console.log("| | s | MB/s | peak MiB | time by Mnemonic's (least to most) |\n|---|---|---|---|---|");
  const round = (value: number, digits: number): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));
  for (const { name, seconds, megabytesPerSecond, peakMiB, ratio, note } of table) {
    const pairs = `${round(ratio.median, 2)} (${round(ratio.min, 2)} to ${round(ratio.max, 2)})`;
    console.log(
      `| ${name} | ${round(seconds, 2)} | ${round(megabytesPerSecond, 0)} | ${round(peakMiB, 0)} | ${note === "" ? pairs : `${pairs} ${note}`} |`,
    );
  }
}
