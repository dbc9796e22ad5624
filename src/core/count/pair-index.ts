import { grown } from "./columns.js";
import type { HashSeed } from "../line/hash.js";

/** Pairs of 32-bit numbers to small integers, in order of arrival: open addressing over seeded multipliers. */
export class PairIndex {
  readonly #multiplyA: number;
  readonly #multiplyB: number;
  #index: Int32Array = new Int32Array(16); // row + 1; 0 is free
  #a: Uint32Array = new Uint32Array(8);
  #b: Uint32Array = new Uint32Array(8);
  #size = 0;

  constructor(seed: HashSeed) {
    this.#multiplyA = seed.k0 | 1;
    this.#multiplyB = Math.imul(seed.k1, 0x9e3779b1) | 1;
  }

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#index.byteLength + this.#a.byteLength + this.#b.byteLength;
  }

  /** The pair's row; a new pair gets the row `size` had before. */
  intern(a: number, b: number): number {
    const mask = this.#index.length - 1;
    for (let k = this.#hash(a, b) & mask; ; k = (k + 1) & mask) {
      const row = (this.#index[k] as number) - 1;
      if (row < 0) return this.#add(a, b, k);
      if (this.#a[row] === a && this.#b[row] === b) return row;
    }
  }

  second(row: number): number {
    return this.#b[row] as number;
  }

  toColumns(): [Uint32Array, Uint32Array] {
    return [this.#a.slice(0, this.#size), this.#b.slice(0, this.#size)];
  }

  #add(a: number, b: number, slot: number): number {
    const row = this.#size++;
    this.#a = grown(this.#a, row + 1);
    this.#b = grown(this.#b, row + 1);
    this.#a[row] = a;
    this.#b[row] = b;
    this.#index[slot] = row + 1;
    if (this.#size * 2 > this.#index.length) this.#rebuild(this.#index.length * 2);
    return row;
  }

  #rebuild(length: number): void {
    const mask = length - 1;
    this.#index = new Int32Array(length);
    for (let row = 0; row < this.#size; row++) {
      let k = this.#hash(this.#a[row] as number, this.#b[row] as number) & mask;
      while (this.#index[k] !== 0) k = (k + 1) & mask;
      this.#index[k] = row + 1;
    }
  }

  /** Multiplying by a secret and folding the high half down: which pairs meet can't be told without the seed. */
  #hash(a: number, b: number): number {
    let h = Math.imul(a, this.#multiplyA);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b) ^ Math.imul(b, this.#multiplyB);
    h ^= h >>> 13;
    h = Math.imul(h, 0xc2b2ae35);
    return h ^ (h >>> 16);
  }
}
