// Archives that change while they are read. Each change is made between two chunks of the scan, never by waiting.
import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Counted } from "../../src/scan/count-options.js";
import { tempFolder } from "../io/temp-folder.js";
import { betweenChunks } from "./between-chunks.js";
import { countFiles, scanPrecision } from "./scan-files.js";

const NOW = Date.parse("2026-05-25T12:00:00Z");
const LINE_BYTES = 100;
const LINES = 1000;

const line = (rule: string): string =>
  `${JSON.stringify({ ts: "2026-05-25T11:00:00Z", session_id: "s", rule_id: rule, interceptor: "Ban" }).padEnd(LINE_BYTES - 1)}\n`;
const OLD = line("old").repeat(LINES);

/** Scans a log of old lines, ten to a chunk, and calls `change` before the second chunk is scanned. */
async function scanWhile(change: (path: string) => void): Promise<Counted> {
  const path = join(tempFolder({ "log.jsonl": OLD }), "log.jsonl");
  betweenChunks((chunks) => {
    if (chunks === 1) change(path);
  });
  const options = {
    nowMs: NOW,
    precision: scanPrecision(NOW),
    scanner: "plain" as const,
    chunkBytes: 10 * LINE_BYTES,
  };
  return countFiles([{ path: "log.jsonl", file: path, role: "intercepts" }], options);
}

const rulesOf = ({ counts }: Counted): Record<string, number> =>
  Object.fromEntries(counts.patterns.map(({ key, total }) => [key, total]));

const ALL = { path: "log.jsonl", bytes: OLD.length, status: "complete" };

test.each<[string, (path: string) => void]>([
  ["renamed away", (path) => renameSync(path, `${path}.1`)],
  ["rotated", (path) => (renameSync(path, `${path}.1`), writeFileSync(path, line("new")))],
  [
    "replaced by another file",
    (path) => (writeFileSync(`${path}.new`, line("new").repeat(LINES)), renameSync(`${path}.new`, path)),
  ],
  ["deleted", (path) => rmSync(path)],
  ["appended to", (path) => appendFileSync(path, line("new").repeat(5))],
  ["appended to by half a line", (path) => appendFileSync(path, '{"ts":')],
])("what was there when the scan began is read, whole and nothing else: %s", async (_name, change) => {
  const counted = await scanWhile(change);
  expect(counted.archives).toEqual([ALL]);
  expect(rulesOf(counted)).toEqual({ old: LINES });
  expect(counted.counts.lines).toMatchObject({ accepted: LINES, rejected: 0, incomplete: 0 });
});

test.each([0, 1, 20, 25.5, 999.5])("cut to %d lines: what was read is counted, and it is said", async (lines) => {
  const counted = await scanWhile((path) => truncateSync(path, lines * LINE_BYTES));
  // Two chunks were read before the cut.
  const left = Math.max(20, lines);
  expect(counted.archives).toEqual([
    {
      path: "log.jsonl",
      bytes: left * LINE_BYTES,
      status: "truncated",
      code: "shortened",
      reason: "the file became shorter during the scan; what was read is counted",
    },
  ]);
  expect(rulesOf(counted)).toEqual({ old: Math.floor(left) });
  expect(counted.counts.lines).toMatchObject({
    total: Math.ceil(left),
    rejected: 0,
    incomplete: left % 1 === 0 ? 0 : 1,
  });
});

test.each([LINES, LINES + 7])(
  "cut and written anew to %i lines, as copytruncate does under a busy writer",
  async (lines) => {
    const counted = await scanWhile((path) => (truncateSync(path, 0), appendFileSync(path, line("new").repeat(lines))));
    expect(counted.archives).toEqual([
      {
        ...ALL,
        status: "replaced",
        code: "rewritten",
        reason: "the file was rewritten during the scan; what was read is counted",
      },
    ]);
    expect(rulesOf(counted)).toEqual({ new: LINES - 20, old: 20 });
  },
);

test("cut and written anew to fewer lines", async () => {
  const counted = await scanWhile((path) => (truncateSync(path, 0), appendFileSync(path, line("new").repeat(30))));
  expect(counted.archives[0]).toMatchObject({ status: "truncated", bytes: 30 * LINE_BYTES });
  expect(rulesOf(counted)).toEqual({ new: 10, old: 20 });
});
