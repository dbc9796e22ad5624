/**
 * What an encoding hides: each decoder gives the text with its encoded parts decoded in place, or nothing if it has none.
 * All are linear and none makes a text longer, so two levels cost a fixed number of passes.
 */
type Decoder = (text: string) => string;

const utf8 = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();
const REPLACED = "\ufffd";
/** Of the three bytes of a replacement character that stands there itself. */
const REPLACED_BYTE = 0xef;

export function decodings(text: string): string[] {
  return DECODERS.map((decode) => decode(text)).filter((decoded) => decoded !== text);
}

const ENTITY_NAMES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " };

const entities: Decoder = (text) =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));?/gi,
    (all, hex?: string, decimal?: string, name?: string) =>
      name === undefined ? codePoint(hex, decimal, all) : (ENTITY_NAMES[name.toLowerCase()] as string),
  );

const escapes: Decoder = (text) =>
  text.replace(
    /\\{1,2}(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))|\bU\+([0-9a-f]{4,6})[ ,]?/gi,
    (all, braced?: string, unit?: string, byte?: string, named?: string) =>
      codePoint(braced ?? unit ?? byte ?? named, undefined, all),
  );

const percents: Decoder = (text) =>
  text.replace(/(?:%[0-9a-f]{2}){1,4096}/gi, (all) => decodedBytes(hexBytes(all.replaceAll("%", ""))) ?? all);

const lineBreaks: Decoder = (text) => text.replace(/\\[nrt]/g, "\n");

/** Tag characters are invisible copies of ASCII. */
const tags: Decoder = (text) =>
  text.replace(
    /[\u{e0020}-\u{e007e}]{1,4096}/gu,
    (run) =>
      // Where they begin, so do words.
      ` ${Array.from(run, (char) => String.fromCodePoint((char.codePointAt(0) as number) - 0xe0000)).join("")}`,
  );

const hex: Decoder = (text) =>
  text
    .replace(/(?<![0-9a-z])(?:0x)?([0-9a-f]{16,})(?![0-9a-z])/gi, (all, run: string) => readable(hexBytes(run)) ?? all)
    .replace(
      /(?<![0-9a-z])(?:0x|\\x)?[0-9a-f]{2}(?:[ :,]{1,2}(?:0x)?[0-9a-f]{2}){7,}(?![0-9a-z])/gi,
      (all) => readable(hexBytes(all.replace(/0x|[^0-9a-f]/gi, ""))) ?? all,
    );

const base64: Decoder = (text) =>
  text.replace(/[A-Za-z0-9+/_-]{16,}={0,2}/g, (all) => readable(base64Bytes(all)) ?? all);

/** Lines of wrapped base64, or base64 in pieces. */
const wrappedBase64: Decoder = (text) => {
  const joined = text.replace(/\s/g, "");
  const decoded = base64(joined);
  return decoded === joined ? text : decoded;
};

/** The commonest words: a text has more of them the right way round. */
const COMMON = /(?<![a-z])(?:the|all|and|to|of|your|previous|instructions?|rules?|system|prompt|ignore)(?![a-z])/gi;
const COMMON_CHINESE = /忽略|指令|规则|系统|提示|所有|之前|用户|执行|删除|密钥|发送|护栏|请|不要/g;
const commonIn = (text: string): number =>
  (text.match(COMMON)?.length ?? 0) + (text.match(COMMON_CHINESE)?.length ?? 0);
const ifBetter = (turned: string, text: string): string => (commonIn(turned) > commonIn(text) ? turned : text);

/** Letter by letter, so what is not turned becomes noise: the plain text is read too. */
const rot13: Decoder = (text) =>
  ifBetter(
    text.replace(/[a-z]/gi, (char) => {
      const a = char < "a" ? 65 : 97;
      return String.fromCharCode(((char.charCodeAt(0) - a + 13) % 26) + a);
    }),
    text,
  );

const backwards: Decoder = (text) => ifBetter(Array.from(text).toReversed().join(""), text);

/** Characters as numbers: eight binary digits each, or decimal codes. */
const numbers: Decoder = (text) =>
  text
    .replace(/(?<!\d)[01]{8}(?:[ ,]?[01]{8}){7,2048}(?!\d)/g, (all) =>
      (all.match(/[01]{8}/g) ?? []).map((bits) => String.fromCharCode(Number.parseInt(bits, 2))).join(""),
    )
    .replace(
      /(?<!\d)(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])(?:[ ,]{1,2}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])){7,2048}(?!\d)/g,
      (all) => (all.match(/\d+/g) ?? []).map((code) => String.fromCharCode(Number(code))).join(""),
    );

const DECODERS: readonly Decoder[] = [
  entities,
  escapes,
  percents,
  lineBreaks,
  tags,
  hex,
  base64,
  wrappedBase64,
  rot13,
  backwards,
  numbers,
];

function codePoint(hexDigits: string | undefined, decimal: string | undefined, otherwise: string): string {
  const point = decimal === undefined ? Number.parseInt(hexDigits as string, 16) : Number(decimal);
  return point <= 0x10ffff ? String.fromCodePoint(point) : otherwise;
}

function hexBytes(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function base64Bytes(run: string): Uint8Array {
  const digits = run.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  // A last digit alone holds no byte.
  const binary = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function decodedBytes(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    // Bytes that are no UTF-8 were no text: an image, a key, a hash.
    return undefined;
  }
}

/** Text whose characters are nearly all letters, digits, blanks and punctuation. Nearly no run is one, and to throw takes long. */
function readable(bytes: Uint8Array): string | undefined {
  if (lenient.decode(bytes).includes(REPLACED) && !bytes.includes(REPLACED_BYTE)) return undefined;
  const text = decodedBytes(bytes);
  if (text === undefined) return undefined;
  const odd = text.match(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\s]/gu)?.length ?? 0;
  return odd * 10 <= text.length ? text : undefined;
}
