// `mnemonic explain` on real homes: what a person asks about, and what they read.
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { DAY, falsePositive, hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { explanationText } from "../../src/cli/explanation-text.js";
import type { Explanation } from "../../src/index.js";
import { json, typed } from "./real-host.js";
import { viewOf } from "./sample-view.js";

/** Something of everything: a drafted rule, one that misses, one that is covered, an empty one, a keyword and an attack. */
function sampleHome(): Home {
  const home = new Home();
  home.rule("rule_ban_solid", { title: "坐标必须除以2" });
  home.rule("rule_gap_empty", { level: "monitor", expires_at: "2027-01-01T00:00:00Z" }, "unknown");
  const nameless = { rule_id: undefined, reason: "关键词匹配: pyautogui截图" };
  home.log(
    hit(NOW_MS - 9 * DAY, "rule_ban_missed", "s0"),
    falsePositive(NOW_MS - 3 * DAY, "rule_ban_missed", "s1"),
    hit(NOW_MS - 3 * DAY, "rule_ban_missed", "s1"),
    hit(NOW_MS - 30 * HOUR, "rule_ban_missed", "20260524_090000_ab12cd"),
    hit(NOW_MS - 2 * HOUR, "rule_ban_solid"),
    hit(NOW_MS - 2 * HOUR, "rule_gap_empty", "s5"),
    hit(NOW_MS - HOUR, "rule_ban_drafted", "s2", { context: "用户要求发布，Agent 声称覆盖率 92%，没有任何来源可查" }),
    hit(NOW_MS - HOUR / 2, "rule_ban_drafted", "s2", { context: "\u001b[2J\u202e", user_intent: "👩‍👩‍👧" }),
    hit(NOW_MS - HOUR, "", "s3", nameless),
    { ...hit(NOW_MS - HOUR, "", "s3"), rule_id: undefined, reason: "" },
  );
  return home;
}

const ASKED = [
  "rule_ban_missed",
  "rule_ban_solid",
  "rule_gap_empty",
  "rule_ban_drafted",
  "Ban:pyautogui截图",
  "unattributed:Ban",
];

test("what is said, in both languages and at any width; and nothing is written", async () => {
  const home = sampleHome();
  const explanations: Explanation[] = [];
  for (const name of ASKED) explanations.push((await json(home, `explain ${name}`)) as unknown as Explanation);
  expect(home.names()).toEqual(["intercept_log.jsonl", "rules"]);
  for (const language of ["en", "zh"] as const) {
    const said = [60, 80, 200].flatMap((columns) =>
      explanations.map((one) => {
        const lines = explanationText(one)(viewOf(columns, language));
        expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
        return `$ ${columns}\n${lines.join("\n")}\n`;
      }),
    );
    await expect(said.join("\n")).toMatchFileSnapshot(`golden/explain-${language}.txt`);
  }
});

test("decided, held back and written by hand; and an error where there is no log of Guard's", async () => {
  const home = sampleHome();
  await typed(home, "scan");
  const { draft } = (await json(home, "explain rule_ban_drafted")) as { draft: { draft_id: string } };
  await typed(home, `drafts reject ${draft.draft_id} --for-good`);
  await typed(home, 'reflect add "run the tests first"');
  for (let i = 0; i < 9; i++) await typed(home, "feedback rule_ban_missed --false-positive");
  home.log(hit(NOW_MS - HOUR, "rule_ban_missed", "s7"), hit(NOW_MS - HOUR, "rule_ban_missed", "s7"));
  const said = [];
  for (const name of ["rule_ban_drafted", "rule_ban_missed", '"run the tests first"'])
    said.push((await typed(home, `explain ${name}`)).out);
  const errors = new Home();
  errors.write("errors.jsonl", `${JSON.stringify({ ts: "2026-05-25T10:00:00Z", error_type: "虚构", rule: "数据" })}\n`);
  said.push((await typed(errors, "explain 虚构")).out);
  await expect(said.join("\n")).toMatchFileSnapshot("golden/explain-decided.txt");
});

test("a name that is none, or several", async () => {
  const home = sampleHome();
  const said = [];
  for (const line of [
    "rule_ban_mised",
    "rule_ban",
    "nothing_like_it",
    "d_0123456789ab",
    "rule_ban_mised --lang zh",
    "rule_ban --lang zh",
  ]) {
    const { code, out, err } = await typed(home, `explain ${line}`);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    said.push(err);
  }
  expect(said.join("")).toMatchInlineSnapshot(`
    "mnemonic: no rule, pattern or draft is called "rule_ban_mised"
      did you mean "rule_ban_missed"?
    mnemonic: "rule_ban" may mean several
      name one of them whole: "rule_ban_drafted", "rule_ban_missed", "rule_ban_solid"
    mnemonic: no rule, pattern or draft is called "nothing_like_it"
      see the names with: mnemonic patterns --format csv
    mnemonic: no rule, pattern or draft is called "d_0123456789ab"
      see the ids with: mnemonic drafts --all; one that waits for room in the queue is not there yet: decide some, and scan again
    mnemonic: 没有名为 "rule_ban_mised" 的规则、模式或草稿
      是否指 "rule_ban_missed"？
    mnemonic: "rule_ban" 有多种可能
      请写出其中一个的全名："rule_ban_drafted"，"rule_ban_missed"，"rule_ban_solid"
    "
  `);
  expect((await typed(home, 'explain " "')).code).toBe(2);
});

test("a label, how it begins, and both after a decision", async () => {
  const home = new Home();
  for (const [rule, keyword] of [
    ["rule_a", "made up figures"],
    ["rule_b", "made up names"],
    ["rule_c", "虚构数据"],
  ] as const) {
    const more = { reason: `关键词匹配: ${keyword}` };
    home.log(hit(NOW_MS - 2 * HOUR, rule, "s1", more), hit(NOW_MS - HOUR, rule, "s1", more));
  }
  const { new_drafts } = (await json(home, "scan")) as { new_drafts: string[] };
  const patternOf = async (name: string) => (await json(home, `explain "${name}"`))["pattern"];
  const names = async () => Promise.all(["made up figures", "made up f", "made up n", "虚构"].map(patternOf));
  const found = await names();
  expect(found).toEqual(["rule_a", "rule_a", "rule_b", "rule_c"]);
  expect((await typed(home, 'explain "made up"')).err).toContain('name one of them whole: "rule_a", "rule_b"');
  await typed(home, `drafts confirm ${new_drafts[0]}`);
  await typed(home, `drafts reject ${new_drafts.slice(1).join(" ")}`);
  await typed(home, "scan");
  expect(await names()).toEqual(found);
  expect((await typed(home, "explain nothing_like_it")).err).toContain("see the names with");
});

test("a name that may mean many names eight, and counts the others, whether it is a pattern's or a draft's", async () => {
  const home = new Home();
  for (let i = 10; i < 40; i++) home.log(hit(NOW_MS - 2 * HOUR, `rule_${i}`), hit(NOW_MS - HOUR, `rule_${i}`));
  const { new_drafts } = (await json(home, "scan")) as { new_drafts: string[] };
  expect((await typed(home, "explain rule_")).err).toMatch(/may mean several\n.*"rule_17", \+22 more\n$/);
  expect((await typed(home, "explain rule_ --lang zh")).err).toContain('"rule_17"，另有 22 个');
  for (const line of ["explain d_", "drafts show d_", "drafts confirm d_"])
    expect((await typed(home, line)).err).toMatch(/"d_" may mean several\n.*, \+22 more\n$/);
  const first = new_drafts.map((id) => id.slice(0, 3));
  const shared = first.find((id, i) => first.indexOf(id) !== i)!;
  for (const line of ["explain", "drafts show"])
    expect((await typed(home, `${line} ${shared}`)).err).toContain(`"${shared}" may mean several`);
});
