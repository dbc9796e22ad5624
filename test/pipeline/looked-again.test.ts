// What nothing has happened to is not looked at again: it is the very same object in the next report.
import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readHitTexts } from "../../src/io/evidence.js";
import { KnownTexts } from "../../src/io/known-records.js";
import { closeArchives, openArchives } from "../../src/io/archives.js";
import { openMnemonic, type Report } from "../../src/index.js";
import { tempFolder } from "../io/temp-folder.js";
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
  const [draft] = report.drafts;
  expect(() => Object.assign((draft as (typeof report.drafts)[number]).evidence, { total: 7 })).toThrow(TypeError);
});

test("texts of hits are read once, and forgotten with their file and when they are too many", async () => {
  const folder = tempFolder({ log: "" });
  const line = (i: number): string => `${JSON.stringify({ rule_id: "r", reason: `reason ${i}` }).padEnd(99)}\n`;
  writeFileSync(`${folder}/log`, Array.from({ length: 10 }, (_, i) => line(i)).join(""));
  const set = openArchives([{ path: "log", file: `${folder}/log`, role: "intercepts" }]);
  onTestFinished(() => closeArchives(set.open));
  const known = new KnownTexts();
  const read = async (i: number) => {
    const place = { archive: 0, offset: i * 100, timeMs: 0 };
    return (await readHitTexts(set.open, [place], {}, known))(place);
  };
  const text = await read(3);
  expect(text?.reason).toBe("reason 3");
  known.hold(set.open);
  expect(await read(3)).toBe(text);
  known.hold([]);
  expect(await read(3)).not.toBe(text);
  const [archive] = set.open;
  const many = known.of(archive as (typeof set.open)[number]);
  const kept = await read(4);
  for (let i = 0; i < 1 << 16; i++) many.set(1e9 + i, kept as NonNullable<typeof kept>);
  known.trim();
  expect(await read(4)).not.toBe(kept);
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
