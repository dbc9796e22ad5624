// What is done to a home while the file system fails, and a home in which it meets all that there may be.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openMnemonic } from "../../src/index.js";
import { clearError } from "../../src/model/errors.js";
import type { ScanOptions } from "../../src/model/options.js";
import { ScanRun } from "../../src/home/scan-run.js";
import { Checkpoint, type BackfillCommand } from "../../src/scan/checkpoint.js";
import { interruptedPool, Killed } from "../pipeline/interrupted-pool.js";
import { at, DAY, hit, Home, HOUR, NOW_MS } from "../memory/home.js";

const NOW = { now: NOW_MS + HOUR };

export type Act = (home: Home, ids: readonly string[]) => Promise<unknown>;

async function inHome<T>(
  home: Home,
  act: (mnemonic: Awaited<ReturnType<typeof openMnemonic>>) => Promise<T>,
): Promise<T> {
  const mnemonic = await openMnemonic({ home: home.path, lockWaitMs: 0 });
  try {
    return await act(mnemonic);
  } finally {
    await mnemonic.close();
  }
}

const archives = (home: Home): string[] => [home.file("old"), home.file("intercept_log.jsonl")];

export const ACTS: Readonly<Record<string, Act>> = {
  scan: async (home) => inHome(home, async (mnemonic) => mnemonic.scan(NOW)),
  backfill: async (home) =>
    inHome(home, async (mnemonic) =>
      mnemonic.backfill({ ...NOW, archives: archives(home), rejects: home.file("rejects"), overwrite: true }),
    ),
  confirm: async (home, ids) => inHome(home, async (mnemonic) => mnemonic.confirm(ids, NOW)),
  reject: async (home, ids) => inHome(home, async (mnemonic) => mnemonic.reject(ids, NOW)),
  feedback: async (home) => inHome(home, async (mnemonic) => mnemonic.feedback("rule_3", "false_positive", NOW)),
};

/**
 * Backfills whose tables may hold next to nothing, and one that goes on from where another was interrupted. Their archives are
 * those of `origin`, also where they are done to a copy: a copy of an archive is another.
 */
export function longActs(origin: Home): Readonly<Record<string, Act>> {
  const sizes = { threads: 1, chunkBytes: 2000, archives: archives(origin) };
  const spilling = { ...NOW, ...sizes, laneBytes: 1, noCache: true };
  return {
    "backfill that spills": async (home) =>
      inHome(home, async (mnemonic) => mnemonic.backfill({ ...spilling, tempDir: home.path })),
    "backfill that is gone on with": async (home) => {
      try {
        return await keptRun(home, { ...NOW, ...sizes }).report();
      } catch (error) {
        throw clearError(error); // as a Mnemonic does
      }
    },
  };
}

function keptRun(home: Home, options: ScanOptions): ScanRun {
  const openCheckpoint = (isDry: boolean, command: BackfillCommand): Checkpoint | undefined => {
    const checkpoint = Checkpoint.open(home.path, isDry, command);
    if (checkpoint !== undefined) checkpoint.everyBytes = 1000;
    return checkpoint;
  };
  const host = { home: home.path, threads: 1, lockWaitMs: 0, openPool: noPool, openCheckpoint };
  return new ScanRun(host, "backfill", options);
}

async function noPool(): Promise<never> {
  return Promise.reject(new Error("one thread needs no pool"));
}

/** Interrupts the backfill that is gone on with. */
export async function interrupt(home: Home): Promise<void> {
  let pieces = 0;
  interruptedPool(() => {
    if (++pieces > 4) throw new Killed();
  });
  const work = longActs(home)["backfill that is gone on with"] as Act;
  const end = await work(home, []).catch((error: unknown) => error);
  interruptedPool(() => {});
  if (!(end instanceof Killed)) throw new Error("it was not interrupted", { cause: end });
}

/** A home that was scanned before, with all that a scan may meet. */
export async function prepared(): Promise<{ home: Home; ids: string[] }> {
  const home = new Home();
  home.write("state.json", '{"version": "2.1.0", "errors_since_solidify": 1}\n');
  home.write("errors.jsonl", "# errors\n");
  home.write("config.json", { mnemonic: { d7_hits: 2 } });
  home.rule("rule_5");
  home.rule("rule_6", { expires_at: at(NOW_MS + 1) });
  home.write("rules/ban/rule_7.md", "---\nid: rule_7\nlevel: monitor\n---\n");
  const lines = (from: number, to: number, ms: number): string =>
    Array.from({ length: to - from }, (_, i) => `${JSON.stringify(hit(ms + i, `rule_${i % 60}`, `s${i % 7}`))}\n`).join(
      "",
    );
  writeFileSync(home.file("intercept_log.jsonl.1"), lines(0, 70, NOW_MS - 2 * DAY));
  writeFileSync(home.file("intercept_log.jsonl.2.gz"), gzipSync(lines(0, 20, NOW_MS - 3 * DAY)));
  mkdirSync(home.file("old"));
  writeFileSync(join(home.file("old"), "a.jsonl"), `${lines(0, 9, NOW_MS - 30 * DAY)}no JSON\n`);
  writeFileSync(join(home.file("old"), "b.jsonl.gz"), gzipSync(lines(0, 9, NOW_MS - 40 * DAY)));
  for (let i = 0; i < 40; i++) home.log(hit(NOW_MS - DAY + i, `rule_${i % 60}`, `s${i % 7}`));
  const { new_drafts } = await inHome(home, async (mnemonic) => mnemonic.scan({ now: NOW_MS }));
  for (let i = 0; i < 40; i++) home.log(hit(NOW_MS + i, `rule_${i + 30}`, "t"));
  return { home, ids: new_drafts.slice(0, 2) };
}
