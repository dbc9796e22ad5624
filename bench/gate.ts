// Question: is this tree slower than another one?
// Corpus: 4 MB of log with 1 % odd lines and false positives, seed 7: small, so that turns are short (10 to 50 ms) and sides
//   meet the same mood of the machine.
// Compared: the scan of this tree with that of a revision (--base), which is built beside it; or with what an earlier run stored
//   (--against), on whatever machine, by way of a yardstick (contenders/yardstick.ts) that both runs measured. Answers are
//   compared first. Without either it measures this tree by the yardstick, which --json stores.
// Read it: the ratio of CPU times with its interval is the figure, for a change of code changes what is to be done, and the CPU
//   time says it with the least noise: elapsed time also holds all that others do on the machine. It is judged too, but can
//   only raise an alarm where code waits in place of working. "Base again" is the base in a second process: the noise.
// Not seen: what only several threads or the start of a process show; throughput and start-up measure those.
import { readFileSync } from "node:fs";
import { differenceOf } from "./harness/answers.js";
import { describe, makeCorpus, type MadeCorpus } from "./harness/corpus.js";
import { machine } from "./harness/machine.js";
import type { Arguments } from "./harness/options.js";
import { parseResult, type BenchResult, type Gate, type Judged, type Row } from "./harness/result.js";
import { buildCommit, commitOf, copyBuild } from "./harness/revision.js";
import { builtPath, ROOT } from "./harness/runs.js";
import { fromLogs, quotient, ratioOf, type Interval } from "./harness/statistics.js";
import { takeTurns, type RoundFigure, type Side } from "./harness/turns.js";
import { isNarrow, overall, verdictOf } from "./harness/verdict.js";

/** Raised when the yardstick changes: figures by another one can't be compared. */
export const YARDSTICK = "yardstick 1";
export const CANDIDATE = "candidate";
const BASE = "base";
const AGAIN = "base again";
const METRICS = ["cpuSeconds", "seconds"] as const;
type TimeMetric = (typeof METRICS)[number];

/** Fewer give no interval of 95 %, however long they take. */
const LEAST_ROUNDS = 6;
/** Before that, an interval may look narrow by chance. */
const EARLIEST_STOP = 8;
/** As many at least, wherever the time allows for it. */
const AIMED_ROUNDS = 16;
const ROUND = { turns: 36, leastTurns: 12, warmUps: 12 };
/** Large enough for the fast scanner. */
export const GATE_BYTES = 4 * 2 ** 20;

interface GateOutcome {
  readonly corpora: readonly MadeCorpus[];
  readonly rows: readonly Row[];
  readonly gate?: Gate;
}

/** `folder`: for trees and archives. `root`: the tree that is judged, a repository of git. */
export async function gate(args: Arguments, folder: string, root = ROOT): Promise<GateOutcome> {
  const stored = args.against === undefined ? undefined : storedRun(args.against);
  const corpus = corpusOf(args, folder, stored);
  const sides =
    args.base === undefined
      ? sidesByYardstick(root, folder, corpus, args)
      : sidesOfTwo(args.base, root, folder, corpus, args);
  const rows = await rowsOf(sides, corpus, args);
  const base = args.base ?? args.against;
  if (base === undefined) return { corpora: [corpus], rows };
  const figures = stored === undefined ? judgePair(rows, args) : judgeStored(stored, rows, args);
  const remarks = stored === undefined ? [] : remarksOn(stored);
  const judged = { base, tolerance: args.tolerance, verdict: overall(figures), figures, remarks };
  return { corpora: [corpus], rows, gate: judged };
}

function corpusOf(args: Arguments, folder: string, stored: BenchResult | undefined): MadeCorpus {
  if (args.archive !== undefined) return describe(args.archive, args.archive);
  const known = stored?.options ?? {};
  const name = args.corpora[0] ?? stored?.corpora[0]?.name ?? "dirty";
  const bytes = args.bytes ?? (Number(known["bytes"]) || GATE_BYTES);
  const corpus = makeCorpus(folder, name, bytes, Number(known["seed"] ?? args.seed));
  if (stored === undefined || stored.corpora.some(({ sha256 }) => sha256 === corpus.sha256)) return corpus;
  throw new Error(
    `${args.against} was measured on another corpus (${name}): record it anew with --json, at the commit to compare with`,
  );
}

function scanSide(name: string, tree: string, corpus: MadeCorpus, { now }: Arguments): Side {
  return { name, script: builtPath("scan-turns"), args: [tree, corpus.path, now] };
}

function sidesByYardstick(root: string, folder: string, corpus: MadeCorpus, args: Arguments): Side[] {
  const yardstick = { name: YARDSTICK, script: builtPath("yardstick"), args: [corpus.path] };
  return [yardstick, scanSide(CANDIDATE, copyBuild(root, folder), corpus, args)];
}

function sidesOfTwo(reference: string, root: string, folder: string, corpus: MadeCorpus, args: Arguments): Side[] {
  const tree = buildCommit(root, commitOf(root, reference), folder);
  return pairOf(tree, copyBuild(root, folder), corpus, args);
}

/** The base, the base again, and the candidate, which is slowed on purpose by a share of its time. */
export function pairOf(base: string, candidate: string, corpus: MadeCorpus, args: Arguments, slowedBy = 0): Side[] {
  const bases = [BASE, AGAIN].map((name) => scanSide(name, base, corpus, args));
  const slowed = scanSide(CANDIDATE, candidate, corpus, args);
  return [...bases, { ...slowed, args: [...slowed.args, String(slowedBy)] }];
}

/** Rounds until the ratio of CPU times is certain enough, or the time is up. How many it takes does not depend on its value. */
async function roundsOf(
  sides: readonly Side[],
  { seconds, tolerance, allowDifferent, base }: Arguments,
): Promise<RoundFigure[][]> {
  const rounds: RoundFigure[][] = [];
  // A stored figure brings its own uncertainty, and both must go into the tolerance.
  const aimed = base === undefined ? 0.6 * tolerance : tolerance;
  const end = performance.now() + seconds * 1000;
  while (rounds.length < LEAST_ROUNDS || performance.now() < end) {
    const round = await takeTurns(sides, { ...ROUND, seconds: seconds / AIMED_ROUNDS });
    if (!allowDifferent) refuseDifferent(sides, round);
    rounds.push(round);
    if (rounds.length >= EARLIEST_STOP && isNarrow(ratioOfLast(rounds, "cpuSeconds"), aimed)) break;
  }
  return rounds;
}

/** The yardstick counts nothing that could be compared. */
function refuseDifferent(sides: readonly Side[], round: readonly RoundFigure[]): void {
  const scans = round.filter((_, i) => sides[i]?.name !== YARDSTICK);
  const [ours, theirs] = [scans.at(-1) as RoundFigure, scans[0] as RoundFigure];
  const why = differenceOf(ours.answer, theirs.answer);
  if (why !== "")
    throw new Error(
      `the base ${why}. A figure would compare unlike work; if the change is meant, add --allow-different`,
    );
}

/** The last side by the mean of the others. */
function ratioOfLast(rounds: readonly RoundFigure[][], of: TimeMetric): Interval {
  return fromLogs(
    rounds.map((round) => {
      const logs = round.map((figure) => Math.log(figure[of]));
      const others = logs.slice(0, -1);
      return (logs.at(-1) as number) - others.reduce((sum, log) => sum + log, 0) / others.length;
    }),
  );
}

export async function rowsOf(sides: readonly Side[], corpus: MadeCorpus, args: Arguments): Promise<Row[]> {
  const rounds = await roundsOf(sides, args);
  const samples = sides.map((_, i) => ({
    seconds: rounds.map((round) => (round[i] as RoundFigure).seconds),
    cpuSeconds: rounds.map((round) => (round[i] as RoundFigure).cpuSeconds),
  }));
  const [first] = samples as [(typeof samples)[number]];
  return sides.map(({ name }, i) => {
    const own = samples[i] as typeof first;
    const to = (sides[0] as Side).name;
    const ratios = i === 0 ? [] : METRICS.map((of) => ({ of, to, ...ratioOf(first[of], own[of]) }));
    const { name: on, bytes } = corpus;
    return { corpus: on, name, status: "measured", reason: "", bytes, samples: own, ratios };
  });
}

function timesOf(rows: readonly Row[], name: string, of: TimeMetric): readonly number[] {
  const times = rows.find((row) => row.name === name)?.samples[of];
  if (times === undefined)
    throw new Error(`the run has no figures of ${name}: record it with npm run bench -- gate --json FILE`);
  return times;
}

export function judgePair(rows: readonly Row[], { tolerance }: Arguments): Judged[] {
  return METRICS.map((of) => {
    const [base, again, candidate] = [BASE, AGAIN, CANDIDATE].map((name) => timesOf(rows, name, of));
    const bases = (base ?? []).map((one, i) => Math.sqrt(one * (again?.[i] ?? NaN)));
    const ratio = ratioOf(bases, candidate ?? []);
    const noise = ratioOf(base ?? [], again ?? []);
    return Object.assign(ratio, { of, noise, verdict: verdictOf(ratio, tolerance, noise) });
  });
}

export function judgeStored(stored: BenchResult, rows: readonly Row[], { tolerance }: Arguments): Judged[] {
  return METRICS.map((of) => {
    const byYardstick = (all: readonly Row[]): Interval =>
      ratioOf(timesOf(all, YARDSTICK, of), timesOf(all, CANDIDATE, of));
    const ratio = quotient(byYardstick(stored.rows), byYardstick(rows));
    return Object.assign(ratio, { of, noise: null, verdict: verdictOf(ratio, tolerance, null) });
  });
}

function storedRun(file: string): BenchResult {
  return parseResult(file, readFileSync(file, "utf8"));
}

/** In what the stored run was made otherwise than this one would be. */
export function remarksOn({ machine: then, versions }: BenchResult): string[] {
  const now = machine();
  const node = versions["node"];
  return [
    ...(then.cpu === now.cpu
      ? []
      : [`the base was measured on another processor (${then.cpu}): the yardstick makes up for most of it, not all`]),
    ...(node === process.version ? [] : [`the base was measured with Node ${node}, this is ${process.version}`]),
  ];
}
