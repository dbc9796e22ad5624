import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KIND, keywordOf, observe, PATTERN, type ArchiveRole, type Observation } from "../../src/core/line/record.js";
import { referenceLines } from "../reference/lines.js";
import { isLinear } from "../support/growth.js";
import { KIND_NAMES, PATTERN_NAMES, referenceKeyword, referenceRecord } from "../reference/records.js";

function read(json: string, role: ArchiveRole = "intercepts"): Observation {
  return observe(JSON.parse(json) as Record<string, unknown>, json, role);
}

const KIND_OF = Object.fromEntries(Object.entries(KIND).map(([name, kind]) => [kind, name]));

describe("kind, first match wins", () => {
  test.for<[record: Record<string, unknown>, kind: keyof typeof KIND]>([
    [{}, "hit"],
    [{ interceptor: "Ban", action: "block" }, "hit"],
    [{ source: "mnemonic_pattern", false_positive: true }, "own"],
    [{ source: "mnemonic_pattern", summary: "s" }, "own"],
    [{ source: "Mnemonic_pattern" }, "hit"],
    [{ summary: "s" }, "context"],
    [{ summary: "", match: {} }, "context"],
    [{ summary: "s", interceptor: "" }, "context"],
    [{ summary: "s", interceptor: 5 }, "context"],
    [{ summary: null, error_type: "e" }, "error"],
    [{ summary: "s", interceptor: "Ban" }, "hit"],
    [{ match: { exact: [] }, false_positive: true }, "error"],
    [{ error_type: "e", interceptor: "Ban" }, "hit"],
    [{ false_positive: true }, "falsePositive"],
    [{ false_positive: "true" }, "hit"],
    [{ false_positive: 1 }, "hit"],
    [{ action: "false_positive", interceptor: "RetryLoop" }, "falsePositive"],
    [{ action: "False_Positive" }, "hit"],
    [{ interceptor: "UserCorrection" }, "confirmation"],
    [{ interceptor: "UserCorrection", action: "retry" }, "confirmation"],
    [{ interceptor: "UserCorrection", action: "downgrade" }, "falsePositive"],
    [{ interceptor: "UserCorrection", from_level: "hard", to_level: "soft" }, "falsePositive"],
    [{ interceptor: "UserCorrection", from_level: "hard", to_level: "monitor" }, "falsePositive"],
    [{ interceptor: "UserCorrection", from_level: "soft", to_level: "monitor" }, "falsePositive"],
    [{ interceptor: "UserCorrection", from_level: "soft", to_level: "hard" }, "confirmation"],
    [{ interceptor: "UserCorrection", from_level: "soft", to_level: "soft" }, "confirmation"],
    [{ interceptor: "UserCorrection", from_level: "hard" }, "confirmation"],
    [{ interceptor: "UserCorrection", from_level: "hard", to_level: "__proto__" }, "confirmation"],
    [{ interceptor: "UserCorrection", from_level: "hard", to_level: "constructor" }, "confirmation"],
    [{ interceptor: "Ban", action: "downgrade" }, "hit"],
    [{ interceptor: "Ban", from_level: "hard", to_level: "soft" }, "hit"],
    [{ interceptor: "RetryLoop" }, "retry"],
    [{ interceptor: "Ban", action: "retry" }, "retry"],
  ])("%j is %s", ([record, kind]) => {
    expect(KIND_OF[read(JSON.stringify(record)).kind]).toBe(kind);
  });
});

describe("pattern key", () => {
  test.for<[record: string, kind: keyof typeof PATTERN, key: string]>([
    ['{"rule_id":" r\\t"}', "rule", "r"],
    ['{"rule_id":"e\\u0301"}', "rule", "é"],
    ['{"rule_id":"\\u212b"}', "rule", "Å"],
    ['{"rule_id":"\\ufeffr\\u00a0"}', "rule", "r"],
    ['{"rule_id":9007199254740993}', "rule", "9007199254740993"],
    ['{"rule_id":1.0}', "rule", "1.0"],
    ['{"rule_id":0}', "rule", "0"],
    ['{"rule_id":"a","rule_id":1e400}', "rule", "1e400"],
    ['{"rule_id":7,"x":{"rule_id":8}}', "rule", "7"],
    ['{"x":[{"rule_id":8}]}', "unattributed", ""],
    ['{"rule_id":"","interceptor":"Ban","reason":"关键词匹配: 虚构"}', "keyword", "Ban:虚构"],
    ['{"rule_id":null,"interceptor":"Ban","reason":"keyword match: a b "}', "keyword", "Ban:a b"],
    ['{"rule_id":true,"reason":"x Keyword Match ： e\\u0301"}', "keyword", ":é"],
    ['{"interceptor":"Ban","reason":"关键词匹配:"}', "unattributed", "Ban"],
    ['{"interceptor":"Ban","reason":"关键词匹配: \\n后"}', "unattributed", "Ban"],
    ['{"interceptor":"Ban","reason":["keyword match: a"]}', "unattributed", "Ban"],
    ['{"rule_id":"Ban:虚构"}', "rule", "Ban:虚构"],
    ['{"rule_id":"\\ud800"}', "rule", "\ud800"],
  ])("%s", ([record, kind, key]) => {
    expect(read(record)).toMatchObject({ patternKind: PATTERN[kind], key });
  });
});

test.for<[record: string, session: string | null]>([
  ['{"session_id":" s "}', "s"],
  ['{"session_id":"e\\u0301"}', "e\u0301"], // normalised are rule ids alone
  ['{"session_id":9007199254740992}', "9007199254740992"],
  ['{"session_id":9007199254740993}', "9007199254740993"],
  ['{"session_id":-0}', "-0"],
  ['{"session_id":"\\u0000"}', "\0"],
  ['{"session_id":" "}', null],
  ['{"session_id":""}', null],
  ['{"session_id":false}', null],
  ['{"session_id":["s"]}', null],
  ['{"session_id":"a","session_id":null}', null],
  ['{"session\\u005fid":5}', "5"],
])("session of %s is %j", ([record, session]) => {
  expect(read(record).session).toBe(session);
});

test.for<[record: string, ms: number]>([
  ['{"ts":1,"timestamp":2}', 1000],
  ['{"timestamp":2}', 2000],
  ['{"ts":null,"timestamp":2}', 2000],
  ['{"ts":"build 2026","timestamp":2}', 2000],
  ['{"ts":[],"timestamp":"2"}', 2000],
  ['{"ts":"x","timestamp":"y"}', NaN],
  ['{"time":1,"Ts":1}', NaN],
])("time of %s is %d", ([record, ms]) => {
  expect(read(record).timeMs).toBe(ms);
});

describe("records of errors.jsonl", () => {
  test.for<[record: string, kind: keyof typeof PATTERN, key: string]>([
    ['{"error_type":" timeout ","type":"ban"}', "error", "timeout"],
    ['{"type":"ban","match":{"exact":[" a ","b"]},"rule":"r"}', "error", "ban:a"],
    ['{"type":"ban","match":{"exact":[]},"rule":"r"}', "error", "ban:r"],
    ['{"type":"ban","match":{"exact":[5]},"rule":"r"}', "error", "ban:r"],
    ['{"type":"ban","match":null,"rule":" r"}', "error", "ban:r"],
    ['{"type":"ban"}', "error", "ban:"],
    ['{"rule":"e\\u0301"}', "error", ":é"],
    ['{"rule_id":"r"}', "unattributed", ""],
  ])("%s", ([record, kind, key]) => {
    expect(read(record, "errors")).toMatchObject({ kind: KIND.hit, patternKind: PATTERN[kind], key });
  });

  test("Mnemonic's own are told apart", () => {
    expect(read('{"source":"mnemonic_pattern","rule":"r"}', "errors").kind).toBe(KIND.own);
  });
});

test("any reason: the reference's keyword", () => {
  const parts = fc.constantFrom(
    "关键词匹配",
    "keyword match",
    "KEYWORD ",
    "match",
    ":",
    "：",
    " ",
    "\t",
    "\n",
    "\r",
    "x",
    "é",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
      expect(keywordOf(texts.join("")) ?? "").toBe(referenceKeyword(texts.join("")));
    }),
    { numRuns: 2000 },
  );
});

test("a long reason does not make the search for its keyword slow", () => {
  const shapes = [
    (text: string) => keywordOf(`keyword match${text}`),
    (text: string) => keywordOf(`keyword match:${text}\n`),
  ];
  for (const shape of shapes) expect(isLinear(shape, " ", 1 << 18)).toBe(true);
  expect(isLinear(keywordOf, "keyword match", 1 << 18)).toBe(true);
});

test("any record of wanted fields: the reference's reading", () => {
  const value = fc.constantFrom<unknown>(
    null,
    "",
    " a",
    "UserCorrection",
    "retry",
    5,
    true,
    { exact: ["e\u0301"] },
    [],
  );
  const keys = ["interceptor", "action", "summary", "match", "error_type", "source", "false_positive", "type", "rule"];
  const records = fc.dictionary(fc.constantFrom(...keys, "rule_id", "session_id", "reason"), value);
  fc.assert(
    fc.property(records, fc.constantFrom("intercepts", "errors"), (record, role) => {
      const json = JSON.stringify(record);
      const expected = referenceRecord(referenceLines(Buffer.from(`${json}\n`))[0]!, 0, role);
      expect(read(json, role)).toEqual({
        kind: KIND_NAMES.indexOf(expected.kind),
        patternKind: PATTERN_NAMES.indexOf(expected.patternKind),
        key: expected.key,
        interceptor: expected.interceptor,
        session: expected.session === "" ? null : expected.session,
        timeMs: NaN,
      });
    }),
    { numRuns: 2000 },
  );
});
