// Rules that stand there and can't be read: any pattern may be one of them. Nothing new is drafted, nothing that was decided
// moves, what awaits a person goes on waiting, and when they can be read again all is as if they always had been.
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { compareText } from "../../src/core/merge/counts.js";
import { openMnemonic, type Mnemonic, type Report } from "../../src/index.js";
import { withFailingCall, type Failure } from "../faults/failing-call.js";
import { DAY, hit, Home, HOUR, NOW_MS } from "./home.js";

/** Takes the rules away in some way; returns what gives them back. */
const WAYS: [what: string, take: (home: Home) => () => void, unread: string][] = [
  [
    "a link to a drive that is gone",
    (home) => {
      renameSync(home.file("rules"), home.file("away"));
      symlinkSync("/nowhere/rules", home.file("rules"));
      return () => {
        rmSync(home.file("rules"));
        renameSync(home.file("away"), home.file("rules"));
      };
    },
    "rules",
  ],
  [
    "a rule whose every read fails",
    (home) => {
      renameSync(home.file("rules/ban/solid.md"), home.file("away"));
      symlinkSync("/proc/self/mem", home.file("rules/ban/solid.md"));
      return () => {
        rmSync(home.file("rules/ban/solid.md"));
        renameSync(home.file("away"), home.file("rules/ban/solid.md"));
      };
    },
    "rules/ban/solid.md",
  ],
];

async function lived(): Promise<{ home: Home; mnemonic: Mnemonic }> {
  const home = new Home();
  mkdirSync(home.file("rules/ban"), { recursive: true });
  const mnemonic = await openMnemonic({ home: home.path });
  home.log(hit(NOW_MS - DAY, "pending", "s"), hit(NOW_MS - DAY + 1, "pending", "s"));
  home.log(hit(NOW_MS - DAY, "solid", "s"), hit(NOW_MS - DAY + 1, "solid", "s"));
  const { drafts } = await mnemonic.scan({ now: NOW_MS });
  await mnemonic.confirm(drafts.find(({ rule_id }) => rule_id === "solid")!.draft_id, { now: NOW_MS });
  home.rule("solid");
  await mnemonic.scan({ now: NOW_MS + 1 });
  home.log(hit(NOW_MS + 2, "new", "t"), hit(NOW_MS + 3, "new", "t"), hit(NOW_MS + 4, "solid", "t"));
  home.log(hit(NOW_MS + 5, "solid", "t"), hit(NOW_MS + 6, "pending", "t"));
  return { home, mnemonic };
}

const draftedOf = ({ drafts }: Report): unknown[] => drafts.map(({ rule_id }) => String(rule_id)).toSorted(compareText);
const coverOf = ({ patterns }: Report, rule: string): unknown =>
  patterns.find(({ rule_id }) => rule_id === rule)?.covered_by;

function expectDoubt(report: Report, path: string): void {
  expect(report).toMatchObject({ status: "degraded", new_drafts: [] });
  expect(report.warnings).toMatchObject([{ path, message: expect.stringContaining("nothing new is drafted") }]);
  expect(draftedOf(report)).toEqual(["pending"]);
  for (const rule of ["new", "solid"]) expect(coverOf(report, rule)).toEqual({ kind: "unread", id: path });
}

test.for(WAYS)("%s", async ([, take, path]) => {
  const { home, mnemonic } = await lived();
  const before = home.state().draft_queue;
  expect(before).toMatchObject([{ pattern: "pending" }, { pattern: "solid", status: "solidified", rule: "solid" }]);
  const giveBack = take(home);
  for (const hours of [1, 2]) expectDoubt(await mnemonic.scan({ now: NOW_MS + hours * HOUR }), path);
  expect(home.state().draft_queue).toEqual(before);
  expect((await mnemonic.explain("new", { now: NOW_MS + HOUR })).covered_by).toEqual({ kind: "unread", id: path });
  giveBack();
  const after = await mnemonic.scan({ now: NOW_MS + 3 * HOUR });
  expect(after).toMatchObject({ status: "ok", new_drafts: [expect.any(String)] });
  expect(draftedOf(after)).toEqual(["new", "pending"]);
  expect(coverOf(after, "solid")).toMatchObject({ kind: "rule", id: "solid" });
  await mnemonic.close();
});

test.for<Failure>(["EACCES", "EIO"])("a folder that can't be listed (%s), and for a moment only", async (failure) => {
  const { home, mnemonic } = await lived();
  await mnemonic.close();
  const look = async (): Promise<Report> => {
    // One that was open would know the rules.
    await using fresh = await openMnemonic({ home: home.path });
    return await fresh.scan({ now: NOW_MS + HOUR, dryRun: true });
  };
  const met: string[] = [];
  for (let call = 1; call <= 6; call++) {
    const failing = { operation: "readdirSync", call, failure, lasts: false } as const;
    const { result } = await withFailingCall(failing, look);
    const path = result?.warnings.find(({ code }) => code === "rules_unreadable")?.path;
    if (result === undefined || path === undefined) continue;
    met.push(path);
    expectDoubt(result, path);
  }
  expect(met).toEqual(["rules", "rules/ban"]);
  // Nothing has changed but that.
  expect(draftedOf(await look())).toEqual(["new", "pending"]);
});

test("a file in the place of the folder hides no rule", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - 2), hit(NOW_MS - 1));
  home.write("rules", "");
  await using mnemonic = await openMnemonic({ home: home.path });
  const { drafts, warnings } = await mnemonic.scan({ now: NOW_MS });
  expect(drafts).toHaveLength(1);
  expect(warnings.map(({ code }) => code)).toEqual(["rules_unreadable"]);
});

test("a link that leads nowhere, a pipe, a folder that is a rule by its name: there is no rule to be in doubt of", async () => {
  const { home, mnemonic } = await lived();
  symlinkSync("gone.md", home.file("rules/ban/dead.md"));
  mkdirSync(home.file("rules/ban/folder.md"));
  const report = await mnemonic.scan({ now: NOW_MS + HOUR });
  expect(draftedOf(report)).toEqual(["new", "pending"]);
  await mnemonic.close();
});
