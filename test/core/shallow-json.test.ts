import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shallowJson } from "../../src/core/line/shallow-json.js";

// Only text of a mebibyte and more is looked at.
const LONG = " ".repeat(1 << 20);
const nested = (levels: number, inside: string): string =>
  Array.from({ length: levels }, (_, i) => (i % 3 === 0 ? '{"a":' : "[")).join("") +
  inside +
  Array.from({ length: levels }, (_, i) => ((levels - 1 - i) % 3 === 0 ? "}" : "]")).join("");

/** What the text says of \`k\`, or that it is no JSON. */
function kOf(parse: () => unknown): unknown {
  try {
    return (parse() as { k: unknown }).k;
  } catch {
    return "invalid";
  }
}

test("valid stays valid and broken stays broken, wherever in the depths it breaks", () => {
  const brackets = ["[", "]", "{", "}"];
  const inside = fc.constantFrom(
    "1",
    '"x\\"]"',
    "01",
    '"\\x"',
    "]",
    "[",
    '{"a":1',
    "[1,]",
    '{"a":[{}]}',
    "",
    '"',
    "[]5",
    "5[]",
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 250, max: 1030 }),
      inside,
      fc.nat(),
      fc.constantFrom("", ...brackets),
      (levels, deepest, at, extra) => {
        const whole = nested(levels, deepest);
        const cut = at % whole.length;
        const text = `{"k":7,"deep":${whole.slice(0, cut)}${extra}${whole.slice(cut)}${LONG}}`;
        expect(kOf(() => JSON.parse(shallowJson(text)))).toBe(kOf(() => JSON.parse(text)));
      },
    ),
    { numRuns: 100 },
  );
});

test("what lies less than 256 deep is untouched", () => {
  for (const levels of [0, 1, 253, 254]) {
    const text = `{"a":${nested(levels, '"b]["')}${LONG}}`;
    expect(JSON.parse(shallowJson(text))).toEqual(JSON.parse(text));
  }
});

test("three million levels come down to a few", () => {
  const text = `{"k":1,"a":${"[".repeat(3e6)}${"]".repeat(3e6)}}`;
  expect(shallowJson(text).length).toBeLessThan(1000);
});
