import * as fc from "fast-check";
import { FIELD } from "../../src/core/line/fields.js";

const wanted = fc.constantFrom(...Object.keys(FIELD));
const looksWanted = fc.constantFrom(
  "Ts",
  "ts ",
  "session_ids",
  "rule-id",
  "interceptors",
  "",
  "context",
  "__proto__",
  "é",
);
const key = fc.oneof({ weight: 3, arbitrary: wanted }, looksWanted).map((name) => JSON.stringify(name));
const string = fc.oneof(
  fc.constantFrom('"s1"', '""', '"\\"ts\\":1"', '"a\\\\"', '"\\u00e9"', '"é"', '"😀"', '"\\/"', '"},{"'),
  fc.string().map((text) => JSON.stringify(text)),
);
const scalar = fc.oneof(string, fc.constantFrom("0", "-1", "1.5e3", "12", "true", "false", "null", "-0.0", "1E-2"));
const space = fc.constantFrom("", "", "", " ", "\t", "\r");

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, scalar, tie("list"), tie("object")),
  list: fc
    .tuple(space, fc.array(tie("value"), { maxLength: 3 }))
    .map(([s, items]) => `[${s}${items.join(`${s},`)}${s}]`),
  object: fc
    .tuple(space, fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }))
    .map(([s, entries]) => `{${s}${entries.map(([name, one]) => `${name}${s}:${one}`).join(`,${s}`)}${s}}`),
}));

/** Whole lines: an object with wanted and other keys, no key escaped. */
export const lineTexts: fc.Arbitrary<string> = fc
  .tuple(space, fc.array(fc.tuple(key, value), { maxLength: 6 }))
  .map(([s, entries]) => `{${s}${entries.map(([name, one]) => `${name}${s}:${s}${one}`).join(`${s},`)}${s}}${s}`);

const TOKENS = [
  ...Array.from('{}[],:"\\ \t\r\0-+.0123456789eEutfn'),
  "\\u",
  "\\",
  "true",
  "null",
  '""',
  '"ts":',
  "\x1f",
  "\x7f",
];
const edit = fc.tuple(fc.nat(), fc.constantFrom("insert", "replace", "remove", "double"), fc.nat());

/** Lines with up to three edits: a token or byte put in, replaced, taken out, or a piece said twice. Many stay JSON. */
export const mutatedLines: fc.Arbitrary<Uint8Array> = fc
  .tuple(lineTexts, fc.array(edit, { maxLength: 3 }))
  .map(([text, edits]) => {
    let bytes: number[] = [...new TextEncoder().encode(text)];
    for (const [position, how, what] of edits) {
      const at = position % (bytes.length + 1);
      const token = what % 3 === 0 ? [what % 256] : [...Buffer.from(TOKENS[what % TOKENS.length]!)];
      const put = how === "remove" ? [] : how === "double" ? bytes.slice(at, at + 1 + (what % 4)) : token;
      bytes = [...bytes.slice(0, at), ...put, ...bytes.slice(how === "insert" || how === "double" ? at : at + 1)];
    }
    return Uint8Array.from(bytes.filter((byte) => byte !== 0x0a));
  });
