// A watch: it tells each draft once, whatever becomes of the log, and ends when it is told to.
import { renameSync, rmSync, truncateSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { openMnemonic, type Draft, type HomeWatchOptions, type Mnemonic } from "../../src/index.js";
import { watchHome } from "../../src/rescan/home-watch.js";
import { MnemonicError, UsageError } from "../../src/model/errors.js";
import type { Report } from "../../src/model/report.js";
import { hit, Home } from "../memory/home.js";

const LOG = "intercept_log.jsonl";

class Watched {
  readonly home = new Home();
  readonly rules: string[] = [];
  readonly problems: string[] = [];
  scans = 0;
  readonly #stop = new AbortController();
  #done: Promise<void> = Promise.resolve();

  static async begin(options: HomeWatchOptions = {}): Promise<Watched> {
    const watched = new Watched();
    const mnemonic = await openMnemonic({ home: watched.home.path });
    watched.#done = watched.#follow(mnemonic, options);
    onTestFinished(async () => watched.end());
    return watched;
  }

  async #follow(mnemonic: Mnemonic, options: HomeWatchOptions): Promise<void> {
    const drafts = mnemonic.watch({
      intervalMs: 10,
      signal: this.#stop.signal,
      onReport: () => void this.scans++,
      onProblem: ({ message }) => void this.problems.push(message),
      ...options,
    });
    for await (const draft of drafts) this.rules.push(draft.pattern);
    await mnemonic.close();
  }

  hitTwice(rule: string): void {
    const now = Date.now();
    this.home.log(hit(now - 2000, rule), hit(now - 1000, rule));
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await setTimeout(5);
  }

  async told(rule: string): Promise<void> {
    await this.until(() => this.rules.includes(rule));
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }
}

test("a log that comes, grows, is rotated, cut short and comes anew is followed, and each draft is told once", async () => {
  const watched = await Watched.begin();
  const { home } = watched;
  await watched.until(() => watched.scans > 0);
  watched.hitTwice("first");
  await watched.told("first");
  watched.hitTwice("second");
  await watched.told("second");
  renameSync(home.file(LOG), home.file(`${LOG}.1`));
  watched.hitTwice("third");
  await watched.told("third");
  truncateSync(home.file(LOG), 0);
  watched.hitTwice("fourth");
  await watched.told("fourth");
  rmSync(home.path, { recursive: true });
  await setTimeout(50);
  home.write(LOG, "");
  watched.hitTwice("fifth");
  await watched.told("fifth");
  await watched.end();
  expect(watched.rules).toEqual(["first", "second", "third", "fourth", "fifth"]);
});

test("at rest nothing is scanned; an edited rule is seen", async () => {
  const watched = await Watched.begin();
  watched.hitTwice("covered");
  await watched.told("covered");
  await setTimeout(200);
  const before = watched.scans;
  await setTimeout(200);
  expect(watched.scans).toBe(before);
  watched.home.rule("covered");
  await watched.until(() => watched.scans > before);
});

test("with a dry run each draft is told once too, and nothing is written", async () => {
  const watched = await Watched.begin({ dryRun: true });
  watched.hitTwice("a");
  await watched.told("a");
  watched.hitTwice("b");
  await watched.told("b");
  await watched.end();
  expect(watched.rules).toEqual(["a", "b"]);
  expect(watched.home.names()).toEqual([LOG]);
});

test("what goes wrong is told, and it is tried again", async () => {
  const problems: string[] = [];
  let scans = 0;
  const report = { drafts: [{ draft_id: "d_1" }], new_drafts: ["d_1"] } as unknown as Report;
  const scan = async (): Promise<Report> => {
    if (scans++ < 2) throw new MnemonicError("STATE_UNWRITABLE", "the disk is full", "make room");
    return report;
  };
  const home = { scan, mayHaveChanged: () => true };
  const drafts = watchHome(home, { intervalMs: 1, onProblem: ({ message }) => problems.push(message) });
  expect(await drafts.next()).toEqual({ done: false, value: { draft_id: "d_1" } });
  expect(problems).toEqual(["the disk is full", "the disk is full"]);
  await drafts.return();
});

test("it ends with its signal and with its Mnemonic, and wants an interval that is one", async () => {
  const home = new Home();
  const mnemonic = await openMnemonic({ home: home.path });
  const drafts = mnemonic.watch({ intervalMs: 5 });
  expectTypeOf(drafts).toEqualTypeOf<AsyncGenerator<Draft, void, undefined>>();
  const next = drafts.next();
  await setTimeout(30);
  await mnemonic.close();
  home.log(hit(Date.now()));
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await mnemonic.watch({ signal: AbortSignal.abort() }).next()).toEqual({ done: true, value: undefined });
  await expect(mnemonic.watch({ intervalMs: 0 }).next()).rejects.toThrow(UsageError);
});
