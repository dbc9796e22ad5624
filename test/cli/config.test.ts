// Where the value of an option comes from: a flag, a variable, the home's config.json, the default; in this order.
import { expect, test } from "vitest";
import stringWidth from "string-width";
import { configText } from "../../src/cli/commands/config-command.js";
import { run } from "../../src/cli/run.js";
import type { ConfigOutput } from "../../src/model/outputs.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { fakeHost } from "./fake-host.js";
import { json, typed } from "./real-host.js";
import { viewOf } from "./sample-view.js";

interface Listed {
  values: { name: string; value: unknown; from: string; place: string | null; problem?: string }[];
  problems: { place: string; message: string }[];
}

async function listed(home: Home, line = "config", env: Record<string, string> = {}): Promise<Listed> {
  const { code, out, err } = await typed(home, `${line} --format json`, { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Listed;
}

const of = ({ values }: Listed, name: string): unknown => values.find((one) => one.name === name);

test("a flag before a variable before config.json before the default", async () => {
  const home = new Home();
  const name = "threads";
  expect(of(await listed(home), name)).toMatchObject({ value: null, from: "default", place: null });
  home.write("config.json", { mnemonic: { threads: 3, d7_hits: 5, start_confidence: { errors: 0.6 } } });
  expect(of(await listed(home), name)).toMatchObject({
    value: "3",
    from: "config",
    place: "config.json: mnemonic.threads",
  });
  const env = { MNEMONIC_THREADS: "4" };
  expect(of(await listed(home, "config", env), name)).toMatchObject({
    value: "4",
    from: "env",
    place: "MNEMONIC_THREADS",
  });
  const all = await listed(home, "config --threads 5", env);
  expect(of(all, name)).toMatchObject({ value: "5", from: "flag", place: "--threads" });
  expect(of(all, "d7_hits")).toMatchObject({ value: 5, from: "config" });
  expect(of(all, "d14_hits")).toMatchObject({ value: 3, from: "default" });
  expect(of(all, "start_confidence.errors")).toMatchObject({ value: 0.6, from: "config" });
  expect(all.problems).toEqual([]);
  // A variable that is empty is not set.
  expect(of(await listed(home, "config", { MNEMONIC_THREADS: "" }), name)).toMatchObject({ from: "config" });
});

test("what the library takes from config.json by itself is listed, and said once where it can't be used", async () => {
  const home = new Home();
  home.write("config.json", { mnemonic: { tz: "Asia/Shanghai", map: { preset: "ecs", rule_id: ".policy" } } });
  const found = await listed(home, "config", { MNEMONIC_MAP: "docker" });
  expect(of(found, "tz")).toMatchObject({ value: "Asia/Shanghai", from: "config", place: "config.json: mnemonic.tz" });
  expect(of(found, "map")).toMatchObject({ value: "docker", from: "env", place: "MNEMONIC_MAP" });
  expect(of(await listed(home), "map")).toMatchObject({ value: "ecs,rule_id=.policy", from: "config" });
  home.write("config.json", { mnemonic: { tz: "Moon" } });
  const wrong = await listed(home);
  expect(of(wrong, "tz")).toMatchObject({ value: "UTC", from: "default" });
  expect(wrong.problems).toMatchObject([{ place: "config.json" }]);
});

test("what is set is what a command goes by", async () => {
  const calls = async (argv: string[], env: Record<string, string>): Promise<unknown> => {
    const host = fakeHost({ env });
    expect(await run(argv, host)).toBe(0);
    return host.calls[1];
  };
  expect(await calls(["scan"], { MNEMONIC_THREADS: "2", MNEMONIC_SESSION: "s1" })).toMatchObject([
    "scan",
    { threads: 2, session: "s1" },
  ]);
  expect(await calls(["scan", "--threads", "3"], { MNEMONIC_THREADS: "2" })).toMatchObject(["scan", { threads: 3 }]);
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  home.write("config.json", { mnemonic: { lang: "zh", format: "json", quiet: true } });
  const scan = await typed(home, "scan");
  expect([scan.err, JSON.parse(scan.out)]).toMatchObject(["", { schema: "mnemonic.report/1" }]);
  expect((await typed(home, "drafts --format text")).out).toContain("待确认");
  // A variable says no to what the file says yes to, and what goes wrong is said in the language of the file.
  expect((await typed(home, "drafts show d_ffff", { env: { MNEMONIC_QUIET: "0" } })).err).toContain("没有编号为");
});

test("a bad variable is wrong usage, and named by its place", async () => {
  for (const [name, value, what] of [
    ["MNEMONIC_THREADS", "many", "a whole number"],
    ["MNEMONIC_QUIET", "perhaps", "one of 1, true"],
    ["MNEMONIC_FORMAT", "xml", "one of text"],
    ["MNEMONIC_NOW", "soon", "a time"],
    ["MNEMONIC_STALE_DAYS", "0", "a whole number"],
  ] as const) {
    const host = fakeHost({ env: { [name]: value } });
    expect(await run(["scan"], host)).toBe(2);
    expect(host.stderr.text).toContain(`mnemonic: ${name} "${value}": expected ${what}`);
  }
});

test("config lists a bad variable, marked, where every other command refuses it", async () => {
  const home = new Home();
  home.write("config.json", { mnemonic: { threads: 3, color: "blue", d7_hits: 0 } });
  const env = { MNEMONIC_THREADS: "many", MNEMONIC_QUIET: "perhaps", MNEMONIC_TZ: "Moon" };
  const found = await listed(home, "config", env);
  const marked = found.values.filter(({ problem }) => problem !== undefined);
  expect(marked.map(({ name, value, problem }) => `${name} ${String(value)} | ${problem}`)).toMatchInlineSnapshot(`
    [
      "tz UTC | MNEMONIC_TZ "Moon": expected a time zone such as Asia/Shanghai or +08:00; other commands refuse it",
      "threads null | MNEMONIC_THREADS "many": expected a whole number from 1 to 512; other commands refuse it",
      "color auto | config.json: mnemonic.color "blue": expected one of auto, always, never; the default holds",
      "quiet false | MNEMONIC_QUIET "perhaps": expected one of 1, true, yes, on, 0, false, no, off; other commands refuse it",
      "d7_hits 2 | mnemonic.d7_hits should be a whole number of at least 1; 2 holds",
    ]
  `);
  expect(found.problems.map(({ place }) => place)).toEqual([
    "MNEMONIC_TZ",
    "MNEMONIC_THREADS",
    "MNEMONIC_QUIET",
    "config.json: mnemonic.color",
    "config.json",
  ]);
  expect((await typed(home, "config", { env })).out).toContain("threads (!)");
  const { code, err } = await typed(home, "status", { env });
  expect([code, err]).toEqual([2, expect.stringContaining("mnemonic config shows what is set")]);
  // A flag goes before it; then nothing is marked.
  const overruled = await listed(home, "config --threads 2", env);
  expect(overruled.values.find(({ name }) => name === "threads")).toMatchObject({ value: "2", from: "flag" });
  expect(overruled.values.find(({ name }) => name === "threads")).not.toHaveProperty("problem");
});

test("config lists a variable that names no home", async () => {
  const { code, out } = await typed(new Home(), "config --format json", {
    asIs: true,
    env: { MNEMONIC_HOME: "/nowhere" },
  });
  expect(code).toBe(0);
  expect((JSON.parse(out) as Listed).problems).toMatchObject([
    { place: "MNEMONIC_HOME", message: expect.stringContaining('"/nowhere": no such folder') },
  ]);
  const flag = await typed(new Home(), "config --home /nowhere", { asIs: true });
  expect([flag.code, flag.err]).toEqual([1, expect.stringContaining('home "/nowhere": no such folder')]);
});

test("a format that is set for all holds where there is such a thing, and is text elsewhere; a flag is refused", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2 * HOUR), hit(NOW_MS - HOUR));
  const env = { MNEMONIC_FORMAT: "csv" };
  expect((await typed(home, "patterns", { env })).out).toMatch(/^pattern,label,/);
  expect(await typed(home, "status", { env })).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^Home: /),
  });
  expect((await typed(home, "scan --dry-run", { env })).out).toMatch(/^Mnemonic v/);
  home.write("config.json", { mnemonic: { format: "markdown" } });
  expect((await typed(home, "drafts")).out).toMatch(/^\| draft_id \|/);
  expect(await typed(home, "status")).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^Home: /) });
  expect(await typed(home, "status --format csv")).toMatchObject({ code: 2 });
});

test("a bad value in config.json is said once, and the default holds; nothing of it can play with the terminal", async () => {
  const home = new Home();
  home.write("config.json", {
    mnemonic: { threads: "m\u001b[2Jany", quiet: 7, format: [], d7_hits: -1, d7_hit: 3, home: "/", theirs: 1 },
  });
  const { code, out, err } = await typed(home, "status --format json");
  expect([code, (JSON.parse(out) as { schema: string }).schema]).toEqual([0, "mnemonic.status/1"]);
  expect(err).toMatchInlineSnapshot(`
    "mnemonic: config.json: mnemonic.threads "m\\u{1b}[2Jany": expected a whole number from 1 to 512; the default holds
    mnemonic: config.json: mnemonic.quiet "7": expected one of 1, true, yes, on, 0, false, no, off; the default holds
    "
  `);
  const { problems, values } = (await json(home, "config")) as unknown as Listed;
  expect(problems.map(({ place, message }) => `${place} | ${message}`)).toMatchInlineSnapshot(`
    [
      "config.json: mnemonic.threads | config.json: mnemonic.threads "m\\u{1b}[2Jany": expected a whole number from 1 to 512; the default holds",
      "config.json: mnemonic.format | config.json: mnemonic.format "[]": expected something that is not empty; the default holds",
      "config.json: mnemonic.quiet | config.json: mnemonic.quiet "7": expected one of 1, true, yes, on, 0, false, no, off; the default holds",
      "config.json | mnemonic.d7_hits should be a whole number of at least 1; 2 holds",
      "config.json | config.json: mnemonic has no option "d7_hit" (did you mean d7_hits?)",
    ]
  `);
  expect(values.find(({ name }) => name === "home")).toMatchObject({ value: home.path, from: "env" });
  const slip = await listed(new Home(), "config", { MNEMONIC_THREAD: "4", MNEMONIC_SOMETHING: "1" });
  expect(slip.problems.map(({ message }) => message)).toEqual([
    '"MNEMONIC_THREAD" is no variable of Mnemonic\'s (did you mean MNEMONIC_THREADS?)',
    '"MNEMONIC_SOMETHING" is no variable of Mnemonic\'s',
  ]);
});

test("the limit of memory is shown with its place, whoever sets it", async () => {
  const home = new Home();
  const shown = async (env: Record<string, string> = {}): Promise<unknown> =>
    (await listed(home, "config", env)).values.find(({ name }) => name === "max_memory");
  expect(await shown()).toMatchObject({ value: null, from: "default" });
  home.write("config.json", { mnemonic: { max_memory_mib: 500 } });
  expect(await shown()).toMatchObject({ value: "500M", place: "config.json: mnemonic.max_memory_mib" });
  expect(await shown({ MNEMONIC_MAX_MEMORY: "1G" })).toMatchObject({ value: "1G", from: "env" });
  const { err } = await typed(home, "scan --dry-run --quiet", { env: { MNEMONIC_MAX_MEMORY: "lots" } });
  expect(err).toContain('MNEMONIC_MAX_MEMORY "lots": expected a size');
  home.write("config.json", { mnemonic: { max_memory: "500M" } });
  const { problems } = await listed(home, "config");
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("did you mean max_memory_mib?")]);
});

test("the table, in both languages and at any width", async () => {
  const home = new Home();
  home.write("config.json", { mnemonic: { threads: 3, d7_hits: 0 } });
  const { out } = await typed(home, "config --format json", { env: { MNEMONIC_MAX_LINE: "1M" }, named: true });
  const found = JSON.parse(out.replaceAll(home.path, "/home/a/.hermes/self-reflection")) as ConfigOutput;
  for (const language of ["en", "zh"] as const) {
    const said = [60, 80, 200].map((columns) => {
      const lines = configText(found)(viewOf(columns, language));
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
      return `$ ${columns}\n${lines.join("\n")}\n`;
    });
    await expect(said.join("\n")).toMatchFileSnapshot(`golden/config-${language}.txt`);
  }
});
