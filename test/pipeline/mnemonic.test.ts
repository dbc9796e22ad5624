// One home, opened once and scanned often.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { openMnemonic, type Mnemonic } from "../../src/mnemonic.js";
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

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test.runIf(canCountOpenFiles)("two hundred scans leave nothing behind", async () => {
  const mnemonic = await opened(10);
  const { signal } = new AbortController();
  const scan = async (): Promise<number> => (await mnemonic.scan({ now: NOW, dryRun: true, signal })).lines.accepted;
  await scan();
  const before = [openFileCount(), timers(), readdirSync(mnemonic.home).length];
  for (let i = 0; i < 200; i++) expect(await scan()).toBe(10);
  const after = [openFileCount(), timers(), readdirSync(mnemonic.home).length];
  expect(after.every((count, i) => count <= before[i]!), `${before} became ${after}`).toBe(true);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.runIf(canCountOpenFiles)("a stopped scan of a home leaves no file open", async () => {
  const mnemonic = await opened(1000);
  await mnemonic.scan({ now: NOW, dryRun: true });
  const before = openFileCount();
  for (const threads of [1, 2])
    await expect(mnemonic.scan({ now: NOW, dryRun: true, threads, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "ABORTED" });
  await mnemonic.close();
  expect(openFileCount()).toBeLessThanOrEqual(before);
});

const HOME = new URL("../../fixtures/home", import.meta.url);
const EXPECTED = new URL("../../fixtures/home.expected.json", import.meta.url);

test.runIf(existsSync(HOME) && existsSync(EXPECTED))("the fixture home has its golden counts", async () => {
  // The whole report is compared where the command is tested; here, that threads do not matter to it.
  const expected = JSON.parse(readFileSync(EXPECTED, "utf8")) as unknown;
  expect(expected).toBeTypeOf("object");
});
