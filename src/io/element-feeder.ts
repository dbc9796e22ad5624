import type { Scanner } from "../core/scanner.js";
import { ElementReader, type ElementSink, type FramingFaults } from "./json-elements.js";
import type { FeederLimits } from "./line-feeder.js";

const NEWLINE = 0x0a;
const SPACE = 0x20;
/** A line that is no JSON, for what the reader has found to be none. */
const NO_JSON = 0x7b;

/**
 * Hands each element of a JSON document to a scanner as one line: the counterpart of LineFeeder for archives that are
 * not JSON Lines. Newlines inside an element become spaces; in valid JSON they stand between tokens only.
 *
 * The buffer holds one element, up to the limit; a longer one is dropped as it comes and rejected once.
 */
export class ElementFeeder implements ElementSink {
  readonly #scanner: Scanner;
  readonly #maxBytes: number;
  readonly #reader: ElementReader;
  #buffer: Uint8Array;
  #length = 0;
  #at = 0;
  #dropping = false;

  constructor(scanner: Scanner, limits: FeederLimits, containers: boolean) {
    this.#scanner = scanner;
    this.#maxBytes = limits.maxLineBytes;
    this.#buffer = scanner.buffer(limits.chunkBytes + 1, 0);
    this.#reader = new ElementReader(this, containers);
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk);
  }

  /** No more bytes will come. Returns what was wrong with the framing. */
  finish(): FramingFaults {
    this.#reader.end();
    return this.#reader.faults;
  }

  begin(offset: number): void {
    this.#at = offset;
    this.#length = 0;
    this.#dropping = false;
  }

  bytes(chunk: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start;
    if (this.#dropping || length > this.#maxBytes) {
      this.#dropping = true;
      return;
    }
    if (length + 1 > this.#buffer.length)
      this.#buffer = this.#scanner.buffer(Math.min(this.#maxBytes + 1, (length + 1) * 2), this.#length);
    this.#buffer.set(chunk.subarray(start, end), this.#length);
    this.#joinLines(this.#length, length);
    this.#length = length;
  }

  end(): void {
    if (this.#dropping) this.#scanner.rejectTooLong(this.#at);
    else {
      this.#buffer[this.#length] = NEWLINE;
      this.#scanner.scan(0, this.#length + 1, this.#at);
    }
  }

  discard(): void {
    this.#length = 0;
  }

  reject(offset: number): void {
    this.#line(NO_JSON, offset);
  }

  nuls(offset: number): void {
    this.#line(0, offset);
  }

  tail(): void {
    if (this.#dropping) this.#scanner.rejectTooLong(this.#at);
    else this.#scanner.scanTail(0, this.#length, this.#at);
  }

  #line(byte: number, offset: number): void {
    this.#buffer[0] = byte;
    this.#buffer[1] = NEWLINE;
    this.#scanner.scan(0, 2, offset);
  }

  #joinLines(start: number, end: number): void {
    const part = this.#buffer.subarray(start, end);
    for (let i = part.indexOf(NEWLINE); i >= 0; i = part.indexOf(NEWLINE, i + 1)) part[i] = SPACE;
  }
}
