// What `explain` says of a pattern: never other than what the scan itself does.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openMnemonic, type Explanation, type Mnemonic, type Report } from "../src/index.js";
import { at, DAY, hit, Home, HOUR, NOW_MS, type Json } from "./memory/home.js";

const RULES = ["rule_a", "rule_b", "rule_c"];
const SESSIONS = ["s1", "s2", "s3"];

/** A record of a pattern, by age in hours; some without a session, time or rule, some false positives and verdicts. */
const record = fc
  .record({
    age: fc.oneof(fc.integer({ min: -30, max: 24 * 20 }), fc.constantFrom(24 * 7, 24 * 14)),
    rule: fc.constantFrom(...RULES, ...RULES, undefined),
    session: fc.constantFrom(...SESSIONS, undefined),
    kind: fc.constantFrom("hit", "hit", "hit", "hit", "false_positive", "confirm", "undated", "nameless"),
    keyword: fc.constantFrom("虚构", "编造"),
  })
  .map(recordOf);

function recordOf({ age, rule, session, kind, keyword }: Record<"age", number> & Record<string, unknown>): Json {
  const ts = kind === "undated" ? "?" : at(NOW_MS - age * HOUR);
  const reason = kind === "nameless" ? "" : `关键词匹配: ${String(keyword)}`;
  const rule_id = kind === "nameless" ? undefined : rule;
  const made = Object.assign(hit(NOW_MS), { ts, session_id: session, rule_id, reason });
  if (kind === "false_positive") return Object.assign(made, { action: "false_positive" });
  return kind === "confirm" ? Object.assign(made, { interceptor: "UserCorrection" }) : made;
}

const ruleFile = fc.record({
  id: fc.constantFrom(...RULES),
  kind: fc.constantFrom("solid", "placeholder", "expired", "keywords"),
});

const homes = fc.record({
  before: fc.array(record, { maxLength: 12 }),
  after: fc.array(record, { maxLength: 12 }),
  rules: fc.array(ruleFile, { maxLength: 2 }),
  config: fc.constantFrom(
    {},
    { same_session_hits: 3, d7_hits: 4 },
    { d14_hits: 1, start_confidence: { cross_session_14d: 0.2 } },
  ),
  decision: fc.constantFrom("none", "confirm", "reject", "for good", "feedback"),
  errorsOnly: fc.boolean(),
});

type Made = typeof homes extends fc.Arbitrary<infer T> ? T : never;

/** Writes the home and lives in it up to NOW. */
async function lived(made: Made): Promise<{ mnemonic: Mnemonic; home: Home }> {
  const place = new Home();
  place.write("config.json", { mnemonic: made.config });
  const mnemonic = await openMnemonic({ home: place.path });
  const log = (records: readonly Json[]): void => {
    if (made.errorsOnly) {
      const errors = records.map(({ ts, rule_id }) => ({
        ts,
        type: "ban",
        error_type: rule_id,
        rule: "x",
        match: { exact: ["x"] },
      }));
      place.write(
        "errors.jsonl",
        (place.names().includes("errors.jsonl") ? place.text("errors.jsonl") : "") +
          errors.map((one) => `${JSON.stringify(one)}\n`).join(""),
      );
    } else place.log(...records);
  };
  log(made.before);
  const { drafts, patterns } = await mnemonic.scan({ now: NOW_MS - HOUR });
  const [first] = drafts;
  if (first !== undefined && made.decision === "confirm")
    await mnemonic.confirm(first.draft_id, { now: NOW_MS - HOUR });
  if (first !== undefined && made.decision === "reject") await mnemonic.reject(first.draft_id, { now: NOW_MS - HOUR });
  if (first !== undefined && made.decision === "for good")
    await mnemonic.reject(first.draft_id, { now: NOW_MS - HOUR, forGood: true });
  if (made.decision === "feedback" && patterns.some(({ pattern }) => pattern === "rule_a"))
    for (let i = 0; i < 6; i++) await mnemonic.feedback("rule_a", "false_positive", { now: NOW_MS - HOUR });
  for (const { id, kind } of made.rules) {
    if (kind === "placeholder") place.rule(id, { level: "monitor" }, "unknown");
    else
      place.rule(
        id,
        kind === "expired"
          ? { expires_at: at(NOW_MS - DAY) }
          : kind === "keywords"
            ? { id: `${id}_of`, keywords: ["虚构"] }
            : {},
      );
  }
  log(made.after);
  return { mnemonic, home: place };
}

/** What the scan said of the pattern, in the words of an explanation. */
function asScanned({ patterns, drafts, waiting = [], new_drafts }: Report, one: Explanation): unknown {
  const pattern = patterns.find(
    (p) =>
      p.pattern === one.pattern &&
      (p.error_type !== undefined) === (one.kind === "error") &&
      (p.rule_id === null) === (one.kind === "keyword"),
  );
  const draft = drafts.find((d) => d.pattern === one.pattern && (d.rule_id === null) === (one.kind === "keyword"));
  return {
    ...pattern,
    isDrafted: draft !== undefined,
    draft_id: draft?.draft_id,
    isNew: draft !== undefined && new_drafts.includes(draft.draft_id),
    isWaiting: draft !== undefined && waiting.includes(draft.draft_id),
  };
}

function asExplained(one: Explanation): unknown {
  const { undated: _undated, future: _future, ...counts } = one.counts;
  return {
    pattern: one.pattern,
    label: one.label,
    counts,
    sessions: one.sessions,
    first: one.first,
    last: one.last,
    trigger: one.trigger,
    confidence: one.confidence.value,
    covered_by: one.covered_by,
    isDrafted: one.verdict === "drafted" || one.verdict === "waiting",
    draft_id: one.draft?.status === "pending_confirm" ? one.draft.draft_id : undefined,
    isNew: one.draft?.is_new ?? false,
    isWaiting: one.verdict === "waiting",
  };
}

/** What must be true of any explanation by itself. */
function checkSense(one: Explanation): void {
  const held = one.thresholds.find(({ holds }) => holds);
  expect(held?.trigger).toBe(one.trigger?.name);
  for (const { holds, counted, needed, missing, before, trigger } of one.thresholds) {
    expect(missing).toBe(Math.max(0, needed - counted));
    expect(holds).toBe(missing === 0);
    expect(before === null || (before > one.now && trigger !== "errors")).toBe(true);
  }
  expect(one.verdict === "missed").toBe(one.trigger === null && one.covered_by === null && one.counts.total > 0);
}

const kindOf = ({ error_type, rule_id }: Report["patterns"][number]): string =>
  error_type !== undefined ? "error" : rule_id === null ? "keyword" : "rule";

test("an explanation says of every pattern what the scan does with it", async () => {
  await fc.assert(
    fc.asyncProperty(homes, async (made) => {
      const { mnemonic } = await lived(made);
      const report = await mnemonic.scan({ now: NOW_MS, dryRun: true });
      for (const pattern of report.patterns.slice(0, 4)) {
        const one = await mnemonic.explain(`${kindOf(pattern)}:${pattern.pattern}`, { now: NOW_MS });
        expect(asScanned(report, one)).toMatchObject(asExplained(one) as Json);
        checkSense(one);
      }
      await mnemonic.close();
    }),
    { numRuns: 10 },
  );
});

test("what is said to be missing is what is missing, up to the moment that is named", async () => {
  await fc.assert(
    fc.asyncProperty(homes, fc.boolean(), async (made, isLate) => {
      const { mnemonic, home: place } = await lived({ ...made, errorsOnly: false });
      const { patterns, records } = await mnemonic.scan({ now: NOW_MS, dryRun: true });
      const pattern = patterns.find((one) => one.rule_id != null && one.trigger === null);
      if (pattern === undefined) return;
      const one = await mnemonic.explain(pattern.pattern, { now: NOW_MS });
      const standing = one.thresholds.find(({ trigger, before }) => trigger === "cross_session_7d" && before !== null);
      // A false positive that is still to come would take a hit off by then.
      if (standing?.before == null || records.future > 0) return;
      const moment = Date.parse(standing.before) + (isLate ? 0 : -1);
      // In sessions of their own, so that no false positive of the log takes them off.
      for (let i = 0; i < standing.missing; i++) place.log(hit(moment - i, pattern.pattern, `fresh${i}`));
      const later = await mnemonic.explain(pattern.pattern, { now: moment });
      const then = later.thresholds.find(({ trigger }) => trigger === "cross_session_7d");
      // Behind the moment one of the hits is gone; a false positive that is gone with it may make up for it.
      expect(then?.holds).toBe(isLate && one.counts.false_positives > 0 ? then?.holds : !isLate);
      await mnemonic.close();
    }),
    { numRuns: 20 },
  );
});

test("a pattern that was not drafted: what is missing, by when, and in which session", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * DAY, "rule_a", "s9"), hit(NOW_MS - 10 * DAY, "rule_b", "s1"));
  const mnemonic = await openMnemonic({ home: home.path });
  const one = await mnemonic.explain("rule_a", { now: NOW_MS });
  expect(one).toMatchObject({ verdict: "missed", trigger: null, draft: null, queued: null, judged_until: null });
  expect(one.thresholds).toEqual([
    {
      trigger: "same_session",
      holds: false,
      counted: 1,
      needed: 2,
      missing: 1,
      before: at(NOW_MS + 5 * DAY),
      closest: ["s9"],
    },
    {
      trigger: "cross_session_7d",
      holds: false,
      counted: 1,
      needed: 2,
      missing: 1,
      before: at(NOW_MS + 5 * DAY),
      closest: [],
    },
    {
      trigger: "cross_session_14d",
      holds: false,
      counted: 1,
      needed: 3,
      missing: 2,
      before: at(NOW_MS + 12 * DAY),
      closest: [],
    },
  ]);
  const old = await mnemonic.explain("rule_b", { now: NOW_MS });
  expect(old.thresholds.map(({ counted, before }) => [counted, before])).toEqual([
    [0, null],
    [0, null],
    [1, at(NOW_MS + 4 * DAY)],
  ]);
});

test("of sessions that come equally close those are named of which the moment is true", async () => {
  const home = new Home();
  home.write("config.json", { mnemonic: { same_session_hits: 3 } });
  home.log(...[6, 4, 4, 5].map((days, i) => hit(NOW_MS - days * DAY, "rule_a", `s${i}`)));
  home.log(
    ...[[6, 1] as const, [5, 4] as const].flatMap((both, i) =>
      both.map((days) => hit(NOW_MS - days * DAY, "rule_b", `s${i}`)),
    ),
  );
  const mnemonic = await openMnemonic({ home: home.path });
  const of = async (name: string) => (await mnemonic.explain(name, { now: NOW_MS })).thresholds[0];
  expect(await of("rule_a")).toMatchObject({ counted: 1, before: at(NOW_MS + 3 * DAY), closest: ["s2", "s1"] });
  expect(await of("rule_b")).toMatchObject({ counted: 2, before: at(NOW_MS + 2 * DAY), closest: ["s1"] });
});

test("what covers it, by path, by decision and by session; and a placeholder's contexts", async () => {
  const home = new Home();
  home.rule("rule_solid", { title: "不许虚构" });
  home.rule("rule_empty", { level: "monitor" }, "unknown");
  home.log(
    ...["rule_solid", "rule_a", "rule_b"].flatMap((rule) => [hit(NOW_MS - 2 * HOUR, rule), hit(NOW_MS - HOUR, rule)]),
  );
  home.log(hit(NOW_MS - 20 * DAY, "rule_empty", "s4"));
  const mnemonic = await openMnemonic({ home: home.path });
  const { drafts } = await mnemonic.scan({ now: NOW_MS });
  const id = (rule: string): string => drafts.find(({ pattern }) => pattern === rule)!.draft_id;
  await mnemonic.confirm(id("rule_a"), { now: NOW_MS });
  await mnemonic.reject(id("rule_b"), { now: NOW_MS, forGood: true });
  const of = async (name: string): Promise<Explanation> => mnemonic.explain(name, { now: NOW_MS });
  expect(await of("rule_solid")).toMatchObject({
    verdict: "covered",
    covered_by: { kind: "rule", by: "id", path: "rules/ban/rule_solid.md" },
    rule: { path: "rules/ban/rule_solid.md", state: "solid", title: "不许虚构" },
  });
  expect(await of("rule_a")).toMatchObject({
    verdict: "covered",
    covered_by: { by: "confirmed" },
    queued: { status: "confirmed" },
    judged_until: at(NOW_MS - HOUR),
  });
  expect(await of(id("rule_b"))).toMatchObject({
    pattern: "rule_b",
    covered_by: { by: "rejected", id: id("rule_b") },
    queued: { status: "rejected", for_good: true },
    confidence: { verdicts: 1 },
  });
  const empty = await of("rule_empty");
  expect(empty).toMatchObject({ verdict: "missed", rule: { state: "placeholder" } });
  expect(empty.thresholds.at(-1)).toMatchObject({ trigger: "revival", counted: 1, needed: 2, closest: ["s4"] });
});

test("names: by how they begin, by label, and what is near a mistyped one", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - HOUR, "rule_alpha"), hit(NOW_MS - HOUR, "rule_beta"), hit(NOW_MS - 2 * HOUR, "rule_beta"));
  home.log({ ...hit(NOW_MS - HOUR), rule_id: undefined }, { ...hit(NOW_MS - HOUR, "Ban:虚构") });
  const mnemonic = await openMnemonic({ home: home.path });
  const { drafts } = await mnemonic.scan({ now: NOW_MS });
  const beta = drafts.find(({ pattern }) => pattern === "rule_beta")!;
  const kindAndName = async (name: string): Promise<string[]> => {
    const { kind, pattern } = await mnemonic.explain(name, { now: NOW_MS });
    return [kind, pattern];
  };
  expect(await kindAndName("rule_al")).toEqual(["rule", "rule_alpha"]);
  expect(await kindAndName(beta.draft_id.slice(0, 10))).toEqual(["rule", "rule_beta"]);
  expect(await kindAndName(beta.rule.replace("自动识别: 高频违规", ""))).toEqual(["rule", "rule_beta"]);
  // A rule's id that reads like a keyword's key comes first; the other is named by its kind.
  expect(await kindAndName("Ban:虚构")).toEqual(["rule", "Ban:虚构"]);
  expect(await kindAndName("keyword:Ban:虚构")).toEqual(["keyword", "Ban:虚构"]);
  const problem = async (name: string): Promise<unknown> => {
    const error = await mnemonic.explain(name, { now: NOW_MS }).catch((caught: unknown) => caught);
    const { code, isAmbiguous, near } = error as { code: string; isAmbiguous: boolean; near: string[] };
    return { code, isAmbiguous, near };
  };
  expect(await problem("rule_")).toEqual({
    code: "PATTERN_NOT_FOUND",
    isAmbiguous: true,
    near: ["rule_alpha", "rule_beta"],
  });
  expect(await problem("rule_alhpa")).toEqual({ code: "PATTERN_NOT_FOUND", isAmbiguous: false, near: ["rule_alpha"] });
  expect(await problem("zzzzzzzz")).toEqual({ code: "PATTERN_NOT_FOUND", isAmbiguous: false, near: [] });
});

test("the lines are those of the log, with secrets masked and a bound", async () => {
  const home = new Home();
  const secret = `sk-ant-api03-${"a1B2".repeat(12)}`;
  home.log(hit(NOW_MS - HOUR, "rule_a", "20260525_100000_ab12cd", { context: `key ${secret}` }));
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s2", { context: "长".repeat(200_000) }));
  const { evidence } = await (await openMnemonic({ home: home.path })).explain("rule_a", { now: NOW_MS });
  const [first, second] = evidence;
  expect(first).toMatchObject({
    path: "intercept_log.jsonl",
    offset: 0,
    session_id: "20260525_100000_ab12cd",
    cut: false,
  });
  expect(first!.line).toContain('"session_id":"20260525_100000_ab12cd"');
  expect(first!.line).not.toContain(secret.slice(0, 20));
  expect(second).toMatchObject({ cut: true });
  expect(second!.line!.length).toBeLessThanOrEqual(4000);
});
