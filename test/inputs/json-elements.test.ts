// Elements of JSON documents: their bytes, their places, and what is made of broken ones.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ElementSink, FramingFaults } from "../../src/io/element-sink.js";
import { ElementReader } from "../../src/io/json-elements.js";
import { FRAMINGS } from "./documents.js";

interface Found {
  readonly elements: readonly { readonly offset: number; readonly text: string; readonly bytes: Buffer }[];
  readonly rejects: readonly number[];
  readonly tail: string | undefined;
  readonly nuls: number;
  readonly faults: FramingFaults;
}

function read(bytes: Uint8Array, containers = false, cuts: readonly number[] = []): Found {
  const elements: { offset: number; text: string; bytes: Buffer }[] = [];
  const rejects: number[] = [];
  let [at, parts, tail, nuls] = [0, [] as Uint8Array[], undefined as string | undefined, 0];
  const text = (): string => Buffer.concat(parts).toString();
  const sink: ElementSink = {
    begin: (offset) => void ([at, parts] = [offset, []]),
    bytes: (chunk, start, end) => void parts.push(Uint8Array.from(chunk.subarray(start, end))),
    end: () => void elements.push({ offset: at, text: text(), bytes: Buffer.concat(parts) }),
    discard: () => {},
    reject: (offset) => void rejects.push(offset),
    nuls: () => void nuls++,
    tail: () => void (tail = text()),
  };
  const reader = new ElementReader(sink, containers);
  let start = 0;
  for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]) {
    // A copy that is spoilt afterwards: the reader must keep none of it.
    const chunk = Uint8Array.from(bytes.subarray(start, end));
    reader.write(chunk);
    chunk.fill(0x7b);
    start = end;
  }
  reader.end();
  return { elements, rejects, tail, nuls, faults: reader.faults };
}

const NO_FAULTS: FramingFaults = { cutAt: -1, lostAt: -1, commaAt: -1, otherArrayAt: -1 };
const texts = (found: Found): string[] => found.elements.map(({ text }) => text);
const readText = (text: string, containers?: boolean): Found => read(Buffer.from(text), containers);

const value = fc.oneof(
  fc.object({
    maxDepth: 3,
    key: fc.constantFrom("records", "a", '"', "é\n", ""),
    values: [fc.string({ unit: "binary" }), fc.double(), fc.boolean(), fc.constant(null)],
  }),
  fc.constantFrom({}, [], 0, -1e-7, 1e300, "", '\u0000"\\/', true, false, null, [[]], { records: [{ records: [] }] }),
);
const documents = fc
  .tuple(fc.array(value, { minLength: 1, maxLength: 6 }), fc.constantFrom(...Object.keys(FRAMINGS)))
  .map(([values, framing]) => ({ framing, values: values.map((one) => JSON.stringify(one)) }))
  // At the top level an array holds elements, and so does an object's `records`; numbers that touch are one.
  .filter(
    ({ framing, values }) =>
      /array|records/.test(framing) || values.every((one) => one.startsWith("{") && !one.includes('"records"')),
  );

test("valid documents: every element, with its very bytes and its place, whatever the chunks", () => {
  fc.assert(
    fc.property(documents, fc.array(fc.nat(), { maxLength: 8 }), ({ framing, values }, cuts) => {
      const bytes = Buffer.from(FRAMINGS[framing]!(values));
      const found = read(bytes, true, cuts);
      expect(found).toMatchObject({ rejects: [], tail: undefined, faults: NO_FAULTS });
      expect(texts(found).map((text) => JSON.stringify(JSON.parse(text)))).toEqual(
        values.map((one) => JSON.stringify(JSON.parse(one))),
      );
      for (const element of found.elements) expect(bytes.subarray(element.offset).indexOf(element.bytes)).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test("damaged documents: the same for every way to cut them, and nothing that JSON.parse refuses", () => {
  const byte = fc.oneof(
    fc.constantFrom(...'{}[]",:\\\n0-.etfn \t#'.split("").map((one) => one.charCodeAt(0))),
    fc.nat(255),
  );
  fc.assert(
    fc.property(
      documents,
      fc.nat(),
      byte,
      fc.nat(2),
      fc.array(fc.nat(), { maxLength: 5 }),
      ({ framing, values }, at, damage, how, cuts) => {
        const whole = Buffer.from(FRAMINGS[framing]!(values));
        const i = at % whole.length;
        const bytes = Buffer.concat([
          whole.subarray(0, i),
          Buffer.of(...(how === 0 ? [] : [damage])),
          whole.subarray(how === 2 ? i : i + 1),
        ]);
        const found = read(bytes, true);
        expect(read(bytes, true, cuts)).toEqual(found);
        for (const element of found.elements) {
          JSON.parse(element.text);
          expect(bytes.subarray(element.offset).indexOf(element.bytes)).toBe(0);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("it takes for JSON what JSON.parse takes, and nothing else", () => {
  const near = fc.oneof(
    fc.stringMatching(/^[-+0-9.eE]{1,6}$/),
    fc.stringMatching(/^(?:true|false|null|tru|nul|NaN)[a-z]?$/),
    fc
      .string({ unit: fc.constantFrom(...'\\\\"/bfnrtux09af\u0001\n\u007f'.split("")), maxLength: 6 })
      .map((inside) => `"${inside}"`),
  );
  const nested = fc.tuple(
    near,
    fc.constantFrom("?", "[?]", '{"a":?}', '{"a":[?,?]}', "{?:1}", "[?,]", "{,?}", '{"a"?}', "[? ?]"),
  );
  fc.assert(
    fc.property(nested, ([inner, around]) => {
      const element = around.replaceAll("?", () => inner);
      const isJson = ((): boolean => {
        try {
          JSON.parse(element);
          return true;
        } catch {
          return false;
        }
      })();
      const found = readText(`[${element}]`);
      const isWhole =
        found.rejects.length === 0 &&
        found.faults.commaAt < 0 &&
        found.faults.cutAt < 0 &&
        texts(found).join() === element.trim();
      // `1,2` are two elements.
      expect(isWhole).toBe(isJson);
    }),
    { numRuns: 1000 },
  );
});

test("a torn element costs itself, where the next one begins its line as the others do", () => {
  const torn = ['{"b":"to', '{"b":', '{"b":1,', '{"b":[{"c":1}', '{"b":tru', '{"b', "{", '{"b":01}', '"b'];
  for (const stub of torn) {
    const array = readText(`[\n  {"a":1},\n  ${stub}\n  {"c":1},\n  {"d":1}\n]`);
    // A value that the stub waits for is glued to it.
    const glued = stub.endsWith(":");
    expect(texts(array), stub).toEqual(['{"a":1}', ...(glued ? [] : ['{"c":1}']), '{"d":1}']);
    expect(array.rejects, stub).toEqual([15]);
    expect(array.faults, stub).toMatchObject({ lostAt: -1, cutAt: -1 });
  }
});

test("within a broken element nothing is taken for an element", () => {
  const inner = '{\n      "inner": 1\n    }';
  const document = `[\n  {"a":1},\n  {\n    "list": [\n    oops\n    ${inner},\n    ${inner}\n    ]\n  },\n  {"z":1}\n]`;
  const found = readText(document);
  expect(texts(found)).toEqual(['{"a":1}', '{"z":1}']);
  expect(found.rejects).toHaveLength(1);
});

test("on one line, nothing behind a break in the brackets can be told apart, and that is said", () => {
  const found = readText('[{"a":1},{"b":oops oops},{"c":1}]');
  expect(texts(found)).toEqual(['{"a":1}']);
  expect(found).toMatchObject({ rejects: [9], faults: { lostAt: 19 } });
});

test.each([
  "NaN",
  "-Infinity",
  "True",
  "None",
  "undefined",
  "oops",
  "tru",
  "truE",
  "01",
  "-",
  "1.",
  ".5",
  "+1",
  "0x1F",
  "1e",
  '"a\tb"',
  '"\u0001"',
  String.raw`"\x41"`,
  String.raw`"\u12"`,
  "[1,]",
  '{"c":1,}',
  '{"c":}',
  "[NaN,[tru]]",
])("an element costs itself alone where %s stands in it: its brackets tell where it ends", (wrong) => {
  for (const broken of [`{"b":${wrong}}`, `{"b":[{"c":2}],"d":${wrong} , "e":{"f":"]}"}}`]) {
    const text = `[{"a":1},${broken},{"c":1}]`;
    const found = readText(text);
    expect(texts(found)).toEqual(['{"a":1}', '{"c":1}']);
    expect(found).toMatchObject({ rejects: [9], tail: undefined, faults: NO_FAULTS });
    for (let cut = 9; cut < 9 + broken.length; cut++) expect(read(Buffer.from(text), false, [cut])).toEqual(found);
  }
});

test.each([
  ["a comma is missing", '[{"a":1}\n{"b":1}]', { faults: { ...NO_FAULTS, commaAt: 9 }, rejects: [] }],
  ["a comma too many", '[{"a":1},{"b":1},]', { faults: NO_FAULTS, rejects: [17] }],
  ["a brace too many", '[\n{"a":1}},\n{"b":1}]', { faults: NO_FAULTS, rejects: [9] }],
  ["the end is missing", '[{"a":1},{"b":1}', { faults: { ...NO_FAULTS, cutAt: 16 }, rejects: [], tail: undefined }],
  [
    "the last element is cut",
    '[{"a":1},{"b":1},{"c"',
    { faults: { ...NO_FAULTS, cutAt: 21 }, rejects: [], tail: '{"c"' },
  ],
  ["lines were appended", '[{"a":1}]\n{"b":1}\n', { faults: NO_FAULTS, rejects: [] }],
  ["several arrays", '[{"a":1}]\n[{"b":1}]', { faults: NO_FAULTS, rejects: [] }],
  ["NULs and comments between", '\0\0\n# note {\n{"a":1}\0\n#\n{"b":1}', { faults: NO_FAULTS, rejects: [], nuls: 2 }],
  ["something that is no JSON before", 'oops\n{"a":1}\n{"b":1}', { faults: NO_FAULTS, rejects: [0] }],
])("%s", (_name, text, expected) => {
  const found = readText(text);
  expect(texts(found)).toEqual(['{"a":1}', '{"b":1}']);
  expect(found).toMatchObject(expected);
});

test("an object around `records`: other members are passed over, a second array is told", () => {
  const found = readText(
    '{"a":{"records":[{"x":1}]},"records":[{"a":1},2],"more":{"b":[1]},"others":[{"y":1}]} {"z":1}',
    true,
  );
  expect(texts(found)).toEqual(['{"a":1}', "2", '{"z":1}']);
  expect(found.faults).toEqual({ ...NO_FAULTS, otherArrayAt: 75 });
  expect(texts(readText('{"tags":[],"records":[{"a":1}]}', true))).toEqual(['{"tags":[],"records":[{"a":1}]}']);
  expect(readText('{"records":[{"a":1}],oops\n{"b":1}', true)).toMatchObject({ rejects: [21], faults: { lostAt: 21 } });
});

test("an object around `records`, however its name is spelt", () => {
  const names = [
    String.raw`r\u0065cords`,
    String.raw`\u0072ecord\u0073`,
    String.raw`record\u0053`,
    String.raw`r\necords`,
  ];
  const found = names.map((name) => {
    const bytes = Buffer.from(`{"${name}":[{"a":1},{"b":1}],"z":"\\u0072"}`);
    for (let cut = 1; cut < bytes.length; cut++) expect(read(bytes, true, [cut])).toEqual(read(bytes, true));
    return texts(read(bytes, true)).length;
  });
  expect(found).toEqual([2, 2, 1, 1]);
});

test("depth costs memory only as long as it lasts, and has an end", () => {
  const deep = (levels: number): string => `[{"a":${"[".repeat(levels)}${"]".repeat(levels)}},{}]`;
  expect(texts(readText(deep(1_000_000)))).toHaveLength(2);
  expect(readText(deep(2_000_000))).toMatchObject({ elements: [], rejects: [1] });
});
