import { describe, expect, test } from "vitest";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { precisionFor } from "../../src/core/count/precision.js";
import { countText, hitAt, line, NOW_MS, SEED } from "../support/scan-text.js";

const scanner = (): PlainScanner => new PlainScanner(SEED, precisionFor(NOW_MS));

describe("buffer", () => {
  test("is as large as asked and keeps what it is told to keep", () => {
    const one = scanner();
    one.buffer(4, 0).set([1, 2, 3, 4]);
    const larger = one.buffer(1000, 4);
    expect(larger.length).toBeGreaterThanOrEqual(1000);
    expect([...larger.subarray(0, 4)]).toEqual([1, 2, 3, 4]);
    expect([...one.buffer(10, 2).subarray(0, 2)]).toEqual([1, 2]);
  });
});

describe("the last line without a newline", () => {
  test.for<[tail: string, counts: { accepted: number; blank: number; incomplete: number; rejected: number }]>([
    [line().trimEnd(), { accepted: 2, blank: 0, incomplete: 0, rejected: 0 }],
    [line().slice(0, -2), { accepted: 1, blank: 0, incomplete: 1, rejected: 0 }],
    ['{"a":1', { accepted: 1, blank: 0, incomplete: 1, rejected: 0 }],
    ["{", { accepted: 1, blank: 0, incomplete: 1, rejected: 0 }],
    ["\0\0{", { accepted: 1, blank: 0, incomplete: 1, rejected: 0 }],
    ["\0\0", { accepted: 1, blank: 1, incomplete: 0, rejected: 0 }],
    ["# comm", { accepted: 1, blank: 1, incomplete: 0, rejected: 0 }],
    ["[]", { accepted: 1, blank: 0, incomplete: 0, rejected: 1 }],
  ])("%j", ([tail, counts]) => {
    const { lines, kinds } = countText([line() + tail]);
    expect(lines).toMatchObject({ ...counts, total: 2 });
    expect(kinds[0]).toBe(counts.accepted);
  });

  test("a tail that fills the buffer to its last byte", () => {
    const one = scanner();
    const bytes = Buffer.from('{"rule_id":"r","x":"\\u00');
    one.buffer(bytes.length, 0).set(bytes);
    one.beginRange({ archive: 0, range: 0, role: "intercepts" });
    one.scanTail(0, bytes.length, 0);
    one.endRange();
    expect(one.finish().ranges[0]!.lines).toMatchObject({ total: 1, incomplete: 1 });
  });
});

test("what an earlier read left in the buffer is not read", () => {
  const one = scanner();
  one.beginRange({ archive: 0, range: 0, role: "intercepts" });
  const long = Buffer.from(line({ rule_id: "long" }));
  one.buffer(long.length, 0).set(long);
  one.scan(0, long.length, 0);
  const stub = Buffer.from('{"session_id":"s","inter');
  one.buffer(stub.length, 0).set(stub);
  one.scanTail(0, stub.length, long.length);
  one.endRange();
  expect(one.finish().ranges[0]!.lines).toMatchObject({ total: 2, accepted: 1, incomplete: 1 });
});

test("many spellings of one rule id are one pattern", () => {
  const spellings = ['"é"', '"e\u0301"', '"\\u00e9"', '" é "', '"e\\u0301\\t"'];
  const lines = spellings.map((id) => `{"session_id":"s","interceptor":"Ban","rule_id":${id}}\n`);
  const { patterns } = countText([[...lines, ...lines].join("")]);
  expect(patterns.map(({ key, total }) => [key, total])).toEqual([["é", 10]]);
});

test("ids of broken UTF-8 are what decoding makes of them: one", () => {
  const ids = ["a\xff", "a\xc3", "a\xef\xbf\xbd"];
  const lines = ids.map((id) => `{"session_id":"${id}","rule_id":"${id}"}\n`).join("");
  const { sessions, patterns } = countText([Buffer.from(lines, "latin1")]);
  expect([sessions, patterns.map(({ key, total }) => [key, total])]).toEqual([1, [["a\ufffd", 3]]]);
});

test("places are the line's first byte, with what stands before its record", () => {
  const lines = ["\ufeff# c\n", "\n", `\ufeff${hitAt(-2)}`, `\0\0${hitAt(-1)}`, ` ${hitAt(0)}`];
  const { patterns, nuls, lines: counted } = countText([lines.join("")]);
  const offsets = lines.map((_, i) => Buffer.from(lines.slice(0, i).join("")).length);
  expect(patterns[0]!.newest.map(({ offset }) => offset)).toEqual([offsets[4], offsets[3], offsets[2]]);
  expect([nuls, counted.blank]).toEqual([true, 2]);
});

test("the earliest future record ends what a partial can answer for", () => {
  const one = scanner();
  const bytes = Buffer.from(hitAt(0) + hitAt(5000) + hitAt(1, { interceptor: "RetryLoop" }) + hitAt(3000));
  one.buffer(bytes.length, 0).set(bytes);
  one.beginRange({ archive: 0, range: 0, role: "intercepts" });
  one.scan(0, bytes.length, 0);
  one.endRange();
  expect(one.finish().validUntilMs).toBe(NOW_MS + 1);
});
