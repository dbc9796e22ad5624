import { readSync } from "node:fs";
import { byArchive, gapsBetween, type PartForm, type Piece } from "../core/segment/pieces.js";
import { unlessLost } from "./archive-file.js";
import type { OpenArchive } from "./archives.js";
import { isUnread } from "./decoding.js";
import { readFully } from "./file-identity.js";

/** A byte range `[start, end)` of plain JSON Lines, cut at line ends; of any other archive always the whole. */
export interface ByteRange {
  readonly archive: number;
  /** Ascends with the place, over all archives. */
  readonly range: number;
  readonly start: number;
  readonly end: number;
  /** Of the decoded content so many bytes are known: they are read, and passed over. */
  readonly skipBytes?: number;
}

const LEAST_BYTES = 4 << 20;
const MOST_BYTES = 128 << 20;
const PROBE_BYTES = 64 * 1024;

/** How long the next range shall be when `restBytes` are left to cut. */
export type RangeSize = (restBytes: number) => number;

/**
 * Half of an even share of what is left (guided self-scheduling): the last ranges are short, so that nobody waits long, and
 * there are a dozen for a gigabyte and two lanes, where equal ranges would have to be 32 and more. Each range costs the
 * merge its share. One lane takes all at once.
 */
export function rangeSizeFor(lanes: number): RangeSize {
  if (lanes <= 1) return () => Infinity;
  return (restBytes) => Math.min(MOST_BYTES, Math.max(LEAST_BYTES, Math.ceil(restBytes / (lanes * 2))));
}

/**
 * Cuts archives into ranges. A line belongs to the range that holds its first byte; the cuts are moved to line ends here,
 * so no range needs to know its neighbours, and no byte is read by two. What is known already is left out.
 */
export function planRanges(
  archives: readonly OpenArchive[],
  rangeSize: RangeSize,
  known: readonly Piece[] = [],
): ByteRange[] {
  const ranges: ByteRange[] = [];
  const pieces = byArchive(known);
  const left = archives.map((archive, number) => leftOf(archive, pieces.get(number) ?? []));
  let restBytes = left.flat().reduce((sum, { from, to }) => sum + to - from, 0);
  archives.forEach((archive, number) => {
    for (const { from, to, ...skip } of left[number] as Left[]) {
      const rest = restBytes;
      const cuts = cutsOf(archive, from, to, (at) => rangeSize(rest - (at - from)));
      restBytes -= to - from;
      let start = from;
      for (const end of [...cuts, to]) {
        if (end > start || to === 0) ranges.push({ archive: number, range: ranges.length, start, end, ...skip });
        start = end;
      }
    }
  });
  return ranges;
}

interface Left {
  readonly from: number;
  readonly to: number;
  readonly skipBytes?: number;
}

/** What of an archive is not known. Of one that must be decoded that is all of the file, or nothing. */
function leftOf(archive: OpenArchive, known: readonly Piece[]): Left[] {
  const { sizeBytes } = archive.identity;
  if (known.length === 0) return [{ from: 0, to: sizeBytes }];
  if (isCuttable(archive)) return gapsBetween(known, sizeBytes);
  if (known.some(({ to }) => to === null)) return [];
  return [{ from: 0, to: sizeBytes, skipBytes: Math.max(...known.map(({ to }) => to as number)) }];
}

/** How a scan can go on with an archive that is known in part. */
export function partFormOf(archive: Pick<OpenArchive, "encoding" | "framing">): PartForm {
  if (isCuttable(archive)) return "ranges";
  return archive.framing === "lines" ? "beginning" : "whole";
}

/** The same of a part of one archive; `from` must be where a line begins. An archive that is no plain JSON Lines is one range. */
export function rangesWithin(
  archive: OpenArchive,
  number: number,
  from: number,
  to: number,
  rangeSize: RangeSize,
): ByteRange[] {
  const cuts = cutsOf(archive, from, to, (at) => rangeSize(to - at));
  const ends = [...cuts, to];
  return ends.map((end, range) => ({
    archive: number,
    range,
    start: range === 0 ? from : (ends[range - 1] as number),
    end,
  }));
}

/** Where the last whole line of a plain archive ends; 0: there is none. */
export function lastLineEnd(fd: number, sizeBytes: number, from = 0): number {
  const probe = Buffer.allocUnsafe(PROBE_BYTES);
  for (let end = sizeBytes; end > from;) {
    const start = Math.max(from, end - PROBE_BYTES);
    const newline = probe.subarray(0, readFully(fd, probe, end - start, start)).lastIndexOf(0x0a);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return from;
}

export function isCuttable({ encoding, framing }: Pick<OpenArchive, "encoding" | "framing">): boolean {
  return encoding === "plain" && framing === "lines";
}

/** One that is lost, or can't be read, is not cut: its only range will tell. */
function cutsOf(archive: OpenArchive, from: number, to: number, bytesFrom: (at: number) => number): number[] {
  if (!isCuttable(archive)) return [];
  const first = from + bytesFrom(from);
  if (first >= to) return [];
  try {
    return unlessLost(archive.file, (fd) => lineCuts(fd, first, to, bytesFrom), []);
  } catch (error) {
    if (isUnread(error)) return [];
    throw error;
  }
}

function lineCuts(fd: number, first: number, size: number, bytesFrom: (at: number) => number): number[] {
  const probe = Buffer.allocUnsafe(PROBE_BYTES);
  const cuts: number[] = [];
  for (let at = first; at < size;) {
    const cut = lineEndFrom(fd, at - 1, size, probe);
    if (cut >= size) break;
    cuts.push(cut);
    at = cut + bytesFrom(cut);
  }
  return cuts;
}

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
