// npm run bench -- --help. Builds first, so that what is measured is what stands in the tree.
// Exit: 0 done (also if a gate came to no conclusion: it says so), 1 it could not be done, 2 wrong usage, 3 slower than tolerated, 130 stopped.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addResults } from "./harness/add.js";
import { BENCHES, type BenchName, type Outcome } from "./harness/bench.js";
import { githubFigures } from "./harness/github.js";
import { machine, versions } from "./harness/machine.js";
import { parseArguments, USAGE, type Arguments } from "./harness/options.js";
import { jsonSchema, parseResult, SCHEMA, type BenchResult, type Gate } from "./harness/result.js";
import { buildContenders, ROOT } from "./harness/runs.js";
import { heading, table } from "./harness/table.js";
import { gate } from "./gate.js";
import { trust } from "./trust.js";
import { gateLines } from "./harness/gate-text.js";

const [SLOWER, WRONG_USAGE, STOPPED] = [3, 2, 130];

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help")) return print([USAGE]);
  const args = usage(() => parseArguments(argv));
  if (args === undefined) return WRONG_USAGE;
  const [word = (args.base ?? args.against) ? "gate" : "throughput", ...rest] = args.words;
  if (word === "schema") return print([JSON.stringify(jsonSchema(), null, 2)]);
  if (word === "add") return give(added(rest), args);
  if (word === "trust") return print(await inFolder(async (folder) => trust(args, folder, (line) => print([line]))));
  if (word !== "gate" && !Object.hasOwn(BENCHES, word)) {
    console.error(`there is no bench ${word}; see npm run bench -- --help`);
    return WRONG_USAGE;
  }
  return give(await measured(word as BenchName | "gate", args), args);
}

function usage(parse: () => Arguments): Arguments | undefined {
  try {
    return parse();
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

/** Builds the contenders, and gives the work a folder of its own. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  buildContenders();
  const folder = mkdtempSync(join(tmpdir(), "mnemonic-bench-"));
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  // The archives are large: they go also if somebody has seen enough.
  const stop = (): never => {
    clear();
    process.exit(STOPPED);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(folder);
  } finally {
    clear();
  }
}

async function measured(name: BenchName | "gate", args: Arguments): Promise<BenchResult> {
  const started = { started: new Date().toISOString(), machine: machine() };
  const outcome: Outcome & { gate?: Gate } = await inFolder(async (folder) =>
    name === "gate" ? gate(args, folder) : runBench(name, args, folder),
  );
  const { seed, threads, now } = args;
  const options = { bytes: args.bytes ?? 0, seed, threads, now };
  const corpora = outcome.corpora.map(({ name: corpus, bytes, sha256 }) => ({ name: corpus, bytes, sha256 }));
  const run = { bench: name, ...started, versions: versions(ROOT), options };
  return { schema: SCHEMA, ...run, ...outcome, corpora, rows: [...outcome.rows] };
}

async function runBench(name: BenchName, args: Arguments, folder: string): Promise<Outcome> {
  const { bench } = await BENCHES[name]();
  return bench.run({ ...args, bytes: args.bytes ?? 100 * 2 ** 20, runs: args.runs ?? 7, folder });
}

function added(files: readonly string[]): BenchResult {
  const results = files.map((file) => parseResult(file, readFileSync(file, "utf8")));
  if (results.length < 2) throw new Error("add: give two files or more that --json wrote");
  return results.reduce(addResults);
}

function give(result: BenchResult, { json, github }: Arguments): number {
  const text = `${JSON.stringify(result, null, 1)}\n`;
  if (json !== undefined && json !== "-") writeFileSync(json, text);
  if (github !== undefined) writeFileSync(github, `${JSON.stringify(githubFigures(result), null, 1)}\n`);
  if (json === "-") process.stdout.write(text);
  else print([...heading(result), "", ...table(result.rows), ...(result.gate ? ["", ...gateLines(result.gate)] : [])]);
  return result.gate?.verdict === "slower" ? SLOWER : 0;
}

function print(lines: readonly string[]): number {
  console.log(lines.join("\n"));
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
