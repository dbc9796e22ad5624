// What is written is the owner's alone, however open the process may be to others, and what links lead to is only read.
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { tempFolder } from "../io/temp-folder.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";

function opened(): void {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
}

/** Files that others may read or write. */
function openTo(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0 && !lstatSync(path).isSymbolicLink())
    .map((path) => path.slice(folder.length + 1));
}

test("all that is written is private, whatever the umask says; the log of others stays as open as it was", async () => {
  opened();
  const home = new Home();
  // More than the state holds, so that the archive of contexts is written too.
  for (let i = 0; i < 300; i++) home.log(hit(NOW_MS - HOUR + i, `rule_${i % 90}`, `s${i % 3}`));
  home.write("bad.jsonl", "no JSON\n");
  const mnemonic = await openMnemonic({ home: home.path });
  const { new_drafts } = await mnemonic.scan({ now: NOW_MS });
  for (let i = 0; i < 300; i++) home.log(hit(NOW_MS + i, `rule_${i % 90}`, `t${i % 3}`));
  await mnemonic.scan({ now: NOW_MS + HOUR });
  await mnemonic.backfill({ now: NOW_MS, archives: [home.file("bad.jsonl")], rejects: home.file("rejects") });
  await mnemonic.confirm(new_drafts.slice(0, 1), { now: NOW_MS + HOUR });
  await mnemonic.close();
  expect(home.names()).toEqual(
    expect.arrayContaining(["context_archive.jsonl", "errors.jsonl", "mnemonic_state.json", "rejects"]),
  );
  expect(openTo(home.path).toSorted()).toEqual(["bad.jsonl", "intercept_log.jsonl", "state.json"]);
});

test("logs and rules that are links to files of the system are read at most, and their words go nowhere", async () => {
  const home = new Home();
  const outside = tempFolder({
    "secret.txt": "root:x:0:0:top-secret\n# top-secret\n",
    "log.jsonl": `${JSON.stringify(hit(NOW_MS - 1))}\n`,
  });
  const before = readFileSync(join(outside, "secret.txt"), "utf8");
  symlinkSync(join(outside, "secret.txt"), home.file("intercept_log.jsonl"));
  symlinkSync(join(outside, "log.jsonl"), home.file("intercept_log.jsonl.1"));
  symlinkSync(join(outside, "secret.txt"), home.file("intercept_log.jsonl.2.gz"));
  home.rule("rule_x");
  for (const name of ["passwd.md", "dev.md"])
    symlinkSync(name === "dev.md" ? "/dev/zero" : join(outside, "secret.txt"), home.file(`rules/ban/${name}`));
  const mnemonic = await openMnemonic({ home: home.path });
  const report = await mnemonic.scan({ now: NOW_MS });
  await mnemonic.close();
  expect(report).toMatchObject({ status: "degraded", lines: { accepted: 1 } });
  expect(JSON.stringify(report)).not.toContain("top-secret");
  expect(home.text("mnemonic_state.json")).not.toContain("top-secret");
  expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(before);
});

test("temporary files of the state follow no link that was laid for them", async () => {
  const home = new Home();
  const victim = join(tempFolder({ victim: "mine" }), "victim");
  for (const name of [
    "mnemonic_state.json.tmp",
    `mnemonic_state.json.${process.pid}-000000000000.tmp`,
    "mnemonic_state.json.lock",
  ])
    symlinkSync(victim, home.file(name));
  home.log(hit(NOW_MS - 2, "r", "s"), hit(NOW_MS - 1, "r", "s"));
  const mnemonic = await openMnemonic({ home: home.path, lockWaitMs: 0 });
  // The link that stands for a lock is nobody's whose life can be asked after: it is waited for, and not written to.
  await expect(mnemonic.scan({ now: NOW_MS })).rejects.toMatchObject({ code: "LOCKED" });
  await mnemonic.close();
  expect(readFileSync(victim, "utf8")).toBe("mine");
  expect(existsSync(home.file("mnemonic_state.json"))).toBe(false);
  writeFileSync(victim, "mine");
});
