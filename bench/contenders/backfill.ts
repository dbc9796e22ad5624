// Mnemonic's backfill over one archive, in a home that holds nothing else. Its report does not say how many hits the worst
// session of a pattern has in 7 days, so that is left at 0.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMnemonic } from "hermes-mnemonic";
import { printAnswer } from "./answer.js";

const [archive = "", now = "", threads = "2"] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "mnemonic-bench-home-"));
const mnemonic = await openMnemonic({ home, threads: Number(threads) });
try {
  const report = await mnemonic.backfill({ archives: [archive], now, dryRun: true });
  const rules = report.patterns.filter(({ rule_id, counts }) => rule_id !== null && counts.total > 0);
  printAnswer(
    rules.map(({ rule_id, interceptors, counts, sessions, last }) => ({
      rule: String(rule_id),
      total: counts.total,
      interceptors: Object.entries(interceptors),
      d7: counts.d7,
      d14: counts.d14,
      sessions,
      sameSession: 0,
      lastMs: Date.parse(last ?? ""),
    })),
  );
} finally {
  await mnemonic.close();
  rmSync(home, { recursive: true, force: true });
}
