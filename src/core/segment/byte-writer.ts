import type { ByteColumn } from "../count/columns.js";
import { HOUR_MS } from "../../model/options.js";

/** How `ByteWriter.floats` begins a number that is no step from the one before it. */
export const FLOAT = { minusInfinity: 0, infinity: 1, nan: 2, raw: 3, steps: 4 } as const;
/** Steps are written up to here: twice doubled and with a few codes beside them they are still exact. */
const MOST_STEP = 2 ** 50;
const MOST_VARINT_BYTES = 8;

/**
 * Numbers and byte strings in as few bytes as is cheap: whole numbers of up to 53 bits seven bits a byte, least first, and
 * columns as steps from row to row where rows are near each other. `ByteReader` is its other half.
 */
export class ByteWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;
  #sectionAt = 0;

  /** What it is made with grows as it must. */
  constructor(buffer = new ArrayBuffer(256)) {
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  /** What was written since this was last asked: a view, to be read before the next write. */
  section(): Uint8Array {
    const from = this.#sectionAt;
    return this.#bytes.subarray(from, (this.#sectionAt = this.#at));
  }

  get length(): number {
    return this.#at;
  }

  /** All that was written since the last `take`, as a view too; the writer begins anew. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    this.#sectionAt = 0;
    return bytes;
  }

  /** Bytes without their length before them. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  uint(value: number): void {
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER))
      throw new RangeError(`${value} is no number of up to 53 bits`);
    this.#reserve(MOST_VARINT_BYTES);
    let rest = value;
    while (rest >= 2 ** 31) {
      this.#bytes[this.#at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.uint(bytes.length);
    this.raw(bytes);
  }

  uints(column: ArrayLike<number>): void {
    for (let i = 0; i < column.length; i++) this.uint(column[i] as number);
  }

  /** Whole numbers that are near the one before them. */
  steps(column: ArrayLike<number>): void {
    let last = 0;
    for (let i = 0; i < column.length; i++) {
      const value = column[i] as number;
      this.uint(zigzag(value - last));
      last = value;
    }
  }

  /** Numbers of any kind; whole ones, as times are, as steps from the one before or from that of `base` in the same row. */
  floats(column: Float64Array, base?: Float64Array): void {
    let last = 0;
    for (let i = 0; i < column.length; i++) {
      const value = column[i] as number;
      this.#float(value, base === undefined ? last : wholeOf(base[i] as number));
      last = wholeOf(value, last);
    }
  }

  float(value: number): void {
    this.#float(value, 0);
  }

  /** How many strings there are stands before them. */
  strings({ bytes, ends }: ByteColumn): void {
    this.uint(ends.length);
    let last = 0;
    for (let i = 0; i < ends.length; i++) {
      this.uint((ends[i] as number) - last);
      last = ends[i] as number;
    }
    this.raw(bytes.subarray(0, last));
  }

  #float(value: number, last: number): void {
    const step = value - last;
    if (!Number.isSafeInteger(value) || Object.is(value, -0) || Math.abs(step) > MOST_STEP) return this.#odd(value);
    // Cells and watermarks stand at whole hours: such steps are short when counted in hours.
    const hours = step / HOUR_MS;
    if (Number.isInteger(hours)) this.uint(FLOAT.steps + zigzag(hours) * 2 + 1);
    else this.uint(FLOAT.steps + zigzag(step) * 2);
  }

  #odd(value: number): void {
    if (value === -Infinity) return this.uint(FLOAT.minusInfinity);
    if (value === Infinity) return this.uint(FLOAT.infinity);
    if (value !== value) return this.uint(FLOAT.nan);
    this.uint(FLOAT.raw);
    this.#reserve(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#at + bytes, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Small numbers of both signs as small numbers. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** The number that the next step is taken from: odd ones are passed over. */
export function wholeOf(value: number, otherwise = 0): number {
  return Number.isSafeInteger(value) ? value : otherwise;
}
