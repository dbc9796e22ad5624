const NO_MATCH = -1;
const NO_ESCAPE = -1;
const HEX_DIGITS = 4;

/** Tells whether a key, which may come in several chunks, is the wanted one. */
export class KeyMatch {
  /** Whether the string at hand is the key to be matched. */
  isOpen = false;
  readonly #wanted: Uint8Array;
  #matched = NO_MATCH;
  /** Digits of a `\u` escape so far, and what they come to. */
  #digits = NO_ESCAPE;
  #code = 0;

  /** `wanted`: ASCII letters, which no shorter escape than `\u` spells. */
  constructor(wanted: Uint8Array) {
    this.#wanted = wanted;
  }

  get isWhole(): boolean {
    return this.#matched === this.#wanted.length;
  }

  open(): void {
    this.isOpen = true;
    this.#matched = 0;
    this.#digits = NO_ESCAPE;
  }

  close(): void {
    this.isOpen = false;
  }

  forget(): void {
    this.isOpen = false;
    this.#matched = NO_MATCH;
  }

  /** The next bytes of the string, from `start` to its quote, an escape or the chunk's end. */
  take(chunk: Uint8Array, start: number): void {
    for (let i = start; i < chunk.length && chunk[i] !== 0x22 && chunk[i] !== 0x5c; i++) this.#next(chunk[i] as number);
  }

  /** The next byte of an escape, behind its backslash. */
  takeEscaped(byte: number): void {
    if (this.#digits === NO_ESCAPE) {
      if (byte === 0x75) [this.#digits, this.#code] = [0, 0];
      else this.#next(NO_MATCH);
      return;
    }
    this.#code = this.#code * 16 + Number.parseInt(String.fromCharCode(byte), 16);
    if (++this.#digits < HEX_DIGITS) return;
    this.#digits = NO_ESCAPE;
    this.#next(this.#code);
  }

  #next(code: number): void {
    this.#matched = this.#matched >= 0 && code === this.#wanted[this.#matched] ? this.#matched + 1 : NO_MATCH;
  }
}
