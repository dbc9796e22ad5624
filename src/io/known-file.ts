import { randomInt } from "node:crypto";
import { FINGERPRINT_BYTES, fingerprint, type FileStamp } from "./file-identity.js";

/** How many blocks of a file's known part are looked at again when it has grown. */
const SAMPLED_BLOCKS = 64;

/** A fingerprint of `FINGERPRINT_BYTES` from a place that nobody outside can know. */
export interface SampledBlock {
  readonly at: number;
  readonly print: string;
}

/** What is remembered of a file whose first `knownBytes` bytes are counted. */
export interface KnownFile {
  readonly stamp: FileStamp;
  readonly knownBytes: number;
  /** Of the first and of the last bytes of the known part. */
  readonly head: string;
  readonly tail: string;
  readonly blocks: readonly SampledBlock[];
}

export type FileChange = "none" | "appended" | "truncated" | "rewritten";

export function sameFile(a: FileStamp, b: FileStamp): boolean {
  return a.device === b.device && a.inode === b.inode;
}

/** Remembers an open file. `before` is what was known of it, if its known part has only grown. */
export function rememberFile(fd: number, stamp: FileStamp, knownBytes: number, before?: KnownFile): KnownFile {
  const [head, tail] = edges(fd, knownBytes);
  return { stamp, knownBytes, head, tail, blocks: sampled(fd, knownBytes, before) };
}

/**
 * What has happened to the known part of an open file. A change of the same length behind which something was appended is
 * found if a sampled block covers it: of `n` changed bytes among `N`, with a probability of about 1 - (1 - (n + 4096) / N)^64.
 */
export function changeOf(fd: number, stamp: FileStamp, known: KnownFile): FileChange {
  if (stamp.sizeBytes < known.stamp.sizeBytes) return "truncated";
  const hasGrown = stamp.sizeBytes > known.stamp.sizeBytes;
  if (!hasGrown && stamp.modifiedNs === known.stamp.modifiedNs && stamp.changedNs === known.stamp.changedNs)
    return "none";
  // Written to without growing: where, no sample surely tells. A new name alone (rotation) changes the other time.
  if (!hasGrown && stamp.modifiedNs !== known.stamp.modifiedNs) return "rewritten";
  const [head, tail] = edges(fd, known.knownBytes);
  if (head !== known.head || tail !== known.tail) return "rewritten";
  if (known.blocks.some(({ at, print }) => fingerprint(fd, at, at + FINGERPRINT_BYTES) !== print)) return "rewritten";
  return hasGrown ? "appended" : "none";
}

function edges(fd: number, knownBytes: number): [head: string, tail: string] {
  return [
    fingerprint(fd, 0, Math.min(knownBytes, FINGERPRINT_BYTES)),
    fingerprint(fd, Math.max(0, knownBytes - FINGERPRINT_BYTES), knownBytes),
  ];
}

/**
 * Places are drawn anew each time, and an old block gives way only where the new place lies in what was appended: so the
 * sample stays uniform over the known part while it grows, and a block once printed goes on watching for edits.
 */
function sampled(fd: number, knownBytes: number, before: KnownFile | undefined): SampledBlock[] {
  const reach = knownBytes - FINGERPRINT_BYTES;
  if (reach <= FINGERPRINT_BYTES) return [];
  const reachBefore = Math.max(0, (before?.knownBytes ?? 0) - FINGERPRINT_BYTES);
  const old = before?.blocks ?? [];
  return Array.from({ length: SAMPLED_BLOCKS }, (_, i) => {
    const at = randomInt(reach);
    const block = old[i];
    if (block !== undefined && at < reachBefore) return block;
    return { at, print: fingerprint(fd, at, at + FINGERPRINT_BYTES) };
  });
}
