// One list of records in every form in which archives are kept.
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { commandFile } from "../../src/io/system-decoder.js";

/** Records as JSON text without a newline. */
type Frame = (records: readonly string[]) => string;

const pretty = (text: string, indent: number | string): string => JSON.stringify(JSON.parse(text), null, indent);
const indented = (text: string): string => pretty(text, 2).replaceAll("\n", "\n  ");

export const FRAMINGS: Readonly<Record<string, Frame>> = {
  "JSON Lines": (records) => records.map((record) => `${record}\n`).join(""),
  "an array on one line": (records) => `[${records.join(",")}]`,
  "an array, an element a line": (records) => `[\n${records.join(",\n")}\n]\n`,
  "an array, commas first": (records) => `[ ${records.join("\r\n, ")}\r\n]`,
  "a pretty-printed array": (records) => `\ufeff[\n  ${records.map(indented).join(",\n  ")}\n]\n`,
  "records on one line": (records) =>
    `{"version":1,"meta":{"tags":["records"]},"records":[${records.join(", ")}],"n":null}\n`,
  "pretty-printed records": (records) =>
    `{\n  "records": [\n    ${records.map(indented).join(",\n    ")}\n  ],\n  "end": {"a": "]"}\n}`,
  "pretty-printed values": (records) => records.map((record) => `${pretty(record, "\t")}\n`).join(""),
  "values without a newline between": (records) => records.map((record) => pretty(record, 1)).join(""),
  "values that touch, on one line": (records) => `${records.join("")}\n`,
  "values that touch, on several lines": (records) =>
    records.map((record, i) => record + ["", "", "\r\n", " ", "\n \n"][i % 5]!).join(""),
  "values that touch, then pretty-printed": (records) =>
    records.map((record, i) => (i < 3 ? record : pretty(record, 2))).join(""),
};

const command = (name: string, bytes: Uint8Array): Buffer =>
  execFileSync(name, ["-c", "-q"], { input: bytes, stdio: "pipe" });

type Encode = (bytes: Buffer) => Buffer;

export const GZIP: Encode = (bytes) => gzipSync(bytes);
const utf16: Encode = (bytes) => Buffer.from(`\ufeff${bytes.toString().replace(/^\ufeff/, "")}`, "utf16le");
const inTwo =
  (encode: Encode): Encode =>
  (bytes) =>
    Buffer.concat([encode(bytes.subarray(0, bytes.length >> 1)), encode(bytes.subarray(bytes.length >> 1))]);

const COMMANDS = ["zstd", "xz", "bzip2"] as const;
/** Those that this machine can make. */
export const COMPRESSIONS: Readonly<Record<string, Encode>> = Object.fromEntries(
  COMMANDS.filter((name) => commandFile(name) !== undefined).map((name) => [name, (bytes) => command(name, bytes)]),
);

export const ENCODINGS: Readonly<Record<string, Encode>> = {
  plain: (bytes) => bytes,
  gzip: GZIP,
  "gzip of two members": inTwo(GZIP),
  "UTF-16": utf16,
  "UTF-16, big-endian": (bytes) => Buffer.from(utf16(bytes)).swap16(),
  "gzip of UTF-16": (bytes) => GZIP(utf16(bytes)),
  "gzip of gzip": (bytes) => GZIP(GZIP(bytes)),
  ...Object.fromEntries(
    Object.entries(COMPRESSIONS).flatMap(([name, encode]) => [
      [name, encode],
      [`${name} of two streams`, inTwo(encode)],
    ]),
  ),
};

/** Each framing plain, and each encoding of some framings, in turn: what decodes knows nothing of framings. */
export const FORMS: readonly (readonly [framing: string, encoding: string])[] = Object.keys(ENCODINGS).flatMap(
  (encoding, e) =>
    Object.keys(FRAMINGS)
      .filter((_, f) => encoding === "plain" || (e + f) % 3 === 0)
      .map((framing) => [framing, encoding] as const),
);
