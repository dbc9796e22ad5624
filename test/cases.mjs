// Runs the shared hard cases on the build and compares what fails with cases-expected-to-fail.txt: one case name a line,
// with an optional "# reason". A failing case that is not listed fails the run, and so does a listed one that holds by now.
//   node test/cases.mjs [--heavy] [FILTER…]
// --heavy runs those too that want much memory or time, which are skipped else.
// The last line printed is `N passed, N failed, N skipped`, where a listed failure counts as skipped.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const shared = new URL("../../shared/cases/", import.meta.url);
const list = readFileSync(new URL("cases-expected-to-fail.txt", import.meta.url), "utf8");

const heavy = process.argv.includes("--heavy");

/** One case a process: a case that breaks the runner itself is one failure, and the others still run. */
function runCase(name) {
  const runner = fileURLToPath(new URL("run.mjs", shared));
  const { stdout, stderr } = spawnSync(process.execPath, [runner, ...(heavy ? ["--heavy"] : []), name], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const summary = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(stdout)?.[0];
  if (summary === "1 passed, 0 failed, 0 skipped") return { outcome: "passed" };
  if (summary === "0 passed, 0 failed, 1 skipped") return { outcome: "skipped" };
  const report = summary ? stdout.replace(summary, "") : `FAIL ${name}\n${stdout}${stderr}`;
  return { outcome: "failed", report: report.trimEnd() };
}

const known = list.split("\n").map((line) => line.replace(/#.*/, "").trim());
const expected = new Set(known.filter(Boolean));
const filters = process.argv.slice(2).filter((argument) => argument !== "--heavy");
const cases = readdirSync(new URL("cases/", shared)).filter((name) => /^\d{3}-/.test(name));
const count = { passed: 0, failed: 0, skipped: 0 };

for (const name of cases.toSorted()) {
  if (filters.length > 0 && !filters.some((filter) => name.includes(filter))) continue;
  const { outcome, report } = runCase(name);
  if (outcome === "failed" && expected.has(name)) {
    count.skipped++;
  } else if (outcome === "passed" && expected.has(name)) {
    count.failed++;
    console.log(`HOLDS ${name}\n     remove it from the list of cases expected to fail`);
  } else {
    count[outcome]++;
    if (report) console.log(report);
  }
}
for (const name of expected) {
  if (cases.includes(name)) continue;
  count.failed++;
  console.log(`UNKNOWN ${name}\n     it is in the list of cases expected to fail, but no such case exists`);
}

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed === 0 ? 0 : 1;
