// Names that a log may hold, of rules, sessions, interceptors and fields, that mean something to JavaScript, to a file system or
// to a shell: they are names like any other, and nothing else happens.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { typed } from "../cli/real-host.js";
import { compareText } from "../../src/core/merge/counts.js";
import { COMPRESSIONS, GZIP } from "../inputs/documents.js";
import { tempFolder } from "../io/temp-folder.js";
import { DAY, hit, Home, HOUR, NOW, NOW_MS } from "../memory/home.js";

const INHERITED = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON"];
const PATHS = [
  "../../../escaped",
  "/tmp/mnemonic-escaped",
  "..",
  ".",
  "a/b",
  "C:\\escaped",
  "nul",
  "-rf",
  "~",
  "%2e%2e%2f",
];
const SHELL = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "| touch pwned", "\n touch pwned"];

/** Each is a rule, a session and an interceptor, and its hits meet a threshold. */
function homeOf(names: readonly string[]): Home {
  const home = new Home();
  for (const name of names)
    for (const ms of [2, 1]) home.log(hit(NOW_MS - ms * HOUR, name, name, { interceptor: name, [name]: name }));
  return home;
}

const own = (value: object): string[] => Object.getOwnPropertyNames(value);

test("what every object inherits is no answer, and takes nothing in", async () => {
  const before = [Object.prototype, Array.prototype, Function.prototype].map(own);
  const home = homeOf(INHERITED);
  home.write(
    "config.json",
    `{"__proto__":{"mnemonic":{"d7_hits":99}},"mnemonic":{"__proto__":{"d7_hits":99},"constructor":1}}`,
  );
  home.write("mnemonic_state.json", `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`);
  home.write("state.json", `{"__proto__":{"polluted":1},"errors_since_solidify":1}`);
  home.write(
    "rules/ban/x.md",
    "---\nid: rule_x\n__proto__:\n  polluted: 1\nconstructor: {prototype: {polluted: 1}}\n---\nx\n",
  );
  const mnemonic = await openMnemonic({ home: home.path });
  const report = await mnemonic.scan({ now: NOW_MS });
  const counted = report.patterns.map(({ pattern, interceptors, counts }) => [
    pattern,
    Object.entries(interceptors),
    counts.total,
  ]);
  expect(counted).toHaveLength(INHERITED.length);
  expect(counted).toEqual(expect.arrayContaining(INHERITED.map((name) => [name, [[name, 2]], 2])));
  expect(report.drafts.map(({ rule_id }) => String(rule_id)).toSorted(compareText)).toEqual(
    INHERITED.toSorted(compareText),
  );
  for (const name of INHERITED) {
    expect(await mnemonic.explain(name, { now: NOW_MS })).toMatchObject({ pattern: name, verdict: "drafted" });
    expect(await mnemonic.feedback(name, "confirmed", { now: NOW_MS })).toMatchObject({ pattern: name });
  }
  await mnemonic.confirm(report.new_drafts, { now: NOW_MS });
  expect(
    home
      .lines("errors.jsonl")
      .map((record) => String(record["rule_id"]))
      .toSorted(compareText),
  ).toEqual(INHERITED.toSorted(compareText));
  // What is not ours stays where it was.
  for (const name of ["mnemonic_state.json", "state.json"]) expect(home.text(name)).toContain('"__proto__":');
  for (const map of ["rule_id=__proto__.x", "rule_id=constructor.name", "session_id=toString"])
    expect((await mnemonic.scan({ now: NOW_MS, map, dryRun: true })).patterns).toHaveLength(INHERITED.length);
  await mnemonic.close();
  expect([Object.prototype, Array.prototype, Function.prototype].map(own)).toEqual(before);
  expect({}).not.toHaveProperty("polluted");
});

test("no name leads out of the home, or into a shell", async () => {
  const names = [...PATHS, ...SHELL];
  const folder = tempFolder();
  const home = homeOf(names);
  const archives = join(folder, "archives");
  mkdirSync(archives);
  const lines = names.map((name) => `${JSON.stringify(hit(NOW_MS - DAY, name, name))}\n`).join("");
  const files = ["$(touch pwned)", "`touch pwned`", "; touch pwned;", "-o", "--help", "a b"];
  for (const name of files) {
    writeFileSync(join(archives, `${name}.jsonl.gz`), GZIP(Buffer.from(`# ${name}\n${lines}`)));
    writeFileSync(
      join(archives, `${name}.jsonl.xz`),
      (COMPRESSIONS["xz"] ?? GZIP)(Buffer.from(`# ${name} xz\n${lines}`)),
    );
  }
  const around = (): string[][] =>
    [dirname(home.path), folder, process.cwd(), "/tmp"].map((path) => readdirSync(path).filter(isOurs));
  const before = around();
  const mnemonic = await openMnemonic({ home: home.path });
  const report = await mnemonic.backfill({ now: NOW_MS, archives: [archives] });
  expect(report.archives).toHaveLength(files.length * 2);
  expect(report.lines).toMatchObject({ accepted: names.length * files.length * 2, rejected: 0 });
  const { new_drafts } = await mnemonic.scan({ now: NOW_MS });
  await mnemonic.close();
  for (const command of ["patterns", "doctor", "report --format html --output page.html"]) await typed(home, command);
  for (const name of [...PATHS, "$(touch pwned)"]) await typed(home, `explain "${name}"`);
  await typed(home, `drafts confirm ${[...new_drafts, ...report.new_drafts].join(" ")}`);
  expect(around()).toEqual(before);
  expect(existsSync("/tmp/mnemonic-escaped")).toBe(false);
  expect(home.names()).not.toContain("pwned");
});

/** Other tests make theirs meanwhile. */
function isOurs(name: string): boolean {
  return /pwned|escaped|page\.html/.test(name);
}

test.for<[what: string, fields: (i: number, long: string) => Record<string, unknown>]>([
  ["rules", (i, long) => ({ rule_id: `${i}${long}` })],
  ["sessions", (i, long) => ({ session_id: `${i}${long}` })],
  ["interceptors", (i, long) => ({ interceptor: `${i}${long}` })],
])("%s with names of 400 kB take the room of no other draft, and can be decided", async ([, fields]) => {
  const home = new Home();
  const long = "长".repeat(130_000);
  for (const i of [0, 1, 2])
    for (const ms of [2, 1]) home.log(hit(NOW_MS - ms * HOUR, `rule_${i}`, `s${i}`, fields(i, long)));
  const mnemonic = await openMnemonic({ home: home.path });
  const { new_drafts, patterns } = await mnemonic.scan({ now: NOW });
  expect(patterns.map(({ counts }) => counts.total)).toEqual([2, 2, 2]);
  expect(new_drafts).toHaveLength(3);
  expect((await mnemonic.scan({ now: NOW })).new_drafts).toEqual([]);
  await mnemonic.confirm(new_drafts.slice(0, 2), { now: NOW });
  await mnemonic.reject(new_drafts.slice(2), { now: NOW });
  expect((await mnemonic.scan({ now: NOW })).drafts).toEqual([]);
  await mnemonic.close();
  expect(home.text("mnemonic_state.json").length).toBeLessThan(100_000);
  expect(home.text("errors.jsonl").length).toBeLessThan(10_000);
});

test("a rule with thousands of interceptors takes the room of no other draft", async () => {
  const home = new Home();
  const lines = Array.from({ length: 5000 }, (_, i) =>
    hit(NOW_MS - HOUR + i, "many", "s", { interceptor: `${"x".repeat(190)}${i}` }),
  );
  home.log(...lines, hit(NOW_MS - 2, "other", "s"), hit(NOW_MS - 1, "other", "s"));
  const mnemonic = await openMnemonic({ home: home.path });
  expect((await mnemonic.scan({ now: NOW })).new_drafts).toHaveLength(2);
  await mnemonic.close();
});
