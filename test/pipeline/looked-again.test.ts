// What nothing has happened to is not looked at again: it is the very same object in the next report.
import { appendFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { PATTERN } from "../../src/core/line/record.js";
import { noHits, type PatternCounts } from "../../src/core/merge/counts.js";
import type { HitText } from "../../src/core/recognition/draft.js";
import { KnownTexts } from "../../src/core/recognition/known-texts.js";
import { openMnemonic, type Report } from "../../src/index.js";
import { at, falsePositive, hit, Home, HOUR, NOW_MS } from "../memory/home.js";

const of = ({ patterns, drafts }: Report, rule: string): object[] =>
  [...patterns, ...drafts].filter(({ pattern }) => pattern === rule);

test("patterns and drafts stay the same objects until something happens to them", async () => {
  const home = new Home();
  for (let i = 0; i < 12; i++) home.log(hit(NOW_MS - i * HOUR, `rule_${i % 3}`, `s${i % 4}`));
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  const scan = async (now = NOW_MS): Promise<Report> => mnemonic.scan({ now, dryRun: true });
  const first = await scan();
  expect(of(first, "rule_1")).toHaveLength(2);
  home.log(hit(NOW_MS - 1, "rule_0", "s9"));
  const second = await scan();
  for (const rule of ["rule_1", "rule_2"]) expect(of(second, rule)[0]).toBe(of(first, rule)[0]);
  expect(of(second, "rule_0")[0]).not.toBe(of(first, "rule_0")[0]);
  // Its only hit in 7 days grows old: time alone has happened to it.
  home.log(falsePositive(NOW_MS, "rule_2", "s9"));
  const third = await scan(NOW_MS + 7 * 24 * HOUR);
  expect(of(third, "rule_1")[0]).not.toBe(of(first, "rule_1")[0]);
  home.rule("rule_1");
  const [covered] = of(await scan(NOW_MS + 7 * 24 * HOUR), "rule_1");
  expect(covered).toMatchObject({ action: "已固化" });
});

test("what a caller does to a report does not reach the next one", async () => {
  const home = new Home();
  home.log(hit(NOW_MS, "r", "s"), hit(NOW_MS - 1, "r", "s"));
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  const report = await mnemonic.scan({ now: NOW_MS, dryRun: true });
  const parts = (value: unknown): unknown[] =>
    typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(parts)] : [];
  const handedOut = [...report.patterns, ...report.drafts].flatMap(parts);
  expect(handedOut.length).toBeGreaterThan(12);
  expect(handedOut.every((part) => Object.isFrozen(part))).toBe(true);
});

test("of a pattern's newest hits only those are read that were not its newest before", () => {
  const known = new KnownTexts();
  const file = (inode: string) => ({ identity: { device: "1", inode } });
  const text: HitText = {
    session: "s",
    words: { keywords: ["k"], reason: "r", type: "" },
    interceptor: "",
    agentAction: "",
    userIntent: "",
    irreversible: false,
    shownSession: undefined,
    shownPlace: undefined,
  };
  const counts = (key: string, ...newest: [archive: number, offset: number][]): PatternCounts => ({
    ...noHits(PATTERN.rule, key),
    newest: newest.map(([archive, offset]) => ({ archive, offset, timeMs: 0 })),
  });
  const texts = (one: PatternCounts): HitText[] => one.newest.map(() => ({ ...text }));
  const [log, rotated] = [file("1"), file("2")];
  known.hold([log], [], [Infinity]);
  const before = counts("r", [0, 30], [0, 20], [0, 10]);
  const [t30, t20, t10] = texts(before);
  const hitsOf = (one: PatternCounts): (HitText | undefined)[] => known.of(one).hits;
  const keep = (pattern: PatternCounts, hits: (HitText | undefined)[]): void =>
    known.keep(
      pattern,
      { hits, words: hits.map((one) => one?.words) },
      hits.filter((one) => one !== undefined),
    );
  expect(hitsOf(before)).toEqual([undefined, undefined, undefined]);
  keep(before, [t30, t20, t10]);
  // Something came first, something came between, and one is not among the newest any more.
  const after = counts("r", [0, 40], [0, 30], [0, 25], [0, 10]);
  known.hold([log], [log], [Infinity]);
  expect(hitsOf(after).map((one) => one && [t30, t20, t10].indexOf(one))).toEqual([undefined, 0, undefined, 2]);
  expect(hitsOf(counts("other", [0, 30]))).toEqual([undefined]);
  // The log has become the second archive; the first may hold anything at the same places.
  known.hold([rotated, log], [log], [Infinity, Infinity]);
  expect(hitsOf(counts("r", [1, 30], [0, 20], [1, 10])).map((one) => one !== undefined)).toEqual([true, false, true]);
  // It was rewritten: what stood there is not known any more, also when it is known again.
  known.hold([rotated, log], [], [Infinity, Infinity]);
  expect(hitsOf(counts("r", [1, 30]))).toEqual([undefined]);
  known.hold([rotated, log], [rotated, log], [Infinity, Infinity]);
  expect(hitsOf(counts("r", [1, 30]))).toEqual([undefined]);
  for (let i = 0; i < 3000; i++) {
    const one = counts(`many_${i}`, ...Array.from({ length: 16 }, (_, n): [number, number] => [0, n]));
    keep(one, texts(one));
  }
  known.trim();
  const isKnown = (i: number): boolean => hitsOf(counts(`many_${i}`, [0, 3]))[0] !== undefined;
  expect([0, 500, 1500, 2999].map(isKnown)).toEqual([false, false, true, true]);
});

test("archived contexts that lie ahead end what is remembered, others do not", async () => {
  const home = new Home();
  home.rule("rule_ban_unknown", { level: "monitor" }, "");
  home.log(hit(NOW_MS - 3, "rule_a", "s1"));
  const fields = { rule_id: "rule_ban_unknown", session_id: "s1", summary: "x", risk_type: "reversible" };
  const context = (timeMs: number): string =>
    `${JSON.stringify({ ts: at(timeMs), ...fields, agent_action: "write_file", user_intent: "x" })}\n`;
  home.write("context_archive.jsonl", context(NOW_MS - HOUR) + context(NOW_MS + HOUR));
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  const scan = async (now: number, noCache = false): Promise<Report> =>
    mnemonic.scan({ now, dryRun: true, ...(noCache && { noCache }) });
  const told = ({ timings: _timings, ...report }: Report): unknown => report;
  // What has just been written may be written again in the same moment, so it is not believed yet.
  await setTimeout(60);
  await scan(NOW_MS);
  expect((await scan(NOW_MS + 1)).timings.merge_ms).toBe(0);
  const later = await scan(NOW_MS + 2 * HOUR);
  expect(told(later)).toEqual(told(await scan(NOW_MS + 2 * HOUR, true)));
  expect(later.drafts.map(({ pattern }) => pattern)).toContain("rule_ban_unknown");
});

test("errors are read again when they have changed, when one leaves a window, and always where more are in one than is told", async () => {
  const home = new Home();
  const log = (...agoHours: readonly number[]): void => {
    for (const ago of agoHours)
      appendFileSync(
        home.file("errors.jsonl"),
        `${JSON.stringify({ ts: at(NOW_MS - ago * HOUR), error_type: "x" })}\n`,
      );
  };
  log(1, 2, 3, 6 * 24, 20 * 24);
  const mnemonic = await openMnemonic({ home: home.path });
  onTestFinished(async () => mnemonic.close());
  const isRead = async (afterHours: number): Promise<boolean> => {
    // An answer is remembered only of files that are older than a tick of the file system's clock.
    await setTimeout(25);
    const now = NOW_MS + afterHours * HOUR;
    const { timings: _plain, ...expected } = await mnemonic.scan({ now, dryRun: true, noCache: true });
    const { timings, ...found } = await mnemonic.scan({ now, dryRun: true });
    expect(found).toEqual(expected);
    return timings.read_bytes > 0;
  };
  const reads = [await isRead(0), await isRead(1), await isRead(12), await isRead(24), await isRead(25)];
  log(4);
  reads.push(await isRead(26), await isRead(27));
  log(...Array.from({ length: 16 }, (_, i) => i));
  reads.push(await isRead(28), await isRead(29));
  expect(reads).toEqual([true, false, true, true, false, true, false, true, true]);
});
