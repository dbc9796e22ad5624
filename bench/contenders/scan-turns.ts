// The scan of a built tree, in turns: one thread, no workers, counts without a home. Any revision that exports `scanArchives`.
// To try the gate itself, it can be slowed by a share of the CPU time that it takes.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { answerOf } from "./answer.js";
import { ruleAnswers } from "./mnemonic-answer.js";
import { serve } from "./serve.js";

const [root = "", archive = "", now = "", slowedBy = "0"] = process.argv.slice(2);
const { scanArchives } = (await import(
  pathToFileURL(join(root, "dist", "index.js")).href
)) as typeof import("hermes-mnemonic");
serve(async () => {
  const before = process.cpuUsage();
  const { patterns } = await scanArchives({ archives: [archive], now, threads: 1 });
  burn(Number(slowedBy) * microseconds(process.cpuUsage(before)));
  return answerOf(ruleAnswers(patterns));
});

function microseconds({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

function burn(goal: number): void {
  const before = process.cpuUsage();
  while (microseconds(process.cpuUsage(before)) < goal);
}
