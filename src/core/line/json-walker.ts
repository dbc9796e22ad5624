import { FIELD_COUNT, fieldOf, NO_FIELD } from "./fields.js";

/** Types of a wanted value. `text` is a string without escapes; `escaped` has some and is valid. */
export const VALUE = { absent: 0, text: 1, escaped: 2, number: 3, true: 4, false: 5, null: 6, nested: 7 } as const;

// Classes of bytes inside a string: 0 goes on, 1 ends it or needs a look (quote, backslash, control character).
const STOPS = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 0x22 || byte === 0x5c || byte < 0x20 ? 1 : 0));
const DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x30 && byte <= 0x39 ? 1 : 0));
const HEX = Uint8Array.from({ length: 256 }, (_, byte) => (/[\da-fA-F]/.test(String.fromCharCode(byte)) ? 1 : 0));
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const MAX_DEPTH = 30;

/**
 * Walks one line as strict JSON without making a string: fast path of the plain scanner.
 *
 * Fast: the line is an object, whole and valid by RFC 8259, its keys hold no escapes, nothing nests deeper than 30.
 * Then the place and type of each wanted value is known, the last of duplicate keys winning, as with `JSON.parse`.
 * Slow: whatever this is not sure of. `walk` says -1 and the caller asks `JSON.parse`; so a line that is refused here
 * is not yet rejected, but a line that is accepted here must be one that `JSON.parse` takes.
 *
 * The bytes must hold a newline at or behind the line's end: as a control character it stops every loop.
 */
export class JsonWalker {
  readonly type = new Uint8Array(FIELD_COUNT);
  readonly start = new Uint32Array(FIELD_COUNT);
  readonly end = new Uint32Array(FIELD_COUNT);
  #bytes: Uint8Array = new Uint8Array(0);
  #escaped = false;

  /** The position of the newline that ends the line at `p`, or -1 for the slow path. */
  walk(bytes: Uint8Array, p: number): number {
    this.#bytes = bytes;
    this.type.fill(VALUE.absent);
    if (bytes[p] !== 0x7b) return -1;
    p = this.#space(p + 1);
    if (bytes[p] === 0x7d) return this.#lineEnd(p + 1);
    for (;;) {
      if (bytes[p] !== 0x22) return -1;
      const keyEnd = this.#string(p + 1);
      if (keyEnd < 0 || this.#escaped) return -1;
      const field = fieldOf(bytes, p + 1, keyEnd);
      p = this.#space(keyEnd + 1);
      if (bytes[p] !== 0x3a) return -1;
      p = this.#space(p + 1);
      const valueEnd = this.#value(p, field);
      if (valueEnd < 0) return -1;
      p = this.#space(valueEnd);
      if (bytes[p] === 0x7d) return this.#lineEnd(p + 1);
      if (bytes[p] !== 0x2c) return -1;
      p = this.#space(p + 1);
    }
  }

  #lineEnd(p: number): number {
    p = this.#space(p);
    return this.#bytes[p] === 0x0a ? p : -1;
  }

  #space(p: number): number {
    const bytes = this.#bytes;
    while (bytes[p] === 0x20 || bytes[p] === 0x09 || bytes[p] === 0x0d) p++;
    return p;
  }

  /** The closing quote of the string whose first byte is at `p`; sets `#escaped`. */
  #string(p: number): number {
    const bytes = this.#bytes;
    this.#escaped = false;
    for (;;) {
      while (STOPS[bytes[p] as number] === 0) p++;
      if (bytes[p] === 0x22) return p;
      if (bytes[p] !== 0x5c) return -1;
      this.#escaped = true;
      const c = bytes[p + 1] as number;
      if (ESCAPES[c] === 1) p += 2;
      else if (c === 0x75 && this.#isHex4(p + 2)) p += 6;
      else return -1;
    }
  }

  #isHex4(p: number): boolean {
    const bytes = this.#bytes;
    for (let i = p; i < p + 4; i++) if (HEX[bytes[i] as number] === 0) return false;
    return true;
  }

  /** Walks the value at `p` and notes it under `field`; the position behind it, or -1. */
  #value(p: number, field: number): number {
    const c = this.#bytes[p];
    if (c === 0x22) {
      const end = this.#string(p + 1);
      if (end < 0) return -1;
      if (field !== NO_FIELD) this.#note(field, this.#escaped ? VALUE.escaped : VALUE.text, p + 1, end);
      return end + 1;
    }
    const nested = c === 0x7b || c === 0x5b;
    const end = nested ? this.#nested(p) : this.#scalar(p);
    if (end >= 0 && field !== NO_FIELD) this.#note(field, nested ? VALUE.nested : scalarType(c as number), p, end);
    return end;
  }

  #note(field: number, type: number, start: number, end: number): void {
    this.type[field] = type;
    this.start[field] = start;
    this.end[field] = end;
  }

  #scalar(p: number): number {
    const bytes = this.#bytes;
    const c = bytes[p];
    if (c === 0x74) return bytes[p + 1] === 0x72 && bytes[p + 2] === 0x75 && bytes[p + 3] === 0x65 ? p + 4 : -1;
    if (c === 0x66)
      return bytes[p + 1] === 0x61 && bytes[p + 2] === 0x6c && bytes[p + 3] === 0x73 && bytes[p + 4] === 0x65
        ? p + 5
        : -1;
    if (c === 0x6e) return bytes[p + 1] === 0x75 && bytes[p + 2] === 0x6c && bytes[p + 3] === 0x6c ? p + 4 : -1;
    return this.#number(p);
  }

  #number(p: number): number {
    const bytes = this.#bytes;
    if (bytes[p] === 0x2d) p++;
    if (DIGIT[bytes[p] as number] === 0) return -1;
    if (bytes[p] === 0x30) p++;
    else while (DIGIT[bytes[p] as number] === 1) p++;
    if (bytes[p] === 0x2e) {
      if (DIGIT[bytes[++p] as number] === 0) return -1;
      while (DIGIT[bytes[p] as number] === 1) p++;
    }
    if (bytes[p] === 0x65 || bytes[p] === 0x45) {
      p++;
      if (bytes[p] === 0x2b || bytes[p] === 0x2d) p++;
      if (DIGIT[bytes[p] as number] === 0) return -1;
      while (DIGIT[bytes[p] as number] === 1) p++;
    }
    return p;
  }

  /** Walks a nested object or array. Which of the two is open at each depth stands in the bits of `kinds`. */
  #nested(p: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    let kinds = 0; // bit d: the container at depth d is an object
    for (;;) {
      // Here a value begins.
      const c = bytes[p] as number;
      if (c === 0x7b || c === 0x5b) {
        if (++depth > MAX_DEPTH) return -1;
        const object = c === 0x7b;
        kinds = object ? kinds | (1 << depth) : kinds & ~(1 << depth);
        p = this.#space(p + 1);
        if (bytes[p] !== (object ? 0x7d : 0x5d)) {
          if (object && (p = this.#key(p)) < 0) return -1;
          continue;
        }
      } else if (c === 0x22) {
        p = this.#string(p + 1);
        if (p < 0) return -1;
        p = this.#space(p + 1);
      } else {
        p = this.#scalar(p);
        if (p < 0) return -1;
        p = this.#space(p);
      }
      // Here a value has ended; an emptied container closes at once.
      for (;;) {
        const object = (kinds & (1 << depth)) !== 0;
        if (bytes[p] === 0x2c) {
          p = this.#space(p + 1);
          if (object && (p = this.#key(p)) < 0) return -1;
          break;
        }
        if (bytes[p] !== (object ? 0x7d : 0x5d)) return -1;
        if (--depth === 0) return p + 1;
        p = this.#space(p + 1);
      }
    }
  }

  /** Walks a nested key and its colon; the position of its value. */
  #key(p: number): number {
    const bytes = this.#bytes;
    if (bytes[p] !== 0x22) return -1;
    p = this.#string(p + 1);
    if (p < 0) return -1;
    p = this.#space(p + 1);
    return bytes[p] === 0x3a ? this.#space(p + 1) : -1;
  }
}

function scalarType(c: number): number {
  return c === 0x74 ? VALUE.true : c === 0x66 ? VALUE.false : c === 0x6e ? VALUE.null : VALUE.number;
}
