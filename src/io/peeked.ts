/** A stream whose start can be looked at before it is read. */
export class Peeked implements AsyncIterable<Uint8Array> {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  /** Whether all of it was looked at. */
  isWhole = false;
  #error: unknown;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#iterator = input[Symbol.asyncIterator]();
  }

  /** The first `bytes` bytes, fewer if there are no more, or if the stream breaks before. */
  async start(bytes: number): Promise<Uint8Array> {
    let length = 0;
    try {
      while (length < bytes) {
        const { value, done } = await this.#iterator.next();
        if (done === true) {
          this.isWhole = true;
          break;
        }
        this.#chunks.push(value);
        length += value.length;
      }
    } catch (error) {
      this.#error = error;
    }
    return Buffer.concat(this.#chunks).subarray(0, bytes);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#chunks;
      if (this.#error !== undefined) throw this.#error;
      for (;;) {
        const { value, done } = await this.#iterator.next();
        if (done === true) return;
        yield value;
      }
    } finally {
      await this.#iterator.return?.();
    }
  }
}
