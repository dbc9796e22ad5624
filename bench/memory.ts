// Question: how much memory does a whole run take at most, and does it grow with the archive?
// Corpus: clean archives of a sixteenth, a quarter and the whole of --bytes, seed 7.
// Compared: Mnemonic with its threads and with one, and the contenders, on each size. Peak resident memory of the process as
//   the kernel counts it, so programs that are not Node (`wc`) are left out.
// Read it: the last column is the peak by that of the first row at the same size. Mnemonic's own rows, from size to size, show
//   whether it is bounded: it grows with sessions and patterns, not with bytes.
import { wanted, type Bench, type BenchOptions } from "./harness/bench.js";
import { contenders } from "./harness/contenders.js";
import { makeCorpus, type MadeCorpus } from "./harness/corpus.js";
import type { Row } from "./harness/result.js";
import { measure } from "./harness/runs.js";

async function run(options: BenchOptions): Promise<{ corpora: MadeCorpus[]; rows: Row[] }> {
  const corpora: MadeCorpus[] = [];
  const rows: Row[] = [];
  for (const bytes of [options.bytes / 16, options.bytes / 4, options.bytes].map(Math.round)) {
    const corpus = { ...makeCorpus(options.folder, "clean", bytes, options.seed), name: `clean ${size(bytes)}` };
    corpora.push(corpus);
    const taking = contenders(corpus.path, options.now, options.threads).filter(({ name }) => name !== "limit: wc -l");
    const measured = { ...options, corpus: corpus.name, bytes: corpus.bytes, ratios: ["peakMiB"] as const };
    rows.push(...(await measure(wanted(taking, options.only), measured)));
  }
  return { corpora, rows };
}

function size(bytes: number): string {
  return bytes >= 2 ** 20 ? `${(bytes / 2 ** 20).toFixed(0)}M` : `${(bytes / 1024).toFixed(0)}K`;
}

export const bench: Bench = { run };
