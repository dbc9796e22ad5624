import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELD } from "../../src/core/line/fields.js";
import { JsonWalker, VALUE } from "../../src/core/line/json-walker.js";
import { lineTexts, mutatedLines } from "../support/json-arbitrary.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const NAMES = Object.keys(FIELD) as (keyof typeof FIELD)[];
const TYPE_NAMES = Object.fromEntries(Object.entries(VALUE).map(([name, type]) => [type, name]));

type Seen = Record<string, { type: string; text: string }>;

/** What the walker says of a line: null for the slow path. It stands between bytes that belong to other lines. */
function walk(line: Uint8Array): Seen | null {
  const bytes = Uint8Array.from([...encoder.encode('{"a":1}'), 0x0a, ...line, 0x0a, ...encoder.encode('"}\n')]);
  const walker = new JsonWalker();
  const end = walker.walk(bytes, 8);
  if (end < 0) return null;
  expect(end).toBe(8 + line.length);
  const seen: Seen = {};
  for (const name of NAMES) {
    const type = TYPE_NAMES[walker.type[FIELD[name]]!]!;
    const [from, to] = [walker.start[FIELD[name]], walker.end[FIELD[name]]];
    seen[name] = { type, text: type === "absent" ? "" : decoder.decode(bytes.subarray(from, to)) };
  }
  return seen;
}

/** Compares what was seen with what `JSON.parse` gives for the line, which must be an object. */
function agrees(seen: Seen, line: Uint8Array): void {
  const value: unknown = JSON.parse(decoder.decode(line));
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const read = NAMES.map((name) => [
    name,
    seen[name]!.type === "escaped" ? "text" : seen[name]!.type,
    parsed(seen[name]!),
  ]);
  const actual = NAMES.map((name) => {
    const own = isObject && Object.hasOwn(value, name);
    const field = own ? (value as Record<string, unknown>)[name] : undefined;
    return [name, own ? typeOf(field) : "absent", field];
  });
  expect([isObject, read]).toEqual([true, actual]);
}

function parsed({ type, text }: { type: string; text: string }): unknown {
  if (type === "absent") return undefined;
  if (type === "text") return text;
  return JSON.parse(type === "escaped" ? `"${text}"` : text);
}

function typeOf(value: unknown): string {
  if (typeof value === "string") return "text";
  if (typeof value === "object" && value !== null) return "nested";
  return typeof value === "number" ? "number" : String(value);
}

test("whatever the walker takes, JSON.parse takes, and the wanted fields are the same", () => {
  let taken = 0;
  fc.assert(
    fc.property(mutatedLines, (line) => {
      const seen = walk(line);
      if (seen === null) return;
      taken++;
      agrees(seen, line);
    }),
    { numRuns: 8000 },
  );
  expect(taken, "the property must not be empty").toBeGreaterThan(1500);
});

test("the walker takes whole lines without escaped keys, or the fast path would be none", () => {
  fc.assert(
    fc.property(lineTexts, (text) => {
      const line = encoder.encode(text);
      const seen = walk(line);
      expect(seen).not.toBeNull();
      agrees(seen!, line);
    }),
    { numRuns: 1000 },
  );
});

test("of duplicate keys the last one counts, whatever its type", () => {
  const seen = walk(encoder.encode('{"rule_id":"a","ts":1,"rule_id":{"rule_id":"x"},"ts":"t","rule_id":null}'))!;
  expect(seen["rule_id"]).toEqual({ type: "null", text: "null" });
  expect(seen["ts"]).toEqual({ type: "text", text: "t" });
});

test("one line's fields do not stay for the next", () => {
  const walker = new JsonWalker();
  const bytes = encoder.encode('{"rule_id":"a"}\n{"rule_id":"b","x":}\n{}\n');
  expect(walker.walk(bytes, 0)).toBe(15);
  expect(walker.type[FIELD.rule_id]).toBe(VALUE.text);
  expect(walker.walk(bytes, 16)).toBe(-1);
  expect(walker.walk(bytes, 37)).toBe(39);
  expect(walker.type[FIELD.rule_id]).toBe(VALUE.absent);
});

test("30 levels of nesting are walked, more go the slow way", () => {
  const nested = (depth: number): Uint8Array => encoder.encode(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  expect(walk(nested(30))).not.toBeNull();
  expect(walk(nested(31))).toBeNull();
  expect(walk(nested(100_000))).toBeNull();
  const mixed = `${'{"k":['.repeat(15)}${"]}".repeat(15)}`;
  expect(walk(encoder.encode(`{"a":${mixed}}`))).not.toBeNull();
  expect(walk(encoder.encode(`{"a":${mixed.replace("]}]}", "}]]}")}}`))).toBeNull();
});

/** Values by RFC 8259, after the kinds of the JSONTestSuite. */
// prettier-ignore
const GOOD_VALUES = [
  "0", "-0", "1", "-1", "10", "1.5", "-0.1", "1e1", "1E1", "1e+1", "1e-1", "0e0", "1.0e00", "123456789012345678901",
  "1e400", "-1e400", "1e-400", "true", "false", "null", "[]", "{}", "[ ]", "{ }", "[[]]", '[""]', "[{}]", "[1, 2]",
  "[1,[2,[3]],{}]", '{"a":{"b":[{}]}}', '{"a":1,"a":2}', '{"":0}', '{"\\u0000":0}', "[null , true]", '""', '"a"',
  '"\\u0041"', '"\\uDEAD"', '"\\ud800\\udc00"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\\\"', '"\\\\\\""', '"\u007f"',
  '"\u2028\u2029"', '"\ufeff"', '"😀"', '"\u0080"', '"{[,:]}"', '"\\uabCD"', '" "', '"# no comment"', '"/**/"',
];
// prettier-ignore
const BAD_VALUES = [
  "", " ", "-", "+1", "01", "-01", "00", "1.", ".1", "-.1", "1.e1", "1e", "1e+", "1E-", "0x10", "1_0", "1 0", "--1",
  "Infinity", "NaN", "-Infinity", "nul", "nulll", "True", "FALSE", "tru", "truefalse", "fals", "undefined", "n",
  "[", "]", "[1", "[1,", "[,1]", "[1,]", "[1,,2]", "[1 2]", "[1:2]", "[}", "[{]", "[1}", "[[]", "[]]", '["a"', "[1]x",
  "{", "}", "{,}", "{1:1}", '{"a"}', '{"a":}', '{"a" 1}', '{"a":1,}', '{"a":1,,"b":2}', '{"a":1]', "{a:1}", "{'a':1}",
  '{"a":1 "b":2}', '{"a":1:2}', '{"a",1}', "{null:1}", '{"a":1}}', "{[]:1}", '{"a":[}]}', '{"a":{]}', "{}{}", "[][]",
  '"', '"a', "'a'", '"\\x41"', '"\\u12"', '"\\u12G4"', '"\\U0041"', '"\\"', '"\\ "', '"\\0"', '"\\u"', '"a"b"', '"a" "b"',
  '"\t"', '"\u0000"', '"\u001f"', '"\r"', "\u00a01", "\ufeff1", "1\ufeff", "\f1", "\v1", "1/**/", "1//", "[1]#", "<a>", "$",
];

describe("values by RFC 8259", () => {
  // As the last value, before another, nested in an array and in an object: each is another place of the walker.
  const places = (value: string): string[] => [
    `{"ts":${value}}`,
    `{"ts":${value},"rule_id":"r"}`,
    `{"x":[${value}]}`,
    `{"x":[1,${value},2]}`,
    `{"x":{"k":${value}}}`,
    `{"x":{"k":${value},"l":[${value}]}}`,
    `{ "x" : ${value} }`,
  ];

  test.for(GOOD_VALUES)("taken: %j", (value) => {
    for (const text of places(value)) {
      const seen = walk(encoder.encode(text));
      expect(seen, text).not.toBeNull();
      agrees(seen!, encoder.encode(text));
    }
  });

  test.for(BAD_VALUES)("refused: %j", (value) => {
    for (const text of places(value)) {
      // In some places a bad value makes a good line: an empty one in an array, `1 ]` before `[2`.
      if (isJson(text)) continue;
      expect(walk(encoder.encode(text)), text).toBeNull();
    }
  });

  test("no bad value is good where it stands alone", () => {
    expect(BAD_VALUES.filter((value) => isJson(`{"ts":${value}}`))).toEqual([]);
    expect(GOOD_VALUES.filter((value) => !isJson(`{"ts":${value}}`))).toEqual([]);
  });

  // prettier-ignore
  const noObjects = ["", "{", "}", "[]", "1", "null", '"a"', " {}", "\ufeff{}", "\0{}", "{}x", "{}{}", "{},", "{}\f", "#{}", "{{}}"];

  test.for(noObjects)("a line that is no object from its first byte on is not walked: %j", (text) =>
    expect(walk(encoder.encode(text))).toBeNull(),
  );
});

test.for(["{}", "{ }", "{}\r", "{} \t", '{"a":1}\r', '{\t"a"\t:\r1 ,"b":2}'])("space by RFC 8259: %j", (text) => {
  expect(walk(encoder.encode(text))).not.toBeNull();
});

test.for(['{"\\u0074s":1}', '{"a\\n":1}', '{"rule\\u005fid":"r"}'])("escaped keys go the slow way: %s", (text) => {
  expect(walk(encoder.encode(text))).toBeNull();
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
