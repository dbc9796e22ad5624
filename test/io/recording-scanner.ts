// A scanner that writes down what it is given, and whose buffer holds what a feeder must not rely on.
import type { Partial } from "../../src/core/count/partial.js";
import type { Scanner } from "../../src/core/line/scanner.js";

const NEWLINE = 0x0a;

export class RecordingScanner implements Scanner {
  readonly name = "recording";
  /** `offset text`, `offset text (tail)` or `offset too long`, in the order in which they came. */
  readonly lines: string[] = [];
  largestBuffer = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  /** Always another buffer: what is not kept are newlines, so that a line is cut wherever stale bytes are read. */
  buffer(bytes: number, keep: number): Uint8Array {
    this.largestBuffer = Math.max(this.largestBuffer, bytes);
    const fresh = new Uint8Array(bytes).fill(NEWLINE);
    fresh.set(this.#bytes.subarray(0, keep));
    return (this.#bytes = fresh);
  }

  beginRange(): void {
    this.lines.length = 0;
  }

  scan(start: number, end: number, offset: number): void {
    if (end <= start || this.#bytes[end - 1] !== NEWLINE) throw new Error("scan wants whole lines");
    for (let p = start; p < end;) {
      const newline = this.#bytes.indexOf(NEWLINE, p);
      this.lines.push(`${offset + p - start} ${this.#text(p, newline)}`);
      p = newline + 1;
    }
  }

  scanTail(start: number, end: number, offset: number): void {
    if (end >= this.#bytes.length) throw new Error("a tail wants a byte behind it");
    this.lines.push(`${offset} ${this.#text(start, end)} (tail)`);
  }

  reject(_reason: string, offset: number): void {
    this.lines.push(`${offset} too long`);
  }

  endRange(): void {}

  finish(): Partial {
    throw new Error("nothing is counted here");
  }

  #text(start: number, end: number): string {
    return Buffer.from(this.#bytes.subarray(start, end)).toString("latin1");
  }
}
