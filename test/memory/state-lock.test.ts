import { spawnSync } from "node:child_process";
import { mkdirSync, readlinkSync, symlinkSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { isAlive, ownIdentity } from "../../src/io/process-identity.js";
import { withLock } from "../../src/io/state-lock.js";
import { Home, type Json } from "./home.js";

function lockOf(home: Home, owner?: Json): string {
  const lock = home.file("x.lock");
  if (owner !== undefined) symlinkSync(JSON.stringify(owner), lock);
  return lock;
}

test("a process is known by more than its pid", () => {
  expect(isAlive(ownIdentity())).toBe(true);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(isAlive({ ...ownIdentity(), pid })).toBe(false);
  expect(isAlive({ ...ownIdentity(), started: "earlier" })).toBe(false);
  expect(isAlive({ ...ownIdentity(), host: "elsewhere" })).toBeUndefined();
  expect(isAlive({ pid: process.pid, host: hostname(), started: "" })).toBe(true);
});

const DEAD: [who: string, owner: Json][] = [
  ["a process that is gone", { ...ownIdentity(), pid: 2 ** 22 - 1 }],
  ["a process whose pid is another's by now", { ...ownIdentity(), started: "before the last boot" }],
];

test.for(DEAD)("the lock of %s is broken at once", async ([, owner]) => {
  const home = new Home();
  const lock = lockOf(home, owner);
  expect(await withLock(lock, () => readlinkSync(lock), { waitMs: 0 })).toBe(JSON.stringify(ownIdentity()));
  expect(home.names()).toEqual([]);
});

test("a claim that a dead process made on a dead process's lock is broken as well", async () => {
  const home = new Home();
  const [, dead] = DEAD[0]!;
  const lock = lockOf(home, dead);
  let claims = 0;
  // The name of the claim is that of the lock that was found: learnt by an attempt that a living claim stops.
  const { lstatSync } = await import("node:fs");
  const { ino, mtimeNs } = lstatSync(lock, { bigint: true });
  for (const owner of [dead]) {
    symlinkSync(JSON.stringify(owner), `${lock}.${ino.toString(36)}-${mtimeNs.toString(36)}`);
    claims++;
  }
  expect(await withLock(lock, () => claims, { waitMs: 2000 })).toBe(1);
  expect(home.names()).toEqual([]);
});

test("a living owner is waited for, and named when it takes too long", async () => {
  const home = new Home();
  const lock = lockOf(home, { ...ownIdentity() });
  await expect(withLock(lock, () => 0, { waitMs: 150 })).rejects.toMatchObject({
    code: "LOCKED",
    message: expect.stringContaining(`process ${process.pid}`),
  });
  expect(home.names()).toEqual(["x.lock"]);
});

const FOREIGN: [what: string, make: (home: Home, lock: string) => void][] = [
  ["a file of another program", (home) => home.write("x.lock", "12345\n")],
  ["a folder", (_, lock) => mkdirSync(lock)],
  ["the lock of another host", (_, lock) => symlinkSync(JSON.stringify({ ...ownIdentity(), host: "elsewhere" }), lock)],
];

test.for(FOREIGN)("%s holds the lock while it is young", async ([, make]) => {
  const home = new Home();
  const lock = lockOf(home);
  make(home, lock);
  await expect(withLock(lock, () => 0, { waitMs: 50 })).rejects.toMatchObject({ code: "LOCKED" });
  // Links have no time of their own that could be set here: the bound is what is moved.
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await withLock(lock, () => "mine", { waitMs: 2000, strangerMs: 20 })).toBe("mine");
  expect(home.names()).toEqual([]);
});

test("an old file of another program is no lock any more", async () => {
  const home = new Home();
  home.write("x.lock", "12345\n");
  utimesSync(home.file("x.lock"), new Date(0), new Date(0));
  expect(await withLock(home.file("x.lock"), () => "mine", { waitMs: 0 })).toBe("mine");
});

test("many that wait come one after the other", async () => {
  const home = new Home();
  const lock = lockOf(home, DEAD[0]![1]);
  let inside = 0;
  const turns = Array.from({ length: 20 }, async () =>
    withLock(lock, () => {
      expect(++inside).toBe(1);
      inside--;
    }),
  );
  await Promise.all(turns);
  expect(home.names()).toEqual([]);
});

test("an abort ends the waiting", async () => {
  const home = new Home();
  const lock = lockOf(home, { ...ownIdentity() });
  const signal = AbortSignal.timeout(50);
  await expect(withLock(lock, () => 0, { signal })).rejects.toMatchObject({ code: "ABORTED" });
});
