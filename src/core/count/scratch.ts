interface ArrayKind<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
}

const NOTHING = new ArrayBuffer(0);

/**
 * Room for arrays that are wanted for a while and dropped together. A large log takes hundreds of thousands of them, and what so
 * many leave when they are collected lies scattered: the allocator can't give it back to the system.
 */
export class Scratch {
  #buffer: ArrayBuffer;
  #at = 0;

  constructor(buffer = NOTHING) {
    this.#buffer = buffer;
  }

  /** Anything may stand in it. */
  array<T>(kind: ArrayKind<T>, length: number): T {
    const bytes = length * kind.BYTES_PER_ELEMENT;
    const at = this.#at;
    this.#at += Math.ceil(bytes / 8) * 8;
    return this.#at <= this.#buffer.byteLength ? new kind(this.#buffer, at, length) : new kind(length);
  }

  /** All that it gave is dropped. It becomes as large as what was wanted. */
  clear(): void {
    if (this.#at > this.#buffer.byteLength) this.#buffer = new ArrayBuffer(Math.ceil(this.#at * 1.25));
    this.#at = 0;
  }
}
