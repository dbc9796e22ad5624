import { assert, constantFrom, dictionary, jsonValue, property, string } from "fast-check";
import { expect, test } from "vitest";
import { joinMembers, splitMembers, withMembers } from "../../src/core/line/json-members.js";

const objects = dictionary(string(), jsonValue());
const spacings = constantFrom<string | number>(0, 2, "\t");

test("an object taken apart and put together says what it said", () => {
  assert(
    property(objects, spacings, (value, spacing) => {
      const members = splitMembers(JSON.stringify(value, null, spacing));
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(joinMembers(members))).toEqual(plain);
      expect(splitMembers(joinMembers(members))).toEqual(members);
    }),
  );
});

test("members that are set change, the others keep their text and their place", () => {
  assert(
    property(objects, objects, spacings, (value, values, spacing) => {
      const members = splitMembers(JSON.stringify(value, null, spacing));
      const changed = withMembers(members, values);
      const wanted: unknown = JSON.parse(JSON.stringify({ ...value, ...values }));
      expect(JSON.parse(joinMembers(changed))).toEqual(wanted);
      const foreign = members.filter(({ key }) => !Object.hasOwn(values, key));
      expect(changed.filter((member) => foreign.includes(member))).toEqual(foreign);
    }),
  );
});

const KEPT: [what: string, text: string][] = [
  ["numbers beyond double precision", '{"n": 12345678901234567890.100, "e": 1e400}'],
  ["brackets and quotes in texts", String.raw`{"a\"{": "]}\\", "b": [{"c": "}"}]}`],
  ["the owner's spacing", '{ "a" : {\r\n\t"b" : [ 1 , 2 ]\r\n} }'],
];

test.for(KEPT)("%s stay as they stand", ([, text]) => {
  const members = splitMembers(text);
  for (const { source } of members) expect(text).toContain(source);
  expect(withMembers(members, JSON.parse(text) as Record<string, unknown>)).toEqual(members);
});

test("of a key that stands twice the last counts, and undefined takes a member out", () => {
  const members = splitMembers('{"a": 1, "b": 2, "a": 3}');
  expect(members).toEqual([
    { key: "a", source: "3" },
    { key: "b", source: "2" },
  ]);
  expect(withMembers(members, { a: undefined, c: undefined })).toEqual([{ key: "b", source: "2" }]);
});
