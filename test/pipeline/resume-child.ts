// A backfill in a process of its own, in small pieces that are all kept: resume-child.ts HOME ARCHIVES NOW_MS.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ScanRun, type RunHost } from "../../src/home/scan-run.js";
import { Checkpoint } from "../../src/scan/checkpoint.js";
import { WorkerPool } from "../../src/workers/pool.js";

const [home = "", archives = "", now = ""] = process.argv.slice(2);
const pool = new WorkerPool(2);
const openCheckpoint: RunHost["openCheckpoint"] = (isDry, command) => {
  const checkpoint = Checkpoint.open(home, isDry, command);
  if (checkpoint !== undefined) checkpoint.everyBytes = 100_000;
  return checkpoint;
};
const folder = join(home, "mnemonic_backfill");
const timer = setInterval(() => {
  if (
    !existsSync(folder) ||
    !readdirSync(folder, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".segment"))
  )
    return;
  clearInterval(timer);
  process.stdout.write("kept\n");
}, 1);
const host = { home, threads: 2, openPool: async () => pool, openCheckpoint };
const options = { archives: [archives], now: Number(now), threads: 2, rangeBytes: 100_000, chunkBytes: 1000 };
const report = await new ScanRun(host, "backfill", options).report();
clearInterval(timer);
process.stdout.write(JSON.stringify(report));
await pool.close();
