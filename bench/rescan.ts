// Question: how long does a program wait that asks an open Mnemonic again, after so much was appended; and how long a command?
// Corpus: a generated home of the size asked for (clean: no odd lines; or --corpus dirty), with 500 rule files. The end of its log
//   is held back and appended piece by piece. What does not fit into half of the log is left out.
// Compared: the last answer with that of a scan that knows nothing, before any figure; the command with `node -e 0`.
// Read it: milliseconds at p50, p99 and the greatest; the encoded histogram can be added to that of another run. On a machine
//   that does other work too, the CPU time of a sample tells more than its wait.
import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { openMnemonic, type Mnemonic, type Report } from "hermes-mnemonic";
import type { Bench, BenchOptions, Outcome } from "./harness/bench.js";
import { makeCorpus, type MadeCorpus } from "./harness/corpus.js";
import { latencyOf } from "./harness/histogram.js";
import type { Row } from "./harness/result.js";
import { measure, ROOT } from "./harness/runs.js";

const RULES = 500;
const SIZES: readonly (readonly [name: string, bytes: number])[] = [
  ["nothing", 0],
  ["1 KB", 2 ** 10],
  ["1 MB", 2 ** 20],
  ["10 MB", 10 * 2 ** 20],
];
/** Rounds of each size that are not counted: code becomes fast, and two states in a row are the same. */
const WARM_UP = 3;

async function run(options: BenchOptions): Promise<Outcome> {
  const { bytes, seed, folder, now, runs, threads } = options;
  const corpus = makeCorpus(folder, options.corpora[0] ?? "clean", bytes, seed);
  const home = new GrowingHome(join(folder, "home"), corpus);
  const rows: Row[] = [];
  const mnemonic = await openMnemonic({ home: home.path, threads });
  try {
    await mnemonic.scan({ now });
    for (const [name, size] of SIZES)
      if (home.holds(size * (runs + WARM_UP))) rows.push(await rescans(mnemonic, home, name, size, options));
  } finally {
    await mnemonic.close();
  }
  const shown = { ...options, corpus: corpus.name, bytes: 0, ratios: ["seconds"] as const };
  const cli = [join(ROOT, "dist", "cli.js"), "scan", "--home", home.path, "--now", now, "--format", "json"];
  const differs = (_: string, output: string): string => (output.includes("mnemonic.report/") ? "" : "no report");
  const commands = [
    { name: "node -e 0", command: [process.execPath, "-e", "0"] },
    { name: "command, nothing new", command: [process.execPath, ...cli], differs },
  ];
  return { corpora: [corpus], rows: [...rows, ...(await measure(commands, shown))] };
}

async function rescans(
  mnemonic: Mnemonic,
  home: GrowingHome,
  name: string,
  size: number,
  { now, runs }: BenchOptions,
): Promise<Row> {
  const milliseconds: number[] = [];
  const cpuSeconds: number[] = [];
  let last: Report | undefined;
  for (let i = -WARM_UP; i < runs; i++) {
    home.append(size);
    // An answer is remembered only of files that are older than a tick of the file system's clock.
    if (size === 0 && i < 0) await setTimeout(30);
    const [cpu, started] = [process.cpuUsage(), performance.now()];
    last = await mnemonic.scan({ now });
    const ms = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    if (i < 0) continue;
    milliseconds.push(ms);
    cpuSeconds.push((user + system) / 1e6);
  }
  const isSame = last !== undefined && (await isAnswer(mnemonic, last, now));
  return {
    corpus: home.corpus.name,
    name: `rescan, ${name} new`,
    status: isSame ? "measured" : "refused",
    reason: isSame ? "" : "its answer is not that of a whole scan",
    bytes: size,
    samples: isSame ? { seconds: milliseconds.map((ms) => ms / 1000), cpuSeconds } : {},
    ratios: [],
    ...(isSame && { latency: latencyOf(milliseconds) }),
  };
}

async function isAnswer(mnemonic: Mnemonic, last: Report, now: string): Promise<boolean> {
  const answer = ({ timings: _timings, new_drafts: _new, ...report }: Report): object => report;
  const whole = await mnemonic.scan({ now, dryRun: true, noCache: true });
  return isDeepStrictEqual(answer(last), answer(whole));
}

/** A home whose log is there up to its middle, and grows. */
class GrowingHome {
  readonly path: string;
  readonly corpus: MadeCorpus;
  readonly #log: string;
  readonly #rest: Buffer;
  #at = 0;

  constructor(path: string, corpus: MadeCorpus) {
    this.path = path;
    this.corpus = corpus;
    this.#log = join(path, "intercept_log.jsonl");
    mkdirSync(join(path, "rules", "ban"), { recursive: true });
    for (let i = 0; i < RULES; i++)
      writeFileSync(join(path, "rules", "ban", `made-${i}.md`), `---\nid: made-${i}\nlevel: hard\n---\nDo not.\n`);
    const whole = readFileSync(corpus.path);
    const middle = whole.indexOf(0x0a, Math.floor(whole.length / 2)) + 1;
    writeFileSync(this.#log, whole);
    truncateSync(this.#log, middle);
    this.#rest = Buffer.from(whole.subarray(middle));
  }

  holds(bytes: number): boolean {
    return this.#rest.length - this.#at >= bytes;
  }

  /** Appends about so many bytes: whole lines. */
  append(bytes: number): void {
    if (bytes === 0) return;
    const end = this.#rest.indexOf(0x0a, Math.min(this.#rest.length, this.#at + bytes) - 1) + 1;
    const to = end === 0 ? this.#rest.length : end;
    appendFileSync(this.#log, this.#rest.subarray(this.#at, to));
    this.#at = to;
  }
}

export const bench: Bench = { run };
