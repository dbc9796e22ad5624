// Texts of hits are known as long as the lines stand where they stood, and no longer.
import { appendFileSync, statSync, truncateSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openMnemonic, type ScanOptions } from "../../src/index.js";
import { hit, Home, NOW_MS } from "../memory/home.js";

const at = { now: NOW_MS, dryRun: true };

/** A home with two hits, that was looked at; and how to see that the next look is that of a scan that knows nothing. */
async function looked() {
  const home = new Home();
  home.log(hit(NOW_MS - 5, "r", "s1"), hit(NOW_MS - 4, "r", "s1"));
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  const told = async (options: ScanOptions = {}): Promise<unknown> => {
    const { timings: _timings, ...report } = await mnemonic.scan({ ...at, ...options });
    return report;
  };
  const isSame = async (): Promise<boolean> => isDeepStrictEqual(await told(), await told({ noCache: true }));
  expect(await isSame()).toBe(true);
  return { home, mnemonic, isSame, log: home.file("intercept_log.jsonl") };
}

/** A home whose last line had no end when it was looked at, and is not there any more. */
async function lookedAtHalf() {
  const home = await looked();
  const { size } = statSync(home.log);
  appendFileSync(home.log, JSON.stringify(hit(NOW_MS - 1, "r", "s2")));
  expect(await home.isSame()).toBe(true);
  truncateSync(home.log, size);
  return home;
}

test("a last line without its end that gives way to another", async () => {
  const { home, isSame } = await lookedAtHalf();
  home.log(hit(NOW_MS - 1, "r", "s3"), hit(NOW_MS - 3, "r", "s4"));
  expect(await isSame()).toBe(true);
});

test("the same where the pattern has no draft in between", async () => {
  const { home, isSame } = await lookedAtHalf();
  home.rule("r");
  home.log(hit(NOW_MS - 1, "r", "s3"), hit(NOW_MS - 3, "r", "s4"));
  expect(await isSame()).toBe(true);
  home.removeRule("r");
  home.log(hit(NOW_MS - 2, "r", "s5"));
  expect(await isSame()).toBe(true);
});

test("lines that are not kept yet, for one of them lies ahead, that give way to others", async () => {
  const { home, isSame, log } = await looked();
  const { size } = statSync(log);
  home.log(hit(NOW_MS - 1, "r", "s2"), hit(NOW_MS + 1000, "r", "s2"));
  expect(await isSame()).toBe(true);
  truncateSync(log, size);
  home.log(hit(NOW_MS - 1, "r", "s3"), hit(NOW_MS + 1000, "r", "s2"), hit(NOW_MS - 3, "r", "s4"));
  expect(await isSame()).toBe(true);
});

test("a log that was written anew, of which the first scan was broken off", async () => {
  const { home, mnemonic, isSame, log } = await looked();
  truncateSync(log, 0);
  home.log(hit(NOW_MS - 5, "r", "s7"), hit(NOW_MS - 4, "r", "s8"));
  const onProgress = (): void => {
    throw new Error("the caller has had enough");
  };
  await expect(mnemonic.scan({ ...at, onProgress })).rejects.toThrow("enough");
  expect(await isSame()).toBe(true);
});
