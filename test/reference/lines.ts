// The slow, obvious reference: lines of an archive (semantics, section 2). Nothing here comes from src/core.
import type { RejectReason } from "../../src/model/report.js";

export type Json = Record<string, unknown>;

export interface ReferenceLine {
  readonly offset: number;
  readonly outcome: "record" | "blank" | "rejected" | "incomplete";
  readonly reason?: RejectReason;
  readonly value?: Json;
  /** The text that was parsed. */
  readonly text?: string;
  readonly nuls: boolean;
}

const NEWLINE = 10;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Every line of the archive in order; the last one may have no newline. */
export function referenceLines(bytes: Uint8Array, maxLineBytes = Infinity): ReferenceLine[] {
  const lines: ReferenceLine[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, offset);
    const end = newline === -1 ? bytes.length : newline;
    lines.push(readLine(bytes.slice(offset, end), offset, newline === -1, maxLineBytes));
    offset = end + 1;
  }
  return lines;
}

function readLine(bytes: Uint8Array, offset: number, isTail: boolean, maxLineBytes: number): ReferenceLine {
  if (bytes.length > maxLineBytes) return { offset, outcome: "rejected", reason: "too_long", nuls: false };
  let text = decoder.decode(bytes);
  let nuls = false;
  while (text.startsWith("\0") || text.startsWith("\ufeff")) {
    if (text.startsWith("\0")) nuls = true;
    text = text.slice(1);
  }
  if (text.startsWith("#") || /^[ \t\r]*$/.test(text)) return { offset, outcome: "blank", nuls };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (isTail) return { offset, outcome: "incomplete", nuls };
    return { offset, outcome: "rejected", reason: "invalid_json", nuls };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) return { offset, outcome: "rejected", reason: "not_object", nuls };
  return { offset, outcome: "record", value: value as Json, text, nuls };
}
