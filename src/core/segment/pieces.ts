import type { ArchiveReason } from "../../model/archive-reasons.js";
import type { ShardedPartial } from "../count/partial.js";
import { DamagedSegment } from "./byte-reader.js";

/** A part of an archive whose records stand in a segment. */
export interface Piece {
  readonly archive: number;
  /** Bytes of the decoded archive: `[from, to)`; null: up to its end. */
  readonly from: number;
  readonly to: number | null;
  /** Bytes of the file that were read for it, before decoding; of an archive that is decoded they stand with its last part. */
  readonly readBytes: number;
  /** What its rejected lines take in the lane's file of them, where pieces follow on one another; absent: nothing. */
  readonly rejectsBytes?: number;
  /** Why the rest of the archive could not be decoded or read. */
  readonly failure?: ArchiveReason;
}

/** Where the rejected lines of a segment's pieces begin: in which file, and where in it. */
export interface RejectsStart {
  readonly name: string;
  readonly at: number;
  /** CRC-32 of all that the pieces have there. */
  readonly checksum: number;
}

/** How an archive can be gone on with: from anywhere, from where its beginning ends, or not at all. */
export type PartForm = "ranges" | "beginning" | "whole";

/** Joins a piece to those of one lane: what follows on the last one becomes one with it. */
export function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  const follows = last?.archive === piece.archive && last.to === piece.from && last.failure === undefined;
  if (!follows) pieces.push(piece);
  else {
    const rejectsBytes = (last.rejectsBytes ?? 0) + (piece.rejectsBytes ?? 0);
    const readBytes = last.readBytes + piece.readBytes;
    pieces[pieces.length - 1] = { ...piece, from: last.from, readBytes, ...(rejectsBytes > 0 && { rejectsBytes }) };
  }
}

export function byArchive<T extends Pick<Piece, "archive">>(pieces: readonly T[]): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const piece of pieces) {
    const list = lists.get(piece.archive);
    if (list === undefined) lists.set(piece.archive, [piece]);
    else list.push(piece);
  }
  return lists;
}

/**
 * The segments that can be gone on from: of two that hold the same bytes one, and of what can't be read from its middle all
 * from the beginning on. `forms`: by archive.
 */
export function fittingSegments<T extends { readonly pieces: readonly Piece[] }>(
  segments: readonly T[],
  forms: readonly PartForm[],
): readonly T[] {
  const misfits = new Set<T>();
  const owned = segments.flatMap((owner) => owner.pieces.map((piece) => ({ ...piece, owner })));
  for (const [archive, list] of byArchive(owned)) {
    const form = forms[archive];
    let at = 0;
    for (const { from, to, owner } of list.toSorted((a, b) => a.from - b.from)) {
      if (from < at || (form !== "ranges" && from !== at)) misfits.add(owner);
      else at = to ?? Infinity;
    }
    if (form === "whole" && at !== Infinity) for (const { owner } of list) misfits.add(owner);
  }
  // What is left out leaves gaps, in which others may not stand any more.
  if (misfits.size === 0) return segments;
  return fittingSegments(
    segments.filter((one) => !misfits.has(one)),
    forms,
  );
}

/** What is left of `[0, sizeBytes)`, in order. The pieces share no byte. */
export function gapsBetween(
  pieces: readonly Pick<Piece, "from" | "to">[],
  sizeBytes: number,
): { readonly from: number; readonly to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let at = 0;
  for (const { from, to } of pieces.toSorted((a, b) => a.from - b.from)) {
    if (from > at) gaps.push({ from: at, to: from });
    at = to ?? sizeBytes;
  }
  if (at < sizeBytes) gaps.push({ from: at, to: sizeBytes });
  return gaps;
}

/** The same under another number of its archive. */
export function ofArchive<T extends Pick<Piece, "archive">>(part: T, archive: number): T {
  return { ...part, archive };
}

/** The same partial where archives bear other numbers, which ascend as before. */
export function renumbered(partial: ShardedPartial, numbers: ReadonlyMap<number, number>): ShardedPartial {
  const numberOf = (archive: number): number => numbers.get(archive) as number;
  const { patterns, newestRecord, ranges, early } = partial;
  return {
    ...partial,
    patterns: { ...patterns, newest: { ...patterns.newest, archive: patterns.newest.archive.map(numberOf) } },
    ranges: ranges.map((range) => ofArchive(range, numberOf(range.archive))),
    newestRecord: newestRecord && { ...newestRecord, archive: numberOf(newestRecord.archive) },
    early: () => {
      const columns = early();
      return columns && { ...columns, archive: columns.archive.map(numberOf) };
    },
  };
}

/** A segment's note: its pieces, and the paths of their archives by number. */
export function encodePieces(pieces: readonly Piece[], paths: readonly string[], rejects?: RejectsStart): Uint8Array {
  const named = new Map(pieces.map(({ archive }) => [archive, paths[archive] as string]));
  return new TextEncoder().encode(JSON.stringify({ paths: [...named], pieces, rejects }));
}

/** The pieces of a note, and whose they are. Its checksum has been looked at. @throws DamagedSegment */
export function decodePieces(
  note: Uint8Array,
  what: string,
): {
  readonly paths: ReadonlyMap<number, string>;
  readonly pieces: readonly Piece[];
  readonly rejects: RejectsStart | undefined;
} {
  try {
    const { paths, pieces, rejects } = JSON.parse(new TextDecoder().decode(note)) as {
      readonly paths: readonly [number, string][];
      readonly pieces: readonly Piece[];
      readonly rejects?: RejectsStart;
    };
    const named = new Map(paths);
    if (pieces.length === 0 || pieces.some(({ archive }) => !named.has(archive))) throw new Error("no pieces");
    return { paths: named, pieces, rejects };
  } catch {
    throw new DamagedSegment(`${what}, note: it names no pieces of archives`);
  }
}
