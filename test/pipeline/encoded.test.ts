// Encoded archives, whole and damaged, through the pipeline: what can be decoded is counted, the rest is said.
import { crc32, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { Counts } from "../../src/core/merge/counts.js";
import type { Counted } from "../../src/scan/count-options.js";
import { WorkerPool } from "../../src/workers/pool.js";
import { comparable } from "../support/comparable.js";
import { countFiles, exactly, writeArchives } from "./scan-files.js";

const NOW = Date.parse("2026-05-25T12:00:00Z");
const LINES = 3000;
const record = (i: number): string =>
  JSON.stringify({
    ts: new Date(NOW - i * 60_000).toISOString(),
    session_id: `s${(i * i) % 311}`,
    rule_id: `r${i % 7}`,
    interceptor: "Ban",
    context: String((i * 2_654_435_761) % 1e9),
  });
const TEXT = Array.from({ length: LINES }, (_, i) => `${record(i)}\n`).join("");
const BYTES = Buffer.from(TEXT);
const GZIP = gzipSync(BYTES);

const pool = new WorkerPool(2);
afterAll(async () => pool.close());

async function count(bytes: Uint8Array, path = "a.jsonl.gz", threads = 1): Promise<Counted> {
  const files = writeArchives([{ path, bytes, role: "intercepts" }]);
  return countFiles(files, { nowMs: NOW, precision: exactly(NOW), threads }, () => pool);
}

const membersAt = (...cuts: readonly number[]): Buffer =>
  Buffer.concat([0, ...cuts].map((cut, i) => gzipSync(BYTES.subarray(cut, cuts[i] ?? BYTES.length))));

/** With what a header may have behind its ten bytes. */
function withHeader(flags: number, more: Uint8Array): Buffer {
  const header = Buffer.from(GZIP.subarray(0, 10));
  header[3] = flags;
  return Buffer.concat([header, more, GZIP.subarray(10)]);
}

const [EXTRA, NAME, COMMENT] = [Buffer.from("\x05\0extra"), Buffer.from("a.jsonl\0"), Buffer.from("of May\0")];
/** The lower half of a header's own checksum. */
const headerCrc = (header: Uint8Array): Buffer => Buffer.of(crc32(header) & 0xff, (crc32(header) >> 8) & 0xff);
const CHECKED = withHeader(2 + 8, NAME).subarray(0, 10 + NAME.length);

const WHOLE = {
  "a header with all that it may have but a checksum": withHeader(4 + 8 + 16, Buffer.concat([EXTRA, NAME, COMMENT])),
  "a header with a name that is longer than a piece": withHeader(8, Buffer.concat([Buffer.alloc(300_000, "n"), NAME])),
  "a header with a checksum": withHeader(2 + 8, Buffer.concat([NAME, headerCrc(CHECKED)])),
  "a long member, and another, and two short ones": Buffer.concat(
    [TEXT + "\n".repeat(2 << 20), "\n".repeat(2 << 20), "", "\n"].map((text) => gzipSync(text)),
  ),
  "one gzip member": GZIP,
  "two members, a record across their border": membersAt(TEXT.indexOf("\n", 5000) + 20),
  "many members, some of them empty": membersAt(1, 2, 2, 3, 10_000, 10_000, 10_001),
  "gzip with NULs behind it": Buffer.concat([GZIP, Buffer.alloc(1000)]),
  "UTF-16, the low byte first": Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(TEXT, "utf16le")]),
  "UTF-16, the high byte first": Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(TEXT, "utf16le")]).swap16(),
};

test.each(Object.entries(WHOLE))("the counts are those of the decoded text: %s", async (_name, bytes) => {
  const plain = await count(BYTES, "a.jsonl");
  for (const [path, threads] of [
    ["a.jsonl", 1],
    ["a.jsonl.gz", 2],
  ] as const) {
    const { counts, archives } = await count(bytes, path, threads);
    const { lines: _lines, ...found } = comparable(counts, false) as Counts;
    const { lines: _plain, ...expected } = comparable(plain.counts, false) as Counts;
    expect([found, counts.lines.accepted]).toEqual([expected, LINES]);
    expect(archives).toEqual([{ path, bytes: bytes.length, status: "complete" }]);
  }
});

test.each([
  ["checksum", 8, 0],
  ["length", 4, 0],
  ["checksum, before another member", 8, GZIP.length],
])("a member whose %s is another one is damaged, and what it held is counted", async (_name, behind, more) => {
  const bytes = Buffer.concat([GZIP, GZIP.subarray(0, more)]);
  bytes[GZIP.length - behind]! ^= 1;
  for (const threads of [1, 2]) {
    const { counts, archives } = await count(bytes, "a.jsonl.gz", threads);
    expect(counts.lines).toMatchObject({ total: LINES, accepted: LINES });
    expect(archives[0]).toMatchObject({ status: "partial", code: "data_damaged", params: { form: "gzip" } });
  }
});

test("an empty gzip member, and no bytes at all, are archives without a line", async () => {
  for (const bytes of [gzipSync(""), Buffer.alloc(0)]) {
    const { counts, archives } = await count(bytes);
    expect(counts.lines.total).toBe(0);
    expect(archives).toEqual([{ path: "a.jsonl.gz", bytes: bytes.length, status: "complete" }]);
  }
});

test("of gzip that is cut off, whatever was decoded is counted, inline as in a worker", async () => {
  let before = 0;
  for (const share of [0.0001, 0.3, 0.9, 1]) {
    const bytes = GZIP.subarray(0, Math.ceil(GZIP.length * share) - 1);
    const [inline, inWorker] = [await count(bytes), await count(bytes, "a.jsonl.gz", 2)];
    expect(comparable(inWorker.counts, false)).toEqual(comparable(inline.counts, false));
    const { accepted, rejected, incomplete } = inline.counts.lines;
    expect(accepted).toBeGreaterThanOrEqual(Math.max(before, Math.floor(LINES * share) - 900));
    expect([rejected, incomplete <= 1]).toEqual([0, true]);
    expect(inline.archives).toEqual([
      {
        path: "a.jsonl.gz",
        bytes: bytes.length,
        status: expect.stringMatching(/^(?:partial|truncated)$/),
        reason: expect.stringContaining("gzip"),
        code: expect.stringMatching(/^data_/),
        params: expect.objectContaining({ form: "gzip" }),
      },
    ]);
    before = accepted;
  }
  expect(before).toBe(LINES);
});

test.each([
  ["text", Buffer.from("junk behind it")],
  ["much text", Buffer.alloc(100_000, "junk")],
  ["half a header", Buffer.of(0x1f, 0x8b)],
])("junk behind a gzip member took up to a megabyte of decoded lines with it: %s", async (_name, junk) => {
  const { counts, archives } = await count(Buffer.concat([GZIP, junk]));
  expect(counts.lines).toMatchObject({ accepted: LINES, rejected: 0, incomplete: 0 });
  expect(archives[0]?.status).toMatch(/^(?:partial|truncated)$/);
  expect(archives[0]?.reason).toContain("gzip");
});

test("a member that is damaged costs itself and what follows, nothing before it", async () => {
  const lines = TEXT.split("\n").slice(0, 60);
  const members = lines.map((one) => gzipSync(`${one}\n`));
  for (const broken of [1, 30, 59]) {
    const bytes = Buffer.concat(
      members.map((member, i) => (i === broken ? Buffer.alloc(member.length, 0x55) : member)),
    );
    const { counts, archives } = await count(bytes);
    expect(counts.lines).toMatchObject({ total: broken, accepted: broken });
    expect(archives[0]?.status).toBe("partial");
  }
});

test("a small gzip file that inflates to one endless line is one reject", async () => {
  const { counts } = await countFiles(
    writeArchives([
      { path: "a.jsonl.gz", bytes: gzipSync(Buffer.concat([Buffer.alloc(20 << 20, "x"), BYTES])), role: "intercepts" },
    ]),
    { nowMs: NOW, precision: exactly(NOW), threads: 1, maxLineBytes: 1 << 20 },
  );
  expect(counts.lines).toMatchObject({ accepted: LINES - 1, rejected: 1, reasons: { too_long: 1 } });
});
