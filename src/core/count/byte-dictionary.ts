import { grown, type ByteColumn } from "./columns.js";
import { hashBytes, type HashSeed } from "../line/hash.js";

/** Byte strings to small integers, in order of arrival: open addressing over a seeded hash, no string is made. */
export class ByteDictionary {
  readonly #seed: HashSeed;
  #index: Int32Array = new Int32Array(16); // row + 1; 0 is free
  #hashes: Uint32Array = new Uint32Array(8);
  #ends: Uint32Array = new Uint32Array(8);
  #bytes: Uint8Array = new Uint8Array(128);
  #size = 0;

  constructor(seed: HashSeed) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#index.byteLength + this.#hashes.byteLength + this.#ends.byteLength + this.#bytes.byteLength;
  }

  hash(bytes: Uint8Array, start: number, end: number): number {
    return hashBytes(bytes, start, end, this.#seed);
  }

  /** The row of `bytes[start, end)`, or -1. `hash` must be this dictionary's hash of it. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#index.length - 1;
    for (let k = hash & mask; ; k = (k + 1) & mask) {
      const row = (this.#index[k] as number) - 1;
      if (row < 0) return -1;
      if (this.#hashes[row] === hash && this.#equals(row, bytes, start, end)) return row;
    }
  }

  /** Adds a string that `find` did not find. */
  add(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const row = this.#size++;
    const from = row === 0 ? 0 : (this.#ends[row - 1] as number);
    const to = from + end - start;
    this.#hashes = grown(this.#hashes, row + 1);
    this.#ends = grown(this.#ends, row + 1);
    this.#bytes = grown(this.#bytes, to);
    this.#hashes[row] = hash;
    this.#ends[row] = to;
    for (let i = start, o = from; i < end; i++, o++) this.#bytes[o] = bytes[i] as number;
    if (this.#size * 2 > this.#index.length) this.#rebuild(this.#index.length * 2);
    else this.#insert(row);
    return row;
  }

  intern(bytes: Uint8Array, start = 0, end = bytes.length): number {
    const hash = this.hash(bytes, start, end);
    const row = this.find(bytes, start, end, hash);
    return row >= 0 ? row : this.add(bytes, start, end, hash);
  }

  bytesOf(row: number): Uint8Array {
    return this.#bytes.subarray(row === 0 ? 0 : this.#ends[row - 1], this.#ends[row]);
  }

  /** The serial form; copies, so that the dictionary may go on growing. */
  toColumn(): ByteColumn {
    const bytes = this.#bytes.slice(0, this.#size === 0 ? 0 : this.#ends[this.#size - 1]);
    return { bytes, ends: this.#ends.slice(0, this.#size) };
  }

  #equals(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    let o = row === 0 ? 0 : (this.#ends[row - 1] as number);
    if ((this.#ends[row] as number) - o !== end - start) return false;
    for (let i = start; i < end; i++, o++) if (bytes[i] !== this.#bytes[o]) return false;
    return true;
  }

  #insert(row: number): void {
    const mask = this.#index.length - 1;
    let k = (this.#hashes[row] as number) & mask;
    while (this.#index[k] !== 0) k = (k + 1) & mask;
    this.#index[k] = row + 1;
  }

  #rebuild(length: number): void {
    this.#index = new Int32Array(length);
    for (let row = 0; row < this.#size; row++) this.#insert(row);
  }
}
