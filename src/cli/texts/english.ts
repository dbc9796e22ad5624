import { number } from "./quantities.js";

/** `1 hit`, `2 hits`, `1,000 retries`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}
