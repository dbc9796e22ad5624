import { mkdirSync, symlinkSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { isArchiveName, logNames, resolveHome } from "../../src/io/home.js";
import { tempFolder } from "./temp-folder.js";

const SIBLINGS = [
  "intercept_log.jsonl",
  "intercept_log.jsonl.1",
  "intercept_log.jsonl-1",
  "intercept_log.1",
  "intercept_log-1",
  "intercept_log.10.jsonl",
  "intercept_log-20260525",
  "intercept_log-2026-05-25",
  "intercept_log.jsonl.2026-05-25",
  "intercept_log_2".replace("_2", ".2"),
  "intercept_log-2026-05-25T12:00:00Z.jsonl",
  "intercept_log-20260525T120000Z",
  "intercept_log.2026-05-25_12",
  "intercept_log.jsonl.2026-W21",
  "intercept_log-2026-05-25T12:00:00+08:00.jsonl",
  "intercept_log.jsonl.1.gz",
  "intercept_log.jsonl.gz",
  "intercept_log-20260525.jsonl.gz",
  "intercept_log.1.gz",
  "intercept_log.jsonl-20260525.zst",
  "intercept_log.1.jsonl.xz",
  "intercept_log.1.bz2",
];
const STRANGERS = [
  "intercept_log",
  "intercept_log.",
  "intercept_log.jsonl.",
  "intercept_log.gz",
  "intercept_log.jsonl.bak",
  "intercept_log.jsonl.1.bak",
  "intercept_log.1.orig",
  "intercept_log.1.tmp",
  "intercept_log-1.swp",
  "intercept_log.jsonl~",
  "intercept_log.1~",
  "intercept_log.jsonl.1.bak.gz",
  ".intercept_log.jsonl.swp",
  "#intercept_log.jsonl#",
  "intercept_log.old",
  "intercept_log.jsonl.old",
  "intercept_log_1.jsonl",
  "intercept_log1.jsonl",
  "intercept_logs.jsonl",
  "intercept_log.jsonl.1.zip",
  "intercept_log.jsonl.1.gz.gz",
  "intercept_log.1.2x",
  "my_intercept_log.jsonl",
  "Intercept_log.jsonl",
  "intercept_log.jsonl.1.",
  "intercept_log.jsonl.1-",
  "intercept_log.jsonl 1",
  "intercept_log.jsonl.1\n",
  "errors.jsonl",
  "context_archive.jsonl",
  "state.json",
  "mnemonic_state.json",
  "config.json",
];

test("the log and its rotated siblings are found among everything else in a home", () => {
  const home = tempFolder(Object.fromEntries([...SIBLINGS, ...STRANGERS].map((name) => [name, ""])));
  expect(logNames(home)).toEqual(SIBLINGS.toSorted());
});

test("a home that is not there has no log", () => {
  expect(logNames(join(tempFolder(), "nowhere"))).toEqual([]);
});

test("a home that is a file is an error with a code", () => {
  const folder = tempFolder({ file: "" });
  expect(() => logNames(join(folder, "file"))).toThrow(expect.objectContaining({ code: "HOME_NOT_FOUND" }));
});

test.each([
  "a.jsonl",
  "a.json",
  "a.jsonl.1",
  "a.jsonl.gz",
  "a.json-2026",
  "a.jsonl_2026",
  "a.jsonlines",
  "a.2026.json.xz",
  "errors2.jsonl",
  "intercept_log.jsonl",
  "intercept_log.jsonl.1.gz",
  "my-state.json",
  "configs.json",
])("a folder contributes %s", (name) => {
  expect(isArchiveName(name)).toBe(true);
});

test.each([
  "a.txt",
  "jsonl",
  "a.js",
  "a.ndjson",
  ".a.jsonl",
  ".jsonl",
  "rules.permanent.md",
  "a.jsonl.bak",
  "a.json.orig",
  "a.jsonl.tmp",
  "a.jsonl.swp",
  "a.jsonl~",
  "a.jsonl.bak.gz",
  "a.json.tmp.xz",
  "errors.jsonl",
  "context_archive.jsonl",
  "mnemonic_state.json",
  "state.json",
  "config.json",
])("a folder does not contribute %s", (name) => {
  expect(isArchiveName(name)).toBe(false);
});

test.each([
  "mnemonic_state.json.corrupt-20260525T120000Z",
  "mnemonic_state.json.3141592",
  "state.json.lock",
  "errors.jsonl.1",
  "errors.jsonl.gz",
  "context_archive.jsonl-2026",
  "config.json.old",
])("copies and half-written successors of a home's other files were taken for archives: %s", (name) => {
  expect(isArchiveName(name)).toBe(false);
});

test("a home that was named must be a folder, or a link to one", () => {
  const folder = tempFolder({ file: "" });
  mkdirSync(join(folder, "real"));
  symlinkSync("real", join(folder, "link"));
  symlinkSync("loop", join(folder, "loop"));
  expect(resolveHome(join(folder, "real"))).toBe(join(folder, "real"));
  expect(resolveHome(join(folder, "link"))).toBe(join(folder, "link"));
  for (const name of ["file", "nowhere", "loop", "file/below", "nul\0"])
    expect(() => resolveHome(join(folder, name))).toThrow(expect.objectContaining({ code: "HOME_NOT_FOUND" }));
});

test("a home named by an unset variable was the current folder", () => {
  expect(() => resolveHome("")).toThrow(expect.objectContaining({ code: "HOME_NOT_FOUND" }));
});

test("without a name the home is below $HERMES_HOME, or the user's own", () => {
  const own = join(homedir(), ".hermes", "self-reflection");
  for (const [value, home] of [
    ["/srv/hermes", resolve("/srv/hermes/self-reflection")],
    ["", own],
    [undefined, own],
  ] as const) {
    vi.stubEnv("HERMES_HOME", value);
    expect(resolveHome()).toBe(home);
  }
  vi.unstubAllEnvs();
});

test("an empty HOME made a home of the current folder", () => {
  vi.stubEnv("HERMES_HOME", undefined);
  vi.stubEnv("HOME", "");
  expect(resolveHome()).toBe(join(userInfo().homedir, ".hermes", "self-reflection"));
  vi.unstubAllEnvs();
});
