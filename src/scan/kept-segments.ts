import { closeSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { DamagedSegment } from "../core/segment/byte-reader.js";
import {
  decodePieces,
  fittingSegments,
  ofArchive,
  renumbered,
  type Piece,
  type RejectsStart,
} from "../core/segment/pieces.js";
import type { ShardedPartial } from "../core/count/partial.js";
import type { OpenArchive } from "../io/archives.js";
import type { CheckpointFolder } from "../io/checkpoint-folder.js";
import { partFormOf } from "../io/ranges.js";
import type { KnownRejects } from "../io/rejects-file.js";
import { SegmentReader, type SegmentHeader } from "../io/segment-file.js";
import type { CacheNote } from "../model/report.js";
import { readBack } from "./spill.js";

/** A segment of an interrupted run that can be gone on from. */
export interface KeptSegment {
  readonly name: string;
  /** Numbered as the archives are now. */
  readonly pieces: readonly Piece[];
  /** What was rejected in them, if that is wanted. */
  readonly rejects: KnownRejects | undefined;
  readonly read: () => ShardedPartial;
}

/** What an interrupted run has left in its folder. */
export class KeptSegments {
  readonly #folder: CheckpointFolder;
  readonly #header: SegmentHeader;
  readonly #wantsRejects: boolean;
  readonly #note: (code: CacheNote["code"], path?: string) => void;
  /** Files that partials are read from, for the caller to close. */
  readonly fds: number[] = [];

  /** `note`: to be told why something is read again. */
  constructor(
    folder: CheckpointFolder,
    header: SegmentHeader,
    wantsRejects: boolean,
    note: (code: CacheNote["code"], path?: string) => void,
  ) {
    this.#folder = folder;
    this.#header = header;
    this.#wantsRejects = wantsRejects;
    this.#note = note;
  }

  /** The segments that can be gone on from; the others are removed. `before`: the archives that are what they were, by path. */
  fitting(archives: readonly OpenArchive[], before: ReadonlyMap<string, OpenArchive>): readonly KeptSegment[] {
    const numbers = new Map(archives.flatMap(({ path }, i) => (before.has(path) ? [[path, i] as const] : [])));
    const found = this.#folder.segmentNames.flatMap((name) => this.#foundIn(name, numbers) ?? []);
    const fitting = fittingSegments(found, archives.map(partFormOf));
    for (const one of found.filter((some) => !fitting.includes(some))) {
      if (one.rejects !== undefined) closeSync(one.rejects.fd);
      this.#drop(one.name, "progress_damaged");
    }
    return fitting;
  }

  /** `now`: by path, the numbers of the archives that are what they were. */
  #foundIn(name: string, now: ReadonlyMap<string, number>): KeptSegment | undefined {
    const what = `segment ${name} of the checkpoint`;
    try {
      const { fd, sizeBytes } = this.#folder.openSegment(name);
      this.fds.push(fd);
      const reader = new SegmentReader(fd, 0, sizeBytes, what);
      reader.verify();
      if (!this.#isOfThisScan(reader.header)) {
        this.#folder.removeSegment(name);
        return undefined;
      }
      const { paths, pieces: stored, rejects } = decodePieces(reader.note(), what);
      const changed = [...paths.values()].find((path) => !now.has(path));
      if (changed !== undefined) return this.#drop(name, "progress_changed", changed);
      const numbers = new Map([...paths].map(([number, path]) => [number, now.get(path) as number]));
      const pieces = stored.map((piece) => ofArchive(piece, numbers.get(piece.archive) as number));
      return {
        name,
        pieces,
        rejects: this.#wantsRejects ? this.#rejectsOf(pieces, rejects) : undefined,
        read: () => renumbered(readBack(fd, 0, sizeBytes, what), numbers),
      };
    } catch {
      return this.#drop(name, "progress_damaged");
    }
  }

  #isOfThisScan({ seed, key }: SegmentHeader): boolean {
    return isDeepStrictEqual([seed, key], [this.#header.seed, Uint8Array.from(this.#header.key)]);
  }

  /** @throws DamagedSegment, and the file system's own error */
  #rejectsOf(pieces: readonly Piece[], start: RejectsStart | undefined): KnownRejects {
    if (start === undefined) throw new DamagedSegment("a segment that names no file of its rejected lines");
    let end = start.at;
    const ends = pieces.map(({ archive, from, rejectsBytes = 0 }) => ({
      archive,
      from,
      rejectsEnd: (end += rejectsBytes),
    }));
    return { fd: this.#folder.openRejects(start, end), at: start.at, ends };
  }

  #drop(name: string, code: CacheNote["code"], path?: string): undefined {
    this.#note(code, path);
    this.#folder.removeSegment(name);
  }
}
