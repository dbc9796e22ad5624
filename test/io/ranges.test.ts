import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { OpenArchive } from "../../src/io/archives.js";
import { planRanges, rangeSizeFor, type ByteRange } from "../../src/io/ranges.js";
import { openIn } from "./open-files.js";
import { tempFolder } from "./temp-folder.js";

function archivesOf(...contents: readonly (string | Uint8Array)[]): readonly OpenArchive[] {
  const files = Object.fromEntries(contents.map((content, i) => [`${i}.jsonl`, content]));
  return openIn(tempFolder(files), Object.keys(files)).open;
}

const spans = (ranges: readonly ByteRange[]): number[][] => ranges.map(({ start, end }) => [start, end]);

/** A cut stands behind the first line that ends `rangeBytes` or more behind the last cut. */
function expectedSpans(text: string, rangeBytes: number): number[][] {
  const list: number[][] = [];
  let start = 0;
  while (text.length - start > rangeBytes) {
    const newline = text.indexOf("\n", start + rangeBytes - 1);
    if (newline < 0 || newline + 1 === text.length) break;
    list.push([start, newline + 1]);
    start = newline + 1;
  }
  return [...list, [start, text.length]];
}

test("for every size of range: all bytes once, in order, cut at line ends only", () => {
  const text = fc
    .array(fc.constantFrom("a", "a", "\n"), { minLength: 1, maxLength: 40 })
    .map((list) => `-${list.join("")}`);
  fc.assert(
    fc.property(text, (content) => {
      const archives = archivesOf(content);
      for (let rangeBytes = 1; rangeBytes <= content.length + 1; rangeBytes++)
        expect(spans(planRanges(archives, () => rangeBytes)), `ranges of ${rangeBytes}`).toEqual(
          expectedSpans(content, rangeBytes),
        );
    }),
    { numRuns: 60 },
  );
});

test("a line over many ranges stays in one, also where its end is behind many probes", () => {
  const [short, long] = ["a\n", `${"b".repeat(200_000)}\n`];
  const text = short + long + short + short;
  for (const rangeBytes of [1, 2, 1000, 65_536, 65_537, 131_072, 200_002])
    expect(spans(planRanges(archivesOf(text), () => rangeBytes)), `${rangeBytes}`).toEqual(
      expectedSpans(text, rangeBytes),
    );
});

test("a newline at the border of two probes is found", () => {
  for (const length of [65_534, 65_535, 65_536, 65_537]) {
    const text = `${"b".repeat(length)}\nc\nd`;
    expect(spans(planRanges(archivesOf(text), () => 1)), `${length}`).toEqual(expectedSpans(text, 1));
  }
});

test("a file without a newline is one range", () => {
  expect(spans(planRanges(archivesOf("a".repeat(300_000)), () => 1000))).toEqual([[0, 300_000]]);
});

test("ranges are numbered over all archives; an empty archive has an empty one, an encoded one is whole", () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, ..."a\nb\nc\n".split("").flatMap((char) => [char.charCodeAt(0), 0])]);
  expect(planRanges(archivesOf("a\nb\n", "", utf16, "c\n"), () => 2)).toEqual([
    { archive: 0, range: 0, start: 0, end: 2 },
    { archive: 0, range: 1, start: 2, end: 4 },
    { archive: 1, range: 2, start: 0, end: 0 },
    { archive: 2, range: 3, start: 0, end: 14 },
    { archive: 3, range: 4, start: 0, end: 2 },
  ]);
  expect(planRanges([], () => 1000)).toEqual([]);
});

test("ranges get shorter towards the end, over all archives; one lane takes each archive whole", () => {
  const seen: number[] = [];
  const archives = archivesOf("a\n".repeat(20), "b\n".repeat(10));
  planRanges(archives, (rest) => (seen.push(rest), rest / 2));
  expect(seen).toEqual([60, 30, 20, 10, 4, 2]);
  expect(planRanges(archives, rangeSizeFor(0)).length).toBe(2);
});

test("a range is half of an even share of what is left, but neither tiny nor huge", () => {
  const size = rangeSizeFor(2);
  expect([0, 320 << 20, 2 ** 40].map(size)).toEqual([4 << 20, 80 << 20, 128 << 20]);
});
