// Days in the life of a home: what a person sees, scan by scan.
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { openMnemonic, type Mnemonic, type Report } from "../../src/index.js";
import { at, DAY, falsePositive, hit, Home, HOUR, NOW, NOW_MS } from "./home.js";

async function open(home: Home): Promise<Mnemonic> {
  return openMnemonic({ home: home.path });
}

const ids = (report: Report): string[] => report.drafts.map(({ draft_id }) => draft_id);

test("a rule hit once a day for three weeks is drafted once, keeps its id, and is never new again", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  const reports: Report[] = [];
  for (let day = 0; day < 21; day++) {
    home.log(hit(NOW_MS + day * DAY, "rule_a", `day${day}`));
    reports.push(await mnemonic.scan({ now: NOW_MS + day * DAY + HOUR }));
  }
  expect(reports.map(({ new_drafts }) => new_drafts.length)).toEqual([0, 1, ...Array.from({ length: 19 }, () => 0)]);
  expect(new Set(reports.slice(1).flatMap(ids)).size).toBe(1);
  const last = reports.at(-1)!.drafts[0]!;
  expect(last.ts).toBe(at(NOW_MS + DAY + HOUR));
  expect(last.evidence).toMatchObject({ total: 21, d7: 7, d14: 14 });
  // Twenty clean hits in a row and one more: four tenths above the trigger's 0.5.
  expect(last.confidence).toBe(0.9);
  expect(home.state().draft_queue).toHaveLength(1);
  expect(home.state()["data_source_history"]).toMatchObject({ guard_intercept_sessions: 21 });
});

test("a rejected draft comes back for later hits only, under another id", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s2"));
  const first = await mnemonic.scan({ now: NOW_MS });
  await mnemonic.reject(first.drafts[0]!.draft_id, { now: NOW_MS });
  const rejected = await mnemonic.scan({ now: NOW_MS });
  expect(rejected.drafts).toEqual([]);
  expect(rejected.patterns[0]).toMatchObject({
    covered_by: { kind: "draft", id: first.drafts[0]!.draft_id, by: "rejected" },
    counts: { total: 2, d7: 2 },
    trigger: null,
  });

  home.log(hit(NOW_MS + HOUR, "rule_a", "s3"));
  expect((await mnemonic.scan({ now: NOW_MS + 2 * HOUR })).drafts).toEqual([]);

  home.log(hit(NOW_MS + 3 * HOUR, "rule_a", "s4"));
  const again = await mnemonic.scan({ now: NOW_MS + 4 * HOUR });
  expect(again.new_drafts).toHaveLength(1);
  expect(ids(again)).not.toEqual(ids(first));
  expect(again.drafts[0]!.evidence.total).toBe(4);
});

test("rules whose ids differ in halves of surrogate pairs alone are decided one by one", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  const rules = ["rule_\ud800", "rule_\udc00", "rule_\ufffd"];
  for (const rule of rules) home.log(hit(NOW_MS - 2 * HOUR, rule, "s1"), hit(NOW_MS - HOUR, rule, "s2"));
  const first = await mnemonic.scan({ now: NOW_MS });
  expect(new Set(ids(first)).size).toBe(3);
  const rejected = first.drafts.find(({ pattern }) => pattern === rules[1])!;
  await mnemonic.reject(rejected.draft_id, { now: NOW_MS });
  const left = (await mnemonic.scan({ now: NOW_MS })).drafts.map(({ pattern }) => pattern);
  expect(left.toSorted()).toEqual([rules[0], rules[2]]);
});

test("what was decided in the current session is not pushed again until it ends", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  const first = await mnemonic.scan({ now: NOW_MS });
  await mnemonic.reject(ids(first), { now: NOW_MS });
  home.log(hit(NOW_MS + HOUR), hit(NOW_MS + 2 * HOUR));
  const same = await mnemonic.scan({ now: NOW_MS + 3 * HOUR });
  expect(same.drafts).toEqual([]);
  expect(same.patterns[0]!.covered_by).toEqual({ kind: "session", id: "s1", by: "pushed_this_session" });
  home.log(hit(NOW_MS + 4 * HOUR, "other", "s2"));
  const next = await mnemonic.scan({ now: NOW_MS + 5 * HOUR });
  expect(next.new_drafts).toHaveLength(1);
});

test("a rejection for good holds until it is reopened", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s2"));
  const first = await mnemonic.scan({ now: NOW_MS });
  await mnemonic.reject(ids(first), { now: NOW_MS, forGood: true });
  home.log(
    hit(NOW_MS + HOUR, "rule_a", "s3"),
    hit(NOW_MS + 2 * HOUR, "rule_a", "s4"),
    hit(NOW_MS + 3 * HOUR, "x", "s5"),
  );
  expect((await mnemonic.scan({ now: NOW_MS + 4 * HOUR })).drafts).toEqual([]);
  await mnemonic.reopen(ids(first)[0]!);
  const again = await mnemonic.scan({ now: NOW_MS + 4 * HOUR });
  expect(ids(again)).toEqual(ids(first)); // nothing counts as judged any more, so it is the same draft
});

test("a confirmed draft is handed to Canon once, is solidified by its rule, and comes back when that has expired", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.write(
    "state.json",
    '{\n  "version": "2.1.0",\n  "big": 12345678901234567890,\n  "errors_since_solidify": 2\n}\n',
  );
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s2"));
  const first = await mnemonic.scan({ now: NOW_MS });
  const confirmed = await mnemonic.confirm(ids(first), { now: NOW_MS });
  expect(confirmed).toMatchObject({ repeated: [], errorsSinceSolidify: 3, drafts: [{ status: "confirmed" }] });
  const repeated = await mnemonic.confirm(ids(first), { now: NOW_MS });
  expect(repeated.repeated).toEqual(ids(first));
  const draft = first.drafts[0]!;
  expect(home.lines("errors.jsonl")).toEqual([
    {
      ts: draft.ts,
      type: "ban",
      trigger: "cross_session_7d",
      rule: draft.rule,
      context: draft.context,
      match: draft.match,
      source: "mnemonic_pattern",
      data_source: "guard_intercept",
      draft_id: draft.draft_id,
      rule_id: "rule_a",
    },
  ]);
  expect(home.text("state.json")).toBe(
    '{\n  "version": "2.1.0",\n  "big": 12345678901234567890,\n  "errors_since_solidify": 3,\n  "total_errors": 1,\n' +
      `  "last_modified": "${NOW}",\n  "mnemonic_last_confirmed": "${draft.draft_id}"\n}\n`,
  );

  // Confirmed covers whatever comes, until Canon's rule has been seen.
  home.log(hit(NOW_MS + HOUR, "rule_a", "s3"), hit(NOW_MS + 2 * HOUR, "rule_a", "s3"));
  const covered = await mnemonic.scan({ now: NOW_MS + 3 * HOUR });
  expect(covered.patterns[0]!.covered_by).toMatchObject({ kind: "draft", by: "confirmed" });

  const expiry = NOW_MS + 5 * HOUR;
  home.rule("rule_a", { expires_at: at(expiry) });
  const solid = await mnemonic.scan({ now: NOW_MS + 4 * HOUR });
  expect(solid.patterns[0]).toMatchObject({ action: "已固化", covered_by: { kind: "rule", id: "rule_a" } });
  expect(await mnemonic.draft(draft.draft_id)).toMatchObject({ status: "solidified", rule: "rule_a" });

  // Expired: what came before is judged, two later hits make another draft.
  const expired = await mnemonic.scan({ now: expiry + HOUR });
  expect(expired.drafts).toEqual([]);
  expect(await mnemonic.draft(draft.draft_id)).toMatchObject({ judged_until: at(expiry), rule: null });
  home.log(hit(expiry + 2 * HOUR, "rule_a", "s5"), hit(expiry + 3 * HOUR, "rule_a", "s6"));
  const back = await mnemonic.scan({ now: expiry + 4 * HOUR });
  expect(back.new_drafts).toHaveLength(1);
  expect(ids(back)).not.toEqual(ids(first));
});

test("a rule that is taken away judges up to the scan that missed it", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s2"));
  await mnemonic.confirm(ids(await mnemonic.scan({ now: NOW_MS })), { now: NOW_MS });
  home.rule("rule_a");
  await mnemonic.scan({ now: NOW_MS + HOUR });
  home.log(hit(NOW_MS + 2 * HOUR, "rule_a", "s3"), hit(NOW_MS + 3 * HOUR, "rule_a", "s4"));
  home.removeRule("rule_a");
  expect((await mnemonic.scan({ now: NOW_MS + 4 * HOUR })).drafts).toEqual([]);
  const [entry] = await mnemonic.drafts();
  expect(entry).toMatchObject({ judged_until: at(NOW_MS + 4 * HOUR) });
});

test("keywords of a rule solidify a draft that bears another id", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s2"));
  await mnemonic.confirm(ids(await mnemonic.scan({ now: NOW_MS })), { now: NOW_MS });
  home.rule("canon_77", { keywords: ["虚构", "编造"] });
  await mnemonic.scan({ now: NOW_MS + HOUR });
  expect((await mnemonic.drafts())[0]).toMatchObject({ status: "solidified", rule: "canon_77" });
  // Its hits are judged now, so its keywords are not read again: the rule is still known.
  const { patterns } = await mnemonic.scan({ now: NOW_MS + HOUR });
  expect(patterns).toMatchObject([{ trigger: null, action: "已固化", covered_by: { kind: "rule", id: "canon_77" } }]);
});

test("a lost state is rebuilt: counts from the logs, confirmed drafts from errors.jsonl", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  for (const rule of ["rule_a", "rule_b"]) home.log(hit(NOW_MS - 2 * HOUR, rule, "s1"), hit(NOW_MS - HOUR, rule, "s2"));
  home.log(...["s1", "s2"].map((s, i) => hit(NOW_MS - HOUR + i, "", s, { rule_id: undefined })));
  const first = await mnemonic.scan({ now: NOW_MS });
  const confirmed = first.drafts.filter(({ pattern }) => pattern !== "rule_b").map(({ draft_id }) => draft_id);
  await mnemonic.confirm(confirmed, { now: NOW_MS });
  rmSync(home.file("mnemonic_state.json"));
  const rebuilt = await mnemonic.scan({ now: NOW_MS + 1000 });
  expect(rebuilt.drafts.map(({ pattern }) => pattern)).toEqual(["rule_b"]);
  expect((await mnemonic.drafts()).map(({ draft_id }) => draft_id).toSorted()).toEqual(
    first.drafts.map((d) => d.draft_id).toSorted(),
  );
  expect(home.state()["recognition_stats"]).toMatchObject({ pushed_to_canon: 2 });
  expect((await mnemonic.confirm(confirmed)).repeated).toEqual(confirmed);
  expect(home.lines("errors.jsonl")).toHaveLength(2);
});

test("false positives withdraw a draft, and a trigger brings it back", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  const first = await mnemonic.scan({ now: NOW_MS });
  home.log(falsePositive(NOW_MS + 1));
  const withdrawn = await mnemonic.scan({ now: NOW_MS + HOUR });
  expect(withdrawn).toMatchObject({ drafts: [], new_drafts: [] });
  expect((await mnemonic.drafts())[0]).toMatchObject({ status: "withdrawn" });
  home.log(hit(NOW_MS + 2 * HOUR));
  const back = await mnemonic.scan({ now: NOW_MS + 3 * HOUR });
  expect(ids(back)).toEqual(ids(first));
  expect(back.new_drafts).toEqual(ids(first));
});

test("verdicts on a pattern whose hits were rotated away are folded, and withdraw its draft", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  await mnemonic.scan({ now: NOW_MS });
  home.write("intercept_log.jsonl", "");
  home.log(...[1, 2, 3].map((ms) => falsePositive(NOW_MS + ms)));
  const later = await mnemonic.scan({ now: NOW_MS + HOUR });
  expect(later.patterns).toEqual([]);
  const [entry] = await mnemonic.patternHistory();
  // 0.40 without a trigger, less 0.20.
  expect(entry).toMatchObject({
    count: 2,
    last_seen: at(NOW_MS - HOUR),
    confidence: 0.2,
    folded_until: at(NOW_MS + 3),
  });
  expect((await mnemonic.drafts())[0]).toMatchObject({ status: "withdrawn" });
  await mnemonic.scan({ now: NOW_MS + 2 * HOUR });
  expect(await mnemonic.patternHistory()).toEqual([entry]);
});

test("hits that grow old leave a pending draft pending", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  const first = await mnemonic.scan({ now: NOW_MS });
  const later = await mnemonic.scan({ now: NOW_MS + 20 * DAY });
  expect(later).toMatchObject({ drafts: [], new_drafts: [] });
  expect((await mnemonic.drafts())[0]).toMatchObject({ draft_id: ids(first)[0], status: "pending_confirm" });
});

test("low confidence holds a draft, and only a high one offers it again", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s2"));
  const first = await mnemonic.scan({ now: NOW_MS });
  for (let i = 0; i < 6; i++) await mnemonic.feedback("rule_a", "false_positive");
  const held = await mnemonic.scan({ now: NOW_MS });
  expect(held.patterns[0]!.confidence).toBe(0.1);
  expect(held.drafts).toEqual([]);
  expect((await mnemonic.drafts())[0]).toMatchObject({ status: "held" });
  // 0.5 is not above 0.5: still held.
  for (let i = 0; i < 20; i++) home.log(hit(NOW_MS + i * HOUR, "rule_a", `t${i}`));
  expect((await mnemonic.scan({ now: NOW_MS + 20 * HOUR })).patterns[0]).toMatchObject({ confidence: 0.5 });
  expect((await mnemonic.drafts())[0]).toMatchObject({ status: "held" });
  for (let i = 20; i < 25; i++) home.log(hit(NOW_MS + i * HOUR, "rule_a", `t${i}`));
  const resumed = await mnemonic.scan({ now: NOW_MS + 25 * HOUR });
  expect(resumed.drafts[0]).toMatchObject({ draft_id: ids(first)[0], confidence: 0.6, status: "pending_confirm" });
  expect(home.state()["recognition_stats"]).toMatchObject({ false_positives: 6 });
});

test("the queue holds two hundred; the rest wait and enter as there is room", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  for (let i = 0; i < 230; i++) {
    const rule = `rule_${String(i).padStart(3, "0")}`;
    home.log(hit(NOW_MS - 2 * HOUR, rule, "s1"), hit(NOW_MS - HOUR, rule, "s2"));
  }
  const first = await mnemonic.scan({ now: NOW_MS });
  expect(first.drafts).toHaveLength(230);
  expect(first.new_drafts).toHaveLength(200);
  expect(first.waiting).toHaveLength(30);
  expect(first.waiting).toContain(first.drafts.find(({ pattern }) => pattern === "rule_229")!.draft_id);
  expect(await mnemonic.scan({ now: NOW_MS })).toMatchObject({ new_drafts: [], waiting: first.waiting });
  await mnemonic.reject(first.new_drafts.slice(0, 10), { now: NOW_MS });
  const next = await mnemonic.scan({ now: NOW_MS });
  expect(next.new_drafts).toEqual(first.waiting!.slice(0, 10));
  expect(home.state()["recognition_stats"]).toMatchObject({ total_patterns: 210 });
});

test("a dry run says what it would put, and writes nothing", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  expect((await mnemonic.scan({ now: NOW_MS, dryRun: true })).new_drafts).toHaveLength(1);
  expect(home.names()).toEqual(["intercept_log.jsonl"]);
});

test("named archives fill the queue and nothing else of the memory", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  const report = await mnemonic.backfill({ now: NOW_MS, archives: [home.file("intercept_log.jsonl")] });
  expect(report.new_drafts).toHaveLength(1);
  expect(home.state()).toMatchObject({ context_log: [], pattern_history: [], data_source_history: {} });
  expect(home.state().draft_queue).toHaveLength(1);
  expect((await mnemonic.scan({ now: NOW_MS })).new_drafts).toEqual([]);
});

test("sessions and switches of the data source are counted", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  await mnemonic.scan({ now: NOW_MS });
  await mnemonic.scan({ now: NOW_MS + HOUR });
  home.write("errors.jsonl", `${JSON.stringify({ ts: NOW, type: "ban", rule: "x" })}\n`);
  const errors = await mnemonic.scan({ now: NOW_MS + DAY });
  expect(errors.switched).toEqual({ at: at(NOW_MS + DAY), from: "none", to: "canon_errors" });
  home.log(hit(NOW_MS));
  const guard = await mnemonic.scan({ now: NOW_MS + DAY });
  expect(guard.switched).toMatchObject({ from: "canon_errors", to: "guard_intercept" });
  expect((await mnemonic.scan({ now: NOW_MS + 2 * DAY })).switched).toBeUndefined();
  expect(await mnemonic.dataSource()).toEqual({
    source: "guard_intercept",
    sessions: { none: 1, canon_errors: 1, guard_intercept: 1 },
    switches: [errors.switched, guard.switched],
    currentSession: "s1",
  });
});

test("a run that finds nothing new writes nothing", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  await mnemonic.scan({ now: NOW_MS });
  const before = home.text("mnemonic_state.json");
  await mnemonic.scan({ now: NOW_MS + HOUR });
  expect(home.text("mnemonic_state.json")).toBe(before);
  expect(home.names()).toEqual(["intercept_log.jsonl", "mnemonic_state.json"]);
});

test("a rule that came and expired while the state was lost covers no longer; one that had expired before does not uncover", async () => {
  const home = new Home();
  const mnemonic = await open(home);
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s1"));
  home.rule("rule_a", { expires_at: at(NOW_MS - DAY) });
  const [id = ""] = (await mnemonic.scan({ now: NOW_MS })).new_drafts;
  await mnemonic.confirm(id, { now: NOW_MS });
  expect((await mnemonic.scan({ now: NOW_MS + HOUR })).patterns[0]?.covered_by).toMatchObject({ by: "confirmed" });

  home.rule("rule_a", { expires_at: at(NOW_MS + DAY) });
  rmSync(home.file("mnemonic_state.json"));
  home.log(hit(NOW_MS + DAY - 1, "rule_a", "s2"), hit(NOW_MS + 2 * DAY, "rule_a", "s3"));
  expect((await mnemonic.scan({ now: NOW_MS + 3 * DAY })).drafts).toEqual([]); // one hit since it expired
  home.log(hit(NOW_MS + 4 * DAY, "rule_a", "s4"));
  const { drafts } = await mnemonic.scan({ now: NOW_MS + 5 * DAY });
  expect(drafts).toMatchObject([{ rule_id: "rule_a", status: "pending_confirm" }]);
  expect(await mnemonic.draft(id)).toMatchObject({ status: "solidified", judged_until: at(NOW_MS + DAY), rule: null });
});
