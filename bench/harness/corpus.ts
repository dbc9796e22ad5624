// The archives that benches run on. Same options, same bytes; the hash in the output says so.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeArchive, type ArchiveOptions } from "../../fixtures/archive.js";
import type { Corpus } from "./result.js";

// False positives stay out where others are compared: they do not subtract them.
const SHAPES: Readonly<Record<string, Omit<ArchiveOptions, "bytes" | "seed">>> = {
  clean: { shape: "clean", falsePositives: 0 },
  dirty: { shape: "realistic" },
  shuffled: { shape: "shuffled", oddShare: 0, falsePositives: 0 },
  fat: { shape: "fat", oddShare: 0, falsePositives: 0 },
  "few-groups": { shape: "few-groups", oddShare: 0, falsePositives: 0 },
};

/**
 * `clean`: lines of 312 bytes without odd ones. `dirty`: 1 % odd lines, and false positives. `shuffled`: in random order of
 * time. `fat`: lines of 3.9 KB. `few-groups`: 24 sessions and 12 rules, where `clean` has 300,000 and 2,000 in 1 GiB.
 */
export const CORPUS_NAMES = Object.keys(SHAPES);

export interface MadeCorpus extends Corpus {
  readonly path: string;
}

export function makeCorpus(folder: string, name: string, bytes: number, seed: number): MadeCorpus {
  const shape = SHAPES[name];
  if (shape === undefined) throw new Error(`--corpus ${name}: one of ${CORPUS_NAMES.join(", ")}`);
  const path = join(folder, `${name}-${bytes}-${seed}.jsonl`);
  writeArchive(path, { ...shape, bytes, seed, force: true });
  return describe(name, path);
}

/** An archive of one's own. */
export function describe(name: string, path: string): MadeCorpus {
  return { name, path, bytes: statSync(path).size, sha256: hashOf(path) };
}

function hashOf(path: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(1 << 20);
  const fd = openSync(path, "r");
  try {
    for (let bytes = readSync(fd, chunk); bytes > 0; bytes = readSync(fd, chunk)) hash.update(chunk.subarray(0, bytes));
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}
