import { HEAD_BYTES, type LineScanner } from "../core/line/scanner.js";
import { copyInto } from "./bulk-copy.js";

const NEWLINE = 0x0a;

export interface FeederLimits {
  readonly chunkBytes: number;
  readonly maxLineBytes: number;
}

/**
 * Brings bytes into a scanner's buffer and hands it whole lines: for one range of a file, or one decoded stream.
 *
 * Usage: `space()` gives the region to read into, `take(n)` says how many bytes came, `end()` that no more will.
 * The buffer holds the unfinished line and one chunk; it grows with a long line, up to the limit. Beyond it the line is
 * dropped as it comes, and rejected once; so memory stays flat however long it is.
 */
export class LineFeeder {
  readonly #scanner: LineScanner;
  readonly #limits: FeederLimits;
  #buffer: Uint8Array;
  #carry = 0;
  #offset: number;
  /** Whether the line at hand is over the limit and is being dropped. */
  #dropping = false;
  #droppedAt = 0;
  #head: Uint8Array = new Uint8Array(0);

  /** `offset`: the place in the archive of the first byte. */
  constructor(scanner: LineScanner, limits: FeederLimits, offset: number) {
    this.#scanner = scanner;
    this.#limits = limits;
    this.#offset = offset;
    this.#buffer = scanner.buffer(limits.chunkBytes + 1, 0);
  }

  /** Of a line over the limit: so much is always at hand when it is found to be one, whatever the chunks. */
  get #headBytes(): number {
    return Math.min(HEAD_BYTES, this.#limits.maxLineBytes);
  }

  /** Up to where all is settled: the scanner was handed it, or told of it. A line begins there. */
  get place(): number {
    return this.#dropping ? this.#droppedAt : this.#offset;
  }

  /** The free part of the buffer: a chunk, or more while a long line grows (else its copying would be quadratic). */
  space(): Uint8Array {
    const { chunkBytes, maxLineBytes } = this.#limits;
    // Decoders give small pieces: while there is room for the next, a long line is not copied for it.
    const hasRoom = this.#buffer.length - 1 - this.#carry >= chunkBytes;
    const room = hasRoom ? chunkBytes : Math.max(chunkBytes, Math.min(this.#carry, maxLineBytes - this.#carry));
    this.#buffer = this.#scanner.buffer(this.#carry + room + 1, this.#carry);
    return this.#buffer.subarray(this.#carry, this.#carry + room);
  }

  /** The next `bytes` bytes stand in `space()`. */
  take(bytes: number): void {
    const filled = this.#carry + bytes;
    const last = this.#buffer.subarray(this.#carry, filled).lastIndexOf(NEWLINE);
    if (last < 0) return this.#noNewline(filled);
    const end = this.#carry + last + 1;
    this.#lines(end);
    this.#buffer.copyWithin(0, end, filled);
    this.#offset += end;
    this.#carry = filled - end;
    if (this.#carry > this.#limits.maxLineBytes) this.#drop();
  }

  /** Bytes that are at hand, instead of `space` and `take`. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const space = this.space();
      const part = bytes.subarray(at, at + space.length);
      copyInto(space, part);
      this.take(part.length);
      at += part.length;
    }
  }

  /** The archive or range is at its end: what is left is a line without a newline. */
  end(): void {
    if (this.#dropping) this.#scanner.reject("too_long", this.#droppedAt, this.#head);
    else if (this.#carry > this.#limits.maxLineBytes) this.#tooLong(0, this.#carry);
    else if (this.#carry > 0) this.#scanner.scanTail(0, this.#carry, this.#offset);
    this.#carry = 0;
    this.#dropping = false;
  }

  #noNewline(filled: number): void {
    this.#carry = filled;
    if (this.#dropping || filled > this.#limits.maxLineBytes) this.#drop();
  }

  #drop(): void {
    if (!this.#dropping) {
      this.#droppedAt = this.#offset;
      this.#head = this.#buffer.slice(0, Math.min(this.#carry, this.#headBytes));
    }
    this.#dropping = true;
    this.#offset += this.#carry;
    this.#carry = 0;
  }

  /** Scans the whole lines in `[0, end)`; the first may be the end of a dropped one. */
  #lines(end: number): void {
    let start = 0;
    if (this.#dropping) {
      start = this.#buffer.indexOf(NEWLINE) + 1;
      this.#scanner.reject("too_long", this.#droppedAt, this.#head);
      this.#dropping = false;
    }
    // Lines are only measured where one could be too long at all, which is hardly ever.
    if (end - start <= this.#limits.maxLineBytes) this.#scan(start, end);
    else this.#measured(start, end);
  }

  #measured(start: number, end: number): void {
    let from = start;
    for (let p = start; p < end;) {
      const next = this.#buffer.indexOf(NEWLINE, p) + 1;
      if (next - 1 - p > this.#limits.maxLineBytes) {
        this.#scan(from, p);
        this.#tooLong(p, next - 1);
        from = next;
      }
      p = next;
    }
    this.#scan(from, end);
  }

  #tooLong(start: number, end: number): void {
    const head = this.#buffer.subarray(start, Math.min(end, start + this.#headBytes));
    this.#scanner.reject("too_long", this.#offset + start, head);
  }

  #scan(start: number, end: number): void {
    if (end > start) this.#scanner.scan(start, end, this.#offset + start);
  }
}
