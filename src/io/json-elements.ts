import {
  AFTER,
  COLON,
  COMMENT,
  ESCAPE,
  FIRST_KEY,
  FIRST_VALUE,
  KEY,
  LOST,
  MINUS,
  NOT_AT_LINE_START,
  NO_WORD,
  NUMBER_ENDS,
  SEEK,
  SEEK_INDENT,
  TEXT,
  VALUE,
  WORD,
  WORDS,
  indentAfter,
  isWordByte,
  numberStateAfter,
  stateAfter,
  textStateAfter,
} from "./json-states.js";
import type { ElementSink, FramingFaults } from "./element-sink.js";
import { KeyMatch } from "./key-match.js";
import { ARRAY, Nesting, OBJECT } from "./nesting.js";

const MAX_DEPTH = 1 << 20;
const NO_ELEMENTS = -1;
const RECORDS = new TextEncoder().encode("records");

/**
 * Finds the elements in a stream of JSON values, whatever chunks it comes in, in one pass without recursion. A top-level
 * object is an element; a top-level array holds elements, and so does the `records` array of a top-level object if
 * `containers` is set. The whole grammar is checked, so an element that ends is valid JSON, and a broken one is noticed
 * at its first impossible byte.
 *
 * Where a word, number, escape or control character within an element is none of JSON's, or a comma is one too many, its
 * brackets still tell where it ends: it is rejected there. Otherwise reading goes on only where it is sound: at a `{` that
 * begins its line with the very indent of the elements before. Valid JSON is never looked at that way, and in what is
 * broken, the inner objects are indented deeper.
 *
 * Not stream-json: it has no byte offsets, and they are the elements' places.
 */
export class ElementReader {
  readonly faults: FramingFaults = { cutAt: -1, lostAt: -1, commaAt: -1, otherArrayAt: -1 };
  readonly #sink: ElementSink;
  readonly #containers: boolean;
  #state = VALUE;
  readonly #nesting = new Nesting();
  /** The depth at which elements stand; NO_ELEMENTS behind an object's `records`. */
  #base = 0;
  /** The place of the chunk at hand. */
  #offset: number;
  #open = false;
  /** The open element ends where its brackets say so, but it is no JSON. */
  #isBad = false;
  #elementAt = 0;
  /** Where the open element begins in the chunk at hand. */
  #from = 0;
  /** A code of the blanks since the line began, or NOT_AT_LINE_START. */
  #indent = 0;
  #elementIndent = 0;
  #brokenAt = 0;
  #isKey = false;
  #word: Uint8Array = RECORDS;
  /** How much of `#word` was met. */
  #matched = 0;
  readonly #topKey = new KeyMatch(RECORDS);
  #hadArray = false;
  #inNuls = false;

  /** `offset`: the place of the first byte. */
  constructor(sink: ElementSink, containers: boolean, offset = 0) {
    this.#sink = sink;
    this.#containers = containers;
    this.#offset = offset;
  }

  write(chunk: Uint8Array): void {
    this.#from = 0;
    for (let i = 0; i < chunk.length;) {
      if (this.#state <= AFTER) i = this.#structure(chunk, i);
      else if (this.#state === TEXT) i = this.#text(chunk, i);
      else if (this.#state < SEEK) i = this.#token(chunk, i);
      else i = this.#skip(chunk, i);
    }
    if (this.#open) this.#sink.bytes(chunk, this.#from, chunk.length);
    this.#offset += chunk.length;
  }

  /** No more bytes will come. */
  end(): void {
    if (this.#open) this.#sink.tail();
    this.#open = false;
    if (this.#state === SEEK || this.#state === SEEK_INDENT) this.faults.lostAt = this.#brokenAt;
    else if (this.#base !== 0 && this.#state !== LOST) this.faults.cutAt = this.#offset;
  }

  /** Looks at `chunk[i]` and returns where to look next, as the other steps do. */
  #structure(chunk: Uint8Array, i: number): number {
    const byte = chunk[i] as number;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.#indent = indentAfter(this.#indent, byte);
      return i + 1;
    }
    const next = this.#expected(chunk, i, byte);
    // Where the same byte is looked at again, it still may begin a line.
    if (next > i) this.#indent = NOT_AT_LINE_START;
    return next;
  }

  #expected(chunk: Uint8Array, i: number, byte: number): number {
    switch (this.#state) {
      case VALUE:
      case FIRST_VALUE:
        return this.#value(chunk, i, byte);
      case COLON:
        if (byte !== 0x3a) return this.#broken(chunk, i);
        this.#state = VALUE;
        return i + 1;
      case AFTER:
        return this.#after(chunk, i, byte);
      default:
        if (byte === 0x22) return this.#key(i);
        if (byte === 0x7d && (this.#state === FIRST_KEY || this.#isInside)) return this.#close(chunk, i);
        return this.#broken(chunk, i);
    }
  }

  #value(chunk: Uint8Array, i: number, byte: number): number {
    const isElement = this.#nesting.depth === this.#base;
    if (byte === 0x5d && this.#state === FIRST_VALUE) return this.#pop(chunk, i);
    if (isElement && this.#base === 0) {
      if (byte === 0x5b) return this.#enterArray(1, i);
      if (this.#isBetween(byte, i)) return i + 1;
    }
    if (byte === 0x5b && this.#nesting.depth === 1 && this.#base === 0 && this.#containers) {
      if (this.#topKey.isWhole && !this.#hadArray) return this.#enterRecords(i);
      this.#hadArray = true;
    }
    if (byte === 0x5b && this.#nesting.depth === 1 && this.#base === NO_ELEMENTS && this.faults.otherArrayAt < 0)
      this.faults.otherArrayAt = this.#offset + i;
    if (byte === 0x5d && isElement && this.#base > 0) {
      // A comma too many: nothing is lost by it.
      this.#sink.reject(this.#offset + i, false);
      return this.#pop(chunk, i);
    }
    if (this.#startValue(byte, i, isElement)) return i + 1;
    if (!this.#isInside) return this.#broken(chunk, i);
    if (byte === (this.#nesting.innermost === OBJECT ? 0x7d : 0x5d)) return this.#close(chunk, i);
    return isWordByte(byte) ? this.#badWord(i) : this.#broken(chunk, i);
  }

  /** Within an element: its brackets tell where it ends. */
  get #isInside(): boolean {
    return this.#open && this.#nesting.depth > this.#base;
  }

  /** At an end behind a comma or a colon, which is no JSON; or behind nothing. */
  #close(chunk: Uint8Array, i: number): number {
    if (this.#state !== FIRST_KEY) this.#isBad = true;
    return this.#pop(chunk, i);
  }

  #badWord(i: number): number {
    this.#isBad = true;
    this.#isKey = false;
    this.#topKey.close();
    this.#state = NO_WORD;
    return i;
  }

  #startValue(byte: number, i: number, isElement: boolean): boolean {
    const state = stateAfter(byte);
    if (state < 0 || (state <= FIRST_KEY && this.#nesting.depth === MAX_DEPTH)) return false;
    if (isElement) this.#begin(i);
    if (byte === 0x7b) this.#nesting.push(OBJECT);
    else if (byte === 0x5b) this.#nesting.push(ARRAY);
    else if (state === WORD) {
      this.#word = WORDS.get(byte) as Uint8Array;
      this.#matched = 1;
    }
    this.#isKey = false;
    this.#topKey.close();
    this.#state = state;
    return true;
  }

  #begin(i: number): void {
    this.#open = true;
    this.#isBad = false;
    this.#elementAt = this.#offset + i;
    this.#from = i;
    this.#hadArray = false;
    this.#topKey.forget();
    if (this.#indent !== NOT_AT_LINE_START) this.#elementIndent = this.#indent;
    this.#sink.begin(this.#elementAt);
  }

  /** What may stand between top-level values: NULs, a comment at a line's start, and a BOM. */
  #isBetween(byte: number, i: number): boolean {
    if (byte === 0 && !this.#inNuls) this.#sink.nuls(this.#offset + i);
    this.#inNuls = byte === 0;
    if (byte === 0x23 && this.#indent === 0) this.#state = COMMENT;
    return byte === 0 || this.#state === COMMENT || byte === 0xef || byte === 0xbb || byte === 0xbf;
  }

  #enterArray(base: number, i: number): number {
    this.#nesting.push(ARRAY);
    this.#base = base;
    this.#state = FIRST_VALUE;
    return i + 1;
  }

  #enterRecords(i: number): number {
    this.#sink.discard();
    this.#open = false;
    return this.#enterArray(2, i);
  }

  #key(i: number): number {
    this.#state = TEXT;
    this.#isKey = true;
    this.#topKey.forget();
    if (this.#containers && this.#nesting.depth === 1 && this.#base === 0) this.#topKey.open();
    return i + 1;
  }

  #after(chunk: Uint8Array, i: number, byte: number): number {
    const parent = this.#nesting.innermost;
    if (byte === 0x2c) {
      this.#state = parent === OBJECT ? KEY : VALUE;
      return i + 1;
    }
    if (byte === 0x7d && parent === OBJECT) return this.#pop(chunk, i);
    if (byte === 0x5d && parent === ARRAY) return this.#pop(chunk, i);
    if (byte !== 0x7b || this.#nesting.depth !== this.#base) return this.#broken(chunk, i);
    if (this.faults.commaAt < 0) this.faults.commaAt = this.#offset + i;
    this.#state = VALUE;
    return i;
  }

  /** At the end of an array or object: one that holds elements, or one that is or belongs to an element. */
  #pop(chunk: Uint8Array, i: number): number {
    const holdsElements = this.#nesting.depth === this.#base;
    this.#nesting.depth--;
    if (holdsElements) this.#base = this.#nesting.depth === 0 ? 0 : NO_ELEMENTS;
    this.#valueEnds(chunk, i + 1);
    return i + 1;
  }

  #valueEnds(chunk: Uint8Array, end: number): void {
    this.#state = AFTER;
    if (this.#open && this.#nesting.depth === this.#base) {
      this.#sink.bytes(chunk, this.#from, end);
      if (this.#isBad) this.#sink.reject(this.#elementAt, true);
      else this.#sink.end();
      this.#open = false;
    }
    if (this.#nesting.depth > 0) return;
    this.#base = 0;
    this.#state = VALUE;
  }

  /** The hot loop: most bytes of a log stand in strings. */
  #text(chunk: Uint8Array, start: number): number {
    if (this.#topKey.isOpen) this.#topKey.take(chunk, start);
    for (let i = start; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte === 0x22) {
        if (this.#isKey) this.#state = COLON;
        else this.#valueEnds(chunk, i + 1);
        return i + 1;
      }
      if (byte === 0x5c) {
        this.#state = ESCAPE;
        return i + 1;
      }
      if (byte < 0x20) {
        if (!this.#isInside || byte === 0x0a || byte === 0x0d) return this.#broken(chunk, i);
        this.#isBad = true;
      }
    }
    return chunk.length;
  }

  #token(chunk: Uint8Array, i: number): number {
    const byte = chunk[i] as number;
    if (this.#state === NO_WORD) {
      if (isWordByte(byte)) return i + 1;
      this.#valueEnds(chunk, i);
      return i;
    }
    if (this.#state === WORD) {
      if (byte !== this.#word[this.#matched]) return this.#isInside ? this.#badWord(i) : this.#broken(chunk, i);
      if (++this.#matched === this.#word.length) this.#valueEnds(chunk, i + 1);
      return i + 1;
    }
    const next = this.#state >= MINUS ? numberStateAfter(this.#state, byte) : textStateAfter(this.#state, byte);
    if (next === NUMBER_ENDS) {
      if (this.#isInside && isWordByte(byte)) return this.#badWord(i);
      this.#valueEnds(chunk, i);
      return i;
    }
    if (next < 0) return this.#isInside ? this.#badToken(i) : this.#broken(chunk, i);
    if (this.#topKey.isOpen) this.#topKey.takeEscaped(byte);
    this.#state = next;
    return i + 1;
  }

  #badToken(i: number): number {
    if (this.#state >= MINUS) return this.#badWord(i);
    this.#isBad = true;
    this.#state = TEXT;
    return i;
  }

  /** `chunk[i]` can't stand where it stands. */
  #broken(chunk: Uint8Array, i: number): number {
    if (this.#open) this.#sink.bytes(chunk, this.#from, i);
    this.#sink.reject(this.#open ? this.#elementAt : this.#offset + i, this.#open);
    this.#open = false;
    this.#brokenAt = this.#offset + i;
    if (this.#base === NO_ELEMENTS) {
      this.#state = LOST;
      this.faults.lostAt = this.#brokenAt;
      return i + 1;
    }
    this.#nesting.depth = this.#base;
    // A torn element is often noticed only where the next one begins.
    const isNext = chunk[i] === 0x7b && this.#state <= AFTER && this.#indent === this.#elementIndent;
    this.#state = isNext ? VALUE : SEEK;
    return i;
  }

  /** Passes over what is not parsed: comments, and what is broken up to where the next element begins. */
  #skip(chunk: Uint8Array, i: number): number {
    if (this.#state === LOST) return chunk.length;
    const byte = chunk[i] as number;
    if (this.#state !== SEEK_INDENT) {
      const newline = chunk.indexOf(0x0a, i);
      if (newline < 0) return chunk.length;
      this.#state = this.#state === COMMENT ? VALUE : SEEK_INDENT;
      this.#indent = 0;
      return newline + 1;
    }
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.#indent = indentAfter(this.#indent, byte);
      return i + 1;
    }
    this.#state = byte === 0x7b && this.#indent === this.#elementIndent ? VALUE : SEEK;
    return i;
  }
}
