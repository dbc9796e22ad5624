// How an archive is cut into records is decided once, by its beginning.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { framingOf, type Framing } from "../../src/io/framing.js";
import { FRAMINGS } from "./documents.js";

async function framing(text: string | Buffer): Promise<Framing> {
  const bytes = Buffer.from(text as string);
  return framingOf((length) => Promise.resolve({ bytes: bytes.subarray(0, length), whole: bytes.length <= length }));
}

const RECORDS = Array.from({ length: 3 }, (_, i) =>
  JSON.stringify({ ts: "2026-05-25T07:00:00Z", rule_id: `r${i}`, list: [{ i }] }),
);

test.each(Object.entries(FRAMINGS))("%s", async (name, frame) => {
  const expected = /^records|pretty-printed records/.test(name)
    ? "records"
    : name === "JSON Lines"
      ? "lines"
      : "values";
  expect(await framing(frame(RECORDS))).toBe(expected);
  expect(await framing(`\ufeff\n \n# note\n\0\0${frame(RECORDS).replace("\ufeff", "")}`)).toBe(expected);
});

const [a, b] = ['{"ts":"2026-05-25T07:00:00Z","x":{"y":[1,{"z":2}]}}', '{"ts":"2026-05-25T08:00:00Z"}'];

test.each([
  ["nothing", ""],
  ["blanks and comments", "\n# {\n \0"],
  ["one record", a],
  ["text that begins like an array", `[2026-05-25 07:00:00] INFO started\n${a}\n${b}\n`],
  ["a number in brackets before text", `[1234] INFO started\n${a}\n${b}\n`],
  ["arrays without objects among lines", `[]\n${a}\n${b}\n`],
  ["two arrays without objects", `[[]]\n[1]\n${a}\n`],
  ["a glued line behind another", `${a}\n${a}${b}\n`],
  ["a torn stub glued to the next record", `${a.slice(0, 30)}${b}\n${a}\n`],
  ["a torn stub glued to a whole record", `${a}${b.slice(0, 8)}\n${a}\n`],
  ["a record and something that is none", `${a} 5\n${a}\n`],
  ["the same without an end", `${a} 5`],
  ["a comma between two", `${a},${b}\n`],
  ["an array and a record", `[1] ${a}\n${b}\n`],
  ["elements that lost their brackets", `${a},\n${b},\n`],
  ["a record with an array of records", `{"ts":1,"records":[{"a":1}]}\n`],
  ["the same on two lines", `{"records":[{"a":1}]}\n{"records":[{"a":1}]}\n`],
  ["an object with another array first", `{"tags":["a"],"records":[{"a":1}]}\n`],
  ["a Python literal", `{'ts': 'x'}\n${a}\n`],
  ["an object that is cut", `{\n  "ts": "2026`],
  ["a long first line", `{"ts":"${"x".repeat(100_000)}"}\n${a}\n`],
  ["a long first line that is torn", `{"ts":"${"x".repeat(2_000_000)}\n${a}\n`],
])("JSON Lines: %s", async (_name, text) => {
  expect(await framing(text)).toBe("lines");
});

test.each([
  ["an empty array", "[]", "values"],
  ["an array that is cut at once", "[", "values"],
  ["an array that is cut", '[{"ts":"2026', "values"],
  ["an array of no objects, over lines", "[\n1,\n2\n]", "values"],
  ["an array that breaks", `[${a},{"b":oops},${b}]`, "values"],
  ["an array whose first element breaks", '[\n{"b":oops},\n{"c":1}\n]', "values"],
  ["an array to which lines were appended", `[${a}]\n${b}\n${b}\n`, "values"],
  ["a long array", `[${Array.from({ length: 5000 }, () => a).join()}]`, "values"],
  ["concatenated values without an end", `${a}${b}`, "values"],
  ["concatenated values on one line", `${a}${b}\n`, "values"],
  ["concatenated values before other lines", `${a} ${b}\t\r\n${a}\n${b}${a}\n`, "values"],
  ["a record and the beginning of another, without an end", `${a}${b.slice(0, 8)}`, "values"],
  ["concatenated values, one of them broken", `${a}{"b":oops}${b}\n`, "values"],
  ["concatenated values, the last one torn", `${a}${b}${a.slice(0, 20)}\n${a}\n`, "values"],
  ["a record, and on its line the beginning of one over lines", `${a}{\n"a":1\n}\n`, "values"],
  ["two long values on one line", `{"a":"${"x".repeat(100_000)}"}${a}\n`, "values"],
  ["a holder behind a value", `${b}{"records":[${a}]}\n`, "values"],
  ["many concatenated values", a.repeat(5000), "values"],
  ["a large first value", `{\n "a": "${"x".repeat(100_000)}",\n "b": 1\n}\n${a}\n`, "values"],
  ["a first value beyond all looking ahead", `{\n "a": [\n${`"${"x".repeat(95)}",\n`.repeat(12_000)}2]}`, "values"],
  ["records behind other members", `{"meta":{"tags":["x"]},\n"records":[\n${a}\n]}`, "records"],
  ["records that break", `{"records":[\n${a},\noops`, "records"],
  ["records that are cut", `{"records":[${a},${b.slice(0, 10)}`, "records"],
  ["records by a name with escapes", String.raw`{"r\u0065cords":[${a}]}` + "\n", "records"],
  ["records, and an array behind them", `{"records":[${a}],"more":[1]}\n`, "records"],
  ["many records on one line", `{"records":[${Array.from({ length: 5000 }, () => a).join()}]}`, "records"],
])("not JSON Lines: %s", async (_name, text, expected) => {
  expect(await framing(text)).toBe(expected);
});

test("a first line that was torn off is not taken for the beginning of a pretty-printed value", async () => {
  const record = fc.constantFrom(
    a,
    '{"rule_id":"r","list":[1,[2,{"a":"}"}],{}],"t":true}',
    '{"a":{"b":{"c":[[[{"d":"\\""}]]]}}}',
  );
  await fc.assert(
    fc.asyncProperty(record, fc.nat(), fc.array(record, { minLength: 1, maxLength: 4 }), async (first, at, rest) => {
      const stub = first.slice(0, 1 + (at % (first.length - 1)));
      expect(await framing(`${stub}\n${rest.join("\n")}\n`)).toBe("lines");
    }),
    { numRuns: 500 },
  );
});
