import * as fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { hanging, wrap } from "../../src/cli/fitting.js";
import { table, type Column } from "../../src/cli/table.js";
import { bytes, duration, number, time } from "../../src/cli/texts/quantities.js";
import { writeJson } from "../../src/cli/json-text.js";
import { sinkOf } from "./fake-host.js";

const TEXTS = { field: (title: string, value: string) => `${title}: ${value}`, separator: "; " };
const HEAD: Column[] = [
  { title: "rule", least: 6, mostLines: 2 },
  { title: "hits", align: "right" },
  { title: "trigger", folds: 2 },
  { title: "covered by", least: 8, folds: 1 },
];
const ROWS = [
  ["坐标不除2", "10", "7 days", "rule a"],
  ["x", "7", "", ""],
];

test("at full width columns stand below each other, whatever the script", () => {
  expect(table(HEAD, ROWS, 80, TEXTS)).toEqual([
    "rule       hits  trigger  covered by",
    "坐标不除2    10  7 days   rule a",
    "x             7",
  ]);
});

test("narrower, flexible columns give way, then columns fold in their order", () => {
  expect(table(HEAD, ROWS, 34, TEXTS)).toEqual([
    "rule      hits  trigger  covered",
    "                         by",
    "坐标不除    10  7 days   rule a",
    "2",
    "x            7",
  ]);
  expect(table(HEAD, ROWS, 24, TEXTS)).toEqual([
    "rule       hits  trigger",
    "坐标不除2    10  7 days",
    "    covered by: rule a",
    "x             7",
  ]);
  // Text below a row takes ten columns at least.
  expect(table(HEAD, ROWS, 13, TEXTS)).toEqual([
    "rule     hits",
    "坐标不     10",
    "除2",
    "    trigger: 7",
    "    days;",
    "    covered",
    "    by: rule a",
    "x           7",
  ]);
});

test("an id is not broken where there is room for it, and no line is too wide", () => {
  const id = fc.string({ unit: fc.constantFrom("a", "_", "7", "虚"), minLength: 1, maxLength: 12 });
  const plain = fc.string({ unit: fc.constantFrom("a", "_", "7"), minLength: 1, maxLength: 20 });
  const head: Column[] = [
    { title: "rule", least: 6, most: 40, mostLines: 2, whole: "word" },
    { title: "hits", align: "right" },
    { title: "trigger", least: 6, folds: 2 },
    { title: "covered by", least: 8, whole: "cell", folds: 1 },
  ];
  fc.assert(
    fc.property(fc.array(fc.tuple(id, plain), { minLength: 1 }), fc.integer({ min: 32, max: 90 }), (ids, columns) => {
      const rows = ids.map(([rule, cover]) => [`${rule} and a long label of it`, "7", "one session", `rule ${cover}`]);
      const lines = table(head, rows, columns, TEXTS);
      for (const [rule, cover] of ids) expect(lines.join("\n")).toMatch(new RegExp(`${rule}[^]*${cover}`));
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
    }),
  );
  const narrow = table(head, [["rule_ban_000_unknown", "7", "", ""]], 18, TEXTS);
  expect(narrow.filter((line) => stringWidth(line) > 18)).toEqual([]);
});

test("wrapped text fits, and only spaces are lost", () => {
  const unit = fc.constantFrom("a", "bc", " ", "虚", "构", "，", ".", "👩‍👩‍👧", "é", "-", "/");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrap(text, width);
      expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});

test("punctuation does not begin a line", () => {
  expect(wrap("虚构，编造。", 4)).toEqual(["虚", "构，", "编", "造。"]);
  expect(hanging("why: ", "one two three", 16)).toEqual(["why: one two", "     three"]);
});

test("counts are grouped as in English", () => {
  const grouped = new Intl.NumberFormat("en-US");
  const count = fc.oneof(fc.maxSafeNat(), fc.nat({ max: 10_000_000 }));
  fc.assert(
    fc.property(count, (n) => {
      expect(number(n)).toBe(grouped.format(n));
    }),
  );
});

test("quantities", () => {
  expect([0, 1023, 1024, 10_189, 10_240, 2 ** 30 * 2.5, 2 ** 60].map(bytes)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KiB",
    "10 KiB",
    "10 KiB",
    "2.5 GiB",
    "1048576 TiB",
  ]);
  expect([0, 59_400, 60_000, 3_599_000, 7_620_000].map(duration)).toEqual(["0s", "59s", "1m 00s", "59m 59s", "2h 07m"]);
  expect(time("2026-05-25T12:00:00.250Z")).toBe("2026-05-25 12:00:00Z");
});

test("JSON in pieces is the JSON of the whole, with what is invisible escaped", async () => {
  const escaped = (json: string) =>
    json.replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, (char) =>
      char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), async (value, pretty) => {
      const sink = sinkOf();
      await writeJson(value, pretty, sink);
      expect(sink.text).toBe(escaped(`${JSON.stringify(value, null, pretty ? 2 : 0)}\n`));
    }),
  );
});
