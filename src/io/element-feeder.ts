import { HEAD_BYTES, type LineScanner } from "../core/line/scanner.js";
import type { ElementSink, FramingFaults } from "./element-sink.js";
import { copyInto } from "./bulk-copy.js";
import { ElementReader } from "./json-elements.js";
import type { FeederLimits } from "./line-feeder.js";

const NEWLINE = 0x0a;
const SPACE = 0x20;
const NOTHING = new Uint8Array(0);

/**
 * Hands the elements of a JSON document to a scanner as lines: the counterpart of LineFeeder for archives that are not
 * JSON Lines. Newlines inside an element become spaces; in valid JSON they stand between tokens only.
 *
 * Elements stand in the buffer as far apart as in the archive, spaces and a newline between them, so that the scanner
 * gets many at once and every line begins at its element's place. An element that is longer than the limit is dropped as
 * it comes and rejected once, so the buffer holds a chunk and the longest element.
 */
export class ElementFeeder implements ElementSink {
  readonly #scanner: LineScanner;
  readonly #limits: FeederLimits;
  readonly #reader: ElementReader;
  #buffer: Uint8Array;
  /** Place of the buffer's first byte. */
  #place = 0;
  /** Where the last whole element ends; 0: there is none. */
  #done = 0;
  /** Where the element at hand begins, and where its bytes end so far. */
  #start = 0;
  #end = 0;
  #at = 0;
  #dropping = false;
  /** How the element that is being dropped begins. */
  #head: Uint8Array = NOTHING;

  constructor(scanner: LineScanner, limits: FeederLimits, containers: boolean) {
    this.#scanner = scanner;
    this.#limits = limits;
    this.#buffer = scanner.buffer(limits.chunkBytes + 1, 0);
    this.#reader = new ElementReader(this, containers);
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk);
  }

  /** No more bytes will come. Returns what was wrong with the framing. */
  finish(): FramingFaults {
    this.#reader.end();
    this.#flush();
    return this.#reader.faults;
  }

  begin(offset: number): void {
    this.#at = offset;
    this.#dropping = false;
    const next = offset - this.#place;
    // Values that touch leave no room for the newline between them.
    if (this.#done > 0 && next > this.#done && next < this.#limits.chunkBytes) {
      this.#buffer.fill(SPACE, this.#done, next - 1);
      this.#buffer[next - 1] = NEWLINE;
      this.#start = next;
    } else {
      this.#flush();
      this.#place = offset;
      this.#start = 0;
    }
    this.#end = this.#start;
  }

  bytes(chunk: Uint8Array, start: number, end: number): void {
    const length = this.#end - this.#start + end - start;
    if (this.#dropping) return;
    if (length > this.#limits.maxLineBytes) {
      this.#dropping = true;
      const begun = this.#buffer.subarray(this.#start, this.#end);
      const rest = chunk.subarray(start, Math.min(end, start + HEAD_BYTES));
      // So much is at hand whatever the chunks.
      const headBytes = Math.min(HEAD_BYTES, this.#limits.maxLineBytes);
      this.#head = Buffer.concat([begun, rest]).subarray(0, headBytes);
      return;
    }
    if (this.#start + length + 1 > this.#buffer.length) this.#makeRoom(length);
    const part = this.#buffer.subarray(this.#end, this.#end + end - start);
    copyInto(part, chunk.subarray(start, end));
    for (let i = part.indexOf(NEWLINE); i >= 0; i = part.indexOf(NEWLINE, i + 1)) part[i] = SPACE;
    this.#end += end - start;
  }

  end(): void {
    if (!this.#dropping) this.#done = this.#end;
    else {
      this.#flush();
      this.#scanner.reject("too_long", this.#at, this.#head);
    }
  }

  /** The elements within come with places of their own. */
  discard(): void {
    this.#end = this.#start;
  }

  reject(offset: number, isOpen: boolean): void {
    this.#flush();
    const begun = this.#dropping ? this.#head : this.#buffer.subarray(this.#start, this.#end);
    this.#scanner.reject("invalid_json", offset, isOpen ? begun.subarray(0, HEAD_BYTES) : NOTHING);
  }

  /** A line of NULs is blank, and noted. */
  nuls(offset: number): void {
    this.#flush();
    this.#buffer[0] = 0;
    this.#buffer[1] = NEWLINE;
    this.#scanner.scan(0, 2, offset);
  }

  tail(): void {
    this.#flush();
    if (this.#dropping) this.#scanner.reject("too_long", this.#at, this.#head);
    else this.#scanner.scanTail(this.#start, this.#end, this.#at);
  }

  #makeRoom(length: number): void {
    this.#flush();
    this.#buffer.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    this.#place = this.#at;
    if (length + 1 <= this.#buffer.length) return;
    this.#buffer = this.#scanner.buffer(Math.min(this.#limits.maxLineBytes + 1, (length + 1) * 2), this.#end);
  }

  /** Has all whole elements scanned. */
  #flush(): void {
    const end = this.#done + 1;
    if (end === 1) return;
    // The scanner may use the byte behind, where the element at hand may begin.
    const behind = this.#buffer[end] as number;
    this.#buffer[end - 1] = NEWLINE;
    this.#scanner.scan(0, end, this.#place);
    this.#buffer[end] = behind;
    this.#done = 0;
  }
}
