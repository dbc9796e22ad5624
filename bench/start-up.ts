// Question: how long does a person wait for a command that has next to nothing to do?
// Corpus: the small home in fixtures/home, two archives of 70 KB in all; nothing is written to it.
// Compared: `--help`, `patterns` and `scan --dry-run` of the built command, with `node -e 0`, which is what Node itself takes.
// Read it: the last column is the time by that of `node -e 0`. It says what we load; a jump means that something heavy is
//   loaded at the start of a command that does not need it.
import { join } from "node:path";
import { wanted, type Bench, type BenchOptions } from "./harness/bench.js";
import type { Row } from "./harness/result.js";
import { measure, ROOT, type Contender } from "./harness/runs.js";

const MOMENT = "2026-05-25T12:00:00Z";

async function run(options: BenchOptions): Promise<{ corpora: []; rows: Row[] }> {
  const taking = wanted([{ name: "node -e 0", command: [process.execPath, "-e", "0"] }, ...commands()], options.only);
  const rows = await measure(taking, { ...options, corpus: "", bytes: 0, ratios: ["seconds"] });
  return { corpora: [], rows };
}

function commands(): Contender[] {
  const home = ["--home", join(ROOT, "fixtures", "home"), "--now", MOMENT, "--format", "json"];
  return [
    command("--help", "Usage:", "--help", "--lang", "en"),
    command("patterns", "mnemonic.patterns/", "patterns", ...home),
    command("scan", "mnemonic.report/", "scan", ...home, "--dry-run"),
  ];
}

/** `sign`: what its output holds if it did its work. */
function command(name: string, sign: string, ...args: string[]): Contender {
  const differs = (_: string, output: string): string => (output.includes(sign) ? "" : `its output lacks ${sign}`);
  return { name, command: [process.execPath, join(ROOT, "dist", "cli.js"), ...args], differs };
}

export const bench: Bench = { run };
