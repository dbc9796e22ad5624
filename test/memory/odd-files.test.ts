// What stands where a file of the home should be, and is none: reading it may wait for ever.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMnemonic, type Report } from "../../src/index.js";
import { at, DAY, hit, Home, NOW_MS } from "./home.js";

const scan = async (home: Home): Promise<Report> => (await openMnemonic({ home: home.path })).scan({ now: NOW_MS });

function homeWithDraft(): Home {
  const home = new Home();
  home.log(hit(NOW_MS - 2, "rule_a", "s1"), hit(NOW_MS - 1, "rule_a", "s1"));
  return home;
}

/** Python leaves the socket behind when it ends; Node takes its own away. */
function socketAt(path: string): void {
  execFileSync("python3", ["-c", "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", path]);
}

const ODD: [what: string, make: (path: string) => void][] = [
  ["a pipe", (path) => void execFileSync("mkfifo", [path])],
  ["an endless device", (path) => symlinkSync("/dev/zero", path)],
  ["a folder", (path) => mkdirSync(path)],
];

test.for(ODD)("%s as errors.jsonl is a warning beside a good log", async ([, make]) => {
  const home = homeWithDraft();
  make(home.file("errors.jsonl"));
  const report = await scan(home);
  expect(report).toMatchObject({ status: "degraded", source: "guard_intercept", drafts: [{ rule_id: "rule_a" }] });
  expect(report.warnings).toEqual([expect.objectContaining({ code: "errors_unreadable", path: "errors.jsonl" })]);
});

test.for([...ODD, ["a socket", socketAt]] as typeof ODD)(
  "%s as errors.jsonl, or as state.json, is a clear error of a confirmation, which decides nothing then",
  async ([, make]) => {
    for (const name of ["errors.jsonl", "state.json"]) {
      const home = homeWithDraft();
      const [id = ""] = (await scan(home)).new_drafts;
      make(home.file(name));
      const mnemonic = await openMnemonic({ home: home.path });
      await expect(mnemonic.confirm(id, { now: NOW_MS })).rejects.toMatchObject({
        code: "STATE_UNWRITABLE",
        message: expect.stringContaining(name),
      });
      rmSync(home.file(name), { recursive: true });
      await mnemonic.confirm(id, { now: NOW_MS });
      expect(home.lines("errors.jsonl")).toHaveLength(1);
      expect(JSON.parse(home.text("state.json"))).toMatchObject({ total_errors: 1 });
    }
  },
);

test.for(ODD)("%s as the state is a clear error", async ([, make]) => {
  const home = homeWithDraft();
  make(home.file("mnemonic_state.json"));
  await expect(scan(home)).rejects.toMatchObject({ code: "STATE_UNWRITABLE" });
});

test("an old pipe, and an old folder with something in it, do not hold the lock for ever", async () => {
  for (const make of [
    (path: string) => execFileSync("mkfifo", [path]),
    (path: string) => mkdirSync(`${path}/held`, { recursive: true }),
  ]) {
    const home = homeWithDraft();
    const lock = home.file("mnemonic_state.json.lock");
    make(lock);
    utimesSync(lock, NOW_MS / 1000 - 999_999, NOW_MS / 1000 - 999_999);
    expect((await scan(home)).new_drafts).toHaveLength(1);
  }
});

test("contexts of a placeholder that the log does not name revive it, but none that is later than now", async () => {
  const archived = (ms: number, session: string): string =>
    `${JSON.stringify({ ts: at(ms), rule_id: "rule_p", session_id: session, summary: "x" })}\n`;
  const triggers = async (lines: string[]): Promise<unknown[]> => {
    const home = homeWithDraft();
    mkdirSync(home.file("rules/ban"), { recursive: true });
    writeFileSync(home.file("rules/ban/p.md"), "---\nid: rule_p\nlevel: monitor\n---\n");
    writeFileSync(home.file("context_archive.jsonl"), lines.join(""));
    return (await scan(home)).drafts.filter(({ rule_id: id }) => id === "rule_p").map(({ trigger }) => trigger.name);
  };
  const old = archived(NOW_MS - 50 * DAY, "s");
  expect(await triggers([old, archived(NOW_MS - 51 * DAY, "s")])).toEqual(["revival"]);
  expect(await triggers([old, archived(NOW_MS - 51 * DAY, "t")])).toEqual([]);
  expect(await triggers([old, archived(NOW_MS + DAY, "s")])).toEqual([]);
});

test("errors have no window, so those later than now count", async () => {
  const home = new Home();
  const line = `${JSON.stringify({ ts: at(NOW_MS + DAY), error_type: "fab" })}\n`;
  writeFileSync(home.file("errors.jsonl"), line.repeat(5));
  expect((await scan(home)).drafts).toMatchObject([{ error_type: "fab", trigger: { name: "errors" } }]);
});

test("a draft from errors keeps their type, keywords and meaning, and a rule with these keywords covers it", async () => {
  const home = new Home();
  const error = {
    ts: at(NOW_MS),
    type: "gap",
    error_type: "fab",
    rule: "r",
    match: { exact: ["乙", "甲"], semantic: "m" },
  };
  home.write("errors.jsonl", `${JSON.stringify(error)}\n`.repeat(5));
  expect((await scan(home)).drafts).toMatchObject([
    { type: "gap", error_type: "fab", rule: "自动识别: 高频违规乙", match: { exact: ["乙", "甲"], semantic: "m" } },
  ]);
  home.rule("any", { keywords: ["甲", "乙", "丙"] });
  expect((await scan(home)).patterns).toMatchObject([{ pattern: "fab", covered_by: { kind: "rule", id: "any" } }]);
});

test("a secret used as a session id or an interceptor is masked in the evidence", async () => {
  const home = new Home();
  const secret = `sk-ant-api03-${"a1B2c3D4".repeat(6)}`;
  const record = { interceptor: secret };
  home.log(hit(NOW_MS - 2, "rule_a", secret, record), hit(NOW_MS - 1, "rule_a", secret, record));
  const [draft] = (await scan(home)).drafts;
  expect(JSON.stringify(draft?.evidence)).not.toContain(secret);
});

test("a queue of things that are no entries is the wrong shape: moved aside, and told", async () => {
  const home = homeWithDraft();
  writeFileSync(home.file("mnemonic_state.json"), '{"draft_queue":[null,1,"x"]}');
  expect((await scan(home)).warnings).toMatchObject([{ code: "state_corrupt" }]);
  expect(home.names().some((name) => name.startsWith("mnemonic_state.json.corrupt-"))).toBe(true);
});

test("a counter that another program wrote as text is counted on", async () => {
  const home = homeWithDraft();
  writeFileSync(home.file("state.json"), '{"total_errors":"5"}');
  const [id = ""] = (await scan(home)).new_drafts;
  await (await openMnemonic({ home: home.path })).confirm(id, { now: NOW_MS });
  expect(JSON.parse(home.text("state.json"))).toMatchObject({ total_errors: 6 });
});
