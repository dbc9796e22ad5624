// The states of an ElementReader: what is expected next. The order matters: up to AFTER it is structure, from SEEK on
// nothing is parsed.
export const VALUE = 0;
export const FIRST_VALUE = 1; // or the array's end
export const KEY = 2;
export const FIRST_KEY = 3; // or the object's end
export const COLON = 4;
export const AFTER = 5; // a comma, or an end
export const TEXT = 6;
export const ESCAPE = 7;
export const HEX = 8; // four of them
export const MINUS = 12;
export const ZERO = 13;
export const DIGITS = 14;
export const POINT = 15;
export const FRACTION = 16;
export const EXPONENT = 17;
export const EXPONENT_SIGN = 18;
export const EXPONENT_DIGITS = 19;
export const WORD = 20;
export const NO_WORD = 21; // a word or number that is none of JSON's
export const SEEK = 22; // the end of a line that is given up
export const SEEK_INDENT = 23; // what the next line begins with
export const COMMENT = 24;
export const LOST = 25;

/** The literals, by their first byte. */
export const WORDS = new Map(
  ["true", "false", "null"].map((word) => [word.charCodeAt(0), new TextEncoder().encode(word)]),
);

/** The state behind a value's first byte; negative: it begins no value. */
export function stateAfter(byte: number): number {
  if (byte === 0x22) return TEXT;
  if (byte === 0x7b) return FIRST_KEY;
  if (byte === 0x5b) return FIRST_VALUE;
  if (byte === 0x2d) return MINUS;
  if (byte === 0x30) return ZERO;
  if (byte > 0x30 && byte <= 0x39) return DIGITS;
  return WORDS.has(byte) ? WORD : -1;
}

export function textStateAfter(state: number, byte: number): number {
  if (state !== ESCAPE) return isHex(byte) ? (state === HEX + 3 ? TEXT : state + 1) : -1;
  if (byte === 0x75) return HEX;
  return '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? TEXT : -1;
}

/** Of a number: the byte is no part of it. */
export const NUMBER_ENDS = -2;

export function numberStateAfter(state: number, byte: number): number {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  switch (state) {
    case MINUS:
      return byte === 0x30 ? ZERO : isDigit ? DIGITS : -1;
    case POINT:
      return isDigit ? FRACTION : -1;
    case EXPONENT:
      if (byte === 0x2b || byte === 0x2d) return EXPONENT_SIGN;
      return isDigit ? EXPONENT_DIGITS : -1;
    case EXPONENT_SIGN:
      return isDigit ? EXPONENT_DIGITS : -1;
    default:
      if (isDigit) return state === ZERO ? -1 : state;
      if (byte === 0x2e && state < FRACTION) return POINT;
      return (byte === 0x65 || byte === 0x45) && state !== EXPONENT_DIGITS ? EXPONENT : NUMBER_ENDS;
  }
}

/** What a word or number may be made of, whoever wrote it: `NaN`, `-Infinity`, `None`, `0x1F`. */
export function isWordByte(byte: number): boolean {
  const letter = byte | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return true;
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === 0x2b || byte === 0x2d || byte === 0x5f;
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

export const NOT_AT_LINE_START = -1;

/** A code of the blanks since the line began, after one more of them. */
export function indentAfter(indent: number, blank: number): number {
  if (blank === 0x0a) return 0;
  return indent === NOT_AT_LINE_START ? indent : (Math.imul(indent, 31) + blank) & 0x7fffffff;
}
