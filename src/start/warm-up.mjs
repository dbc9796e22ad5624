// node warm-up.mjs: runs what is mostly run, and puts what V8 compiled for it beside the bundle. In a process of its own, whose output
// nobody reads.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { load, codeCache } = createRequire(import.meta.url)(join(root, "dist/load.cjs"));
const NOW = "2026-05-25T12:00:00.000Z"; // the newest records of the sample are of that day
const LARGE_BYTES = 4 << 20; // enough for the scanner of large logs, and for two threads

async function run(...args) {
  process.argv = [process.execPath, "mnemonic", ...args];
  await load("cli").main();
}

const folder = mkdtempSync(join(tmpdir(), "mnemonic-build-"));
try {
  const home = join(folder, "home");
  cpSync(join(root, "fixtures/home"), home, { recursive: true });
  const inHome = ["--home", home, "--now", NOW, "--threads", "2", "--quiet"];
  const log = readFileSync(join(home, "intercept_log.jsonl"), "utf8");
  const large = join(folder, "large.jsonl");
  writeFileSync(large, log.repeat(Math.ceil(LARGE_BYTES / log.length)));
  await run("--help");
  await run("backfill", large, "--dry-run", "--format", "json", ...inHome);
  for (const command of ["scan", "scan", "patterns", "drafts", "status"]) await run(command, ...inHome);
  writeFileSync(join(root, "dist/bundle.cache"), codeCache());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
