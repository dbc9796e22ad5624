import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mapRecord, overlaid, parseMap, type FieldMap } from "../../src/core/line/field-map.js";
import { parsePath, pathText } from "../../src/core/line/field-path.js";
import { PRESETS } from "../../src/core/line/map-presets.js";
import { observe, type Observation } from "../../src/core/line/record.js";
import { recordText } from "../support/record-arbitrary.js";

const mapOf = (text: string): FieldMap => parseMap(text) as FieldMap;
const seen = (map: string, record: string): Observation =>
  observe(JSON.parse(record) as never, record, "intercepts", { map: mapOf(map) });

describe("paths", () => {
  test.each([
    ["@timestamp", ["@timestamp"]],
    [".policy.id", ["policy", "id"]],
    ["policy.id", ["policy", "id"]],
    ['."policy.id"', ["policy.id"]],
    ['"a\\"b".c', ['a"b', "c"]],
    [".list[0].id", ["list", 0, "id"]],
    ["[2]", [2]],
    ['.a["b c"]', ["a", "b c"]],
    ['.attributes[key="rule.id"].value', ["attributes", { where: "key", is: "rule.id" }, "value"]],
    [".__proto__.x", ["__proto__", "x"]],
    [".识别.号", ["识别", "号"]],
  ])("%s", (text, path) => {
    expect(parsePath(text)).toEqual(path);
    expect(parsePath(pathText(path))).toEqual(path);
  });

  test.each([
    "",
    ".",
    "a.",
    "a..b",
    ".a[",
    ".a[]",
    ".a[-1]",
    'a"b"',
    '."a',
    ".a=b",
    "a b",
    "a,b",
    "a|b",
    "a.".repeat(31) + "a",
  ])("no path: %j", (text) => expect(parsePath(text)).toBeUndefined());
});

describe("maps", () => {
  test.each([
    "x",
    "ts",
    "ts=",
    "ts=.a|",
    "id=.a",
    "ts=.a,",
    ",ts=.a",
    "ts=.a b",
    "__proto__=.a",
    "constructor",
    'ts="a',
    "record",
    "ts=.a,ts=.b",
    "ts=.a,rule_id=.r, ts =.a",
  ])("no map: %j", (text) => expect(parseMap(text)).toBeTypeOf("string"));

  test("a preset that maps nothing is no map; what comes later counts", () => {
    expect(parseMap("plain")).toBeNull();
    expect(parseMap("ecs, ts=.u")).toEqual({
      fields: mapOf("ecs").fields.map(([field, paths]) => (field === "ts" ? [field, [["u"]]] : [field, paths])),
    });
  });

  test("a map that is laid over another takes the place of what both name", () => {
    expect(overlaid("", "ts=.a")).toBe("ts=.a");
    expect(overlaid('ecs,ts="a,b",rule_id=.r|.s', "ts=.t,reason=.x")).toBe("ecs,rule_id=.r|.s,ts=.t,reason=.x");
  });

  test.each(Object.keys(PRESETS))("the preset %s can be read", (name) => {
    expect(parseMap(name)).not.toBeTypeOf("string");
  });
});

describe("what counts of a record", () => {
  test.each([
    [
      "a path that leads somewhere, before the record's own name",
      "rule_id=.p.id",
      '{"rule_id":"own","p":{"id":"x"}}',
      "x",
    ],
    ["the own name where it leads nowhere", "rule_id=.p.id", '{"rule_id":"own","p":{}}', "own"],
    ["the own name where it leads to null", "rule_id=.p.id", '{"rule_id":"own","p":{"id":null}}', "own"],
    ["the first of several", "rule_id=.a|.b", '{"b":"x","c":"y"}', "x"],
    [
      "no property that is not the record's own",
      "rule_id=.__proto__.x|.p.constructor.name",
      '{"rule_id":"own","p":{}}',
      "own",
    ],
    ["__proto__ as any key", "rule_id=.__proto__.x", '{"__proto__":{"x":"y"}}', "y"],
    ["an element", "rule_id=.l[1].id", '{"l":[0,{"id":"x"}]}', "x"],
    ["nothing of a text or a number", "rule_id=.a.length|.b.c", '{"a":"text","b":5,"rule_id":"own"}', "own"],
    ["a number as it is written", "rule_id=.l[0]", '{"l":[ 9007199254740993 , 1]}', "9007199254740993"],
    ["of equal keys the last", "rule_id=.p.id", '{"p":{"id":1},"p":{"id":2.0,"id":3.0}}', "3.0"],
  ])("%s", (_name, map, record, key) => {
    expect(seen(map, record).key).toBe(key);
  });

  test("a record in a record, or in text, is as if it stood alone", () => {
    fc.assert(
      fc.property(recordText(Date.parse("2026-05-25T12:00:00Z")), (inner) => {
        const alone = observe(JSON.parse(inner) as never, inner, "intercepts");
        expect(seen("record=.a.b[1]", `{"x":[ 1, {} ],"a" : {"b":[0, ${inner} ]}}`)).toEqual(alone);
        expect(seen("record=.none|.log", `{"log":${JSON.stringify(`${inner}\n`)},"n":1}`)).toEqual(alone);
      }),
      { numRuns: 300 },
    );
  });

  test("what the outer record alone has counts too, and text that is no record leaves it as it is", () => {
    const docker = (log: string): string => JSON.stringify({ log, stream: "stdout", time: "2026-05-25T12:00:00.5Z" });
    const at = Date.parse("2026-05-25T12:00:00.500Z");
    expect(seen("docker", docker('{"rule_id":"r","session_id":7}\n'))).toMatchObject({
      key: "r",
      session: "7",
      timeMs: at,
    });
    expect(seen("docker", docker('{"ts":"2026-05-24T00:00:00Z"}')).timeMs).toBe(Date.parse("2026-05-24T00:00:00Z"));
    for (const text of ["started", "{broken", '["x"]', ""]) expect(seen("docker", docker(text)).timeMs).toBe(at);
  });

  test.each([
    ["ecs", '{"@timestamp":"2026-05-25T12:00:00Z","rule":{"id":"r","category":"Ban"},"trace":{"id":"s"}}'],
    ["ecs", '{"@timestamp":"2026-05-25T12:00:00Z","rule.id":"r","rule.category":"Ban","session.id":"s"}'],
    [
      "otel",
      '{"timeUnixNano":"1779710400000000000","traceId":"s","attributes":[{"key":"a"},{"key":"rule.id","value":{"stringValue":"r"}},{"key":"rule.category","value":{"stringValue":"Ban"}}]}',
    ],
    [
      "otel",
      '{"Timestamp":"1779710400000000000","TraceId":"s","Attributes":{"rule.id":"r","rule.category":"Ban"},"Body":"b"}',
    ],
  ])("the preset %s: %s", (preset, record) => {
    expect(seen(preset, record)).toEqual({
      kind: 0,
      patternKind: 0,
      key: "r",
      interceptor: "Ban",
      session: "s",
      timeMs: Date.parse("2026-05-25T12:00:00Z"),
    });
  });

  test("Canon's records are never mapped", () => {
    const record = '{"error_type":"e","source":"x","s":"mnemonic_pattern"}';
    const read = { map: mapOf("source=.s") };
    expect(observe(JSON.parse(record) as never, record, "errors", read)).toMatchObject({ kind: 0, key: "e" });
    expect(observe(JSON.parse(record) as never, record, "intercepts", read)).toMatchObject({ kind: 6 });
  });

  test("a map of no path leaves the record alone", () => {
    expect(mapRecord({ fields: [] }, { a: 1 }, '{"a":1}').value).toEqual({ a: 1 });
  });
});
