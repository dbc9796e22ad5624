// What is kept between scans: that it is used, that it is private, and that whatever becomes of it the report is the same.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openMnemonic, type Mnemonic, type Report } from "../../src/index.js";
import { at, DAY, falsePositive, hit, Home, HOUR, NOW_MS } from "../memory/home.js";

const LOG = "intercept_log.jsonl";
const FOLDER = "mnemonic_cache";

function filled(): Home {
  const home = new Home();
  for (let i = 0; i < 40; i++) home.log(hit(NOW_MS - i * HOUR, `rule_${i % 7}`, `s${i % 11}`));
  return home;
}

async function open(home: Home): Promise<Mnemonic> {
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  return mnemonic;
}

/** As by a command of its own: what is known has to come from the disk. */
async function scanOnce(home: Home, options: Parameters<Mnemonic["scan"]>[0] = {}): Promise<Report> {
  const mnemonic = await openMnemonic({ home: home.path });
  try {
    return await mnemonic.scan({ now: NOW_MS + DAY, ...options });
  } finally {
    await mnemonic.close();
  }
}

const codes = ({ timings }: Report): string[] => timings.cache_notes.map(({ code }) => code);
const answer = ({ timings: _timings, ...report }: Report): object => report;
const extents = (home: Home): string[] => readdirSync(home.file(FOLDER)).filter((name) => name.endsWith(".extent"));

test("the next run reads what is new, wherever the log has gone", async () => {
  const home = filled();
  const { size } = statSync(home.file(LOG));
  expect((await scanOnce(home)).timings.read_bytes).toBe(size);
  home.log(hit(NOW_MS + HOUR, "rule_1", "s1"));
  const grown = statSync(home.file(LOG)).size;
  expect((await scanOnce(home)).timings.read_bytes).toBe(grown - size);
  renameSync(home.file(LOG), home.file(`${LOG}.1`));
  home.log(hit(NOW_MS + 2 * HOUR, "rule_2", "s2"));
  const rotated = await scanOnce(home);
  expect(rotated.timings).toMatchObject({ read_bytes: statSync(home.file(LOG)).size, cache_notes: [] });
  expect(rotated.archives.map(({ path, bytes }) => [path, bytes])).toEqual([
    [LOG, statSync(home.file(LOG)).size],
    [`${LOG}.1`, grown],
  ]);
  expect(answer(await scanOnce(home, { noCache: true }))).toEqual(answer(await scanOnce(home)));
});

test("it is for its owner alone, and a dry run leaves none", async () => {
  const home = filled();
  await scanOnce(home, { dryRun: true });
  expect(existsSync(home.file(FOLDER))).toBe(false);
  await scanOnce(home);
  expect(statSync(home.file(FOLDER)).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(home.file(FOLDER)))
    expect(statSync(join(home.file(FOLDER), name)).mode & 0o777).toBe(0o600);
});

const CHANGES: [code: string, change: (home: Home) => void][] = [
  ["truncated", (home) => truncateSync(home.file(LOG), 1000)],
  ["rewritten", (home) => writeFileSync(home.file(LOG), home.text(LOG).replace("rule_0", "rule_9"))],
  [
    "replaced",
    (home) => {
      writeFileSync(home.file("new"), home.text(LOG));
      renameSync(home.file("new"), home.file(LOG));
    },
  ],
  ["damaged", (home) => extents(home).forEach((name) => truncateSync(join(home.file(FOLDER), name), 100))],
  ["damaged", (home) => writeFileSync(join(home.file(FOLDER), "summary"), "nothing")],
  ["outdated", (home) => older(join(home.file(FOLDER), "summary"))],
  ["outdated", (home) => home.write("config.json", { mnemonic: { same_session_hits: 4 } })],
];

function older(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(0, 4);
  writeFileSync(path, bytes);
}

test.for(CHANGES)("%s: it is said, and everything is read", async ([code, change]) => {
  const home = filled();
  await scanOnce(home);
  change(home);
  const report = await scanOnce(home);
  expect(codes(report)).toEqual([code]);
  expect(answer(report)).toEqual(answer(await scanOnce(home, { noCache: true, dryRun: true })));
  expect(codes(await scanOnce(home))).toEqual([]);
});

test("a moment before what is known makes everything be read, and what is known stays", async () => {
  const home = filled();
  await scanOnce(home);
  const early = await scanOnce(home, { now: NOW_MS - DAY, dryRun: true });
  expect(codes(early)).toEqual(["earlier_now"]);
  expect(answer(early)).toEqual(answer(await scanOnce(home, { now: NOW_MS - DAY, dryRun: true, noCache: true })));
  home.log(hit(NOW_MS + HOUR));
  expect((await scanOnce(home)).timings.read_bytes).toBeLessThan(300);
});

test("what is new is read twice only where it holds events of before and after what the state has folded", async () => {
  const home = new Home();
  const log = (...agoHours: readonly number[]): number => {
    const before = existsSync(home.file(LOG)) ? statSync(home.file(LOG)).size : 0;
    for (const ago of agoHours) {
      home.log(hit(NOW_MS - ago * HOUR, "rule_1", "s1"));
      home.log(hit(NOW_MS - ago * HOUR, "rule_1", "s1", { interceptor: "UserCorrection" }));
      home.log(falsePositive(NOW_MS - ago * HOUR, "rule_2", "s2"));
    }
    return statSync(home.file(LOG)).size - before;
  };
  log(50, 40, 30);
  await scanOnce(home);
  for (const [reads, ...agoHours] of [
    [1, 20, 18],
    [2, 19, 17],
    [1, 16],
  ] as const) {
    const size = log(...agoHours);
    const report = await scanOnce(home);
    expect([agoHours, report.timings.read_bytes / size]).toEqual([agoHours, reads]);
    const { new_drafts: _new, ...known } = report;
    expect(answer(await scanOnce(home, { noCache: true, dryRun: true }))).toMatchObject(answer(known as Report));
  }
});

test("a clock that was far ahead once is believed again when it is set back", async () => {
  const home = filled();
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const scanAt = async (clockMs: number): Promise<Report> => {
    vi.setSystemTime(clockMs);
    const mnemonic = await openMnemonic({ home: home.path });
    const expected = await mnemonic.scan({ dryRun: true, noCache: true });
    const report = await mnemonic.scan();
    await mnemonic.close();
    expect(answer(report)).toEqual(answer(expected));
    return report;
  };
  await scanAt(NOW_MS);
  home.log(hit(NOW_MS + DAY, "rule_1", "s1"));
  await scanAt(NOW_MS + 3650 * DAY);
  expect(codes(await scanAt(NOW_MS + HOUR))).toEqual(["clock_set_back"]);
  const later = await scanAt(NOW_MS + 2 * HOUR);
  expect([later.timings.read_bytes, codes(later)]).toEqual([0, []]);
  home.log(hit(NOW_MS + 3 * HOUR, "rule_1", "s1"));
  expect((await scanAt(NOW_MS + 4 * HOUR)).timings.read_bytes).toBeLessThan(600);
});

test("a moment before what times are kept for makes everything be read, though the log ends before it", async () => {
  const home = new Home();
  for (let i = 0; i < 12; i++) home.log(hit(NOW_MS - i * 12 * HOUR, "rule_1", "s"));
  await scanOnce(home, { now: NOW_MS + 12 * DAY });
  for (const now of [NOW_MS + 11 * DAY, NOW_MS + 9 * DAY]) {
    const early = await scanOnce(home, { now, dryRun: true });
    expect(answer(early)).toEqual(answer(await scanOnce(home, { now, dryRun: true, noCache: true })));
    expect(codes(early)).toEqual(now === NOW_MS + 9 * DAY ? ["earlier_now"] : []);
  }
});

test("so does a moment whose windows begin before the times that are kept", async () => {
  const home = filled();
  await scanOnce(home, { now: NOW_MS + 20 * DAY });
  const early = await scanOnce(home, { now: NOW_MS + 13 * DAY, dryRun: true });
  expect(early.records.in_14d).toBeGreaterThan(0);
  expect(codes(early)).toEqual(["earlier_now"]);
  expect(answer(early)).toEqual(answer(await scanOnce(home, { now: NOW_MS + 13 * DAY, dryRun: true, noCache: true })));
});

test("extents that are merged after the clock was set back do not hold what each had dropped", async () => {
  const home = filled();
  await scanOnce(home, { now: NOW_MS + 15 * DAY });
  for (let i = 0; i < 20; i++) {
    home.log(hit(NOW_MS - i, "rule_1", "s1"));
    expect(codes(await scanOnce(home, { now: NOW_MS + 15 * DAY - 20 * HOUR }))).toEqual([]);
  }
  expect(extents(home).length).toBeLessThan(10);
  const early = await scanOnce(home, { now: NOW_MS + 14 * DAY - 2 * HOUR, dryRun: true });
  const expected = await scanOnce(home, { now: NOW_MS + 14 * DAY - 2 * HOUR, dryRun: true, noCache: true });
  expect(answer(early)).toEqual(answer(expected));
});

test("two that are open on one home take turns, and know the same", async () => {
  const home = filled();
  const [one, other] = [await open(home), await open(home)];
  const reports = await Promise.all(
    [one, other, one, other].map(async (m) => m.scan({ now: NOW_MS + DAY, dryRun: true })),
  );
  for (const report of reports) expect(answer(report)).toEqual(answer(reports[0] as Report));
  expect(reports.slice(1).map(({ timings }) => timings.read_bytes)).toEqual([0, 0, 0]);
});

test("what another process has kept is taken over", async () => {
  const home = filled();
  const resident = await open(home);
  await resident.scan({ now: NOW_MS + DAY });
  home.log(hit(NOW_MS + HOUR));
  // A folder of files that another process has written, and that this one did not.
  const twin = new Home();
  for (const name of [LOG, "mnemonic_state.json"]) copyFileSync(home.file(name), twin.file(name));
  await scanOnce(twin);
  for (const name of readdirSync(twin.file(FOLDER)))
    copyFileSync(join(twin.file(FOLDER), name), join(home.file(FOLDER), name));
  const report = await resident.scan({ now: NOW_MS + DAY });
  expect(codes(report)).toEqual(["replaced"]);
  expect(answer(report)).toEqual(answer(await resident.scan({ now: NOW_MS + DAY, noCache: true, dryRun: true })));
});

test("its status is told, and it can be cleared", async () => {
  const home = filled();
  const mnemonic = await open(home);
  expect(await mnemonic.cacheStatus()).toMatchObject({ state: "none", bytes: 0, files: 0 });
  await mnemonic.scan({ now: NOW_MS + DAY });
  const status = await mnemonic.cacheStatus();
  expect(status).toMatchObject({
    state: "kept",
    archives: [{ path: LOG, known_bytes: statSync(home.file(LOG)).size }],
  });
  mkdirSync(home.file(FOLDER), { recursive: true });
  writeFileSync(join(home.file(FOLDER), "notes.txt"), "not ours");
  expect(await mnemonic.clearCache()).toBe(status.bytes);
  expect(readdirSync(home.file(FOLDER))).toEqual(["notes.txt"]);
  expect((await mnemonic.scan({ now: NOW_MS + DAY })).timings.read_bytes).toBe(statSync(home.file(LOG)).size);
});

test("records that lie ahead of the clock are read again when their time has come", async () => {
  const home = new Home();
  home.log(hit(NOW_MS - HOUR, "r", "s1"), hit(NOW_MS + HOUR, "r", "s2"));
  const before = await scanOnce(home, { now: NOW_MS });
  expect(before.records).toMatchObject({ in_7d: 1, future: 1 });
  const after = await scanOnce(home, { now: NOW_MS + HOUR });
  expect(after.records).toMatchObject({ in_7d: 2, future: 0 });
  expect(after.patterns[0]).toMatchObject({ last: at(NOW_MS + HOUR) });
});

const READINGS: [name: string, options: Parameters<Mnemonic["scan"]>[0], config: Record<string, unknown>][] = [
  ["tz", { tz: "+08:00" }, {}],
  ["map", { map: "rule_id=rule" }, {}],
  ["since", { since: "2d" }, {}],
  ["until", { until: NOW_MS }, {}],
  ["activity", { activity: {} }, {}],
  ["limit of memory", { maxMemoryBytes: 2 ** 32 }, {}],
  ["limit of memory of the config", {}, { mnemonic: { max_memory_mib: 4096 } }],
  ["tz of the config", {}, { mnemonic: { tz: "+08:00" } }],
  ["map of the config", {}, { mnemonic: { map: "rule_id=rule" } }],
];

test.for(READINGS)("records that are read in another way are read from the log (%s)", async ([, options, config]) => {
  const home = filled();
  home.log({ ...hit(NOW_MS, "rule_1", "s1"), rule: "other", ts: "2026-05-25T11:00:00" });
  await scanOnce(home, { dryRun: true });
  const plain = await open(home);
  for (let i = 0; i < 2; i++) await plain.scan({ now: NOW_MS + DAY });
  home.write("config.json", config);
  for (let i = 0; i < 2; i++) {
    const report = await plain.scan({ now: NOW_MS + DAY, dryRun: true, ...options });
    expect(report.timings.read_bytes).toBe(statSync(home.file(LOG)).size);
    expect(answer(report)).toEqual(answer(await scanOnce(home, { dryRun: true, noCache: true, ...options })));
  }
});

test("rejected lines are written again by each run", async () => {
  const home = filled();
  writeFileSync(home.file(LOG), "no JSON\n", { flag: "a" });
  const mnemonic = await open(home);
  for (let i = 0; i < 3; i++) {
    const rejects = home.file(`rejects-${i}`);
    await mnemonic.scan({ now: NOW_MS + DAY, rejects });
    expect(readFileSync(rejects, "utf8")).toContain("no JSON");
    await mnemonic.scan({ now: NOW_MS + DAY });
  }
});

test("times that lie ahead are set back by the next run that goes by the clock, whatever was answered before", async () => {
  const home = filled();
  const mnemonic = await open(home);
  const now = Date.now();
  home.log(...[1, 2, 3, 4, 5].map((i) => hit(now - i * HOUR, "rule_a", "s")));
  const [draft = ""] = (await mnemonic.scan({ now })).new_drafts;
  await mnemonic.reject(draft, { now });
  const state = home.state();
  const queue = state.draft_queue.map((entry) => ({ ...entry, judged_until: at(now + 3 * DAY) }));
  home.write("mnemonic_state.json", { ...state, draft_queue: queue });
  for (let i = 0; i < 2; i++) {
    await setTimeout(30);
    await mnemonic.scan({ now });
  }
  await mnemonic.scan();
  const [judged] = home.state().draft_queue.map((entry) => entry["judged_until"] as string);
  expect(Date.parse(judged as string)).toBeLessThan(now + DAY);
});

test("archived contexts are looked at anew", async () => {
  const home = filled();
  home.write("rules/ban/p.md", "---\nid: rule_p\nlevel: monitor\n---\n");
  const context = (ms: number): string =>
    JSON.stringify({
      ts: at(ms),
      rule_id: "rule_p",
      pattern: "rule_p",
      session_id: "s",
      summary: "text",
      risk_type: "none",
    });
  home.write("context_archive.jsonl", `${context(NOW_MS)}\n${context(NOW_MS + DAY + 2 * HOUR)}\n`);
  const mnemonic = await open(home);
  for (const now of [NOW_MS + DAY, NOW_MS + DAY + HOUR, NOW_MS + DAY + 3 * HOUR]) {
    await setTimeout(30);
    const expected = await scanOnce(home, { now, noCache: true, dryRun: true });
    const report = await mnemonic.scan({ now, dryRun: true });
    expect(answer(report)).toEqual(answer(expected));
    expect(report.drafts.some(({ rule_id: id }) => id === "rule_p")).toBe(now > NOW_MS + DAY + 2 * HOUR);
  }
});

test("what a scan says of a log that was replaced, it says when it verifies too", async () => {
  const home = new Home();
  for (let i = 0; i < 30; i++) home.log(hit(NOW_MS - i * HOUR, `rule_${i % 7}`, `s${i % 11}`));
  await using mnemonic = await openMnemonic({ home: home.path });
  await mnemonic.scan({ now: NOW_MS });
  home.write("intercept_log.jsonl", home.text("intercept_log.jsonl").replace("rule_3", "rule_9"));
  const verified = codes(await mnemonic.scan({ now: NOW_MS, dryRun: true, verify: true }));
  expect(verified).toHaveLength(1);
  expect(verified).not.toContain("mistaken");
});
