import { decodeUtf8, isUtf8 } from "../line/wtf8.js";

/** The text of a rule file, and what is wrong with it as text (null when nothing is). */
export interface RuleText {
  readonly text: string;
  readonly problem: "nul_bytes" | "not_utf8" | null;
}

const LF = 0x0a;

/** UTF-8, with or without BOM, or UTF-16 with one. Other bytes give what can be read of them and a problem. */
export function decodeRule(bytes: Uint8Array): RuleText {
  const utf16 = utf16Of(bytes);
  const text = utf16 === null ? decodeUtf8(bytes) : new TextDecoder(utf16).decode(bytes);
  if (text.includes("\0")) return { text, problem: "nul_bytes" };
  const garbled = text.includes("\ufffd") && (utf16 !== null || !isUtf8(bytes));
  return { text, problem: garbled ? "not_utf8" : null };
}

function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

/** The whole lines of a file's beginning: a cut inside a line would make half a value or half a character. */
export function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(LF);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}
