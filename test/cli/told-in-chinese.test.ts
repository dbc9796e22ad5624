// What is wrong with a home, told in Chinese without a sentence of English in it.
import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

/** Three words of English in a row, but for paths, options and quoted names. */
const ENGLISH = /\b(?<!mnemonic )(?!mnemonic)[a-z]+ [a-z]+ [a-z]+\b/;

function brokenHome(): Home {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  home.write("rules/ban/open.md", "---\nid: a\n");
  home.write("rules/ban/yaml.md", "---\nid: x\nnote: a: b\n---\n");
  home.write("rules/ban/fields.md", "---\nid: [a]\nexpires_at: soon\nid: b\n---\nx");
  home.write("rules/ban/nul.md", "a\0b");
  home.write("rules/ban/tag.md", "---\nid: !x y\ntitle: *none\n---\nx");
  symlinkSync("nowhere", home.file("rules/ban/link.md"));
  home.write("rules.permanent.md", "x");
  mkdirSync(home.file("errors.jsonl"));
  home.write("rules/ban/empty.md", "---\nid: rule_empty\nlevel: monitor\n---\n");
  mkdirSync(home.file("context_archive.jsonl"));
  home.write("config.json", { mnemonic: { d7_hits: 0, hold_below: 7, tz: "Moon", map: 5, start_confidence: 1 } });
  home.write("mnemonic_state.json", { recognition_stats: { total_patterns: -5 } });
  home.write("intercept_log.jsonl.1", '[{"ts":"2026-05-20T00:00:00Z"},\n{"ts":"2026-05-20T00:00:00Z"}]');
  return home;
}

test("warnings of a scan, findings of the doctor and what config lists", async () => {
  const home = brokenHome();
  const { warnings } = (await json(home, "scan --dry-run")) as { warnings: { code: string; reasons?: unknown[] }[] };
  expect(new Set(warnings.map(({ code }) => code)).size).toBeGreaterThan(7);
  expect(warnings.map(({ code }) => code)).toContain("contexts_unreadable");
  expect(warnings.filter(({ reasons }) => reasons === undefined)).toEqual([]);
  for (const line of ["scan --dry-run", "doctor", "config"]) {
    const { out } = await typed(home, `${line} --lang zh`, { columns: 1000, keys: [] });
    expect(
      out.split("\n").filter((text) => ENGLISH.test(text) || text.includes("原文")),
      line,
    ).toEqual([]);
  }
  const { out } = await typed(home, "doctor --lang zh", { columns: 1000, keys: [] });
  expect(out).toContain("rules/ban/yaml.md：规则文件头部有误：第 3 行不是有效的 YAML（BLOCK_AS_IMPLICIT_KEY）");
});

test("what can't be done", async () => {
  const home = brokenHome();
  const [id] = ((await json(home, "scan --dry-run")) as { new_drafts: string[] }).new_drafts;
  home.write("config.json", "{}");
  await typed(home, "scan");
  for (const line of [
    `drafts reopen ${id}`,
    `drafts confirm ${id}`,
    "drafts show d_ffff",
    "explain nothing",
    "scan --since 1d --until 9d",
    `scan --rejects ${home.file("rules/x")}`,
    `scan --rejects ${home.file("errors.jsonl")}`,
    "scan nowhere.jsonl",
    "review --answers /nowhere/x",
    "report --html /nowhere/x",
    "schema nothing",
    "completion nothing",
  ]) {
    const { code, err } = await typed(home, `${line} --lang zh`);
    expect([line, code > 0, err.includes("原文"), ENGLISH.test(err)]).toEqual([line, true, false, false]);
  }
  const { err } = await typed(home, "status --home /nowhere --lang zh", { asIs: true });
  expect(err).toBe("mnemonic: 主目录 /nowhere 不存在\n  用 --home 指定存放 intercept_log.jsonl 的目录，并检查其权限\n");
});
