import { FLOAT, wholeOf } from "./byte-writer.js";
import { HOUR_MS } from "../../model/options.js";
import type { ByteColumn } from "../count/columns.js";

/** Bytes that are not what `ByteWriter` writes, or that say what can't be. `message` says what and where. */
export class DamagedSegment extends Error {
  override readonly name = "DamagedSegment";
}

/** Reads what `ByteWriter` wrote, and trusts none of it: nothing is allocated that the bytes at hand could not fill. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  #at = 0;

  /** `what` the bytes are, for messages. */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#what = what;
  }

  damaged(detail: string): DamagedSegment {
    return new DamagedSegment(`${this.#what}: ${detail} before byte ${this.#at}`);
  }

  /** Every byte must have been read. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw this.damaged("more bytes than there should be");
  }

  /** A whole number not greater than `most`. */
  uint(most = Number.MAX_SAFE_INTEGER): number {
    const bytes = this.#bytes;
    let value = 0;
    // Nearly all numbers have a byte or two, and there are millions: within 28 bits they are shifted, not multiplied.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw this.damaged("it ends too early");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return this.#within(value, most);
    }
    for (let scale = 2 ** 28; scale < 2 ** 56; scale *= 128) {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw this.damaged("it ends too early");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return this.#within(value, most);
    }
    throw this.damaged("a number without an end");
  }

  #within(value: number, most: number): number {
    if (value > most) throw this.damaged(`${value} is more than ${most}`);
    return value;
  }

  /** How many rows follow, each of at least `rowBytes` bytes. */
  count(rowBytes: number): number {
    const count = this.uint();
    this.expect(count * rowBytes);
    return count;
  }

  /** At least so many bytes must follow. */
  expect(bytes: number): void {
    if (bytes > this.#bytes.length - this.#at) throw this.damaged("more rows than its bytes can hold");
  }

  bytes(): Uint8Array {
    const length = this.count(1);
    return this.#bytes.slice(this.#at, (this.#at += length));
  }

  uints(count: number, most = 0xffff_ffff): Uint32Array {
    const column = new Uint32Array(count);
    for (let i = 0; i < count; i++) column[i] = this.uint(most);
    return column;
  }

  steps(count: number, most = 0xffff_ffff): Uint32Array {
    const column = new Uint32Array(count);
    let last = 0;
    for (let i = 0; i < count; i++) {
      last += this.#signed();
      if (last < 0 || last > most) throw this.damaged(`${last} is not within 0 to ${most}`);
      column[i] = last;
    }
    return column;
  }

  floats(count: number, base?: Float64Array): Float64Array {
    const column = new Float64Array(count);
    let last = 0;
    for (let i = 0; i < count; i++) {
      const value = this.#float(base === undefined ? last : wholeOf(base[i] as number));
      column[i] = value;
      last = wholeOf(value, last);
    }
    return column;
  }

  float(): number {
    return this.#float(0);
  }

  strings(): ByteColumn {
    const count = this.count(1);
    const ends = new Uint32Array(count);
    let end = 0;
    for (let i = 0; i < count; i++) {
      end += this.uint(this.#bytes.length - end);
      ends[i] = end;
    }
    if (end > this.#bytes.length - this.#at) throw this.damaged("strings that end too early");
    return { bytes: this.#bytes.slice(this.#at, (this.#at += end)), ends };
  }

  #float(last: number): number {
    const code = this.uint();
    if (code >= FLOAT.steps) {
      const zigzag = Math.floor((code - FLOAT.steps) / 2);
      return last + unzigzag(zigzag) * (zigzag * 2 === code - FLOAT.steps ? 1 : HOUR_MS);
    }
    if (code === FLOAT.minusInfinity) return -Infinity;
    if (code === FLOAT.infinity) return Infinity;
    return code === FLOAT.nan ? NaN : this.#raw();
  }

  #raw(): number {
    const at = this.#at;
    if (at + 8 > this.#bytes.length) throw this.damaged("it ends too early");
    this.#at += 8;
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, 8).getFloat64(0, true);
  }

  #signed(): number {
    return unzigzag(this.uint());
  }
}

/** Halves are compared, for the remainder of a number that is no small integer takes longer than all else. */
function unzigzag(value: number): number {
  const half = Math.floor(value / 2);
  return half * 2 === value ? half : -half - 1;
}
