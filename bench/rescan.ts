// Question: how long does a program wait that asks an open Mnemonic again, after so much was appended; and how long a command?
// Corpus: a generated home with a log of the size asked for (clean: no odd lines; or --corpus dirty) and 500 rule files, and what
//   is appended to it piece by piece: in process, then before each run of the command. A piece takes part if it is at most an eighth
//   of the log. Each size has its own number of rounds, for a small piece is soon appended and a great one takes room on the disk.
// Compared: the last answer of each size with that of a scan that knows nothing, before any figure; the command, round by round,
//   with `node -e 0`.
// Read it: milliseconds at p50, p99 and the greatest; the encoded histogram can be added to that of another run. On a machine
//   that does other work too, the CPU time of a sample tells more than its wait.
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { openMnemonic, type Mnemonic } from "hermes-mnemonic";
import type { Bench, BenchOptions, Outcome } from "./harness/bench.js";
import { makeCorpus } from "./harness/corpus.js";
import { GrowingHome } from "./harness/growing-home.js";
import { latencyOf } from "./harness/histogram.js";
import type { Row } from "./harness/result.js";
import { ROOT, run as runOnce } from "./harness/runs.js";
import { ratioOf } from "./harness/statistics.js";

interface Size {
  readonly name: string;
  readonly bytes: number;
  /** Rounds in process for each of those that were asked for; of the command there is one. */
  readonly times: number;
}

const SIZES: readonly Size[] = [
  { name: "nothing", bytes: 0, times: 50 },
  { name: "1 KB", bytes: 2 ** 10, times: 20 },
  { name: "1 MB", bytes: 2 ** 20, times: 5 },
  { name: "100 MB", bytes: 100 * 2 ** 20, times: 0.5 },
];
/** Rounds of each size that are not counted: code becomes fast, and two states in a row are the same. */
const WARM_UP = 3;
const WARM_UP_COMMAND = 1;
const LEAST_OF_LOG = 8;

async function run(options: BenchOptions): Promise<Outcome> {
  const { bytes, seed, folder, now, threads } = options;
  const sizes = SIZES.filter((size) => size.bytes * LEAST_OF_LOG <= bytes);
  const name = options.corpora[0] ?? "clean";
  const corpus = makeCorpus(folder, name, bytes + sizes.reduce((sum, size) => sum + appended(size, options), 0), seed);
  const home = new GrowingHome(join(folder, "home"), corpus.path, bytes);
  const own = { ...options, corpora: [name] };
  try {
    const mnemonic = await openMnemonic({ home: home.path, threads });
    const rows: Row[] = [];
    await mnemonic.scan({ now });
    for (const size of sizes) rows.push(await rescans(mnemonic, home, size, own));
    await mnemonic.close();
    for (const size of sizes) rows.push(...(await commands(home, size, own)));
    return { corpora: [corpus], rows };
  } finally {
    home.close();
  }
}

/** What is appended in all the rounds of a size, and a line more for each. */
function appended(size: Size, options: BenchOptions): number {
  if (size.bytes === 0) return 0;
  const rounds = WARM_UP + roundsOf(size, options) + WARM_UP_COMMAND + commandRounds(size, options);
  return rounds * (size.bytes + 2 ** 14);
}

function roundsOf({ times }: Size, { runs }: BenchOptions): number {
  return Math.ceil(times * runs);
}

function commandRounds({ times }: Size, { runs }: BenchOptions): number {
  return Math.ceil(Math.min(1, times) * runs);
}

async function rescans(mnemonic: Mnemonic, home: GrowingHome, size: Size, options: BenchOptions): Promise<Row> {
  const { now } = options;
  const milliseconds: number[] = [];
  const cpuSeconds: number[] = [];
  let last: object = {};
  for (let i = -WARM_UP; i < roundsOf(size, options); i++) {
    home.append(size.bytes);
    // An answer is remembered only of files that are older than a tick of the file system's clock.
    if (size.bytes === 0 && i < 0) await setTimeout(30);
    const [cpu, started] = [process.cpuUsage(), performance.now()];
    last = await mnemonic.scan({ now });
    const ms = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    if (i < 0) continue;
    milliseconds.push(ms);
    cpuSeconds.push((user + system) / 1e6);
  }
  const isSame = isDeepStrictEqual(answerOf(last), await wholeAnswer(mnemonic, now));
  const samples = { seconds: milliseconds.map((ms) => ms / 1000), cpuSeconds };
  return rowOf(options, `rescan, ${size.name} new`, size, samples, isSame, latencyOf(milliseconds));
}

/** The command's row, and that of `node -e 0` in the same rounds where nothing is appended: it is told once. */
async function commands(home: GrowingHome, size: Size, options: BenchOptions): Promise<Row[]> {
  const { now, threads } = options;
  const cli = [join(ROOT, "dist", "cli.js"), "scan", "--home", home.path, "--now", now, "--format", "json"];
  const name = `command, ${size.name} new`;
  const node: number[] = [];
  const seconds: number[] = [];
  let last = "";
  for (let i = -WARM_UP_COMMAND; i < commandRounds(size, options); i++) {
    home.append(size.bytes);
    const base = await runOnce({ name: "node -e 0", command: [process.execPath, "-e", "0"] });
    const ours = await runOnce({ name, command: [process.execPath, ...cli, "--threads", String(threads)] });
    last = ours.output;
    if (i < 0) continue;
    node.push(base.seconds);
    seconds.push(ours.seconds);
  }
  const mnemonic = await openMnemonic({ home: home.path, threads });
  const isSame = isDeepStrictEqual(answerOf(JSON.parse(last) as object), await wholeAnswer(mnemonic, now));
  await mnemonic.close();
  const row = rowOf(options, name, size, { seconds }, isSame, latencyOf(seconds.map((one) => one * 1000)));
  const ratios =
    isSame && node.length > 0 ? [{ of: "seconds" as const, to: "node -e 0", ...ratioOf(node, seconds) }] : [];
  const base = rowOf(
    options,
    "node -e 0",
    { ...size, bytes: 0 },
    { seconds: node },
    true,
    latencyOf(node.map((one) => one * 1000)),
  );
  return size.bytes === 0 ? [base, { ...row, ratios }] : [{ ...row, ratios }];
}

function rowOf(
  { corpora: [corpus = ""] }: BenchOptions,
  name: string,
  { bytes }: Size,
  samples: Row["samples"],
  isSame: boolean,
  latency: NonNullable<Row["latency"]>,
): Row {
  return {
    corpus,
    name,
    status: isSame ? "measured" : "refused",
    reason: isSame ? "" : "its answer is not that of a whole scan",
    bytes,
    samples: isSame ? samples : {},
    ratios: [],
    ...(isSame && { latency }),
  };
}

async function wholeAnswer(mnemonic: Mnemonic, now: string): Promise<object> {
  const whole = await mnemonic.scan({ now, dryRun: true, noCache: true });
  return answerOf(whole);
}

/** What does not depend on how the answer came about, or on whether it was asked before. */
function answerOf(report: object): object {
  const {
    timings: _timings,
    new_drafts: _new,
    ...answer
  } = JSON.parse(JSON.stringify(report)) as Record<string, unknown>;
  return answer;
}

export const bench: Bench = { run };
