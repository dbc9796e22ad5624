import type { PagePattern } from "../page-data.js";

export type SortKey = "name" | "session" | "d7" | "d14" | "total" | "confidence" | "trigger" | "action" | "last";

export interface Order {
  /** undefined: as the report has them. */
  readonly key?: SortKey;
  readonly isAscending: boolean;
}

/** What the search looks at, in lower case. */
export function searchText({ name, label, interceptors, coveredBy }: PagePattern): string {
  return [name, label, interceptors, coveredBy].join("\n").toLowerCase();
}

/** Patterns that hold every word of the search, in order. `texts` are their `searchText`s. */
export function found(
  patterns: readonly PagePattern[],
  texts: readonly string[],
  search: string,
  action: string,
  { key, isAscending }: Order,
): PagePattern[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = patterns.filter(
    (pattern, i) =>
      (action === "" || pattern.action === action) && words.every((word) => (texts[i] as string).includes(word)),
  );
  if (key === undefined) return all;
  const sign = isAscending ? 1 : -1;
  // Equal ones stay in the report's order: sorting is stable.
  return all.sort((a, b) => sign * compare(a[key], b[key]));
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return a < b ? -1 : a > b ? 1 : 0;
}
