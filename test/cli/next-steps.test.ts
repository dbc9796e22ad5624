// What is advised to do next can be copied: it names the home that was named, stands on one line, and is one command to a shell.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { wrap } from "../../src/cli/fitting.js";
import { invocationOf, withBlanks } from "../../src/cli/texts/invocation.js";
import { shellWord } from "../../src/cli/texts/shell-word.js";
import { tempFolder } from "../io/temp-folder.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { json, typed } from "./real-host.js";

const DRAFTED = [hit(NOW_MS - HOUR, "rule_gap_021", "s1"), hit(NOW_MS - 2 * HOUR, "rule_gap_021", "s1")];

/** A home whose name a shell would take apart. */
function oddHome(): Home {
  const home = new Home();
  return Object.assign(Object.create(home) as Home, { path: tempFolder({ "it's a 家/x": "" }) + "/it's a 家" });
}

test("every command that is advised names the home, at any width and in both languages", async () => {
  const home = new Home();
  home.log(...DRAFTED);
  await typed(home, "scan");
  const where = `--home ${home.path}`;
  const { drafts } = (await json(home, "drafts")) as { drafts: { draft_id: string }[] };
  const id = drafts[0]!.draft_id;
  for (const lang of ["en", "zh"])
    for (const columns of [40, 200])
      for (const [line, words] of [
        ["scan", "review"],
        ["drafts", "review"],
        ["drafts", "drafts show ID"],
        [`drafts show ${id}`, `drafts confirm ${id}`],
        [`drafts show ${id}`, `drafts reject ${id}`],
        ["explain rule_gap_021", `drafts confirm ${id}`],
        ["contexts --rule none", "contexts"],
        ["explain nothing-like-it", "patterns --format csv"],
        ["drafts show nothing", "drafts --all"],
        ["feedback nothing-like-it --confirmed", "patterns --format csv"],
        ["review", "review --format json"],
        ["review --format json", `drafts confirm ${id}`],
        ["review --format json", `drafts reject ${id} --for-good`],
        ["review --format ndjson", `drafts reject ${id}`],
        ["schema nothing", "schema"],
        ["review --answers nothing.json", "schema answers"],
      ] as const) {
        const { out, err } = await typed(home, `${line} --lang ${lang}`, { columns, named: true });
        expect(out + err, `${line} at ${columns}`).toMatch(new RegExp(`mnemonic ${words} ${where}`));
        expect(out + err).not.toContain("\u00a0");
      }
});

test("what keeps a draft from being confirmed tells the command that helps, with the home", async () => {
  const home = new Home();
  home.log(...DRAFTED, ...DRAFTED.map((one) => ({ ...one, rule_id: "curl x | sh" })));
  const { new_drafts } = (await json(home, "scan")) as { new_drafts: string[] };
  const { drafts } = (await json(home, "drafts")) as { drafts: { draft_id: string; unsafe?: string[] }[] };
  const unsafe = drafts.find((one) => one.unsafe !== undefined)!.draft_id;
  const rejected = new_drafts.find((one) => one !== unsafe)!;
  await typed(home, `drafts reject ${rejected}`);
  for (const lang of ["en", "zh"])
    for (const [id, words] of [
      [rejected, `drafts reopen ${rejected}`],
      [unsafe, `drafts show ${unsafe}`],
    ]) {
      const { code, err } = await typed(home, `drafts confirm ${id} --lang ${lang}`, { named: true });
      expect([code, err]).toEqual([1, expect.stringContaining(`mnemonic ${words} --home ${home.path}`)]);
      expect(err).not.toMatch(/\((?:id|force)|force: true|\u00a0/);
    }
});

test("a hint calls an option as the command does, not as the library", async () => {
  const home = new Home();
  const there = join(tempFolder({ "there.txt": "mine" }), "there.txt");
  for (const [line, hint] of [
    [`scan --rejects ${there}`, "replace it (--force)"],
    [`scan --force --rejects ${there}`, "is replaced (--force)"],
    ["scan --temp-dir /nowhere", "(--temp-dir)"],
    ["scan --home /nowhere", "(--home)"],
  ] as const)
    expect((await typed(home, `${line} --lang en`)).err).toContain(hint);
});

test("a home that was not named is not named, and what npm has started is started by npm", async () => {
  const home = new Home();
  const env = { MNEMONIC_HOME: home.path };
  const line = "drafts --lang en";
  expect((await typed(home, line, { asIs: true, env })).out).toContain("Next: mnemonic scan looks for new ones");
  const byNpm = await typed(home, line, { asIs: true, env: { ...env, npm_command: "exec" } });
  expect(byNpm.out).toContain("Next: npx mnemonic scan looks for new ones");
});

test("a dry run does not send anyone to a queue that it has not filled", async () => {
  const home = new Home();
  home.log(...DRAFTED);
  const { out } = await typed(home, "scan --dry-run", { columns: 200 });
  expect(out).toContain("Next: this was a dry run, and nothing was written: the same command without --dry-run");
  expect(out).not.toContain("mnemonic review");
});

test("a log of another shape is no log in which all is well", async () => {
  const home = new Home();
  const folder = tempFolder({
    "named otherwise.jsonl": `${JSON.stringify({ when: 1, policy: "x" })}\n`.repeat(3),
    "undated.jsonl": `${JSON.stringify({ rule_id: "r", session_id: "s", at: "noon" })}\n`,
    "table.csv": "a,b\n1,2\n",
  });
  const next = async (name: string, lang: string): Promise<string> =>
    (await typed(home, `scan "${join(folder, name)}" --lang ${lang}`, { columns: 2000, named: true })).out.split(
      /Next: |下一步：/,
    )[1]!;
  for (const lang of ["en", "zh"]) {
    const doctor = (name: string): string => `mnemonic doctor ${shellWord(join(folder, name))} --home ${home.path}`;
    expect(await next("named otherwise.jsonl", lang)).toContain(doctor("named otherwise.jsonl"));
    expect(await next("undated.jsonl", lang)).toContain(doctor("undated.jsonl"));
    expect(await next("table.csv", lang)).toContain(doctor("table.csv"));
  }
  home.log({ when: 1 });
  expect((await typed(home, "scan", { columns: 2000, named: true })).out).toContain(
    `mnemonic doctor ${home.path}/intercept_log.jsonl`,
  );
});

test("whoever scans old archives as of today hears of backfill", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 15 * 24 * HOUR), hit(NOW_MS - 15 * 24 * HOUR));
  const said = async (line: string): Promise<string> => (await typed(home, line, { columns: 2000 })).out;
  expect(await said("scan --lang en")).toContain(`mnemonic backfill ${home.path} looks at all of them`);
  expect(await said("scan --lang zh")).toContain(`mnemonic backfill ${home.path} 查看全部`);
  const archive = home.file("intercept_log.jsonl");
  expect(await said(`scan ${archive}`)).toContain(`mnemonic backfill ${archive} looks`);
  expect(await said(`backfill ${home.path} --dry-run`)).not.toContain("14 days, and");
});

test("a home that is a file is told from one that is missing, with what reads a file", async () => {
  const home = new Home();
  home.log(...DRAFTED);
  const asHome = `scan --home ${home.path}/intercept_log.jsonl --lang`;
  const en = await typed(home, `${asHome} en`, { asIs: true });
  expect([en.code, en.err]).toEqual([
    1,
    expect.stringMatching(/it is a file, and a home is a folder\n.*mnemonic scan FILE/),
  ]);
  expect((await typed(home, `${asHome} zh`, { asIs: true })).err).toContain("是文件，应为目录");
});

test("a command is one word after another to a shell, whatever the home is called", async () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(..."ab '\"$`\\;&|<>*?~!#(){}[]=%家é-".split("")) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, (each) => {
      const line = each.map(shellWord).join(" ");
      const said = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
      expect(said.split("\0").slice(0, -1)).toEqual(each);
    }),
    { numRuns: 30 },
  );
  const home = oddHome();
  const { out } = await typed(home, "drafts", { columns: 30, named: true });
  const command = /mnemonic (scan --home .*)/.exec(out)![1]!.replace(/ looks.*/, "");
  expect(execFileSync("sh", ["-c", `printf '%s|' ${command}`], { encoding: "utf8" })).toBe(`scan|--home|${home.path}|`);
});

test("a command is never broken, and the text around it as any other", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "bc", " ", "虚", "，", "。", "(", "-"), maxLength: 30 });
  const home = fc.constantFrom(undefined, "/tmp/x", "it's a 家 of mine");
  fc.assert(
    fc.property(text, home, text, fc.integer({ min: 10, max: 60 }), (before, named, after, width) => {
      const command = invocationOf(named && shellWord(named))("drafts show ID");
      const lines = wrap(`${before} ${command} ${after}`, width);
      expect(lines.join("\n")).toContain(withBlanks(command));
      expect(lines.join("").replaceAll(" ", "")).toBe(withBlanks(before + command + after).replaceAll(" ", ""));
    }),
  );
});
