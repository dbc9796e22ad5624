// Files on a disk, read in chunks and ranges of any size on the main thread: the counts are the reference's.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { archivesArbitrary, denseArchivesArbitrary } from "../support/archive-arbitrary.js";
import { comparable } from "../support/comparable.js";
import { NOWS } from "../support/time-in-record.js";
import type { ReferenceArchive } from "../reference/reference.js";
import {
  asLines,
  countFiles,
  exactly,
  expectedCounts,
  isCopy,
  scanPrecision,
  writeArchives,
  type Sizes,
} from "./scan-files.js";

const sizes = fc.record<Sizes>({
  chunkBytes: fc.oneof(fc.integer({ min: 16, max: 80 }), fc.constantFrom(1, 2, 300, 65_536)),
  rangeBytes: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(1000, 1 << 20)),
  maxLineBytes: fc.constantFrom(1 << 20, 1 << 20, 150, 60, 1),
  threads: fc.constant(1),
  scanner: fc.constantFrom("plain", "wasm"),
});

/** What the files came to, and what they should have. */
async function bothOf(
  archives: readonly ReferenceArchive[],
  nowMs: number,
  chosen: Sizes,
  exact = true,
): Promise<{ found: unknown; expected: unknown }> {
  const precision = exact ? exactly(nowMs) : scanPrecision(nowMs);
  const { counts, archives: reports } = await countFiles(writeArchives(archives), { ...chosen, nowMs, precision });
  const expectedReports = archives.map((one) =>
    isCopy(one, archives) ? [one.path, "duplicate", 0] : [one.path, "complete", one.bytes.length],
  );
  const expected = expectedCounts(archives, { nowMs, maxLineBytes: chosen.maxLineBytes! });
  return {
    found: [
      comparable(counts, !exact),
      reports.map(({ path, status, bytes }) => [path, status, bytes]).toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    ],
    expected: [comparable(expected, !exact), expectedReports],
  };
}

const SAME = "any sizes of chunk, range and longest line give the reference's counts";

test(`${SAME}: odd archives`, async () => {
  const cases = fc
    .constantFrom(...NOWS)
    .chain((nowMs) => fc.tuple(fc.constant(nowMs), archivesArbitrary(nowMs), sizes, fc.boolean()));
  await fc.assert(
    fc.asyncProperty(cases, async ([nowMs, archives, chosen, exact]) => {
      const { found, expected } = await bothOf(asLines(archives), nowMs, chosen, exact);
      expect(found).toEqual(expected);
    }),
    { numRuns: 250 },
  );
});

test(`${SAME}: long histories`, async () => {
  const cases = fc
    .constantFrom(...NOWS)
    .chain((nowMs) => fc.tuple(fc.constant(nowMs), denseArchivesArbitrary(nowMs), sizes));
  await fc.assert(
    fc.asyncProperty(cases, async ([nowMs, archives, chosen]) => {
      const { found, expected } = await bothOf(archives, nowMs, chosen);
      expect(found).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

const NOW = NOWS[0]!;
const record = (i: number, padding = 0): string =>
  JSON.stringify({
    ts: new Date(NOW - i * 1000).toISOString(),
    session_id: `s${i % 3}`,
    rule_id: `r${i % 2}`,
    interceptor: "Ban",
    context: "x".repeat(padding),
  });
const archive = (text: string, path = "a.jsonl"): ReferenceArchive => ({
  path,
  bytes: Buffer.from(text),
  role: "intercepts",
});
const ENDS = {
  "a last newline": "\n",
  "no last newline": "",
  CRLF: "\r\n",
  "a bare CR": "\r",
  "a cut line": '\n{"ts":',
};

test.each(Object.entries(ENDS))(
  "chunks and ranges that end on, before and behind each byte of a line's end: %s",
  async (_name, end) => {
    const newline = end.startsWith("\r\n") ? "\r\n" : "\n";
    const text = Array.from({ length: 6 }, (_, i) => record(i)).join(newline) + end;
    const line = record(0).length + newline.length;
    for (const size of [line - 2, line - 1, line, line + 1, line + 2, 2 * line]) {
      const { found, expected } = await bothOf([archive(text)], NOW, {
        chunkBytes: size,
        rangeBytes: size,
        maxLineBytes: 1 << 20,
        threads: 1,
      });
      expect(found).toEqual(expected);
    }
  },
);

test("lines over several chunks, the limit and many ranges, among short ones", async () => {
  const text = [0, 40, 1000, 0, 5000, 200, 0].map((padding, i) => record(i, padding)).join("\n");
  for (const chunkBytes of [16, 64, 1000, 5000])
    for (const maxLineBytes of [record(0).length, record(2, 1000).length, record(2, 1000).length - 1, 1 << 20]) {
      const { found, expected } = await bothOf([archive(text)], NOW, {
        chunkBytes,
        rangeBytes: 100,
        maxLineBytes,
        threads: 1,
      });
      expect(found).toEqual(expected);
    }
});

test("empty archives, among others and alone", async () => {
  const chosen = { chunkBytes: 16, rangeBytes: 16, maxLineBytes: 1 << 20, threads: 1 };
  {
    const { found, expected } = await bothOf([], NOW, chosen);
    expect(found).toEqual(expected);
  }
  {
    const { found, expected } = await bothOf([archive("")], NOW, chosen);
    expect(found).toEqual(expected);
  }
  {
    const { found, expected } = await bothOf(
      [archive("", "a"), archive(record(1), "b"), archive("", "c"), archive("\n", "d")],
      NOW,
      chosen,
    );
    expect(found).toEqual(expected);
  }
});

test("thousands of ranges", async () => {
  const text = Array.from({ length: 3000 }, (_, i) => record(i)).join("\n");
  {
    const { found, expected } = await bothOf([archive(text)], NOW, {
      chunkBytes: 4096,
      rangeBytes: 1,
      maxLineBytes: 1 << 20,
      threads: 1,
    });
    expect(found).toEqual(expected);
  }
});
