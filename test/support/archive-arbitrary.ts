// Random archives: ordinary lines, and among them every oddity that a log has shown.
import * as fc from "fast-check";
import type { ReferenceArchive } from "../reference/reference.js";
import { recordText } from "./record-arbitrary.js";
import { instants } from "./time-in-record.js";

/** An archive that a failing property shows as text. */
function shown(archive: ReferenceArchive): ReferenceArchive {
  const text = JSON.stringify(Buffer.from(archive.bytes).toString("latin1"));
  return Object.defineProperty({ ...archive }, fc.toStringMethod, { value: () => `${archive.role}: ${text}` });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Lines that are records only with care, or none at all. */
const oddLine = (nowMs: number): fc.Arbitrary<Uint8Array> => {
  const record = recordText(nowMs);
  // prettier-ignore
  const around = fc.constantFrom("", " ", "\r", "\t", "\0", "\0\0\0", "\ufeff", "\ufeff\0", "\0\ufeff", "\u00a0", "#", "x");
  const wrapped = fc.tuple(around, record, around).map(([before, text, after]) => bytesOf(before + text + after));
  // prettier-ignore
  const plain = fc
    .constantFrom(
      "", " ", "\r", "\t \r", "\0\0", "\0\r", "\ufeff", "# note", "\ufeff# note", " # note", "\0#",
      "1", "-", '"text"', '"', "null", "[]", "[{}]", "{", "}", "{}", "{]", "01", "{}{}", "tru", "true", "\ufeff[]", "-0", "1e",
      '{"a":01}', '{"a":1.}', '{"a":.5}', '{"a":+1}', '{"a":NaN}', "{'a':1}", '{"a":"\\x"}', '{"a":"\\u12g4"}', '{"a":1,}',
      '{"a":"\t"}', '{"a":[1,]}', '{"a":[}', '{"a":{"b"}}', '{"a" 1}', '{"a":nul}', '{"a":1e400}', "{,}", '{"a":[1}]}',
    )
    .map(bytesOf);
  const damaged = fc
    .tuple(
      record.map(bytesOf),
      fc.nat(),
      fc.oneof(fc.nat(255), fc.constantFrom(0x22, 0x5c, 0x7b, 0x7d, 0x2c)),
      fc.nat(2),
    )
    .map(([bytes, at, byte, how]) => {
      const i = at % bytes.length;
      const middle = how === 0 ? [] : [byte];
      return Uint8Array.from([...bytes.slice(0, i), ...middle, ...bytes.slice(how === 2 ? i : i + 1)]);
    });
  const torn = fc
    .tuple(record.map(bytesOf), fc.nat(), record.map(bytesOf), fc.boolean())
    .map(([bytes, at, next, glued]) => {
      const stub = bytes.slice(0, at % bytes.length);
      return glued ? Uint8Array.from([...stub, ...next]) : stub;
    });
  // Broken UTF-8 inside an id: what JSON.parse sees is U+FFFD, so several broken ids are one.
  const broken = fc
    .tuple(
      instants(nowMs),
      fc.constantFrom("session_id", "session_id", "rule_id", "x"),
      fc.constantFrom([0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf0, 0x9f, 0x98], [0xef, 0xbf, 0xbd]),
      fc.constantFrom("", "a"),
    )
    .map(([ms, key, bytes, text]) => {
      const before = `{"ts":"${new Date(ms).toISOString()}","rule_id":"r1","${key}":"${text}`;
      return Uint8Array.from([...bytesOf(before), ...bytes, ...bytesOf(`${text}"}`)]);
    });
  return fc.oneof(wrapped, plain, damaged, torn, broken).map((bytes) => bytes.filter((byte) => byte !== 0x0a));
};

const archiveBytes = (nowMs: number, maxLines: number): fc.Arbitrary<Uint8Array> => {
  const line = fc.oneof({ weight: 6, arbitrary: recordText(nowMs).map(bytesOf) }, oddLine(nowMs));
  const lines = fc.array(line, { maxLength: maxLines });
  const newline = Uint8Array.of(0x0a);
  return fc.tuple(lines, fc.option(line, { nil: undefined })).map(([whole, tail]) => {
    return Uint8Array.from(Buffer.concat([...whole.flatMap((one) => [one, newline]), ...(tail ? [tail] : [])]));
  });
};

/** Some lines, each with its newline; now and then one of those that are records only with care, or none. */
export const linesArbitrary = (nowMs: number, maxLines: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.oneof({ weight: 6, arbitrary: recordText(nowMs).map(bytesOf) }, oddLine(nowMs)), { maxLength: maxLines })
    .map((lines) => Uint8Array.from(Buffer.concat(lines.flatMap((line) => [line, Uint8Array.of(0x0a)]))));

/** Archives in the order of their paths. */
export const archivesArbitrary = (nowMs: number, maxLines = 30): fc.Arbitrary<ReferenceArchive[]> =>
  fc
    .array(
      fc.record({
        bytes: archiveBytes(nowMs, maxLines),
        role: fc.constantFrom("intercepts" as const, "intercepts" as const, "intercepts" as const, "errors" as const),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((list) => list.map((one, i) => shown({ path: `archive-${i}.jsonl`, ...one })));

/** Short and long histories of few sessions and rules, every line ordinary: thresholds, false positives and the 16 newest at work. */
export const denseArchivesArbitrary = (nowMs: number): fc.Arbitrary<ReferenceArchive[]> => {
  const kind = fc.constantFrom<Record<string, unknown>[]>(
    ...Array.from({ length: 5 }, () => ({ interceptor: "Ban" })),
    { interceptor: "Ban", action: "false_positive" },
    { interceptor: "Ban", false_positive: true },
    { interceptor: "UserCorrection" },
    { interceptor: "RetryLoop" },
  );
  const line = fc
    .tuple(instants(nowMs), fc.constantFrom("s1", "s1", "s2", ""), fc.constantFrom("r1", "r1", "r2"), kind, fc.nat(29))
    .map(([ms, session_id, rule_id, fields, dated]) => {
      const ts = dated === 0 ? undefined : new Date(ms).toISOString();
      return `${JSON.stringify({ ts, session_id, rule_id, ...fields })}\n`;
    });
  return fc
    .array(fc.oneof(fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 120, size: "max" })), {
      minLength: 1,
      maxLength: 2,
    })
    .map((list) =>
      list.map((lines, i) => shown({ path: `dense-${i}.jsonl`, bytes: bytesOf(lines.join("")), role: "intercepts" })),
    );
};
