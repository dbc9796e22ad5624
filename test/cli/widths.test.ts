// Every command at any width, in both languages: what it looks like, and that no line is wider than its terminal.
import * as fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { widthOf } from "../../src/cli/fitting.js";
import { DAY, falsePositive, hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { typed } from "./real-host.js";

async function sampleHome(): Promise<Home> {
  const home = new Home();
  home.rule("rule_ban_solid", { title: "坐标必须除以2，截图之后一律如此，无一例外" });
  const long = {
    context: "x",
    user_intent: "请把这份很长的报告发布到外部网站，并且不要再问我任何问题 👩‍👩‍👧",
    agent_action: "publish_report",
  };
  for (const rule of ["rule_ban_solid", "rule_gap_with_a_long_name_that_no_narrow_table_can_hold", "规则_虚构数据"])
    home.log(hit(NOW_MS - 2 * HOUR, rule, "20260525_100000_ab12cd", long), hit(NOW_MS - HOUR, rule, "s2", long));
  home.log(falsePositive(NOW_MS - HOUR, "rule_ban_solid"), hit(NOW_MS - 9 * DAY, "rule_lazy_7", "s3"));
  await typed(home, "scan");
  return home;
}

const SHOWN = [
  "patterns",
  "datasource",
  "drafts",
  "contexts",
  "reflect status",
  "feedback rule_lazy_7 --confirmed",
  'reflect add "写完再交，交之前先跑一遍全部测试，并把结果写进交付说明里"',
  "doctor",
  "schema",
  "scan --dry-run",
  "explain rule_lazy_7",
  "status",
  "cache status",
];
const CHECKED = [...SHOWN.slice(2), "config"];
/** The same in a home of nothing, and what changes something there. */
const IN_NOTHING = [
  ...SHOWN.filter((line) => !/^(?:reflect add|feedback|explain|schema)/.test(line)),
  "explain rule_lazy_7",
  "review --format ndjson",
  "drafts show d_0",
  "feedback rule_lazy_7 --confirmed",
  "contexts clear --yes",
  "cache clear",
  "say !solidify",
];
/** What is cut short where there is much of it. */
const OF_MANY = ["scan --dry-run", "patterns", "drafts --all", "doctor", "explain rule_many_0"];

/** Paths of other lengths would break lines elsewhere. */
const HOME_OF_SAME_LENGTH = "/dev/shm/memory-ABCDEF";

/** The protocol's lines and tables are never broken: programs look for them whole. */
const IS_PROTOCOL = /^(?:Mnemonic v|\||\[Mnemonic\]|草稿队列|Draft queue)/;

/** A command stands whole on its line, to be copied. */
const IS_COMMAND = /^(?:Next: |下一步：| *)mnemonic [\w -]+[,，]?(?: or)?$/;

for (const lang of ["en", "zh"])
  test(`what commands show in ${lang} at 60, 80 and 200 columns`, async () => {
    const home = await sampleHome();
    const said: string[] = [];
    for (const columns of [60, 80, 200])
      for (const line of SHOWN) {
        const { code, out } = await typed(home, `${line} --lang ${lang}`, { columns, keys: [] });
        expect(code).toBe(0);
        said.push(`$ ${line} (${columns})\n${steady(out, home)}`);
      }
    await expect(said.join("\n")).toMatchFileSnapshot(`golden/widths-${lang}.txt`);
  });

for (const lang of ["en", "zh"])
  test(`what commands say in ${lang} where there is nothing, and where there is much`, async () => {
    const said: string[] = [];
    const say = async (home: Home, line: string): Promise<void> => {
      const { code, out, err } = await typed(home, `${line} --lang ${lang}`, { columns: 80 });
      said.push(`$ ${line} (${code})\n${steady(out + err, home)}`);
    };
    const nothing = new Home();
    for (const line of IN_NOTHING) await say(nothing, line);
    const many = await manyDrafts();
    for (const line of OF_MANY) await say(many, line);
    await expect(said.join("\n")).toMatchFileSnapshot(`golden/states-${lang}.txt`);
  });

/** More of everything than is shown, and decisions. */
async function manyDrafts(): Promise<Home> {
  const home = new Home();
  for (let i = 0; i < 60; i++)
    home.log(
      hit(NOW_MS - 2 * HOUR, `rule_many_${i}`, `s${i}`),
      hit(NOW_MS - HOUR - i * 1000, `rule_many_${i}`, `s${i}`),
    );
  home.log(...Array.from({ length: 12 }, () => ({}))); // without a rule, a time, a session
  home.write("intercept_log.jsonl.1", "oops\n".repeat(12));
  await typed(home, "scan");
  const { out } = await typed(home, "drafts --format csv");
  const ids = out.match(/d_[0-9a-f]{16}/g)!;
  await typed(home, `drafts reject ${ids.slice(0, 5).join(" ")}`);
  await typed(home, `drafts confirm ${ids.slice(5, 8).join(" ")}`);
  return home;
}

/** Without what is another in each run: where the home is, when its files were written, how much is kept between scans. */
function steady(text: string, home: Home): string {
  return text
    .replaceAll(home.path, HOME_OF_SAME_LENGTH)
    .replace(/[\d.]+ K?i?B (?=in \d+ files)/, "(some bytes) ")
    .replace(/(?<=\d (?:KiB|B) +)\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, "(when it was written)");
}

test("no line is wider than the terminal, and 20 columns break nothing", async () => {
  const home = await sampleHome();
  for (const [columns, lang] of [
    [20, "zh"],
    [40, "en"],
    [61, "zh"],
  ] as const)
    for (const line of CHECKED) {
      const { code, out } = await typed(home, `${line} --lang ${lang}`, { columns, keys: [] });
      expect([code, out.length > 0], line).toEqual([0, true]);
      const wide = out
        .split("\n")
        .filter((text) => !IS_PROTOCOL.test(text) && !IS_COMMAND.test(text) && stringWidth(text) > columns);
      // Below 40 columns a table's narrowest columns may need more; nothing is lost then, the terminal breaks the line.
      expect(columns < 40 ? [] : wide, `${line} at ${columns}`).toEqual([]);
    }
});

test("a beginning that several ids have is told with the ids", async () => {
  const home = await sampleHome();
  for (let i = 0; i < 40; i++) await typed(home, `reflect add "rule number ${i}"`);
  const { out } = await typed(home, "drafts --format csv");
  const ids = out.match(/d_[0-9a-f]{16}/g)!;
  const begun = ids.map((id) => id.slice(0, 4)).find((start) => ids.filter((id) => id.startsWith(start)).length > 1)!;
  const { code, err } = await typed(home, `drafts show ${begun}`);
  expect(code).toBe(1);
  for (const id of ids.filter((one) => one.startsWith(begun))) expect(err).toContain(id);
});

test("a width that is told without string-width is the same", () => {
  const char = fc.constantFrom(
    ...Array.from("aZ~ 09#*，。：（「」『【》！～"),
    "\u4e00",
    "\u9fff",
    "\u3001",
    "\u3003",
    "\uff01",
    "\uff5e",
  );
  const odd = fc.constantFrom(
    "\u0301",
    "\u3099",
    "\u302a",
    "\ufe0f",
    "\u20e3",
    "\u200d",
    "…",
    "─",
    "ｶ",
    "ﾞ",
    "👩‍👧",
    "\u001b[1m",
    "\t",
  );
  const text = fc.array(fc.oneof({ weight: 9, arbitrary: char }, odd), { maxLength: 8 }).map((chars) => chars.join(""));
  fc.assert(
    fc.property(text, (each) => {
      expect(widthOf(each)).toBe(stringWidth(each));
    }),
    { numRuns: 1000 },
  );
});
