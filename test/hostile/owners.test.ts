// What another user has put into a home that others may write to is not believed and not written through. These tests run where they
// may give files away, that is as the system's own user.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { openMnemonic, type Mnemonic } from "../../src/index.js";
import { checkpointsOf } from "../../src/io/checkpoint-folder.js";
import { tempFolder } from "../io/temp-folder.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";

const COMMAND = new URL("../../dist/cli.js", import.meta.url).pathname;
const [STRANGER, USER] = [65_533, 65_534];
/** Only the system's own user may give files away. */
const IS_ROOT = process.geteuid?.() === 0;

beforeEach(() => {
  // Where a home's own place can't be had.
  vi.stubEnv("XDG_CACHE_HOME", tempFolder());
  return () => void vi.unstubAllEnvs();
});

function openHome(): Home {
  const home = new Home();
  chmodSync(home.path, 0o1777);
  for (let i = 0; i < 300; i++) home.log(hit(NOW_MS - HOUR + i, `rule_${i % 90}`, `s${i % 3}`));
  return home;
}

async function within<T>(home: Home, work: (mnemonic: Mnemonic) => Promise<T>): Promise<T> {
  await using mnemonic = await openMnemonic({ home: home.path, lockWaitMs: 0 });
  return await work(mnemonic);
}

const scan = async (home: Home) => within(home, async (mnemonic) => mnemonic.scan({ now: NOW_MS }));
const confirm = async (home: Home) =>
  within(home, async (mnemonic) => mnemonic.confirm((await mnemonic.drafts())[0]?.draft_id ?? "", { now: NOW_MS }));

function strangersLink(home: Home, name: string): string {
  const victim = join(tempFolder({ victim: "mine\n" }), "victim");
  symlinkSync(victim, home.file(name));
  lchownSync(home.file(name), STRANGER, STRANGER);
  return victim;
}

test.runIf(IS_ROOT).for<[name: string, act: (home: Home) => Promise<unknown>]>([
  ["mnemonic_state.json", scan],
  ["context_archive.jsonl", async (home) => (home.log(...later()), scan(home))],
  ["state.json", async (home) => (await scan(home), confirm(home))],
  ["errors.jsonl", async (home) => (await scan(home), confirm(home))],
])("a link that another user has laid for %s leads nowhere", async ([name, act]) => {
  const home = openHome();
  if (name === "context_archive.jsonl") await scan(home);
  const victim = strangersLink(home, name);
  await expect(act(home)).rejects.toMatchObject({
    code: "STATE_UNWRITABLE",
    message: expect.stringContaining("another user"),
  });
  expect(readFileSync(victim, "utf8")).toBe("mine\n");
  expect(lstatSync(victim).uid).toBe(0);
});

/** More than the state has room for, so that contexts go to their archive. */
function later() {
  return Array.from({ length: 300 }, (_, i) => hit(NOW_MS - 1000 + i, `rule_${i % 90}`, `t${i % 3}`));
}

test.runIf(IS_ROOT)(
  "a state, counters and records of another user's are refused, and settings and confirmations not believed",
  async () => {
    const home = openHome();
    await scan(home);
    home.write("config.json", { mnemonic: { d7_hits: 9 } });
    chownSync(home.file("config.json"), STRANGER, STRANGER);
    const { warnings } = await scan(home);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ["config_invalid", expect.stringContaining("another user")],
    ]);
    for (const name of ["errors.jsonl", "state.json"]) {
      home.write(name, name === "state.json" ? "{}" : "");
      chownSync(home.file(name), STRANGER, STRANGER);
      await expect(confirm(home)).rejects.toMatchObject({ code: "STATE_UNWRITABLE" });
      chownSync(home.file(name), 0, 0);
    }
    chownSync(home.file("mnemonic_state.json"), STRANGER, STRANGER);
    await expect(scan(home)).rejects.toMatchObject({ code: "STATE_UNWRITABLE" });
  },
);

test.runIf(IS_ROOT).for<[what: string, give: (home: Home) => void, owner: number]>([
  ["made", (home) => giveAway(home.file("mnemonic_cache")), STRANGER],
  ["filled", (home) => giveAway(home.file("mnemonic_cache"), false), 0],
])("a cache that another user has %s is neither read nor written", async ([, give, owner]) => {
  const home = openHome();
  const first = await scan(home);
  give(home);
  const again = await scan(home);
  expect(again.timings.read_bytes).toBe(first.timings.read_bytes);
  expect(again.patterns).toEqual(first.patterns);
  expect(lstatSync(home.file("mnemonic_cache/summary")).uid).toBe(owner);
});

function giveAway(folder: string, itself = true): void {
  for (const name of readdirSync(folder)) chownSync(join(folder, name), STRANGER, STRANGER);
  if (itself) chownSync(folder, STRANGER, STRANGER);
}

test.runIf(IS_ROOT)("what the system's own user writes stays whose it was", async () => {
  const home = openHome();
  await scan(home);
  home.write("state.json", "{}");
  home.write("errors.jsonl", "");
  for (const name of ["", "mnemonic_state.json", "state.json", "errors.jsonl"]) chownSync(home.file(name), USER, USER);
  await confirm(home);
  const owners = ["mnemonic_state.json", "state.json", "errors.jsonl"].map((name) => lstatSync(home.file(name)));
  expect(owners.map(({ uid, gid }) => [uid, gid])).toEqual([
    [USER, USER],
    [USER, USER],
    [USER, USER],
  ]);
  expect((owners[0]?.mode ?? 0) & 0o777).toBe(0o600);
});

test.runIf(IS_ROOT)(
  "the command of a user without rights writes through nothing of another's, and keeps its own",
  () => {
    const home = openHome();
    const own = tempFolder();
    chownSync(own, USER, USER);
    const run = (...args: string[]) =>
      spawnSync(
        process.execPath,
        [COMMAND, ...args, "--home", home.path, "--lang", "en", "--now", "2026-05-25T12:00:00Z"],
        {
          uid: USER,
          gid: USER,
          env: { PATH: process.env["PATH"], HOME: own, XDG_CACHE_HOME: own },
          encoding: "utf8",
        },
      );
    expect(run("scan").status).toBe(0);
    expect([
      lstatSync(home.file("mnemonic_state.json")).uid,
      lstatSync(home.file("mnemonic_state.json")).mode & 0o777,
    ]).toEqual([USER, 0o600]);
    const victim = strangersLink(home, "errors.jsonl");
    chownSync(victim, USER, USER);
    const id = String(home.state().draft_queue[0]?.["draft_id"]);
    const { status, stderr } = run("drafts", "confirm", id);
    expect([status, stderr]).toEqual([1, expect.stringContaining("another user")]);
    expect(readFileSync(victim, "utf8")).toBe("mine\n");
  },
);

test.runIf(IS_ROOT)("what is kept of interrupted backfills never lies in a folder of another user's", () => {
  const home = openHome();
  expect(checkpointsOf(home.path, false)).toBe(home.file("mnemonic_backfill"));
  mkdirSync(home.file("mnemonic_backfill"));
  chownSync(home.file("mnemonic_backfill"), STRANGER, STRANGER);
  expect(checkpointsOf(home.path, false)).not.toContain(home.path);
});
