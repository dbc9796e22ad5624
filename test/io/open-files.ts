// What this process holds open: descriptors that a test must not leave behind.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { closeArchives, openArchives, type ArchiveSet, type NamedFile } from "../../src/io/archives.js";

const DESCRIPTORS = "/proc/self/fd";

/** Whether descriptors can be counted here. */
export const canCountOpenFiles = existsSync(DESCRIPTORS);

export function openFileCount(): number {
  return readdirSync(DESCRIPTORS).length;
}

/** The files of a folder as archives, closed when the test is over. */
export function openIn(folder: string, names: readonly string[]): ArchiveSet {
  const files = names.map((path): NamedFile => ({ path, file: join(folder, path), role: "intercepts" }));
  const set = openArchives(files);
  onTestFinished(() => closeArchives(set.open));
  return set;
}
