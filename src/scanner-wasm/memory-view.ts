/** Typed views of a memory that grows: another thread may grow it at any moment, so they are made anew when it has. */
export class MemoryView {
  readonly #memory: WebAssembly.Memory;
  #buffer: SharedArrayBuffer;
  #u8: Uint8Array;
  #u32: Uint32Array;
  #f64: Float64Array;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#buffer = memory.buffer;
    this.#u8 = new Uint8Array(this.#buffer);
    this.#u32 = new Uint32Array(this.#buffer);
    this.#f64 = new Float64Array(this.#buffer);
  }

  get u8(): Uint8Array {
    this.#refresh();
    return this.#u8;
  }

  get u32(): Uint32Array {
    this.#refresh();
    return this.#u32;
  }

  get f64(): Float64Array {
    this.#refresh();
    return this.#f64;
  }

  /** A copy of `length` bytes: what decodes text does not take shared memory. */
  copy(address: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    bytes.set(this.u8.subarray(address, address + length)); // \`slice\` goes byte by byte in shared memory
    return bytes;
  }

  #refresh(): void {
    const buffer = this.#memory.buffer;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#u8 = new Uint8Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#f64 = new Float64Array(buffer);
  }
}
