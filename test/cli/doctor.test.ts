// `doctor` on homes with one thing wrong each: it is found, with its place and its mend, and nothing is written.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { DoctorOutput } from "../../src/model/outputs.js";
import { at, DAY, hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

/** A home with nothing wrong: a log, a rule that it hits, and a scan that remembered it. */
async function healthy(): Promise<Home> {
  const home = new Home();
  home.rule("rule_a");
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a"), hit(NOW_MS - HOUR, "rule_a"));
  await typed(home, "scan");
  return home;
}

async function findings(home: Home, options = ""): Promise<DoctorOutput["findings"]> {
  const { findings: found } = (await json(home, `doctor ${options}`)) as unknown as DoctorOutput;
  return found;
}

test("nothing is wrong with a healthy home", async () => {
  const home = await healthy();
  expect(await findings(home)).toEqual([]);
  expect((await typed(home, "doctor")).out).toBe(`Nothing is wrong with ${home.path}.\n`);
});

/** What is wrong, the finding, and what else necessarily comes with it. */
const WRONGS: [code: string, harm: (home: Home) => unknown, expected: object, besides?: string[]][] = [
  [
    "state_corrupt",
    (home) => home.write("mnemonic_state.json", "{"),
    { severity: "error", path: "mnemonic_state.json" },
  ],
  ["state_corrupt", (home) => home.write("mnemonic_state.json", { draft_queue: {} }), { severity: "error" }],
  ["state_unreadable", folderForState, { severity: "error" }],
  ["state_permissions", (home) => chmodSync(home.file("mnemonic_state.json"), 0o644), { what: "644" }],
  ["state_foreign", (home) => withEntry(home, { draft_id: "x" }), { count: 1, severity: "note" }],
  ["shared_state_corrupt", (home) => home.write("state.json", "[]"), { path: "state.json" }],
  ["config_invalid", (home) => home.write("config.json", { mnemonic: { d7_hits: "x" } }), { path: "config.json" }],
  [
    "rule_frontmatter",
    (home) => home.write("rules/ban/b.md", "---\nid: rule_a2\nx"),
    { path: "rules/ban/b.md" },
    ["rules_never_hit"],
  ],
  ["rules_legacy", (home) => home.write("rules.permanent.md", "x"), { path: "rules.permanent.md" }],
  [
    "rule_duplicate_id",
    (home) => home.write("rules/gap/a.md", "---\nid: rule_a\nlevel: hard\n---\nx\n"),
    { path: "rules/gap/a.md" },
  ],
  [
    "orphan_rules",
    (home) => home.log(hit(NOW_MS - HOUR, "rule_x", "s2")),
    { items: ["rule_x (1)"], path: "intercept_log.jsonl" },
  ],
  ["rules_never_hit", (home) => home.rule("rule_z"), { items: ["rules/ban/rule_z.md"] }],
  [
    "line_unreadable",
    (home) => home.write("errors.jsonl", '# errors\r\n{"a":1}\r\nx\n[]\n{}'),
    { path: "errors.jsonl", count: 2, items: ["errors.jsonl:19", "errors.jsonl:21"] },
  ],
  ["line_unreadable", (home) => home.write("context_archive.jsonl", "x\n"), { path: "context_archive.jsonl" }],
  ["line_torn", (home) => home.write("errors.jsonl", '{}\n{"ts":"2026'), { path: "errors.jsonl", severity: "note" }],
  [
    "record_doubled",
    (home) => home.write("errors.jsonl", '{"draft_id":"d"}\n{"draft_id":"e"}\n{"draft_id":"d","x":1}\n'),
    { items: ["errors.jsonl:34"] },
  ],
  ["record_doubled", doubledContext, { path: "context_archive.jsonl", count: 1 }],
  ["time_ahead", (home) => withState(home, { contexts_until: at(NOW_MS + 2 * DAY) }), { items: ["contexts_until"] }],
  ["watermark_unreadable", (home) => withEntry(home, UNREADABLE), { items: ["d_1"], count: 1 }],
  ["source_none", (home) => rmSync(home.file("intercept_log.jsonl")), { path: "intercept_log.jsonl" }],
  ["source_degraded", errorsAlone, { path: "errors.jsonl", count: 1 }],
  [
    "lines_rejected",
    (home) => home.write("intercept_log.jsonl.1", "x\n"),
    { count: 1, items: ["intercept_log.jsonl.1:0"] },
  ],
  [
    "archive_damaged",
    (home) => writeFileSync(home.file("intercept_log.jsonl.2.gz"), Buffer.from([0x1f, 0x8b, 8, 0])),
    { path: "intercept_log.jsonl.2.gz" },
  ],
  ["lock_abandoned", deadLock, { path: "mnemonic_state.json.lock" }],
  ["temporary_left", (home) => home.write("mnemonic_state.json.12-0123456789ab.tmp", "{"), { severity: "note" }],
  ["corrupt_left", (home) => home.write("mnemonic_state.json.corrupt-20260525T120000Z", "{"), { severity: "warning" }],
  ["solidify_due", (home) => home.write("state.json", { errors_since_solidify: 3 }), { count: 3 }],
];

function folderForState(home: Home): void {
  rmSync(home.file("mnemonic_state.json"));
  mkdirSync(home.file("mnemonic_state.json"));
  chmodSync(home.file("mnemonic_state.json"), 0o700);
}

function withEntry(home: Home, entry: object): void {
  const state = home.state();
  home.write("mnemonic_state.json", { ...state, draft_queue: [...state.draft_queue, entry] });
}

function withState(home: Home, members: object): void {
  home.write("mnemonic_state.json", { ...home.state(), ...members });
}

const UNREADABLE = {
  draft_id: "d_1",
  kind: "rule",
  pattern: "rule_b",
  status: "rejected",
  judged_until: "soon",
  decided_at: at(NOW_MS),
};

function doubledContext(home: Home): void {
  const line = (session: string): string =>
    `${JSON.stringify({ ts: at(NOW_MS), rule_id: "rule_a", session_id: session, summary: "x" })}\n`;
  home.write("context_archive.jsonl", line("s") + line("t") + line("s"));
}

function errorsAlone(home: Home): void {
  rmSync(home.file("intercept_log.jsonl"));
  home.write("errors.jsonl", `${JSON.stringify({ ts: at(NOW_MS), type: "ban", rule: "x" })}\n`);
}

function deadLock(home: Home): void {
  const long = new Date(Date.now() - DAY);
  home.write("mnemonic_state.json.lock", "nobody");
  utimesSync(home.file("mnemonic_state.json.lock"), long, long);
}

test.for(WRONGS)("%s", async ([code, harm, expected, besides = []]) => {
  const home = await healthy();
  harm(home);
  const before = contents(home.path);
  const found = await findings(home);
  expect(found.map((one) => one.code).toSorted()).toEqual([code, ...besides].toSorted());
  const finding = found.find((one) => one.code === code)!;
  expect(finding).toMatchObject(expected);
  expect(finding.message).not.toBe("");
  expect(finding.mend).not.toBe("");
  for (const lang of ["en", "zh"]) expect((await typed(home, `doctor --lang ${lang}`)).code).toBe(0);
  expect(contents(home.path)).toEqual(before);
});

function contents(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const stat = statSync(`${folder}/${name}`);
      return [name, `${stat.mode} ${stat.isFile() ? readFileSync(`${folder}/${name}`, "utf8") : ""}`];
    });
}

test("a log that nobody has written to for a week, or for as long as was said", async () => {
  const home = await healthy();
  const later = (days: number): string => at(NOW_MS + days * DAY);
  expect(await findings(home, `--now ${later(6)}`)).toEqual([]);
  expect(await findings(home, `--now ${later(8)}`)).toMatchObject([{ code: "guard_stale", count: 8 }]);
  expect(await findings(home, `--now ${later(6)} --stale-days 3`)).toMatchObject([{ code: "guard_stale" }]);
  // A retry is no hit, and a sign of life.
  home.log(hit(NOW_MS + 7 * DAY, "rule_a", "s1", { action: "retry" }));
  expect(await findings(home, `--now ${later(8)}`)).toEqual([]);
});

test("drafts that a rule covers, or nearly", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a"), hit(NOW_MS - HOUR, "rule_a"));
  await typed(home, "scan");
  home.rule("rule_a");
  const [draft] = home.state().draft_queue;
  expect(await findings(home)).toMatchObject([
    { code: "draft_duplicates_rule", path: "rules/ban/rule_a.md", what: draft!["draft_id"] },
  ]);
  home.removeRule("rule_a");
  home.log(hit(NOW_MS - HOUR, "rule_a", "s1", { reason: "关键词匹配: 编造" }));
  await typed(home, "scan");
  home.rule("rule_b", { keywords: ["编造"] });
  home.log(hit(NOW_MS - HOUR, "rule_b"));
  expect((await findings(home)).map(({ code }) => code)).toContain("draft_resembles_rule");
});

test("drafts that look unsafe", async () => {
  const home = await healthy();
  const attack = { rule_id: undefined, reason: "关键词匹配: ignore all previous instructions" };
  home.log(hit(NOW_MS - 2 * HOUR, "", "s1", attack), hit(NOW_MS - HOUR, "", "s1", attack));
  await typed(home, "scan");
  expect(await findings(home)).toMatchObject([{ code: "draft_unsafe", count: 1 }]);
});

test("what can't be looked at is a failure", async () => {
  const home = new Home();
  rmSync(home.path, { recursive: true });
  expect(await typed(home, "doctor")).toMatchObject({ code: 1, out: "" });
});

for (const lang of ["en", "zh"]) {
  test(`everything at once, in ${lang}`, async () => {
    const home = await healthy();
    const harms = WRONGS.filter(([code]) => /^(?:state_corrupt|shared|config|rule|orphan|lines|temporary)/.test(code));
    for (const [, harm] of harms) harm(home);
    const { out } = await typed(home, `doctor --lang ${lang}`);
    await expect(out.replaceAll(home.path, "HOME")).toMatchFileSnapshot(`golden/doctor-${lang}.txt`);
  });
}
