// The same command once more, after an interruption: what it goes on from, and what it must not go on from.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { ScanRun } from "../../src/home/scan-run.js";
import { AbortedError } from "../../src/model/errors.js";
import type { ScanOptions } from "../../src/model/options.js";
import type { Report } from "../../src/model/report.js";
import { Checkpoint, type BackfillCommand } from "../../src/scan/checkpoint.js";
import { DAY, hit, Home, NOW, NOW_MS } from "../memory/home.js";
import { interruptedPool, Killed } from "./interrupted-pool.js";

const NAMES = ["a.jsonl", "b.jsonl", "c.jsonl"];
const LINES = 200;
const SIZES = { rangeBytes: 3000, chunkBytes: 500, inlineBytes: 0 };

/** A home with archives beside it, and a clock that stands at `NOW`. */
class History {
  readonly home = new Home();
  readonly archives = new Home();

  constructor() {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
    onTestFinished(() => void vi.useRealTimers());
    for (const [n, name] of NAMES.entries()) this.archives.write(name, linesOf(n, LINES));
  }

  async run(options: ScanOptions = {}, before: () => void = () => {}): Promise<Report> {
    const openPool = interruptedPool(before);
    const openCheckpoint = (isDry: boolean, command: BackfillCommand): Checkpoint | undefined => {
      const checkpoint = Checkpoint.open(this.home.path, isDry, command);
      if (checkpoint !== undefined) checkpoint.everyBytes = 2000;
      return checkpoint;
    };
    const host = { home: this.home.path, threads: 2, openPool: async () => openPool(), openCheckpoint };
    const asked = { archives: [this.archives.path], ...SIZES, ...options };
    return new ScanRun(host, "backfill", asked).report();
  }

  /** Interrupts the command behind so many pieces of input. */
  async interrupt(after = 20, options: ScanOptions = {}): Promise<void> {
    let scans = 0;
    const work = this.run(options, () => {
      if (scans++ >= after) throw new Killed();
    });
    const end = await work.catch((error: unknown) => error);
    interruptedPool(() => {});
    if (!(end instanceof Killed) || this.kept().length < 2) throw new Error("it was not interrupted", { cause: end });
  }

  /** Files of checkpoints. */
  kept(): string[] {
    const folder = this.home.file("mnemonic_backfill");
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  }
}

function linesOf(n: number, count: number): string {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify(hit(NOW_MS - 300 * DAY + (n * count + i) * 3_600_000, `rule_${i % 17}`, `s${(i * 7 + n) % 50}`)),
  );
  return `${lines.join("\n")}\n`;
}

const told = ({ timings: _timings, ...report }: Report): unknown => report;
const codes = ({ timings }: Report): string[] => timings.cache_notes.map(({ code }) => code);
/** What a run that nothing interrupts says, on archives and a home of their own that are the same. */
async function uninterrupted(history: History, options: ScanOptions = {}): Promise<unknown> {
  const other = new Home();
  const openPool = interruptedPool(() => {});
  const host = { home: other.path, threads: 2, openPool: async () => openPool() };
  const asked = { archives: [history.archives.path], now: NOW, ...options };
  return told(await new ScanRun(host, "backfill", asked).report());
}

test("the same command goes on, as of the first run's moment, and leaves nothing behind", async () => {
  const history = new History();
  const expected = await uninterrupted(history);
  await history.interrupt();
  vi.setSystemTime(NOW_MS + 3 * DAY);
  await history.interrupt();
  const report = await history.run();
  expect(told(report)).toEqual(expected);
  expect(report.now).toBe(NOW);
  expect(codes(report)).toEqual(["resumed"]);
  expect(report.timings.read_bytes).toBeLessThan(report.timings.bytes);
  expect(history.kept()).toEqual([]);
  vi.setSystemTime(NOW_MS + 4 * DAY);
  expect((await history.run()).now).toBe(new Date(NOW_MS + 4 * DAY).toISOString());
});

test("a stop keeps what was read up to it, and says so", async () => {
  const history = new History();
  const controller = new AbortController();
  let scans = 0;
  const stopping = history.run({ signal: controller.signal }, () => {
    if (scans++ === 10) controller.abort();
  });
  await expect(stopping).rejects.toMatchObject({ code: "ABORTED", next: "onwards", hint: /goes on from there/ });
  const report = await history.run();
  expect(told(report)).toEqual(await uninterrupted(history));
  expect(codes(report)).toEqual(["resumed"]);
});

test("what was appended meanwhile is not what the first run was asked about; a new archive is read", async () => {
  const history = new History();
  const expected = await uninterrupted(history);
  await history.interrupt();
  appendFileSync(history.archives.file("a.jsonl"), linesOf(7, 10));
  expect(told(await history.run())).toEqual(expected);

  rmSync(history.home.file("mnemonic_state.json"));
  history.archives.write("a.jsonl", linesOf(0, LINES));
  await history.interrupt();
  history.archives.write("aa.jsonl", linesOf(9, 30));
  const report = await history.run();
  expect(told(report)).toEqual(await uninterrupted(history));
  expect(codes(report)).toEqual(["resumed"]);
});

const CHANGES: Record<string, (history: History) => void> = {
  "rewritten at the same length": ({ archives }) => {
    archives.write("b.jsonl", linesOf(1, LINES).replaceAll("rule_3", "rule_X"));
    utimesSync(archives.file("b.jsonl"), new Date(NOW_MS - 1000), new Date(NOW_MS - 1000));
  },
  truncated: ({ archives }) => truncateSync(archives.file("b.jsonl"), 3000),
  "rewritten and longer": ({ archives }) => archives.write("b.jsonl", linesOf(5, LINES + 10)),
  removed: ({ archives }) => rmSync(archives.file("b.jsonl")),
};

test.each(Object.entries(CHANGES))("an archive that was %s is read anew, and it is said", async (_name, change) => {
  const history = new History();
  await history.interrupt(100);
  change(history);
  const report = await history.run();
  expect(told(report)).toEqual(await uninterrupted(history));
  expect(report.timings.cache_notes).toContainEqual({
    code: "progress_changed",
    path: history.archives.file("b.jsonl"),
  });
});

test("whatever is damaged is dropped with a word, and the report is the same", async () => {
  const history = new History();
  const expected = await uninterrupted(history);
  for (const damage of [
    (path: string) => truncateSync(path, readFileSync(path).length - 1),
    (path: string) => truncateSync(path, 0),
    (path: string) => writeFileSync(path, flipped(readFileSync(path))),
    (path: string) => appendFileSync(path, "x"),
  ]) {
    for (const isNote of [true, false]) {
      await history.interrupt();
      const path = history.kept().find((name) => name.endsWith("note") === isNote)!;
      damage(path);
      const report = await history.run();
      expect(told(report)).toEqual({ ...(expected as Report), new_drafts: report.new_drafts });
      expect(codes(report)).toContain("progress_damaged");
    }
  }
});

test("rejected lines that are damaged are read again, and it is said", async () => {
  const history = new History();
  history.archives.write("b.jsonl", `no record\n${linesOf(1, LINES)}`.replaceAll('{"ts"', 'x\n{"ts"'));
  const rejectsOf = async (other: ScanOptions, name: string): Promise<unknown> => {
    const path = history.home.file(name);
    const report = await history.run({ ...other, rejects: path });
    return [told({ ...report, new_drafts: [] }), readFileSync(path, "utf8").replaceAll(history.archives.path, "")];
  };
  const expected = await rejectsOf({ noCache: true, now: NOW }, "expected");
  for (const damage of [flipped, (bytes: Buffer) => bytes.subarray(0, -1), () => Buffer.alloc(0)]) {
    const rejects = history.home.file("rejected");
    await history.interrupt(200, { rejects });
    const paths = history.kept().filter((name) => name.endsWith(".rejects") && readFileSync(name).length > 0);
    expect(paths).not.toEqual([]);
    for (const path of paths) writeFileSync(path, damage(readFileSync(path)));
    const report = await history.run({ rejects });
    expect(codes(report)).toContain("progress_damaged");
    expect([
      told({ ...report, new_drafts: [] }),
      readFileSync(rejects, "utf8").replaceAll(history.archives.path, ""),
    ]).toEqual(expected);
    rmSync(rejects);
  }
});

test("status tells of an interrupted backfill what it was asked, when, and how far it came; it can be dropped alone", async () => {
  const history = new History();
  const mnemonic = await openMnemonic({ home: history.home.path });
  onTestFinished(async () => mnemonic.close());
  expect((await mnemonic.cacheStatus()).backfills).toEqual([]);
  await history.interrupt(100, { since: "2025-01-01" });
  vi.setSystemTime(NOW_MS + DAY);
  await history.interrupt(20, { since: "2025-01-01" });
  const [one, ...others] = (await mnemonic.cacheStatus()).backfills;
  expect(others).toEqual([]);
  expect(one).toMatchObject({ state: "interrupted", began: NOW, now: NOW, archives: [history.archives.path] });
  expect(one?.options).toMatchObject({ since: "2025-01-01" });
  expect(one?.total_bytes).toBe(NAMES.reduce((sum, name) => sum + readFileSync(history.archives.file(name)).length, 0));
  expect(one?.read_bytes).toBeGreaterThan(2000);
  expect(one?.read_bytes).toBeLessThan(one?.total_bytes ?? 0);
  expect(one?.files).toBe(history.kept().length);
  writeFileSync(join(one?.path ?? "", "note"), "nonsense");
  expect((await mnemonic.cacheStatus()).backfills).toMatchObject([
    { state: "damaged", archives: [], bytes: expect.any(Number) },
  ]);
  expect(await mnemonic.clearCache("backfills")).toBeGreaterThan(1000);
  expect(history.kept()).toEqual([]);
});

function flipped(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2);
  bytes[at]! ^= 4;
  return bytes;
}

test("another command, or one that says --no-cache, begins anew and leaves what is kept", async () => {
  const history = new History();
  await history.interrupt();
  vi.setSystemTime(NOW_MS + DAY);
  for (const other of [{ noCache: true }, { tz: "Asia/Shanghai" }, { archives: [history.archives.file("a.jsonl")] }]) {
    const report = await history.run(other);
    expect(codes(report)).toEqual([]);
    expect(report.now).toBe(new Date(NOW_MS + DAY).toISOString());
  }
  expect(codes(await history.run())).toEqual(["resumed"]);
});

test("a dry run keeps its progress outside the home; clearing removes both", async () => {
  const history = new History();
  const cache = new Home();
  vi.stubEnv("XDG_CACHE_HOME", cache.path);
  onTestFinished(() => void vi.unstubAllEnvs());
  await history.interrupt();
  const kept = history.kept();
  let scans = 0;
  const stopped = history.run({ dryRun: true }, () => {
    if (scans++ > 20) throw new Killed();
  });
  await expect(stopped).rejects.toThrow(Killed);
  expect(history.kept()).toEqual(kept);
  expect(cache.names()).not.toEqual([]);
  expect(codes(await history.run({ dryRun: true }))).toEqual(["resumed"]);
  const mnemonic = await openMnemonic({ home: history.home.path });
  onTestFinished(async () => mnemonic.close());
  expect(await mnemonic.clearCache()).toBeGreaterThan(1000);
  expect(history.kept()).toEqual([]);
  expect(history.home.names()).toEqual([]);
});

test("where nothing can be kept, that is said, and the result is the same", async () => {
  const history = new History();
  history.home.write("mnemonic_backfill", "a file of that name");
  const report = await history.run();
  expect(told(report)).toEqual(await uninterrupted(history));
  expect(codes(report)).toEqual(["progress_unwritable"]);
});

test("where it can be kept no more, tables that are full go to temporary files, and the result is the same", async () => {
  const history = new History();
  let scans = 0;
  const report = await history.run({ laneBytes: 1 } as ScanOptions, () => {
    if (scans++ === 0) rmSync(history.home.file("mnemonic_backfill"), { recursive: true });
  });
  expect(told(report)).toEqual(await uninterrupted(history));
  expect(codes(report)).toEqual(["progress_unwritable"]);
});

test("a state that has changed since makes no difference to what is counted", async () => {
  const history = new History();
  history.home.log(hit(NOW_MS - DAY), hit(NOW_MS - DAY + 1), hit(NOW_MS - DAY, "rule_1"));
  const mnemonic = await openMnemonic({ home: history.home.path });
  onTestFinished(async () => mnemonic.close());
  await mnemonic.scan();
  await history.interrupt();
  await mnemonic.confirm((await mnemonic.drafts()).map(({ draft_id }) => draft_id));
  history.home.log(hit(NOW_MS + 1000, "rule_1", "later"));
  await mnemonic.scan({ now: NOW_MS + 2000 });
  vi.setSystemTime(NOW_MS + DAY);
  const { lines, records, patterns } = await history.run();
  const whole = (await uninterrupted(history)) as Report;
  expect({ lines, records }).toEqual({ lines: whole.lines, records: whole.records });
  const counts = (all: Report["patterns"]): unknown =>
    Object.fromEntries(all.map(({ pattern, counts: n, first, last }) => [pattern, [n, first, last]]));
  expect(counts(patterns)).toEqual(counts(whole.patterns));
});

test("a run that was stopped before anything was kept has nothing to go on from", async () => {
  const history = new History();
  const stopped = history.run({ signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow(AbortedError);
  await expect(stopped).rejects.toMatchObject({ next: "anew" });
});
