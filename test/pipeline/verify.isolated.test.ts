// An edit of the same length, hidden behind an append, where no sampled block covers it: verifying finds it.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";

// All samples are taken at the beginning of the file.
vi.mock("node:crypto", async (original) => ({
  ...(await original<typeof import("node:crypto")>()),
  randomInt: () => 1,
}));

const LOG = "intercept_log.jsonl";

test("an edit hidden behind an append is found by verifying, and said", async () => {
  const home = new Home();
  for (let i = 0; i < 300; i++) home.log(hit(NOW_MS - i * HOUR, `rule_${i % 7}`, `s${i % 11}`));
  await using mnemonic = await openMnemonic({ home: home.path });
  await mnemonic.scan({ now: NOW_MS });
  const bytes = readFileSync(home.file(LOG));
  bytes.write("rule_9", bytes.indexOf("rule_3", bytes.length / 2));
  writeFileSync(home.file(LOG), bytes);
  appendFileSync(home.file(LOG), `${JSON.stringify(hit(NOW_MS, "rule_1"))}\n`);
  const fooled = await mnemonic.scan({ now: NOW_MS, dryRun: true });
  expect(fooled.patterns.map(({ pattern }) => pattern)).not.toContain("rule_9");
  const { timings, ...verified } = await mnemonic.scan({ now: NOW_MS, dryRun: true, verify: true });
  expect(timings.cache_notes.map(({ code }) => code)).toEqual(["mistaken"]);
  const { timings: _plain, ...expected } = await mnemonic.scan({ now: NOW_MS, dryRun: true, noCache: true });
  expect(verified).toEqual(expected);
  const { timings: again, ...after } = await mnemonic.scan({ now: NOW_MS, dryRun: true, verify: true });
  expect(again.cache_notes).toEqual([]);
  expect(after).toEqual(expected);
});
