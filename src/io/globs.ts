import { createRequire } from "node:module";
import type { globSync } from "tinyglobby";
import { compareText } from "../core/merge/counts.js";

const GLOB = /[*?[\]{}()!]/;

/** Whether a path that is not there may be meant as a pattern. */
export function isGlob(path: string): boolean {
  return GLOB.test(path);
}

/** The files that a pattern names, sorted by code point; dot files only where the pattern itself says so. */
export function filesMatching(pattern: string): string[] {
  // Hardly any run has a pattern, and paths are expanded synchronously.
  const { globSync: find } = createRequire(import.meta.url)("tinyglobby") as { globSync: typeof globSync };
  return find(pattern, { expandDirectories: false, onlyFiles: true, dot: false }).toSorted(compareText);
}
