// The tables and words of the protocol: `!patterns`, `!datasource` and whatever else a user says.
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { wishOf } from "../../src/cli/say-words.js";
import { patternsTable, sourceBlock } from "../../src/cli/seed-tables.js";
import { textsOf } from "../../src/cli/texts/texts.js";
import type { PatternReport } from "../../src/model/report.js";
import { DAY, hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";
import { SAMPLE } from "./sample-report.js";

function row(label: string, session: number, d7: number, confidence: number, action: string): PatternReport {
  const [sample] = SAMPLE.patterns as [PatternReport];
  return { ...sample, pattern: label, label, confidence, action, counts: { ...sample.counts, session, d7 } };
}

const ROWS = [
  row("坐标不除2", 2, 5, 0.8, "建议固化"),
  row("pyautogui截图", 1, 3, 0.5, "monitor"),
  row("Skill未加载", 0, 2, 0.4, "观察"),
];

test("the table of !patterns is the seed's", () => {
  expect(patternsTable({ patterns: ROWS, pending: 1 }, textsOf("zh"))).toEqual([
    "[Mnemonic] 当前识别的重复模式：",
    "| 规则          | 本会话命中 | 7天命中 | 置信度 | 推荐操作 |",
    "|---------------|------------|---------|--------|----------|",
    "| 坐标不除2     | 2          | 5       | 0.8    | 建议固化 |",
    "| pyautogui截图 | 1          | 3       | 0.5    | monitor  |",
    "| Skill未加载   | 0          | 2       | 0.4    | 观察     |",
    "",
    "草稿队列: 1条待确认 → 输入 !solidify 固化",
  ]);
});

test("the block of !datasource is the seed's", () => {
  const sessions = { guard_intercept: 45, canon_errors: 12, none: 3 };
  expect(sourceBlock({ source: "guard_intercept", records: 142, sessions }, textsOf("zh"))).toEqual([
    "[Mnemonic] 数据源状态：",
    "  当前数据源: guard_intercept (Guard拦截日志)",
    "  健康: ✅ 正常（近7天142条拦截记录）",
    "  切换历史:",
    "    guard_intercept: 45 会话",
    "    canon_errors: 12 会话（降级）",
    "    none: 3 会话（等待）",
    "  数据源降级链: guard_intercept → canon_errors → none",
  ]);
});

test("in English, for who asks for it", async () => {
  const texts = textsOf("en");
  const sessions = { guard_intercept: 45, canon_errors: 12, none: 3 };
  const blocks = (["guard_intercept", "canon_errors", "none"] as const).flatMap((source) =>
    sourceBlock({ source, records: 142, sessions }, texts),
  );
  const tables = [
    ...patternsTable({ patterns: ROWS, pending: 1 }, texts),
    ...patternsTable({ patterns: [], pending: 0 }, texts),
  ];
  await expect([...tables, ...blocks, ""].join("\n")).toMatchFileSnapshot("golden/seed-en.txt");
});

test("on a narrow terminal the name gives way, and nothing else", () => {
  const long = row("一个非常非常长的规则名称".repeat(4), 12, 345, 0.65, "待确认");
  for (const columns of [66, 80, 120]) {
    const lines = patternsTable({ patterns: [...ROWS, long], pending: 0 }, textsOf("zh"), columns);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    expect(lines.join("\n")).toContain("| 0.65   | 待确认   |");
  }
});

test("a name can't break out of its cell, and two that are alike are told apart", () => {
  const twins = [row("a|b\n| c", 1, 1, 0.5, "monitor"), { ...row("x", 1, 1, 0.5, "monitor"), label: "a|b\n| c" }];
  const lines = patternsTable({ patterns: twins, pending: 0 }, textsOf("zh"));
  expect(lines).toHaveLength(7);
  expect(lines[4]).toContain("(x)");
});

test("a home's own tables, and the same by what a user says", async () => {
  const home = new Home();
  for (let i = 0; i < 4; i++) home.log(hit(NOW_MS - i * HOUR, "rule_a"));
  home.log(hit(NOW_MS - 9 * DAY, "rule_old", "s0"), hit(NOW_MS - 20 * DAY, "rule_old", "s00"));
  const { out } = await typed(home, "patterns");
  // A label's keyword is read from the log; what only recurred long ago is not current.
  expect(out.split("\n").slice(3)).toEqual([
    "| 虚构 | 4          | 4       | 0.7    | 待确认   |",
    "",
    "草稿队列: 1条待确认 → 输入 !solidify 固化",
    "",
  ]);
  expect(home.names()).toEqual(["intercept_log.jsonl"]);
  for (const said of ["!patterns", "查看模式", "请帮我识别模式", "高频违规", "！patterns", "!PATTERNS"])
    expect((await typed(home, `say "${said}"`)).out).toBe(out);
  const source = await typed(home, "datasource");
  expect(source.out).toContain("健康: ✅ 正常（近7天4条拦截记录）");
  for (const said of ["!datasource", "数据源", "数据源状态"])
    expect((await typed(home, `say ${said}`)).out).toBe(source.out);
  expect(await json(home, "datasource")).toMatchObject({
    schema: "mnemonic.datasource/1",
    records: 4,
    remembered: null,
  });
  const { patterns } = (await json(home, "patterns")) as { patterns: { pattern: string }[] };
  expect(patterns.map(({ pattern }) => pattern)).toEqual(["rule_a", "rule_old"]);
});

test("what the table of patterns leaves out is told, and the other formats have it", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - HOUR, "rule_a"), hit(NOW_MS - 2 * HOUR, "rule_a"), hit(NOW_MS - HOUR, "rule_once"));
  home.log(hit(NOW_MS - 9 * DAY, "rule_old", "s0"), hit(NOW_MS - 20 * DAY, "rule_old", "s00"));
  const names = ["rule_a", "rule_old", "rule_once"];
  for (const _ of ["counted", "remembered"]) {
    const { patterns } = (await json(home, "patterns")) as { patterns: { pattern: string }[] };
    expect(patterns.map(({ pattern }) => pattern).toSorted()).toEqual(names);
    for (const format of ["csv", "markdown", "ndjson"]) {
      const { out } = await typed(home, `patterns --format ${format}`);
      expect(names.filter((name) => out.includes(name))).toEqual(names);
    }
    await typed(home, "scan");
  }
  const english = await typed(home, "patterns --lang en");
  expect(english.out).not.toMatch(/rule_once|rule_old/);
  expect(english.err).toBe(
    "not in the table: 1 pattern without a hit in 7 days, 1 pattern with one hit (mnemonic patterns --format csv shows all)\n",
  );
  expect((await typed(home, "patterns --lang zh")).err).toBe(
    "表中未列：7 天内没有命中的模式 1 个，只命中一次的模式 1 个（mnemonic patterns --format csv 显示全部）\n",
  );
});

test("!solidify scans, lists what awaits a person, and takes confirmations", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a"), hit(NOW_MS - HOUR, "rule_a"));
  const { out } = await typed(home, "say !solidify --lang zh");
  const [id] = /d_[0-9a-f]{16}/.exec(out)!;
  expect(out).toContain("然后运行 Canon 自己的 !solidify");
  const confirmed = await typed(home, `say !solidify ${id}`);
  expect(confirmed.out).toContain(`confirmed ${id}`);
  expect(confirmed.err).toBe("Then run Canon's own !solidify: Mnemonic writes no rules.\n");
  expect(home.lines("errors.jsonl")).toHaveLength(1);
});

test("clearing the contexts wants a yes", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR, "rule_a"), hit(NOW_MS - HOUR, "rule_a"));
  await typed(home, "scan");
  expect((await typed(home, "say !mnemonic clear_context")).code).toBe(2);
  expect(home.state().context_log).toHaveLength(2);
  expect(await typed(home, "say !mnemonic clear_context yes")).toMatchObject({ code: 0, out: "2 contexts removed\n" });
  expect(home.state().context_log).toEqual([]);
});

const WISHES: [text: string, wish: unknown][] = [
  ["!mnemonic  clear_context", { name: "clear", isAgreed: false }],
  ["!mnemonic clear_context yes", { name: "clear", isAgreed: true }],
  ["please !mnemonic clear_context yes", undefined],
  ["!solidify", { name: "solidify", ids: [] }],
  ["!solidify d_12ab d_34cd", { name: "solidify", ids: ["d_12ab", "d_34cd"] }],
  ["do not !solidify", undefined],
  ["hermes reflect status", { name: "reflect status" }],
  ["reflect scan", { name: "scan" }],
  ['hermes reflect add "交付前 Run Tests"', { name: "add", rule: "交付前 Run Tests" }],
  ["hello", undefined],
  ["", undefined],
];

test.for(WISHES)("%s", ([text, wish]) => {
  expect(wishOf(text)).toEqual(wish);
});
