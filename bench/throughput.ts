// Question: how long does the whole job take on one archive, beside what people would use instead?
// Corpus: generated archives of 100 MB, seed 7 (harness/corpus.ts): clean, where all contenders take part; dirty, shuffled, fat and
//   few-groups, where only Mnemonic and DuckDB do. --corpus chooses, --archive FILE takes one of your own.
// Compared: Mnemonic with as many threads as asked for and with one, and its backfill; DuckDB on the same columns, filters and
//   windows; workers + JSON.parse; readline + JSON.parse; ndjson; stream-json; and as limits a bare read and `wc -l`. Whole
//   processes, start and end included.
// Read it: answers are compared first, and one that differs gets no figure. All run in turn; the last columns are the
//   contender's time by that of the first row, round by round, with the interval that holds the true value in 95 % of cases: 2
//   means that it takes twice as long. On a noisy machine trust these and the CPU time, not the times.
import { wanted, type Bench, type BenchOptions } from "./harness/bench.js";
import { contenders } from "./harness/contenders.js";
import { CORPUS_NAMES, describe, makeCorpus, type MadeCorpus } from "./harness/corpus.js";
import type { Row } from "./harness/result.js";
import { measure } from "./harness/runs.js";

/** Where false positives and odd lines are, the others answer otherwise; and the slow ones say nothing new on the rest. */
const FEW = ["mnemonic", "duckdb", "limit"];

async function run(options: BenchOptions): Promise<{ corpora: MadeCorpus[]; rows: Row[] }> {
  const corpora: MadeCorpus[] = [];
  const rows: Row[] = [];
  for (const name of options.archive === undefined ? chosen(options) : [options.archive]) {
    const corpus = options.archive === undefined ? made(name, options) : describe(name, options.archive);
    corpora.push(corpus);
    rows.push(...(await measureCorpus(corpus, options)));
  }
  return { corpora, rows };
}

function chosen({ corpora }: BenchOptions): readonly string[] {
  return corpora.length === 0 ? CORPUS_NAMES : corpora;
}

function made(name: string, { folder, bytes, seed }: BenchOptions): MadeCorpus {
  return makeCorpus(folder, name, bytes, seed);
}

async function measureCorpus(corpus: MadeCorpus, options: BenchOptions): Promise<Row[]> {
  const { name, path, bytes } = corpus;
  const all = wanted(contenders(path, options.now, options.threads), options.only);
  const some = name === "clean" || options.archive !== undefined || options.only.length > 0 ? all : wanted(all, FEW);
  return measure(some, { ...options, corpus: name, bytes, ratios: ["seconds", "cpuSeconds"] });
}

export const bench: Bench = { run };
