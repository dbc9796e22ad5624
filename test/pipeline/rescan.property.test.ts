// A home that lives: its log grows, is rotated, torn, truncated, replaced and edited, rules come and go, drafts are decided,
// and the clock goes on and back. Whatever an open Mnemonic knows from before, its report is that of a scan that knows nothing.
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { assert, expect, test, vi } from "vitest";
import { openMnemonic, type Mnemonic, type Report, type ScanOptions } from "../../src/index.js";
import { DAY, falsePositive, hit, Home, HOUR, NOW_MS } from "../memory/home.js";
import { linesArbitrary } from "../support/archive-arbitrary.js";

const RUNS = Number(process.env["RESCAN_RUNS"] ?? 20);
const CACHE = "mnemonic_cache";
const LOG = "intercept_log.jsonl";

interface LookOptions {
  readonly dryRun: boolean;
  readonly session?: string;
  readonly settled?: boolean;
  readonly byClock?: boolean;
}

class Life {
  readonly home = new Home();
  nowMs = NOW_MS;
  #edits = 0;
  #mnemonic: Promise<Mnemonic> = openMnemonic({ home: this.home.path });

  get log(): string {
    return this.home.file(LOG);
  }

  /** An edit must not fall into the same tick of the file system's clock as the write before it. */
  touch(path: string): void {
    const seconds = 2_000_000_000 + ++this.#edits;
    utimesSync(path, seconds, seconds);
  }

  async reopen(): Promise<void> {
    await (await this.#mnemonic).close();
    this.#mnemonic = openMnemonic({ home: this.home.path });
  }

  /** With `settled` files are older than a tick, so that whole answers may be remembered; `byClock`: the moment is not named. */
  async scan({ settled, byClock, ...rest }: LookOptions): Promise<Report> {
    if (settled === true) await setTimeout(25);
    if (byClock === true) vi.useFakeTimers({ toFake: ["Date"], now: this.nowMs });
    try {
      return await this.#look(byClock === true ? rest : { ...rest, now: this.nowMs });
    } finally {
      vi.useRealTimers();
    }
  }

  async #look(options: ScanOptions): Promise<Report> {
    const plain = await openMnemonic({ home: this.home.path });
    const { timings: _plain, ...expected } = await plain.scan({ ...options, dryRun: true, noCache: true });
    await plain.close();
    const report = await (await this.#mnemonic).scan(options);
    const { timings: _timings, ...found } = report;
    assert.deepEqual(found, expected);
    return report;
  }

  async decide(which: number, how: number): Promise<void> {
    const mnemonic = await this.#mnemonic;
    const pending = (await mnemonic.drafts()).filter(({ status }) => status === "pending_confirm");
    const draft = pending[which % Math.max(1, pending.length)];
    if (draft === undefined) return;
    if (how === 0) await mnemonic.confirm(draft.draft_id, { now: this.nowMs, force: true });
    else await mnemonic.reject(draft.draft_id, { now: this.nowMs, forGood: how === 1 });
  }

  async close(): Promise<void> {
    await (await this.#mnemonic).close();
  }
}

type Step = (life: Life) => Promise<unknown> | void;

const named = <T>(name: string, arbitrary: fc.Arbitrary<T>, step: (value: T, life: Life) => Promise<unknown> | void) =>
  arbitrary.map((value): Step => {
    const shown = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;
    return Object.defineProperty((life: Life) => step(value, life), fc.toStringMethod, {
      value: () => `${name}(${JSON.stringify(shown)})`,
    });
  });

/** Times near the edges of the windows, as they are at the moment of the step. */
const agoMs = fc.oneof(
  fc.constantFrom(0, 1, 7 * DAY - 1, 7 * DAY, 7 * DAY + 1, 14 * DAY - 1, 14 * DAY, 14 * DAY + 1, -1, -HOUR, -2 * DAY),
  fc.integer({ min: -HOUR, max: 15 * DAY }),
  fc.integer({ min: 0, max: 10 * 60_000 }),
);
const dense = fc.array(
  fc.tuple(agoMs, fc.constantFrom("s1", "s1", "s2", "s3", ""), fc.constantFrom("r1", "r2", "r3"), fc.nat(9)),
  { minLength: 1, maxLength: 8 },
);

const appendDense = named("hits", dense, (records, { log, nowMs }) => {
  for (const [ago, session, rule, kind] of records) {
    const record = (kind < 2 ? falsePositive : hit)(nowMs - ago, rule, session);
    const fields =
      kind === 2 ? { ...record, ts: undefined } : kind === 3 ? { ...record, interceptor: "UserCorrection" } : record;
    appendFileSync(log, `${JSON.stringify(fields)}\n`);
  }
});
const errors = named("errors", dense, (records, { home, nowMs }) => {
  for (const [ago, , rule, kind] of records) {
    const record = {
      ts: kind === 0 ? undefined : nowMs - ago,
      type: "ban",
      match: { exact: [rule], semantic: "" },
    };
    appendFileSync(home.file("errors.jsonl"), `${JSON.stringify(record)}\n`);
  }
});
const append = named("append", linesArbitrary(NOW_MS, 8), (bytes, { log }) => appendFileSync(log, bytes));
const tear = named(
  "tear",
  linesArbitrary(NOW_MS, 3).chain((bytes) => fc.nat(200).map((n) => bytes.subarray(0, n))),
  (bytes, { log }) => appendFileSync(log, bytes),
);
const rotate = named("rotate", fc.constantFrom("rename", "copytruncate", "gzip"), (how, { home, log }) => {
  if (!existsSync(log)) return;
  for (const n of [2, 1]) if (existsSync(`${log}.${n}`)) renameSync(`${log}.${n}`, `${log}.${n + 1}`);
  if (how === "rename") renameSync(log, `${log}.1`);
  else if (how === "gzip") {
    writeFileSync(home.file(`${LOG}.9.gz`), gzipSync(readFileSync(log)));
    rmSync(log);
  } else {
    copyFileSync(log, `${log}.1`);
    truncateSync(log, 0);
  }
});
const truncate = named("truncate", fc.double({ min: 0, max: 1, noNaN: true }), (share, { log }) => {
  if (existsSync(log)) truncateSync(log, Math.floor(statSync(log).size * share));
});
const replace = named("replace", linesArbitrary(NOW_MS, 4), (bytes, { log }) => {
  writeFileSync(`${log}.tmp`, bytes);
  renameSync(`${log}.tmp`, log);
});
const edit = named(
  "edit",
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.constantFrom("1", "x", "}")),
  ([share, byte], life) => {
    if (!existsSync(life.log)) return;
    const bytes = readFileSync(life.log);
    if (bytes.length === 0) return;
    bytes.write(byte, Math.floor(bytes.length * share), "latin1");
    writeFileSync(life.log, bytes);
    life.touch(life.log);
  },
);
const remove = named("remove", fc.constantFrom("", ".1", ".2", ".9.gz"), (name, { log }) =>
  rmSync(`${log}${name}`, { force: true }),
);
const rule = named("rule", fc.constantFrom("r1", "r2"), (id, { home }) => {
  if (existsSync(home.file(`rules/ban/${id}.md`))) home.removeRule(id);
  else home.rule(id, id === "r2" ? { level: "monitor" } : {}, id === "r2" ? "" : "不要这样做。");
});
const config = named("config", fc.constantFrom(1, 2, 3), (hits, { home }) =>
  home.write("config.json", { mnemonic: { same_session_hits: hits } }),
);
const clock = named(
  "clock",
  fc.constantFrom(1, 1000, HOUR, 13 * HOUR, 3 * DAY, 7 * DAY, 400 * DAY, -1, -HOUR, -2 * DAY, -400 * DAY),
  (ms, life) => {
    life.nowMs += ms;
  },
);
const decide = named("decide", fc.tuple(fc.nat(3), fc.nat(2)), ([which, how], life) => life.decide(which, how));
const reopen = named("reopen", fc.constant(null), (_, life) => life.reopen());
/** A byte of the cache is another, or a file of it is gone or ends too early. */
const damage = named(
  "damage",
  fc.tuple(
    fc.nat(20),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.constantFrom("flip", "cut", "remove"),
  ),
  async ([which, share, how], life) => {
    await life.reopen();
    const folder = life.home.file(CACHE);
    const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
    const name = names[which % Math.max(1, names.length)];
    if (name === undefined) return;
    const path = `${folder}/${name}`;
    const bytes = readFileSync(path);
    const at = Math.floor(bytes.length * share);
    if (how === "remove") rmSync(path);
    else if (how === "cut") truncateSync(path, at);
    else if (bytes.length > 0) {
      bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(path, bytes);
    }
  },
);
/** A cache of former times stands in its place again, as after a restore from a backup. */
const restore = named("restore", fc.boolean(), async (isTaken, life) => {
  await life.reopen();
  const [folder, backup] = [life.home.file(CACHE), life.home.file("backup")];
  const [from, to] = isTaken ? [folder, backup] : [backup, folder];
  if (!existsSync(from)) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
});
const scan = named(
  "scan",
  fc.record(
    { dryRun: fc.boolean(), session: fc.constantFrom("s1", "s2"), settled: fc.boolean(), byClock: fc.boolean() },
    { requiredKeys: ["dryRun"] },
  ),
  (options, life) => life.scan(options),
);

const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: scan },
    { weight: 8, arbitrary: appendDense },
    { weight: 3, arbitrary: append },
    { weight: 4, arbitrary: clock },
    ...[errors, tear, rotate, truncate, replace, edit, remove, rule, config, decide, reopen, damage, restore].map(
      (arbitrary) => ({
        weight: 1,
        arbitrary,
      }),
    ),
  ),
  { minLength: 3, maxLength: 30, size: "max" },
);

test("a report out of what is known is that of a scan of everything", { timeout: 0 }, async () => {
  const property = fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const home = new Life();
      for (const step of life) await step(home);
      await home.scan({ dryRun: true });
      await home.close();
      rmSync(home.home.path, { recursive: true, force: true });
    }),
    { numRuns: RUNS },
  );
  await expect(property).resolves.toBeUndefined();
});
