const NO_MATCH = -1;

/** Tells whether a key, which may come in several chunks, is the wanted one. A key that is spelt with escapes is not. */
export class KeyMatch {
  /** Whether the string at hand is the key to be matched. */
  isOpen = false;
  readonly #wanted: Uint8Array;
  #matched = NO_MATCH;

  constructor(wanted: Uint8Array) {
    this.#wanted = wanted;
  }

  get isWhole(): boolean {
    return this.#matched === this.#wanted.length;
  }

  open(): void {
    this.isOpen = true;
    this.#matched = 0;
  }

  close(): void {
    this.isOpen = false;
  }

  forget(): void {
    this.isOpen = false;
    this.#matched = NO_MATCH;
  }

  /** The next bytes of the string, from `start` to its quote or the chunk's end. */
  take(chunk: Uint8Array, start: number): void {
    for (let i = start; i < chunk.length && chunk[i] !== 0x22; i++)
      this.#matched = this.#matched >= 0 && chunk[i] === this.#wanted[this.#matched] ? this.#matched + 1 : NO_MATCH;
  }
}
