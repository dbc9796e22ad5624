// Question: can the gate be trusted on this machine?
// Corpus: that of the gate.
// Compared: this build with itself, which must raise no alarm, and with itself slowed by --slow-down (10 %) of the CPU time that
//   a scan takes, which must. As many gates of each kind as --runs says (20), in turn.
// Read it: of the unchanged none may be "slower"; of the slowed nearly all should be. Many that are inconclusive mean that the
//   machine is too noisy for --seconds and --tolerance.
import { GATE_BYTES, judgePair, pairOf, rowsOf } from "./gate.js";
import { makeCorpus } from "./harness/corpus.js";
import type { Arguments } from "./harness/options.js";
import type { Judged } from "./harness/result.js";
import { copyBuild } from "./harness/revision.js";
import { ROOT } from "./harness/runs.js";
import { interval } from "./harness/table.js";
import { overall } from "./harness/verdict.js";

/** Tells each gate's figures as they come; gives the sums. `folder`: for the archive and the build. */
export async function trust(args: Arguments, folder: string, tell: (line: string) => void): Promise<string[]> {
  const corpus = makeCorpus(folder, args.corpora[0] ?? "dirty", args.bytes ?? GATE_BYTES, args.seed);
  const tree = copyBuild(ROOT, folder);
  const kinds = [0, args.slowDown].map((slowedBy) => ({ slowedBy, verdicts: [] as string[] }));
  for (let run = 0; run < (args.runs ?? 20); run++) {
    for (const { slowedBy, verdicts } of kinds) {
      const figures = judgePair(await rowsOf(pairOf(tree, tree, corpus, args, slowedBy), corpus, args), args);
      verdicts.push(overall(figures));
      tell(`${nameOf(slowedBy)}: ${overall(figures)}; ${figures.map(told).join(", ")}`);
    }
  }
  return kinds.map(({ slowedBy, verdicts }) => `${nameOf(slowedBy)}: ${sums(verdicts)}`);
}

function nameOf(slowedBy: number): string {
  return slowedBy === 0 ? "unchanged" : `slowed by ${(100 * slowedBy).toFixed(0)} %`;
}

function told({ of, pairs, noise, ...ratio }: Judged): string {
  const itself = noise === null ? "" : `, base by itself ${interval(noise)}`;
  return `${of} ${interval({ ...ratio, pairs })} in ${pairs} rounds${itself}`;
}

function sums(verdicts: readonly string[]): string {
  const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  return `${verdicts.length} gates, ${["slower", "fine", "inconclusive"].map((one) => `${count(one)} ${one}`).join(", ")}`;
}
