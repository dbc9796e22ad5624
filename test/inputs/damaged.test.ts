// Whatever is cut or damaged: no crash, and never more than was there.
import { describe, expect, test, vi } from "vitest";
import { countsOf } from "./counting.js";
import { COMPRESSIONS, ENCODINGS, FRAMINGS, GZIP } from "./documents.js";

const RECORDS = Array.from({ length: 4 }, (_, i) =>
  JSON.stringify({ ts: "2026-05-25T07:00:00Z", rule_id: `r${i}`, match: { list: [{ i }] } }),
);
const plain = (framing: string): Buffer => Buffer.from(FRAMINGS[framing]!(RECORDS));

/** Accepted records of every length of the file, and what else must hold of each. */
async function ofEveryLength(bytes: Buffer, step = 1): Promise<number[]> {
  const accepted: number[] = [];
  for (
    let length = 0;
    length <= bytes.length;
    length += length + step > bytes.length && length < bytes.length ? bytes.length - length : step
  ) {
    const { lines, archives } = await countsOf({ "a.jsonl": bytes.subarray(0, length) });
    expect(archives).toHaveLength(1);
    expect(lines.accepted, `cut at ${length}`).toBeLessThanOrEqual(RECORDS.length);
    // What is missing without a word must be missing at the end of a line.
    const isSilent = archives[0]!.status === "complete" && lines.rejected === 0 && lines.incomplete === 0;
    const isAtLineEnd = /^$|[}\s]$/.test(bytes.subarray(0, length).toString());
    expect(!isSilent || isAtLineEnd || lines.accepted === RECORDS.length, `cut at ${length}`).toBe(true);
    accepted.push(lines.accepted);
  }
  return accepted;
}

// Of those that touch one is enough.
const CUT = Object.keys(FRAMINGS).filter((framing) => !/touch, (?:on one|then)/.test(framing));

describe.each(CUT)("cut at every byte: %s", (framing) => {
  test("plain", { timeout: 120_000 }, async () => {
    const accepted = await ofEveryLength(plain(framing));
    expect(accepted.at(-1)).toBe(RECORDS.length);
    // The longer the file, the more is there; a torn first value alone leaves it open what kind of file it is.
    expect(accepted.slice(1).every((count, i) => count >= accepted[i]! || count <= 1)).toBe(true);
  });
});

describe.each(Object.entries(COMPRESSIONS))("%s", (name, encode) => {
  const bytes = encode(plain("JSON Lines"));

  test("cut at every byte, read by the package", { timeout: 120_000 }, async () => {
    vi.stubEnv("PATH", "");
    try {
      expect((await ofEveryLength(bytes)).at(-1)).toBe(RECORDS.length);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("cut here and there, read by the command", { timeout: 120_000 }, async () => {
    expect((await ofEveryLength(bytes, 29)).at(-1)).toBe(RECORDS.length);
  });

  test.each(["", "/usr/bin:/bin"])("what is wrong is said, and what came before counts (PATH=%s)", async (path) => {
    if (path === "") vi.stubEnv("PATH", "");
    try {
      const cut = await countsOf({ "a.jsonl": bytes.subarray(0, -3) });
      expect(cut.archives[0]).toMatchObject({
        status: "truncated",
        reason: expect.stringContaining(`${name} data ends too early`),
      });
      const junk = await countsOf({ "a.jsonl": Buffer.concat([bytes, Buffer.from('{"rule_id":"junk"}\n'.repeat(3))]) });
      expect(junk.archives[0]!.status).not.toBe("complete");
      expect(junk.archives[0]!.reason).toContain(name);
      expect(junk.lines.accepted).toBe(RECORDS.length);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

test("gzip, cut at every byte", { timeout: 120_000 }, async () => {
  const accepted = await ofEveryLength(GZIP(plain("JSON Lines")), 2);
  expect(accepted.at(-1)).toBe(RECORDS.length);
  expect(accepted.slice(1).every((count, i) => count >= accepted[i]!)).toBe(true);
});

test("gzip: what is wrong is said", async () => {
  const bytes = GZIP(plain("JSON Lines"));
  const of = async (content: Buffer) => (await countsOf({ "a.jsonl": content })).archives[0];
  expect(await of(bytes.subarray(0, -3))).toMatchObject({
    status: "truncated",
    reason: expect.stringContaining("gzip data ends too early"),
  });
  expect(await of(Buffer.concat([bytes, Buffer.from("junk")]))).toMatchObject({
    status: "partial",
    reason: expect.stringContaining("followed by something else"),
  });
  expect(await of(Buffer.concat([bytes, Buffer.alloc(600)]))).toMatchObject({ status: "complete" });
  const wrong = Buffer.from(bytes);
  wrong[wrong.length - 6]! ^= 1;
  expect(await of(wrong)).toMatchObject({ status: "partial", reason: expect.stringContaining("damaged") });
});

test("a member behind NULs was left out", async () => {
  const { lines, archives } = await countsOf({
    "a.jsonl": Buffer.concat([GZIP(plain("JSON Lines")), Buffer.alloc(70_000), GZIP(plain("JSON Lines"))]),
  });
  expect(lines.accepted).toBe(2 * RECORDS.length);
  expect(archives[0]!.status).toBe("complete");
});

test("forms that are not read are named, also within another", async () => {
  const zip = Buffer.from("PK\u0003\u0004 and so on");
  expect((await countsOf({ "a.jsonl": zip })).archives[0]).toMatchObject({
    status: "unsupported",
    reason: expect.stringContaining("zip"),
  });
  expect((await countsOf({ "a.jsonl": GZIP(zip) })).archives[0]).toMatchObject({
    status: "partial",
    reason: expect.stringContaining("zip"),
  });
  const layers = [1, 2, 3, 4].reduce((bytes) => GZIP(bytes), plain("JSON Lines"));
  expect((await countsOf({ "a.jsonl": layers })).archives[0]).toMatchObject({
    status: "partial",
    reason: expect.stringContaining("more than 3 layers"),
  });
});

test("an array that is not closed is told, and an element beyond the limit is one reject", async () => {
  const array = plain("an array, an element a line");
  expect((await countsOf({ "a.json": array.subarray(0, -3) })).archives[0]).toMatchObject({
    status: "truncated",
    reason: expect.stringContaining("without being closed"),
  });
  const records = [RECORDS[0]!, JSON.stringify({ rule_id: "long", context: "x".repeat(5000) }), RECORDS[1]!];
  for (const framing of Object.keys(FRAMINGS)) {
    const { lines } = await countsOf({ "a.json": Buffer.from(FRAMINGS[framing]!(records)) }, 1000);
    expect(lines, framing).toMatchObject({ accepted: 2, rejected: 1, reasons: { too_long: 1 } });
  }
});

test("places of rejects are offsets in the decoded bytes", async () => {
  const text = Buffer.from(`[\n  ${RECORDS[0]},\n  {"a":oops},\n  7,\n  ${RECORDS[1]}\n]`);
  for (const encode of [ENCODINGS["plain"]!, GZIP]) {
    const { lines } = await countsOf({ "a.json": encode(text) });
    expect(lines.accepted).toBe(2);
    expect(lines.samples.map(({ offset, reason }) => [reason, offset])).toEqual([
      ["invalid_json", text.indexOf('{"a":oops')],
      ["not_object", text.indexOf("\n  7,") + 3],
    ]);
  }
});
