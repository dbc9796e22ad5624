// Processes of their own on one home: several at once, and killed at random. MEMORY_KILLS=500 makes the long run.
import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { runAct } from "./child.js";
import { DAY, hit, Home, HOUR, NOW_MS } from "./home.js";

const KILLS = Number(process.env["MEMORY_KILLS"] ?? 8);

test.for([2, 8])("%i scans at once leave what one would", async (processes) => {
  const home = new Home();
  for (let i = 0; i < 150; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i % 50}`, `s${i % 7}`));
  const alone = new Home();
  cpSync(home.path, alone.path, { recursive: true });
  const ends = await Promise.all(Array.from({ length: processes }, () => runAct([home.path, "scan", String(NOW_MS)])));
  expect(ends).toEqual(ends.map(() => ({ code: 0, killed: false, errors: "" })));
  await runAct([alone.path, "scan", String(NOW_MS)]);
  expect(home.text("mnemonic_state.json")).toBe(alone.text("mnemonic_state.json"));
  expect(home.names()).toEqual(["intercept_log.jsonl", "mnemonic_state.json"]);
});

test("scans and decisions at once: each decision stands, each record is there once", async () => {
  const home = new Home();
  for (let i = 0; i < 24; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i % 12}`, `s${i}`));
  const mnemonic = await openMnemonic({ home: home.path });
  const { new_drafts: ids } = await mnemonic.scan({ now: NOW_MS });
  for (let i = 0; i < 24; i++) home.log(hit(NOW_MS + i, `rule_${i % 12}`, `t${i}`));
  const later = String(NOW_MS + HOUR);
  const ends = await Promise.all([
    runAct([home.path, "confirm", later, ...ids.slice(0, 3)]),
    runAct([home.path, "confirm", later, ...ids.slice(1, 5)]),
    runAct([home.path, "reject", later, ...ids.slice(6, 9)]),
    runAct([home.path, "scan", later]),
    runAct([home.path, "scan", later]),
  ]);
  expect(ends.map(({ errors }) => errors)).toEqual(ends.map(() => ""));
  const handed = home.lines("errors.jsonl").map(({ draft_id }) => draft_id);
  expect(handed).toHaveLength(5);
  expect(new Set(handed)).toEqual(new Set(ids.slice(0, 5)));
  expect(JSON.parse(home.text("state.json"))).toMatchObject({ errors_since_solidify: 5, total_errors: 5 });
  const after = await mnemonic.drafts();
  const status = (id: string): string | undefined => after.find(({ draft_id }) => draft_id === id)?.status;
  expect(ids.slice(0, 5).map(status)).toEqual(ids.slice(0, 5).map(() => "confirmed"));
  expect(ids.slice(6, 9).map(status)).toEqual(ids.slice(6, 9).map(() => "rejected"));
  const report = await mnemonic.scan({ now: NOW_MS + HOUR });
  // A rejection judges what its draft showed then. Where no scan had shown the two later hits yet, these make a new draft.
  const decided = after.filter((entry) => "judged_until" in entry);
  const open = decided.filter(({ status: s, judged_until: ms }) => s === "rejected" && Date.parse(ms ?? "") < NOW_MS);
  expect(report.drafts).toHaveLength(4 + open.length);
  expect(home.state().pattern_history.map(({ count }) => count)).toEqual(Array.from({ length: 12 }, () => 4));
});

/** Acts in this process: what a run of its own comes to, at a tenth of the time. */
async function act(home: Home, [what, id]: readonly string[], nowMs: number): Promise<void> {
  const mnemonic = await openMnemonic({ home: home.path });
  if (what === "confirm") await mnemonic.confirm(id!, { now: nowMs });
  await mnemonic.scan({ now: nowMs });
}

test(
  `a process that is killed at ${KILLS} random moments loses and doubles nothing`,
  { timeout: 3_600_000 },
  async () => {
    const home = new Home();
    const alone = new Home();
    const logBoth = (round: number): void => {
      for (let i = 0; i < 30; i++) {
        const record = hit(NOW_MS + round * HOUR + i, `rule_${(round * 7 + i) % 90}`, `s${round}.${i % 3}`);
        for (const one of [home, alone]) one.log(record);
      }
    };
    let killed = 0;
    let usualMs = 40;
    for (let round = 0; round < KILLS; round++) {
      logBoth(round);
      const nowMs = NOW_MS + (round + 1) * HOUR;
      const pending = home.names().includes("mnemonic_state.json")
        ? home.state().draft_queue.find((d) => d["status"] === "pending_confirm")
        : undefined;
      const what = round % 3 === 2 && pending !== undefined ? ["confirm", String(pending["draft_id"])] : ["scan"];
      const started = performance.now();
      const end = await runAct([home.path, what[0]!, String(nowMs), ...what.slice(1)], usualMs * Math.random());
      if (end.killed) killed++;
      else usualMs = Math.max(usualMs, (performance.now() - started) / 3);
      for (const name of ["errors.jsonl", "context_archive.jsonl"]) home.lines(name);
      if (home.names().includes("mnemonic_state.json")) home.state();
      for (const one of [home, alone]) await act(one, what, nowMs);
      for (const name of alone.names().filter((one) => one !== "state.json"))
        expect(home.text(name), `round ${round}: ${name}`).toBe(alone.text(name));
    }
    expect(killed).toBeGreaterThan(KILLS / 4);
    expect(home.names()).toEqual(alone.names());
    const counters = (one: Home): unknown => JSON.parse(one.text("state.json"));
    expect(counters(home)).toEqual(counters(alone));
  },
);
