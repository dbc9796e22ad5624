// Zones, bounds and maps through a whole run, whichever scanner counts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { parseMap, type FieldMap } from "../../src/core/line/field-map.js";
import { openMnemonic, scanArchives, type Mnemonic } from "../../src/index.js";
import { tempFolder, type Files } from "../io/temp-folder.js";
import { archivesArbitrary } from "../support/archive-arbitrary.js";
import { comparable } from "../support/comparable.js";
import { readingArbitrary } from "../support/reading-arbitrary.js";
import { NOWS } from "../support/time-in-record.js";
import { asLines, countFiles, exactly, expectedCounts, writeArchives } from "./scan-files.js";

const NOW = "2026-05-25T12:00:00Z";

async function opened(files: Files): Promise<Mnemonic> {
  const mnemonic = await openMnemonic({ home: tempFolder(files) });
  onTestFinished(async () => mnemonic.close());
  return mnemonic;
}

test("zones and bounds: either scanner gives the reference's counts", async () => {
  const cases = fc
    .constantFrom(...NOWS)
    .chain((nowMs) => fc.tuple(fc.constant(nowMs), archivesArbitrary(nowMs), readingArbitrary(nowMs)));
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom("plain" as const, "wasm" as const), async (one, scanner) => {
      const [nowMs, odd, { reading, reference }] = one;
      const archives = asLines(odd);
      const options = { nowMs, precision: exactly(nowMs), threads: 1, reading, scanner, rangeBytes: 300 };
      const { counts } = await countFiles(writeArchives(archives), options);
      expect(comparable(counts, false)).toEqual(comparable(expectedCounts(archives, { nowMs, ...reference }), false));
    }),
    { numRuns: 80 },
  );
});

test("a map: both scanners count the same, and as many lines as without", async () => {
  const map = parseMap("rule_id=.session_id|.x,session_id=.rule_id,ts=.timestamp,record=.context") as FieldMap;
  const cases = fc.constantFrom(...NOWS).chain((nowMs) => fc.tuple(fc.constant(nowMs), archivesArbitrary(nowMs)));
  await fc.assert(
    fc.asyncProperty(cases, async ([nowMs, odd]) => {
      const files = writeArchives(asLines(odd));
      const reading = { sinceMs: -Infinity, untilMs: Infinity, map };
      const count = async (scanner: "plain" | "wasm", read?: typeof reading) => {
        const options = { nowMs, precision: exactly(nowMs), threads: 1, rangeBytes: 300, scanner, reading: read };
        return (await countFiles(files, options)).counts;
      };
      const [plain, wasm] = [await count("plain", reading), await count("wasm", reading)];
      expect(comparable(plain, false)).toEqual(comparable(wasm, false));
      expect(plain.lines).toEqual((await count("plain")).lines);
    }),
    { numRuns: 60 },
  );
});

const FOREIGN = [1, 2]
  .map((i) => ({
    "@timestamp": `2026-05-25 1${i}:00:00`,
    policy: { id: "no_delete" },
    trace: { session: "s1" },
    interceptor: "Ban",
    message: "keyword match: rm",
  }))
  .map((record) => `${JSON.stringify(record)}\n`)
  .join("");
const MAP = "ts=@timestamp,rule_id=.policy.id,session_id=.trace.session,reason=.message";

test("another guardrail's log gives drafts, with its words as evidence; the home's settings do as well", async () => {
  const log = { "intercept_log.jsonl": FOREIGN };
  const asked = await (await opened(log)).scan({ now: NOW, map: MAP, tz: "+01:00", dryRun: true });
  const config = JSON.stringify({ mnemonic: { map: MAP, tz: "+01:00" } });
  const home = await opened({ ...log, "config.json": config });
  const set = await home.scan({ now: NOW, dryRun: true });
  expect({ ...set, timings: null }).toEqual({ ...asked, timings: null });
  expect(set.drafts).toMatchObject([
    {
      rule_id: "no_delete",
      match: { exact: ["rm"] },
      evidence: { last: "2026-05-25T11:00:00.000Z", sessions: ["s1"] },
    },
  ]);
  // What is asked for stands before what is set.
  const plain = await home.scan({ now: "2026-05-25T13:00:00", tz: "utc", map: "plain", dryRun: true });
  expect(plain).toMatchObject({
    now: "2026-05-25T13:00:00.000Z",
    patterns: [],
    records: { unattributed: 2, undated: 2 },
  });
  expect((await home.scan({ now: "2026-05-25T13:00:00", dryRun: true })).now).toBe("2026-05-25T12:00:00.000Z");
});

test("a look at a part of the log leaves the memory of the whole as it is, but for drafts", async () => {
  const line = (ts: string): string => `${JSON.stringify({ ts, rule_id: "r", session_id: "s", interceptor: "Ban" })}\n`;
  const days = ["2026-05-20", "2026-05-22", "2026-05-24"].map((day) => line(`${day}T00:00:00Z`)).join("");
  const home = await opened({ "intercept_log.jsonl": days + line("never") });
  const report = await home.scan({ now: NOW, since: "2026-05-21", until: "2026-05-22" });
  expect(report.records).toMatchObject({ hits: 2, outside: 2, undated: 1, in_7d: 1 });
  expect(report.lines.accepted).toBe(4);
  expect(report.status).toBe("ok");
  expect(await home.patternHistory()).toEqual([]);
  await home.scan({ now: NOW, since: "7d" });
  const state = JSON.parse(readFileSync(join(home.home, "mnemonic_state.json"), "utf8")) as Record<string, unknown>;
  expect(state).toMatchObject({ draft_queue: [{ pattern: "r" }], pattern_history: [], context_log: [] });
  await home.scan({ now: NOW });
  expect(await home.patternHistory()).toMatchObject([{ pattern: "r", count: 4 }]);
});

test.each([
  [{ tz: "Mars" }, "tz"],
  [{ since: "soon" }, "since"],
  [{ until: Number.NaN }, "until"],
  [{ since: "2026-05-25", until: "2026-05-24" }, "later"],
  [{ map: "ts" }, "map"],
])("what can't be read so is wrong usage: %j", async (options, word) => {
  const archives = [join(tempFolder({ "a.jsonl": FOREIGN }), "a.jsonl")];
  await expect(scanArchives({ archives, ...options })).rejects.toMatchObject({
    code: "USAGE",
    message: expect.stringContaining(word) as string,
  });
});
