import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLine, type LineOutcome } from "../../src/core/line/line.js";
import { referenceLines } from "../reference/lines.js";
import { mutatedLines } from "../support/json-arbitrary.js";

/** Reads one line that stands between others. Latin-1 text: one character is one byte. */
function read(latin1: string): LineOutcome {
  return readBytes(Buffer.from(latin1, "latin1"));
}

function readBytes(line: Uint8Array): LineOutcome {
  const bytes = Uint8Array.from([0x7b, 0x0a, ...line, 0x0a, 0x00, 0xef, 0xbb, 0xbf, 0x7d]);
  return readLine(bytes, 2, 2 + line.length);
}

function brief(outcome: LineOutcome): string {
  return outcome.type === "rejected" ? outcome.reason : outcome.type;
}

const BOM = "\xef\xbb\xbf";

describe("what a line is", () => {
  test.for<[line: string, outcome: string, nuls?: true]>([
    ["", "blank"],
    [" \t\r", "blank"],
    [BOM, "blank"],
    ["\0\0", "blank", true],
    ["\0 \r", "blank", true],
    ["# comment", "blank"],
    [`${BOM}# comment`, "blank"],
    ["\0# comment", "blank", true],
    [" # no comment", "invalid_json"],
    ["{}", "record"],
    [" {} \r", "record"],
    [`${BOM}{}`, "record"],
    [`${BOM} {}`, "record"],
    ["\0\0\0{}", "record", true],
    [`${BOM}\0{}`, "record", true],
    [`\0${BOM}{}`, "record", true],
    [` ${BOM}{}`, "invalid_json"],
    [" \0{}", "invalid_json"],
    ["{}\0", "invalid_json"],
    ["\0{", "invalid_json", true],
    [`{}${BOM}`, "invalid_json"],
    ["\xef\xbb", "invalid_json"],
    ["\xff\xfe{}", "invalid_json"],
    ["\xc2\xa0{}", "invalid_json"],
    ['{"a":1', "invalid_json"],
    ['{"a":{"b":1}', "invalid_json"],
    ['{"a":1}{"b":2}', "invalid_json"],
    ['{"rule_id":"r{"rule_id":"r"}', "invalid_json"],
    ["{", "invalid_json"],
    ["}", "invalid_json"],
    ["[]", "not_object"],
    ['[{"a":1}]', "not_object"],
    ["[", "invalid_json"],
    ['"', "invalid_json"],
    ['""', "not_object"],
    ['"text"', "not_object"],
    ["1", "not_object"],
    ["-1.5e+3", "not_object"],
    ["-0", "not_object"],
    ["1E400", "not_object"],
    ["01", "invalid_json"],
    ["1.", "invalid_json"],
    ["-", "invalid_json"],
    ["null", "not_object"],
    ["true", "not_object"],
    ["nul", "invalid_json"],
    ["NaN", "invalid_json"],
    ["text", "invalid_json"],
    ["// text", "invalid_json"],
    ["1 2", "invalid_json"],
  ])("%j is %s", ([line, outcome, nuls = false]) => {
    const seen = read(line);
    expect([brief(seen), seen.nuls]).toEqual([outcome, nuls]);
  });
});

test("broken UTF-8 in a string reads as U+FFFD", () => {
  const outcome = read('{"a":"\xff\xc3","\xed\xa0\x80":1}');
  expect(outcome).toMatchObject({ type: "record", value: { a: "\ufffd\ufffd", "\ufffd\ufffd\ufffd": 1 } });
});

test("a line nested 100,000 deep is read", () => {
  const depth = 100_000;
  expect(brief(read(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`))).toBe("record");
  expect(brief(read("[".repeat(depth)))).toBe("invalid_json");
});

test("__proto__ is a plain key", () => {
  const outcome = read('{"__proto__":{"rule_id":"r"}}');
  expect(outcome.type === "record" && outcome.value["rule_id"]).toBeUndefined();
});

test("any bytes: the reference's outcome", () => {
  const prefix = fc.constantFrom([], [], [0], [0xef, 0xbb, 0xbf], [0x20], [0xff], [0x23], [0xef, 0xbb]);
  const bytes = fc.uint8Array({ maxLength: 12 }).map((line) => line.filter((byte) => byte !== 0x0a));
  fc.assert(
    fc.property(fc.array(prefix, { maxLength: 3 }), fc.oneof(mutatedLines, bytes), (before, rest) => {
      const line = Uint8Array.from([...before.flat(), ...rest]);
      const seen = readBytes(line);
      const expected = referenceLines(Uint8Array.from([...line, 0x0a]))[0]!;
      expect([brief(seen), seen.nuls]).toEqual([expected.reason ?? expected.outcome, expected.nuls]);
      expect(seen.type === "record" ? seen.value : undefined).toEqual(expected.value);
    }),
    { numRuns: 3000 },
  );
});
