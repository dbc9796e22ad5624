import { readSync } from "node:fs";
import type { OpenArchive } from "./archives.js";

/** A byte range `[start, end)` of plain JSON Lines, cut at line ends; of any other archive always the whole. */
export interface ByteRange {
  readonly archive: number;
  /** Ascends with the place, over all archives. */
  readonly range: number;
  readonly start: number;
  readonly end: number;
}

const MIN_RANGE_BYTES = 1 << 20;
const MAX_RANGE_BYTES = 32 << 20;
const PROBE_BYTES = 64 * 1024;

/** About 16 ranges a thread, so that nobody waits long for the last one. Each costs the merge its share: at most 32 MiB. */
export function rangeBytesFor(totalBytes: number, threads: number): number {
  return Math.min(MAX_RANGE_BYTES, Math.max(MIN_RANGE_BYTES, Math.ceil(totalBytes / (threads * 16))));
}

/**
 * Cuts archives into ranges of about `rangeBytes`. A line belongs to the range that holds its first byte; the cuts are
 * moved to line ends here, so no range needs to know its neighbours, and no byte is read by two.
 */
export function planRanges(archives: readonly OpenArchive[], rangeBytes: number): ByteRange[] {
  const ranges: ByteRange[] = [];
  archives.forEach((archive, number) => {
    const size = archive.identity.sizeBytes;
    const cuts =
      archive.encoding === "plain" && archive.framing === "lines" ? lineCuts(archive.fd, size, rangeBytes) : [];
    let start = 0;
    for (const end of [...cuts, size]) {
      if (end > start || size === 0) ranges.push({ archive: number, range: ranges.length, start, end });
      start = end;
    }
  });
  return ranges;
}

function lineCuts(fd: number, size: number, rangeBytes: number): number[] {
  const probe = Buffer.allocUnsafe(PROBE_BYTES);
  const cuts: number[] = [];
  for (let at = rangeBytes; at < size;) {
    const cut = lineEndFrom(fd, at - 1, size, probe);
    if (cut >= size) break;
    cuts.push(cut);
    at = cut + rangeBytes;
  }
  return cuts;
}

/** The position behind the first newline at or after `at`; `size` if there is none. */
function lineEndFrom(fd: number, at: number, size: number, probe: Buffer): number {
  while (at < size) {
    const n = readSync(fd, probe, 0, Math.min(probe.length, size - at), at);
    if (n === 0) return size;
    const newline = probe.subarray(0, n).indexOf(0x0a);
    if (newline >= 0) return at + newline + 1;
    at += n;
  }
  return size;
}
