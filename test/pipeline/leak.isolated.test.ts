// A program that asks again for days: what it holds in memory and what it has open must not grow with how often it has asked.
// RESCANS=10000 npx vitest run test/pipeline/leak tells in between what is held.
import { appendFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openMnemonic } from "../../src/index.js";
import { hit, Home, HOUR, NOW_MS } from "../memory/home.js";

const RESCANS = Number(process.env["RESCANS"] ?? 120);
const isLong = RESCANS > 1000;
const LOG = "intercept_log.jsonl";
const ROTATE_EVERY = 30;
const KEPT = 3;
/** Half of the asking is over when it is looked for the first time: by then all that is remembered is full. */
const LOOKS = new Set([RESCANS / 2, RESCANS]);
/** Of the heap's own making: it was looked at how it stands after collections of the same number. */
const MOST_MIB = 3;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

interface Held {
  readonly heapMiB: number;
  readonly buffersMiB: number;
  readonly residentMiB: number;
  readonly descriptors: number;
  readonly resources: number;
}

async function held(): Promise<Held> {
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const mebibytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10;
  return {
    heapMiB: mebibytes(heapUsed),
    buffersMiB: mebibytes(arrayBuffers),
    residentMiB: mebibytes(rss),
    descriptors: process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0,
    resources: process.getActiveResourcesInfo().length,
  };
}

function rotate(home: Home): void {
  const path = (i: number): string => home.file(i === 0 ? LOG : `${LOG}.${i}`);
  rmSync(path(KEPT), { force: true });
  for (let i = KEPT - 1; i >= 0; i--) if (existsSync(path(i))) renameSync(path(i), path(i + 1));
}

test("memory and handles stay as they are, however often it is asked", { timeout: 0 }, async () => {
  const home = new Home();
  const mnemonic = await openMnemonic({ home: home.path });
  const looks: Held[] = [];
  for (let i = 1; i <= RESCANS; i++) {
    const now = NOW_MS + i * 1000;
    if (i % ROTATE_EVERY === 0) rotate(home);
    // Every other time there is something new, in a session that goes on or in one of its own.
    const session = i % 4 === 0 ? `s${i}` : `day ${Math.floor((i * 1000) / HOUR)}`;
    if (i % 2 === 0) appendFileSync(home.file(LOG), `${JSON.stringify(hit(now, `rule_${i % 14}`, session))}\n`);
    await mnemonic.scan({ now });
    if (i % 10 === 0) {
      await using other = await openMnemonic({ home: home.path });
      await other.scan({ now, dryRun: true });
    }
    if (LOOKS.has(i)) looks.push(await held());
    if (isLong && i % (RESCANS / 10) === 0) console.log(i, JSON.stringify(await held()));
  }
  await mnemonic.close();
  const [before, after] = looks as [Held, Held];
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  expect(after.resources).toBeLessThanOrEqual(before.resources + 1);
  expect(after.heapMiB).toBeLessThan(before.heapMiB + MOST_MIB);
  expect(after.buffersMiB).toBeLessThan(before.buffersMiB + MOST_MIB);
});
