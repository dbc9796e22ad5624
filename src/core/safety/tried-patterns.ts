import { literalsOf } from "./literals.js";

const KEY_LENGTH = 2;
const SLOTS = 1 << 12;

/** Patterns, and which of them a text may match: those of which it holds a literal. */
export class TriedPatterns<T extends { readonly pattern: RegExp }> {
  /** Without literals. */
  readonly #always: T[] = [];
  /** By the first two characters of a literal, or the only one. */
  readonly #byKey = new Map<string, (readonly [literal: string, one: T])[]>();
  /** Where a key of two characters may be met at all. */
  readonly #isKey = new Uint8Array(SLOTS);

  constructor(all: readonly T[]) {
    for (const one of all) {
      const literals = literalsOf(one.pattern);
      if (literals === undefined) this.#always.push(one);
      else for (const literal of literals) this.#add(literal, one);
    }
  }

  /** Linear in the text's length. */
  in(cased: string): ReadonlySet<T> {
    const text = cased.toLowerCase();
    const found = new Set(this.#always);
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (this.#isKey[slotOf(0, unit)] === 1) this.#meet(text, at, 1, found);
      if (this.#isKey[slotOf(before, unit)] === 1 && at > 0) this.#meet(text, at - 1, KEY_LENGTH, found);
      before = unit;
    }
    return found;
  }

  #meet(text: string, at: number, length: number, found: Set<T>): void {
    for (const [literal, one] of this.#byKey.get(text.slice(at, at + length)) ?? [])
      if (text.startsWith(literal, at)) found.add(one);
  }

  #add(literal: string, one: T): void {
    const key = literal.slice(0, KEY_LENGTH);
    this.#isKey[slotOf(key.length < KEY_LENGTH ? 0 : key.charCodeAt(0), key.charCodeAt(key.length - 1))] = 1;
    const others = this.#byKey.get(key);
    if (others === undefined) this.#byKey.set(key, [[literal, one]]);
    else others.push([literal, one]);
  }
}

function slotOf(before: number, unit: number): number {
  return (before * 31 + unit) & (SLOTS - 1);
}
