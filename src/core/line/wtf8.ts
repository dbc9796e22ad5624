/**
 * WTF-8: UTF-8 that also holds lone surrogates. JSON may carry them as `\ud800`, and two ids that differ only there
 * must stay two ids; plain UTF-8 would make U+FFFD of both. Source: simonsapin.github.io/wtf-8.
 */
const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export function encodeWtf8(text: string): Uint8Array {
  return LONE_SURROGATE.test(text) ? encodeUnits(text) : encoder.encode(text);
}

function encodeUnits(text: string): Uint8Array {
  const out: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) as number;
    if (code < 0xd800 || code > 0xdfff) out.push(...encoder.encode(char));
    else out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return Uint8Array.from(out);
}

export function decodeWtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeUnits(bytes);
  }
}

function decodeUnits(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  for (let i = 0; i + 2 < bytes.length; i++) {
    if (bytes[i] !== 0xed || (bytes[i + 1] as number) < 0xa0) continue;
    text += lenient.decode(bytes.subarray(from, i));
    text += String.fromCharCode(0xd000 | (((bytes[i + 1] as number) & 0x3f) << 6) | ((bytes[i + 2] as number) & 0x3f));
    from = i + 3;
    i += 2;
  }
  return text + lenient.decode(bytes.subarray(from));
}

/** The text of bytes as `JSON.parse` of a decoded line would see it: broken UTF-8 becomes U+FFFD, a BOM is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
