// Question: what does it cost that an archive is compressed, or is no plain JSON Lines?
// Corpus: one clean archive of --bytes, seed 7, and the same records as gzip, zstd, xz, bzip2, one JSON array, UTF-16, and
//   concatenated and pretty-printed JSON. Compressed ones are made by the system's commands at their fastest setting; where
//   one is missing, its row says so.
// Compared: Mnemonic on each form with Mnemonic on the plain one; and the system's decompressor alone, which writes to nowhere.
// Read it: "time by that of plain" is what the form costs. "By that of its limit" is the scan of a compressed file by the time that
//   its decompressor takes alone: near 1, the scan hides behind the decompressing and nothing can be gained but by a faster one.
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { difference } from "./harness/answers.js";
import { wanted, type Bench, type BenchOptions } from "./harness/bench.js";
import { lacksCommand } from "./harness/contenders.js";
import { makeCorpus, type MadeCorpus } from "./harness/corpus.js";
import type { Row } from "./harness/result.js";
import { measure, script, type Contender } from "./harness/runs.js";

const COMPRESSED = [
  { program: "gzip", extension: "gz" },
  { program: "zstd", extension: "zst" },
  { program: "xz", extension: "xz" },
  { program: "bzip2", extension: "bz2" },
];

async function run(options: BenchOptions): Promise<{ corpora: MadeCorpus[]; rows: Row[] }> {
  const corpus = makeCorpus(options.folder, "clean", options.bytes, options.seed);
  const all: Contender[] = [scanOf("plain", corpus.path, options)];
  for (const [name, form] of Object.entries(WRITTEN))
    all.push(scanOf(name, await written(corpus.path, name, form), options));
  for (const form of COMPRESSED) all.push(...compressed(corpus.path, form, options));
  const measured = { ...options, corpus: corpus.name, bytes: corpus.bytes, ratios: ["seconds"] as const };
  return { corpora: [corpus], rows: await measure(wanted(all, options.only), measured) };
}

function scanOf(name: string, path: string, { now, threads }: BenchOptions): Contender {
  return { name, command: script("mnemonic", path, now, String(threads)), differs: difference };
}

/** How records are written in a form: what stands before the first, between two, behind the last, and each itself. */
interface Form {
  readonly around: readonly [before: string, between: string, behind: string];
  readonly record: (line: string) => string;
  readonly encoding: "utf8" | "utf16le";
}

const asIs = (line: string): string => line;
const WRITTEN: Readonly<Record<string, Form>> = {
  array: { around: ["[", ",", "]"], record: asIs, encoding: "utf8" },
  concatenated: { around: ["", "", "\n"], record: asIs, encoding: "utf8" },
  pretty: { around: ["", "\n", "\n"], record: (line) => JSON.stringify(JSON.parse(line), null, 2), encoding: "utf8" },
  "utf-16": { around: ["\ufeff", "\n", "\n"], record: asIs, encoding: "utf16le" },
};

/** The plain file's records in another form, in a file beside it. */
async function written(plain: string, name: string, { around, record, encoding }: Form): Promise<string> {
  const path = `${plain}.${name}`;
  const [before, between, behind] = around;
  const lines = createInterface({ input: createReadStream(plain), crlfDelay: Infinity });
  await pipeline(async function* pieces() {
    let first = true;
    for await (const line of lines) {
      yield Buffer.from((first ? before : between) + record(line), encoding);
      first = false;
    }
    yield Buffer.from(behind, encoding);
  }, createWriteStream(path));
  return path;
}

/** Our scan of the compressed file, and its decompressor alone. */
function compressed(
  plain: string,
  { program, extension }: (typeof COMPRESSED)[number],
  options: BenchOptions,
): Contender[] {
  const path = `${plain}.${extension}`;
  const missing = lacksCommand(program);
  if (missing === undefined) spawnSync(program, ["-1", "-k", "-f", plain], { stdio: "ignore" });
  // -t decompresses and checks, as we do, and writes nothing.
  const alone: Contender = { name: `limit: ${program} alone`, command: [program, "-t", path], missing };
  return [{ ...scanOf(program, path, options), missing, limit: alone.name }, alone];
}

export const bench: Bench = { run };
