export const OBJECT = 1;
export const ARRAY = 2;

/** Which arrays and objects are open. Depth is limited by whoever pushes, not here: no recursion, a byte a level. */
export class Nesting {
  depth = 0;
  #kinds: Uint8Array = new Uint8Array(64);

  get innermost(): number | undefined {
    return this.#kinds[this.depth - 1];
  }

  push(kind: number): void {
    if (this.depth === this.#kinds.length) {
      const larger = new Uint8Array(this.#kinds.length * 2);
      larger.set(this.#kinds);
      this.#kinds = larger;
    }
    this.#kinds[this.depth++] = kind;
  }
}
