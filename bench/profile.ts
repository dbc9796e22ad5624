// npm run profile [-- --bytes 200M] [--threads 2] [--out bench/profiles] [--top 12]
// Question: where does a scan's time go, on the main thread and in a worker?
// Corpus: 200 MB with 1 % odd lines and false positives, seed 7.
// Read it: self time by function, of the time in which the thread was busy. The files open in Chrome's DevTools (Performance) and in
//   editors. The scanner is compiled anew with the names of its functions, which changes nothing in its code.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeCorpus } from "./harness/corpus.js";
import { costs, type CpuProfile } from "./harness/cpu-profile.js";
import { bytesOf } from "./harness/options.js";
import { copyBuild } from "./harness/revision.js";
import { buildContenders, builtPath, ROOT } from "./harness/runs.js";

export interface ProfileOptions {
  readonly bytes: number;
  readonly threads: number;
  readonly out: string;
  /** How many functions are named for each thread. */
  readonly top: number;
}

/** Writes a profile for each thread into `out` and gives what to print. `prepare` may change the copy of the build first. */
export function profile({ bytes, threads, out, top }: ProfileOptions, prepare: (tree: string) => void): string[] {
  const folder = mkdtempSync(join(tmpdir(), "mnemonic-profile-"));
  try {
    const tree = copyWithContender(folder);
    prepare(tree);
    const { path } = makeCorpus(folder, "dirty", bytes, 7);
    const script = join(tree, "bench", "mnemonic.js");
    const args = ["--cpu-prof", `--cpu-prof-dir=${join(folder, "out")}`, "--cpu-prof-interval=500", script];
    execFileSync(process.execPath, [...args, path, "2026-05-31T00:00:00Z", String(threads)], { stdio: "ignore" });
    return kept(join(folder, "out"), out).flatMap((file) => summary(file, top));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** This tree's build, and a contender within it, so that it finds that build. */
function copyWithContender(folder: string): string {
  const tree = copyBuild(ROOT, folder);
  for (const name of ["mnemonic", "mnemonic-answer", "answer"])
    cpSync(builtPath(name), join(tree, "bench", `${name}.js`));
  return tree;
}

function nameFunctions(tree: string): void {
  symlinkSync(join(ROOT, "src"), join(tree, "src"), "junction");
  execFileSync(process.execPath, [join("src", "scanner-wasm", "build.mjs"), "--debug"], {
    cwd: tree,
    stdio: "inherit",
  });
}

/** Moves the profiles under names that tell the thread: `CPU.<date>.<time>.<pid>.<thread>.<number>.cpuprofile` is Node's. */
function kept(from: string, to: string): string[] {
  mkdirSync(to, { recursive: true });
  return readdirSync(from)
    .map((name) => ({ name, thread: Number(name.split(".")[4]) }))
    .sort((a, b) => a.thread - b.thread)
    .map(({ name, thread }) => {
      const file = join(to, `${thread === 0 ? "main" : `worker-${thread}`}.cpuprofile`);
      cpSync(join(from, name), file);
      return file;
    });
}

function summary(file: string, top: number): string[] {
  const { busyMs, costs: all } = costs(JSON.parse(readFileSync(file, "utf8")) as CpuProfile);
  const line = ({ name, place, selfMs }: (typeof all)[number]): string =>
    `${((100 * selfMs) / busyMs).toFixed(1).padStart(6)} %  ${selfMs.toFixed(0).padStart(6)} ms  ${name}  ${place}`;
  return [`${file}: busy for ${busyMs.toFixed(0)} ms`, ...all.slice(0, top).map(line), ""];
}

function main(): void {
  const { values } = parseArgs({
    options: {
      bytes: { type: "string", default: "200M" },
      threads: { type: "string", default: "2" },
      out: { type: "string", default: join("bench", "profiles") },
      top: { type: "string", default: "12" },
    },
  });
  buildContenders();
  const { bytes, threads, out, top } = values;
  const options = { bytes: bytesOf(bytes), threads: Number(threads), out, top: Number(top) };
  console.log(profile(options, nameFunctions).join("\n"));
}

if (process.argv[1] === import.meta.filename) main();
