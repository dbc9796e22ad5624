// What the library is asked with is checked before anything is done: a slip is told, and nothing is written.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MnemonicError, openMnemonic, readRules, recognize, scanArchives, type Mnemonic } from "../../src/index.js";
import { COUNT_CHECKS, SCAN_CHECKS } from "../../src/model/option-checks.js";
import { HOUR, Home, hit, NOW, NOW_MS } from "../memory/home.js";

type Options = Readonly<Record<string, unknown>>;
/** One public call with these options, whatever their type says. */
type Entry = (mnemonic: Mnemonic, options: never, home: string) => unknown;

const ENDED = AbortSignal.abort();

const ENTRIES: Readonly<Record<string, Entry>> = {
  scan: (m, options) => m.scan(options),
  survey: (m, options) => m.survey(options),
  backfill: (m, options) => m.backfill(options),
  explain: (m, options) => m.explain("rule_a", options),
  // A watch that is taken on would go on.
  watch: (m, options) => m.watch(isObject(options) ? { signal: ENDED, ...(options as Options) } : options).next(),
  confirm: (m, options) => m.confirm("d_none", options),
  reject: (m, options) => m.reject("d_none", options),
  reopen: (m, options) => m.reopen("d_none", options),
  add: (m, options) => m.add("不要这样做", options),
  feedback: (m, options) => m.feedback("rule_a", "confirmed", options),
  contexts: (m, options) => m.contexts(options),
  clearContexts: (m, options) => m.clearContexts(options),
  scanArchives: (_, options) => scanArchives(options),
  openMnemonic: (_, options) => openMnemonic(options),
  readRules: (_, options, home) => readRules(home, options),
  recognize: async (_, options, home) =>
    recognize(await scanArchives({ archives: [join(home, "intercept_log.jsonl")] }), options),
  "recognize's counts": (_, counts) => recognize(counts, { now: NOW }),
  "confirm's ids": (m, ids) => m.confirm(ids),
  "feedback's verdict": (m, verdict) => m.feedback("rule_a", verdict),
  "explain's name": (m, name) => m.explain(name),
  "draft's id": (m, id) => m.draft(id),
  "add's rule": (m, rule) => m.add(rule),
  "clearCache's only": (m, only) => m.clearCache(only),
  "readRules' home": (_, home) => readRules(home),
};

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function opened(): Promise<{ home: Home; mnemonic: Mnemonic }> {
  const home = new Home();
  home.log(hit(NOW_MS - HOUR, "rule_a"), hit(NOW_MS - HOUR / 2, "rule_a"));
  home.rule("rule_b");
  return { home, mnemonic: await openMnemonic({ home: home.path }) };
}

/** All that lies in a folder: paths, bytes and when they were written. */
function contents(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).mtimeMs} ${readFileSync(path, "base64")}`)
    .toSorted();
}

async function failure(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each<[string, unknown, message: string, hint: string]>([
  ["scan", { dryrun: true }, 'scan knows no option "dryrun"', "did you mean dryRun?"],
  ["scan", { wild: 1 }, 'scan knows no option "wild"', "there are: now, archives, threads"],
  ["scan", { scaner: "wasm" }, 'scan knows no option "scaner"', "there are: now, archives, threads"],
  ["scan", { archives: "x.jsonl" }, "archives must be a list of paths", "or leave it out for the default"],
  ["scan", { archives: [""] }, "archives must be a list of paths", "or leave it out for the default"],
  ["scan", { threads: 0 }, "threads must be a whole number from 1 to 512, and is 0", "from 1 to 512, or leave it out"],
  ["scan", { dryRun: "no" }, 'dryRun must be true or false, and is "no"', "true or false"],
  ["scan", { rejects: "a\0" }, "rejects must be a path", "a path"],
  ["scan", { signal: {} }, "signal must be an AbortSignal, and is an object", "AbortSignal"],
  ["scan", { activity: { day: 1 } }, 'scan knows no option "activity.day"', "did you mean activity.days?"],
  [
    "scan",
    { activity: { days: 0 } },
    "activity.days must be a whole number from 1 to 3660, and is 0",
    "from 1 to 3660",
  ],
  ["scan", null, "its options must be an object, and are null", "{ now, archives, threads }"],
  ["scan", ENDED, "its options must be an object, and are an object", "{ now"],
  ["backfill", {}, "backfill: archives must be a list of paths", 'give a list of paths, such as ["logs/"]'],
  ["scanArchives", {}, 'archives must be a list of paths, such as ["logs/"], and is missing', "give a list of paths"],
  ["watch", { intervalMs: 0 }, "intervalMs must be a number from 1 to 86400000, and is 0", "from 1"],
  ["openMnemonic", { home: 5 }, "openMnemonic: home must be text, and is 5", "give text"],
  ["openMnemonic", { lockWaitMs: -1 }, "lockWaitMs must be a number of at least 0, and is -1", "of at least 0"],
  ["confirm", { edits: { exact: "a" } }, "edits.exact must be a list of texts", "a list of texts"],
  ["contexts", "rule_a", 'its options must be an object, and are "rule_a"', "{ rule }"],
  ["recognize", {}, "now must be a moment", "ISO 8601"],
  ["recognize", { now: 0, thresholds: {} }, "thresholds.sameSessionHits must be", "give a whole number"],
  ["recognize", { now: 0, rules: [{ id: 1 }] }, "rules[0].id must be text, and is 1", "give text"],
  ["recognize's counts", {}, "counts must be the result of scanArchives", "give the result of scanArchives"],
  ["feedback's verdict", "nonsense", 'the verdict must be "false_positive" or "confirmed"', '"false_positive"'],
  ["explain's name", undefined, "explain: the name must be text, and is undefined", "give text"],
  ["confirm's ids", [1], "ids must be the id of a draft, or a list of ids", "give the id"],
  ["clearCache's only", "all", 'only must be "backfills"', '"backfills"'],
])("%s with %j is refused in words, and nothing is written", async (name, options, message, hint) => {
  const { home, mnemonic } = await opened();
  const before = contents(home.path);
  expect(await failure(() => ENTRIES[name]!(mnemonic, options as never, home.path))).toMatchObject({
    name: "UsageError",
    code: "USAGE",
    message: expect.stringContaining(message) as string,
    hint: expect.stringContaining(hint) as string,
  });
  expect(contents(home.path)).toEqual(before);
});

const NAMES = new Set(
  ["force", "edits", "forGood", "type", "rule", "archive", "intervalMs", "onReport", "home", "lockWaitMs", "thresholds"]
    .concat(["rules", "mode", "__proto__", "constructor", "dryrun"], Object.keys(SCAN_CHECKS))
    // What an internal option must be, only its tests know.
    .filter((name) => (COUNT_CHECKS as Record<string, { isInternal?: true }>)[name]?.isInternal !== true),
);
const PLACES = new Set(["archives", "rejects", "tempDir", "home"]);

/** Any value, or one that may do. Paths lie in the home, for what is taken on is done. */
function valueOf(name: string, home: string): fc.Arbitrary<unknown> {
  const path = fc.constantFrom("", "a\0b", join(home, "intercept_log.jsonl"), join(home, "new"), home);
  const paths = fc.oneof(path, fc.array(path, { maxLength: 2 }), fc.integer(), fc.constant(null));
  const known = [true, 0, 1, -1, 1.5, 1e9, 2 ** 60, NaN, "", "7d", "UTC", NOW, "scan", new Date(NaN), null, undefined];
  return PLACES.has(name) ? paths : fc.oneof(fc.constantFrom(...known), fc.jsonValue({ maxDepth: 2 }));
}

function anyOptions(home: string): fc.Arbitrary<unknown> {
  const members = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 });
  const made = members.chain((names) =>
    fc.tuple(...names.map((name) => valueOf(name, home))).map((values) =>
      // As JSON.parse makes them: `__proto__` too is a name like others.
      Object.fromEntries(names.map((name, i) => [name, values[i]])),
    ),
  );
  const needed = made.map((one) => ({ archives: [join(home, "intercept_log.jsonl")], ...one }));
  return fc.oneof(
    made,
    needed,
    fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== "-"),
  );
}

test("whatever it is asked with, a call gives a result or says what is wrong, and then has written nothing", async () => {
  const { home, mnemonic } = await opened();
  const calls = fc.tuple(fc.constantFrom(...Object.keys(ENTRIES)), anyOptions(home.path));
  await fc.assert(
    fc.asyncProperty(calls, async ([name, options]) => {
      // What a call before has learnt is written behind its answer.
      await setImmediate();
      const before = contents(home.path);
      const error = await failure(() => ENTRIES[name]!(mnemonic, options as never, home.path));
      if (error === undefined) return;
      expect(error).toBeInstanceOf(MnemonicError);
      const { code, message, hint } = error as MnemonicError;
      expect(code, `${message}\n${(error as Error).stack}`).not.toBe("FILE_FAILED");
      expect(`${message}${hint}`.length).toBeLessThan(1000);
      expect(code === "USAGE" ? contents(home.path) : before).toEqual(before);
    }),
    { numRuns: Number(process.env["ARGUMENT_RUNS"] ?? 100) },
  );
});

test("what the caller's signal ends has the signal's reason as its cause", async () => {
  const { home, mnemonic } = await opened();
  const reason = new Error("the user went home");
  const signal = AbortSignal.abort(reason);
  const archives = [home.file("intercept_log.jsonl")];
  for (const call of [
    () => mnemonic.scan({ signal }),
    () => mnemonic.survey({ signal }),
    () => mnemonic.backfill({ archives, signal }),
    () => mnemonic.explain("rule_a", { signal }),
    () => scanArchives({ archives, signal }),
    () => readRules(home.path, { signal }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "ABORTED", cause: reason });
});

test("with the rules of a home, recognize finds what a scan of it finds", async () => {
  const { home, mnemonic } = await opened();
  home.log(hit(NOW_MS - HOUR, "rule_b"), hit(NOW_MS - HOUR / 2, "rule_b"));
  const { rules, warnings } = await readRules(home.path);
  expect(warnings).toEqual([]);
  const counts = await scanArchives({ archives: [home.file("intercept_log.jsonl")], now: NOW });
  const { patterns } = recognize(counts, { now: NOW, rules });
  const report = await mnemonic.scan({ now: NOW, dryRun: true });
  const covering = report.patterns.map(({ pattern, covered_by }) => [pattern, covered_by]);
  expect(patterns.map(({ pattern, covered_by }) => [pattern, covered_by])).toEqual(covering);
  expect(covering).toEqual([
    ["rule_a", null],
    ["rule_b", { kind: "rule", id: "rule_b", path: "rules/ban/rule_b.md", by: "id" }],
  ]);
});
