import type { RejectReason } from "../../model/report.js";
import { shallowJson } from "./shallow-json.js";
import { decodeUtf8 } from "./wtf8.js";

/** What one line is, by the oracle: a line counts iff `JSON.parse` of its UTF-8 decoding gives an object. */
export type LineOutcome =
  | {
      readonly type: "record";
      readonly value: Readonly<Record<string, unknown>>;
      readonly text: string;
      readonly nuls: boolean;
    }
  | { readonly type: "blank"; readonly nuls: boolean }
  | { readonly type: "rejected"; readonly reason: RejectReason; readonly nuls: boolean };

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"' };
const SCALAR = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;

/**
 * The slow and certain reading of one line (`bytes[start, end)`, without its newline). The fast scanners come here
 * with whatever they are not sure of.
 */
export function readLine(bytes: Uint8Array, start: number, end: number): LineOutcome {
  let p = start;
  let nuls = false;
  for (;;) {
    if (bytes[p] === 0xef && bytes[p + 1] === 0xbb && bytes[p + 2] === 0xbf && p + 3 <= end) p += 3;
    else if (p < end && bytes[p] === 0) {
      // A log truncated under an open writer begins with the hole it left.
      nuls = true;
      while (p < end && bytes[p] === 0) p++;
    } else break;
  }
  if (p < end && bytes[p] === 0x23) return { type: "blank", nuls };
  let last = end;
  while (p < last && isSpace(bytes[p] as number)) p++;
  while (last > p && isSpace(bytes[last - 1] as number)) last--;
  if (p === last) return { type: "blank", nuls };
  return parse(bytes, p, last, nuls);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function parse(bytes: Uint8Array, start: number, end: number, nuls: boolean): LineOutcome {
  const opening = String.fromCharCode(bytes[start] as number);
  const closing = CLOSING[opening];
  // Most damaged lines do not close what they open: telling so here saves the cost of an exception.
  if (closing !== undefined && bytes[end - 1] !== closing.charCodeAt(0))
    return { type: "rejected", reason: "invalid_json", nuls };
  const text = decodeUtf8(bytes.subarray(start, end));
  if (closing === undefined && !SCALAR.test(text)) return { type: "rejected", reason: "invalid_json", nuls };
  try {
    const value: unknown = JSON.parse(shallowJson(text));
    if (isObject(value)) return { type: "record", value, text, nuls };
    return { type: "rejected", reason: "not_object", nuls };
  } catch {
    return { type: "rejected", reason: "invalid_json", nuls };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
