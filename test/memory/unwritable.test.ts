// A home that can be read and not written: the scan has its result, and says that nothing was remembered.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NotRememberedError, openMnemonic } from "../../src/index.js";
import { typed } from "../cli/real-host.js";
import { withFault } from "./faults.js";
import { hit, Home, NOW_MS } from "./home.js";

function homeWithDraft(): Home {
  const home = new Home();
  home.log(hit(NOW_MS - 2), hit(NOW_MS - 1));
  return home;
}

test("on a read-only file system the library throws what holds the report", async () => {
  const home = homeWithDraft();
  const mnemonic = await openMnemonic({ home: home.path });
  const { outcome } = await withFault(1, "EROFS", () => mnemonic.scan({ now: NOW_MS }));
  expect(outcome).toBeInstanceOf(NotRememberedError);
  const error = outcome as NotRememberedError;
  expect(error).toMatchObject({ code: "STATE_UNWRITABLE", message: expect.stringContaining("read-only") });
  expect(error.report).toMatchObject({ drafts: [{ pattern: "rule_ban_013" }], new_drafts: [] });
  expect(home.names()).toEqual(["intercept_log.jsonl"]);
});

test("the command prints the result, says that it was not remembered, and exits with 1", async () => {
  const home = homeWithDraft();
  let run = { code: 0, out: "", err: "" };
  await withFault(1, "EROFS", async () => (run = await typed(home, "scan")));
  expect(run.code).toBe(1);
  expect(run.out).toContain("rule_ban_013");
  expect(run.err).toMatch(/nothing of this result was remembered: .*read-only[^]*--dry-run/);
});

test("a folder in the state's place, a link to nothing, a link to itself", async () => {
  const folder = homeWithDraft();
  mkdirSync(folder.file("mnemonic_state.json"));
  expect((await typed(folder, "scan")).err).toContain("a folder stands in its place");
  // Through a link to nothing the file is made where the link leads.
  const dangling = homeWithDraft();
  symlinkSync("elsewhere.json", dangling.file("mnemonic_state.json"));
  expect((await typed(dangling, "scan")).code).toBe(0);
  expect(JSON.parse(dangling.text("elsewhere.json"))).toMatchObject({ draft_queue: [{ pattern: "rule_ban_013" }] });
  const nowhere = homeWithDraft();
  symlinkSync("no/such/folder.json", nowhere.file("mnemonic_state.json"));
  expect((await typed(nowhere, "scan")).err).toContain("its folder does not exist");
  expect(nowhere.names()).toEqual(["intercept_log.jsonl", "mnemonic_state.json"]);
  const loop = homeWithDraft();
  symlinkSync("mnemonic_state.json", loop.file("mnemonic_state.json"));
  const looped = await typed(loop, "scan");
  expect([looped.code, looped.err]).toEqual([1, expect.stringContaining("leads back to itself")]);
});

test("a home that is a file, or a link to nothing, is no home", async () => {
  const home = homeWithDraft();
  writeFileSync(home.file("file"), "");
  symlinkSync("nothing", home.file("link"));
  for (const name of ["file", "link", "missing"])
    await expect(openMnemonic({ home: home.file(name) })).rejects.toMatchObject({ code: "HOME_NOT_FOUND" });
  rmSync(home.file("link"));
});
