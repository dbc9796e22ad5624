import * as fc from "fast-check";

/** Numbers that steer a test's cuts, orders and assignments: an endless deal from a list that fast-check can shrink. */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** 0 to `below - 1`; 0 when the list is empty, which is where shrinking leads. */
  below(below: number): number {
    if (this.#numbers.length === 0) return 0;
    return this.#numbers[this.#next++ % this.#numbers.length]! % below;
  }

  /** True once in `n` times or so. */
  oneIn(n: number): boolean {
    return this.below(n) === n - 1;
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, at: this.below(1000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  }
}

export const choiceNumbers = fc.array(fc.nat(9999), { maxLength: 60 });
