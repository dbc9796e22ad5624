// One home, opened once and scanned often.
import { cpSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { openMnemonic, type Mnemonic } from "../../src/index.js";
import type { Report } from "../../src/model/report.js";
import { canCountOpenFiles, openFileCount } from "../io/open-files.js";
import { tempFolder } from "../io/temp-folder.js";

const NOW = Date.parse("2026-05-25T12:00:00Z");
const LINE = '{"ts":"2026-05-25T11:00:00Z","rule_id":"r","session_id":"s","interceptor":"Ban"}\n';

async function opened(lines: number): Promise<Mnemonic> {
  const mnemonic = await openMnemonic({ home: tempFolder({ "intercept_log.jsonl": LINE.repeat(lines) }) });
  onTestFinished(async () => mnemonic.close());
  return mnemonic;
}

/** A moment that says when it was asked for, which is where a scan begins. */
class NotedDate extends Date {
  readonly #note: () => void;

  constructor(ms: number, note: () => void) {
    super(ms);
    this.#note = note;
  }

  override getTime(): number {
    this.#note();
    return super.getTime();
  }
}

test("scans that are asked for at once run one after another, a failed one too", async () => {
  const mnemonic = await opened(2000);
  const events: string[] = [];
  const note = (event: string): void => {
    if (events.at(-1) !== event) events.push(event);
  };
  const scan = async (name: string, signal?: AbortSignal): Promise<unknown> =>
    mnemonic
      .scan({
        now: new NotedDate(NOW, () => note(`${name} begins`)),
        dryRun: true,
        ...(signal === undefined ? {} : { signal }),
        onProgress: () => note(`${name} ends`),
      })
      .then(
        (report) => report.lines.accepted,
        (error: { code: string }) => error.code,
      );
  const results = await Promise.all([scan("a"), scan("b", AbortSignal.abort()), scan("c")]);
  expect(results).toEqual([2000, "ABORTED", 2000]);
  expect(events).toEqual(["a begins", "a ends", "b begins", "c begins", "c ends"]);
});

test("a folder for temporary files that takes none is told before anything is read", async () => {
  const mnemonic = await opened(1);
  for (const tempDir of ["/nowhere/at/all", import.meta.filename])
    await expect(mnemonic.scan({ now: NOW, tempDir })).rejects.toMatchObject({ code: "TEMP_UNWRITABLE" });
});

test("a survey is a dry run but for the drafts, and leaves no answer for who wants to see those", async () => {
  const home = tempFolder();
  cpSync(new URL("../../fixtures/home", import.meta.url), home, { recursive: true });
  const mnemonic = await openMnemonic({ home });
  onTestFinished(async () => mnemonic.close());
  const survey = await mnemonic.survey({ now: NOW });
  const { drafts, timings: _timings, ...rest } = await mnemonic.scan({ now: NOW, dryRun: true });
  expect({ ...survey, timings: undefined }).toEqual({ ...rest, timings: undefined });
  expect(drafts.filter(({ unsafe }) => unsafe !== undefined)).not.toEqual([]);
  await mnemonic.survey({ now: NOW });
  expect((await mnemonic.scan({ now: NOW })).drafts).toEqual(drafts);
  const queue = await mnemonic.drafts();
  expect(queue.filter((entry) => "unsafe" in entry)).not.toEqual([]);
  expect(await mnemonic.draftStatuses()).toEqual(queue.map(({ draft_id, status }) => ({ draft_id, status })));
});

test("closing waits for the scan that runs, and no other begins", async () => {
  const mnemonic = await opened(2000);
  const events: string[] = [];
  const running = mnemonic.scan({ now: NOW, dryRun: true, threads: 2 }).then(() => events.push("scanned"));
  await mnemonic.close();
  events.push("closed");
  await running;
  expect(events).toEqual(["scanned", "closed"]);
  await expect(mnemonic.scan({ now: NOW })).rejects.toMatchObject({ code: "CLOSED" });
  await mnemonic.close();
});

test("a backfill of no archive is refused, and does not take the home's log instead", async () => {
  const mnemonic = await opened(10);
  await expect(mnemonic.backfill({ archives: [], now: NOW })).rejects.toMatchObject({ code: "USAGE" });
  await mnemonic.close();
});

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test.runIf(canCountOpenFiles)("two hundred scans leave nothing behind", async () => {
  const mnemonic = await opened(10);
  const { signal } = new AbortController();
  const scan = async (): Promise<number> => (await mnemonic.scan({ now: NOW, dryRun: true, signal })).lines.accepted;
  await scan();
  const before = [openFileCount(), timers(), readdirSync(mnemonic.home).length];
  for (let i = 0; i < 200; i++) expect(await scan()).toBe(10);
  const after = [openFileCount(), timers(), readdirSync(mnemonic.home).length];
  expect(
    after.every((count, i) => count <= before[i]!),
    `${before.join()} became ${after.join()}`,
  ).toBe(true);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.runIf(canCountOpenFiles)("a stopped scan of a home leaves no file open", async () => {
  const mnemonic = await opened(1000);
  await mnemonic.scan({ now: NOW, dryRun: true });
  const before = openFileCount();
  for (const threads of [1, 2])
    await expect(mnemonic.scan({ now: NOW, dryRun: true, threads, signal: AbortSignal.abort() })).rejects.toMatchObject(
      { code: "ABORTED" },
    );
  await mnemonic.close();
  expect(openFileCount()).toBeLessThanOrEqual(before);
});

const HOMES = ["home", "home-errors"].filter((name) => existsSync(fixture(`${name}.expected.json`)));

function fixture(name: string): URL {
  return new URL(`../../fixtures/${name}`, import.meta.url);
}

const NO_TIMINGS = { total_ms: 0, plan_ms: 0, scan_ms: 0, merge_ms: 0, threads: 0, read_bytes: 0, scanner: "" };

interface Golden {
  readonly now: string;
  readonly source: string;
  readonly lines: Readonly<Record<string, unknown>>;
  readonly patterns: readonly { readonly pattern: string; readonly counts: object }[];
}

test.each(HOMES)("the fixture home has its golden counts, with any number of threads: %s", async (name) => {
  const golden = JSON.parse(readFileSync(fixture(`${name}.expected.json`), "utf8")) as Golden;
  const home = tempFolder();
  cpSync(fixture(name), home, { recursive: true });
  await using mnemonic = await openMnemonic({ home, threads: 8 });
  const scan = async (threads: number): Promise<Report> => {
    const report = await mnemonic.scan({ now: golden.now, dryRun: true, threads });
    return { ...report, timings: { ...report.timings, ...NO_TIMINGS } };
  };
  const first = await scan(1);
  const others = [await scan(2), await scan(8)];
  for (const other of others) expect(other).toEqual(first);
  expect(first).toMatchObject({ source: golden.source, lines: golden.lines });
  const counts = new Map(first.patterns.map((one) => [one.pattern, one.counts]));
  for (const one of golden.patterns) expect(counts.get(one.pattern), one.pattern).toMatchObject(one.counts);
});
