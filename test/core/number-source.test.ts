import * as fc from "fast-check";
import { expect, test } from "vitest";
import { numberSources } from "../../src/core/line/number-source.js";
import { referenceNumberText } from "../reference/number-text.js";
import { lineTexts } from "../support/json-arbitrary.js";

const KEYS = ["session_id", "rule_id"];

test.for<[json: string, sources: Record<string, string>]>([
  ['{"rule_id":9007199254740993,"session_id":-0}', { rule_id: "9007199254740993", session_id: "-0" }],
  ['{ "rule_id" : 1.50e+3 }', { rule_id: "1.50e+3" }],
  ['{"rule_id":1,"rule_id":2}', { rule_id: "2" }],
  ['{"rule_id":1,"rule_id":"2"}', {}],
  ['{"rule_id":"1","rule_id":2}', { rule_id: "2" }],
  ['{"rule\\u005fid":3}', { rule_id: "3" }],
  ['{"x":{"rule_id":4},"y":[{"rule_id":5}],"rule_id":6}', { rule_id: "6" }],
  ['{"x":"\\",\\"rule_id\\":7","rule_id":8}', { rule_id: "8" }],
  ['{"x":"\\\\","rule_id":9}', { rule_id: "9" }],
  ['{"x":[],"y":{},"z":[[{}]],"rule_id":10}', { rule_id: "10" }],
  ['{"x":null,"rule_id":1E400}', { rule_id: "1E400" }],
  ['{"rule_id":true}', {}],
  ['{"rule_id":[1]}', {}],
  ["{}", {}],
])("%s", ([json, sources]) => {
  expect(Object.fromEntries(numberSources(json, KEYS))).toEqual(sources);
});

test("a deep value is no recursion", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect(numberSources(`{"x":${deep},"rule_id":1}`, KEYS).get("rule_id")).toBe("1");
});

test("any object: the reference's text, and a number with the value of JSON.parse", () => {
  fc.assert(
    fc.property(lineTexts, (json) => {
      const sources = numberSources(json, KEYS);
      const value = JSON.parse(json) as Record<string, unknown>;
      for (const key of KEYS) {
        expect(sources.get(key)).toBe(referenceNumberText(json, key));
        const number = typeof value[key] === "number" ? value[key] : NaN;
        expect(Number(sources.get(key))).toBe(number);
      }
    }),
    { numRuns: 2000 },
  );
});
