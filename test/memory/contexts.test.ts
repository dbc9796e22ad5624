import { appendFileSync, existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { at, DAY, hit, Home, HOUR, NOW, NOW_MS, type Json } from "./home.js";

const scan = async (home: Home, nowMs: number): Promise<unknown> =>
  (await openMnemonic({ home: home.path })).scan({ now: nowMs });

test("a context says what was done and wanted, and nothing of the conversation", async () => {
  const home = new Home();
  const secret = "the user's diary says that write_file was called on SKILL.md";
  home.log(
    hit(NOW_MS - 5, "rule_a", "s1", { context: secret, user_intent: "发布skill到GitHub" }),
    hit(NOW_MS - 4, "rule_b", "s1", { tool: "run_shell", action: "delete" }),
    hit(NOW_MS - 3, "rule_c", "s1", { user_intent: "x".repeat(300) }),
    hit(NOW_MS - 2, undefined, "s1", { rule_id: null }),
  );
  await scan(home, NOW_MS);
  expect(home.state().context_log).toEqual([
    {
      ts: at(NOW_MS - 5),
      rule_id: "rule_a",
      session_id: "s1",
      summary: "用户要求: '发布skill到GitHub' | Agent操作: write_file",
      agent_action: "write_file",
      user_intent: "发布skill到GitHub",
      risk_type: "irreversible",
    },
    expect.objectContaining({ summary: "Agent操作: run_shell", agent_action: "run_shell", risk_type: "irreversible" }),
    expect.objectContaining({ user_intent: `${"x".repeat(79)}…`, risk_type: "reversible" }),
    expect.objectContaining({ rule_id: null, pattern: "Ban:虚构", summary: "虚构 | Ban" }),
  ]);
  expect(home.text("mnemonic_state.json")).not.toContain("diary");
});

test("five of a rule, a hundred in all; what leaves the log is in the archive, once", async () => {
  const home = new Home();
  for (let rule = 0; rule < 19; rule++)
    for (let i = 0; i < 7; i++) home.log(hit(NOW_MS - DAY + rule * 1000 + i, `rule_${rule}`, "s1"));
  await scan(home, NOW_MS);
  expect(home.state().context_log).toHaveLength(95);
  expect(home.state()["contexts_until"]).toBe(at(NOW_MS - DAY + 18_006));
  expect(home.lines("context_archive.jsonl")).toEqual([]); // what never was in the log is not archived

  const before = home.state().context_log;
  for (let i = 0; i < 8; i++) home.log(hit(NOW_MS + i, "new_rule", "s2"));
  home.log(hit(NOW_MS + 20, "rule_18", "s3"), hit(NOW_MS + 21, "other", "s3"));
  await scan(home, NOW_MS + HOUR);
  const after = home.state().context_log;
  expect(after).toHaveLength(100);
  const displaced = before.filter(
    (entry) => !after.some(({ ts, rule_id }) => ts === entry["ts"] && rule_id === entry["rule_id"]),
  );
  // The oldest of rule_18 made room for its newest; the oldest in all for the sixth newcomer.
  expect(displaced.map(({ rule_id }) => rule_id)).toEqual(["rule_0", "rule_18"]);
  expect(home.lines("context_archive.jsonl")).toEqual(displaced);
});

test("a run that was killed between the archive and the state archives nothing twice", async () => {
  const home = new Home();
  for (let i = 0; i < 120; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i}`, "s1"));
  await scan(home, NOW_MS);
  const before = home.text("mnemonic_state.json");
  home.log(hit(NOW_MS + 1, "new_rule", "s2"));
  await scan(home, NOW_MS + HOUR);
  const archive = home.text("context_archive.jsonl");
  expect(archive.split("\n")).toHaveLength(2);
  home.write("mnemonic_state.json", before);
  await scan(home, NOW_MS + HOUR);
  expect(home.text("context_archive.jsonl")).toBe(archive);
  // Killed in the middle of the append: the torn line goes, and is written whole.
  home.write("mnemonic_state.json", before);
  home.write("context_archive.jsonl", archive.slice(0, 40));
  await scan(home, NOW_MS + HOUR);
  expect(home.text("context_archive.jsonl")).toBe(archive);
});

test("a program that stays looks only at what has come to the archive since, and archives nothing twice either", async () => {
  const home = new Home();
  for (let i = 0; i < 120; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i}`, "s1"));
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  const scanned = async (i: number): Promise<Json[]> => {
    home.log(hit(NOW_MS + i, `new_${i}`, "s2"));
    await mnemonic.scan({ now: NOW_MS + HOUR });
    return home.lines("context_archive.jsonl");
  };
  await scanned(0);
  expect(await scanned(1)).toHaveLength(1);
  const before = home.text("mnemonic_state.json");
  // Another program was killed when it had archived what leaves next.
  const [next] = home.state().context_log;
  appendFileSync(`${home.path}/context_archive.jsonl`, `${JSON.stringify(next)}\n`);
  const archive = await scanned(2);
  expect(archive).toHaveLength(2);
  // An older state was put back.
  home.write("mnemonic_state.json", before);
  expect((await scanned(3)).slice(0, 2)).toEqual(archive);
  expect(await scanned(4)).toHaveLength(4);
  // The archive was begun anew.
  home.write("context_archive.jsonl", "");
  expect(await scanned(5)).toHaveLength(1);
});

test("a state that was put back archives nothing twice, little by little either", async () => {
  const home = new Home();
  for (let i = 0; i < 5; i++) home.log(hit(NOW_MS + i, "rule_a", "s1"));
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  await mnemonic.scan({ now: NOW_MS + 10 });
  const before = home.text("mnemonic_state.json");
  const moments = [1, 2, 3].map((hours) => NOW_MS + hours * HOUR);
  for (const now of moments) {
    home.log(hit(now, "rule_a", "s1"));
    await mnemonic.scan({ now });
  }
  const archive = home.lines("context_archive.jsonl");
  expect(archive.map(({ ts }) => ts)).toEqual([0, 1, 2].map((i) => at(NOW_MS + i)));
  home.write("mnemonic_state.json", before);
  for (const now of moments) {
    await mnemonic.scan({ now });
    expect(home.lines("context_archive.jsonl")).toEqual(archive);
  }
  home.log(hit(NOW_MS + DAY, "rule_a", "s1"));
  await mnemonic.scan({ now: NOW_MS + DAY });
  expect(home.lines("context_archive.jsonl").map(({ ts }) => ts)).toEqual([0, 1, 2, 3].map((i) => at(NOW_MS + i)));
});

test("contexts of others stay as they are, and leave first", async () => {
  const home = new Home();
  const foreign = [
    { note: "no time" },
    { ts: NOW, rule_id: "r", session_id: "x", summary: "kept", more: { deep: [1] } },
  ];
  home.write("mnemonic_state.json", { context_log: foreign });
  for (let i = 0; i < 100; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i}`, "s1"));
  await scan(home, NOW_MS);
  expect(home.state().context_log).toHaveLength(100);
  expect(home.state().context_log.at(-1)).toEqual(foreign[1]);
  expect(home.lines("context_archive.jsonl")).toEqual([foreign[0]]);
});

test("cleared contexts do not come back", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 5), hit(NOW_MS - 4));
  await scan(home, NOW_MS);
  home.write("context_archive.jsonl", '{"ts":"2026-01-01T00:00:00Z","rule_id":"r","session_id":"s","summary":"x"}\n');
  const mnemonic = await openMnemonic({ home: home.path });
  expect(await mnemonic.contexts({ rule: "rule_ban_013" })).toHaveLength(2);
  expect(await mnemonic.clearContexts({ now: NOW_MS })).toBe(2);
  await scan(home, NOW_MS + 1);
  expect(await mnemonic.contexts()).toEqual([]);
  expect(existsSync(home.file("context_archive.jsonl"))).toBe(true);
  await mnemonic.clearContexts({ now: NOW_MS, archive: true });
  expect(existsSync(home.file("context_archive.jsonl"))).toBe(false);
});

function context(ms: number, session: string, more: Json = {}): Json {
  const summary = "用户要求: '清理' | Agent操作: delete_file";
  return { ts: at(ms), rule_id: "rule_x", session_id: session, summary, risk_type: "irreversible", ...more };
}

const REVIVALS: [where: string, contexts: Json[], archive: Json[], revived: boolean][] = [
  ["one more in the state's log, in the hit's session", [context(NOW_MS - 40 * DAY, "s1")], [], true],
  ["one more in the archive, in the hit's session", [], [context(NOW_MS - 40 * DAY, "s1")], true],
  [
    "two of another session in the archive",
    [],
    [context(NOW_MS - 50 * DAY, "z"), context(NOW_MS - 49 * DAY, "z")],
    true,
  ],
  ["one of another session", [context(NOW_MS - 40 * DAY, "s2")], [], false],
  [
    "the hit itself, once more in the log and the archive",
    [context(NOW_MS - 30 * DAY, "s1")],
    [context(NOW_MS - 30 * DAY, "s1")],
    false,
  ],
  ["one of another rule", [], [context(NOW_MS - 40 * DAY, "s1", { rule_id: "rule_y" })], false],
];

test.for(REVIVALS)("a placeholder with one hit and %s", async ([, contexts, archive, revived]) => {
  const home = new Home();
  home.rule("rule_x", { level: "monitor" }, "");
  home.log(hit(NOW_MS - 30 * DAY, "rule_x", "s1"));
  home.write("mnemonic_state.json", { context_log: contexts });
  for (const entry of archive) appendFileSync(home.file("context_archive.jsonl"), `${JSON.stringify(entry)}\n`);
  const { drafts } = await (await openMnemonic({ home: home.path })).scan({ now: NOW_MS, dryRun: true });
  const semantic = expect.stringContaining("用户要求: '清理' | Agent操作: delete_file");
  const draft = {
    revives: "rule_x",
    proposed_level: "hard",
    trigger: { name: "revival", confidence: 0.7 },
    match: { semantic },
  };
  expect(drafts).toMatchObject(revived ? [draft] : []);
});
