// `mnemonic report` on real homes: the page is written whole, beside nothing of anybody else's.
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createFile } from "../../src/io/durable-write.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

function home(): Home {
  const made = new Home();
  made.log(hit(NOW_MS - 2 * HOUR, "rule_a", "s1"), hit(NOW_MS - HOUR, "rule_a", "s1"));
  return made;
}

const isPage = (text: string): boolean => text.startsWith("<!doctype html>") && text.endsWith("</html>\n");

test("it writes the page, for its owner alone, and nothing else", async () => {
  const made = home();
  const file = made.file("out.html");
  const { code, out } = await typed(made, `report --html ${file}`);
  expect(code).toBe(0);
  expect(out).toContain(file);
  expect(isPage(readFileSync(file, "utf8"))).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(made.names()).toEqual(["intercept_log.jsonl", "out.html"]);
});

test("it says as JSON what it has written", async () => {
  const made = home();
  const output = await json(made, `report --html ${made.file("out.html")}`);
  expect(output).toMatchObject({ file: made.file("out.html"), bytes: statSync(made.file("out.html")).size, drafts: 1 });
});

test.for(["en", "zh"])("the page of named archives, over history (%s)", async (lang) => {
  const made = home();
  const file = made.file("out.html");
  expect(
    await typed(made, `report ${made.file("intercept_log.jsonl")} --backfill --html ${file} --lang ${lang}`),
  ).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toContain(lang === "en" ? "Mnemonic report over history" : "Mnemonic 历史报告");
});

test("a page that is there is replaced if that is asked for, and keeps its permissions", async () => {
  const made = home();
  const file = made.file("out.html");
  await typed(made, `report --html ${file}`);
  chmodSync(file, 0o644);
  made.log(hit(NOW_MS - 1, "rule_b"));
  const before = readFileSync(file, "utf8");
  expect(await typed(made, `report --html ${file}`)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("--force") as string,
  });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(await typed(made, `report --html ${file} --force`)).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toContain("rule_b");
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

/** What a slip of the name may hit. */
const OTHERS: [what: string, name: string, message: string][] = [
  ["the log", "intercept_log.jsonl", "is a file of the home"],
  ["a page of someone else", "theirs.html", "is no page of Mnemonic"],
  ["what a link leads to", "link.html", "is a file of the home"],
  ["a link that leads nowhere", "loose.html", "is no file"],
  ["a folder", "rules", "is no file"],
  ["a folder that is not there", "nowhere/out.html", "there is no folder"],
];

test.for(OTHERS)("%s is never replaced", async ([, name, message]) => {
  const made = home();
  made.rule("rule_x");
  writeFileSync(made.file("theirs.html"), "<!doctype html>\n<html>mine</html>");
  symlinkSync(made.file("intercept_log.jsonl"), made.file("link.html"));
  symlinkSync(made.file("nowhere.html"), made.file("loose.html"));
  const before = [made.names(), readFileSync(made.file("intercept_log.jsonl"), "utf8")];
  const { code, err } = await typed(made, `report --html ${made.file(name)} --force --quiet`);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) as string });
  expect([made.names(), readFileSync(made.file("intercept_log.jsonl"), "utf8")]).toEqual(before);
});

test("a page among the rules, or under the name of a file of the home, would be read as one: it is refused", async () => {
  const made = home();
  made.rule("rule_x");
  symlinkSync(made.file("rules"), made.file("elsewhere"));
  const before = made.names();
  for (const [name, message] of [
    ["rules/out.html", "is among the rules of the home"],
    ["rules/ban/out.md", "is among the rules of the home"],
    ["elsewhere/ban/out.md", "is among the rules of the home"],
    ["errors.jsonl", "is a file of the home"],
    ["intercept_log.jsonl.1", "is a file of the home"],
  ] as const) {
    const { code, err } = await typed(made, `report --html ${made.file(name)} --force`);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  }
  expect([made.names(), readdirSync(made.file("rules/ban"))]).toEqual([before, ["rule_x.md"]]);
});

test("- is standard output, which then holds the page alone; not a terminal, and no other format", async () => {
  const made = home();
  const { code, out, err } = await typed(made, "report --html -");
  expect([code, err, isPage(out)]).toEqual([0, "", true]);
  expect((await typed(made, "report --html -", { env: { MNEMONIC_FORMAT: "json" } })).out).toBe(out);
  expect(await typed(made, "report --html - --format json")).toMatchObject({ code: 2, out: "" });
  expect(await typed(made, "report --html -", { keys: [] })).toMatchObject({ code: 1, out: "" });
  expect(made.names()).toEqual(["intercept_log.jsonl"]);
});

test("without a file, or without archives for a history, it is wrong usage", async () => {
  const made = home();
  expect(await typed(made, "report")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--html FILE is missing") as string,
  });
  const history = await typed(made, `report --backfill --html ${made.file("out.html")}`);
  expect(history).toMatchObject({ code: 2, err: expect.stringContaining("ARCHIVE is missing") as string });
  expect(made.names()).toEqual(["intercept_log.jsonl"]);
});

test("a file that came up meanwhile stays as it is, and nothing is left beside it", () => {
  const made = home();
  expect(() => createFile(made.file("intercept_log.jsonl"), "page")).toThrow(
    expect.objectContaining({ code: "EEXIST" }),
  );
  expect(() => createFile(made.file("nowhere/page"), "page")).toThrow(expect.objectContaining({ code: "ENOENT" }));
  expect(readFileSync(made.file("intercept_log.jsonl"), "utf8")).toContain("rule_a");
  expect(made.names()).toEqual(["intercept_log.jsonl"]);
});
