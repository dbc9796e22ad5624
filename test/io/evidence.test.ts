// The lines of hits, read late by place.
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readHitTexts } from "../../src/io/evidence.js";
import { openIn } from "./open-files.js";
import { tempFolder } from "./temp-folder.js";

interface Line {
  readonly before?: string;
  readonly session: string;
  readonly padding?: number;
}

const recordOf = ({ before = "", session, padding = 0 }: Line): string =>
  `${before}${JSON.stringify({ session_id: session, reason: `关键词匹配: ${session}`, context: "x".repeat(padding) })}`;

/** The text of an archive with these lines, and where each begins. */
function textOf(lines: readonly Line[], end = "\n"): { text: string; offsets: number[] } {
  const offsets: number[] = [];
  let text = "";
  for (const [i, line] of lines.entries()) {
    offsets.push(Buffer.byteLength(text));
    text += recordOf(line) + (i === lines.length - 1 ? end : "\n");
  }
  return { text, offsets };
}

async function sessionsAt(
  content: string | Uint8Array,
  offsets: readonly number[],
  change?: (path: string) => void,
): Promise<unknown[]> {
  const folder = tempFolder({ "a.jsonl": content });
  const { open } = openIn(folder, ["a.jsonl"]);
  change?.(join(folder, "a.jsonl"));
  const places = offsets.map((offset) => ({ archive: 0, offset, timeMs: 0 }));
  const texts = await readHitTexts(open, places.toReversed());
  return places.map((place) => texts(place)?.session ?? null);
}

const LINES: readonly Line[] = [
  { session: "first" },
  { session: "long", padding: 70_000 },
  { session: "after" },
  { session: "longer", padding: 200_000 },
  { session: "bom", before: "\ufeff" },
  { session: "nuls", before: "\0\0\0" },
  { session: "é😀" },
  { session: "space", before: " \t" },
  { session: "last" },
];
const SESSIONS = LINES.map(({ session }) => session);
const ENCODINGS = {
  plain: (text: string) => Buffer.from(text),
  gzip: (text: string) => gzipSync(text),
  "gzip of two members": (text: string) =>
    Buffer.concat([gzipSync(Buffer.from(text).subarray(0, 70_050)), gzipSync(Buffer.from(text).subarray(70_050))]),
  "UTF-16": (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")]),
};

test.each(Object.entries(ENCODINGS))(
  "every line is found by its place, with and without a last newline: %s",
  async (_name, encode) => {
    for (const end of ["\n", "", "\r\n"]) {
      const { text, offsets } = textOf(LINES, end);
      expect(await sessionsAt(encode(text), offsets)).toEqual(SESSIONS);
      for (const [i, offset] of offsets.entries())
        expect(await sessionsAt(encode(text), [offset])).toEqual([SESSIONS[i]]);
    }
  },
);

test.each(Object.entries(ENCODINGS))(
  "a line whose end is at the border of a block is whole: %s",
  async (_name, encode) => {
    const bare = Buffer.byteLength(recordOf({ session: "a" }));
    for (const length of [65_534, 65_535, 65_536, 65_537, 131_071, 131_072]) {
      const { text, offsets } = textOf([{ session: "a", padding: length - bare }, { session: "b" }]);
      expect(await sessionsAt(encode(text), offsets), `${length}`).toEqual(["a", "b"]);
    }
  },
);

test("a place that holds no record any more gives nothing", async () => {
  const { text, offsets } = textOf(LINES);
  const rewritten = await sessionsAt(text, offsets, (path) => writeFileSync(path, "\n".repeat(text.length)));
  expect(rewritten).toEqual(LINES.map(() => null));
  const cut = await sessionsAt(text, offsets, (path) => truncateSync(path, (offsets[3] as number) + 10));
  expect(cut).toEqual([...SESSIONS.slice(0, 3), ...LINES.slice(3).map(() => null)]);
  expect(await sessionsAt(text, offsets, (path) => truncateSync(path, 0))).toEqual(LINES.map(() => null));
});

test("of a damaged archive the lines before the damage are found", async () => {
  const { text, offsets } = textOf(LINES.map(({ session, before = "" }) => ({ session, before })));
  const content = Buffer.concat([gzipSync(text), Buffer.from("junk")]);
  expect(await sessionsAt(content, offsets)).toEqual(SESSIONS);
});

test("several archives, and places that are asked for twice", async () => {
  const files = {
    "a.jsonl": recordOf({ session: "a" }),
    "b.jsonl": `\n${recordOf({ session: "b" })}\n`,
    "c.jsonl": "{}\n",
  };
  const { open } = openIn(tempFolder(files), Object.keys(files));
  const [a, b] = [
    { archive: 0, offset: 0, timeMs: 1 },
    { archive: 1, offset: 1, timeMs: 2 },
  ];
  const texts = await readHitTexts(open, [b, a, b]);
  expect([a, b].map((place) => texts(place)?.session)).toEqual(["a", "b"]);
  expect(texts({ archive: 1, offset: 0, timeMs: 0 })).toBeUndefined();
  expect(texts({ archive: 2, offset: 0, timeMs: 0 })).toBeUndefined();
});

test("what is kept of a reason held the whole of it in memory", async () => {
  const line = (i: number): string =>
    `${JSON.stringify({ session_id: `${i}`, reason: `keyword match: ${i}\n${"x".repeat(2 << 20)}` })}\n`;
  const lines = Array.from({ length: 12 }, (_, i) => line(i));
  const { open } = openIn(tempFolder({ "a.jsonl": lines.join("") }), ["a.jsonl"]);
  const places = lines.map((_, i) => ({ archive: 0, offset: lines.slice(0, i).join("").length, timeMs: 0 }));
  const collect = globalThis.gc ?? (await garbageCollector());
  collect();
  const before = process.memoryUsage().heapUsed;
  const texts = await readHitTexts(open, places);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(12 << 20);
  expect(places.map((place) => texts(place)?.words.keywords[0])).toEqual(lines.map((_, i) => `${i}`));
});

async function garbageCollector(): Promise<() => void> {
  const { setFlagsFromString } = await import("node:v8");
  const { runInNewContext } = await import("node:vm");
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
