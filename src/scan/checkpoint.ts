import { createHash } from "node:crypto";
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
import type { HashSeed } from "../core/line/hash.js";
import type { ShardedPartial } from "../core/count/partial.js";
import type { OpenArchive } from "../io/archives.js";
import { CheckpointFolder, checkpointsOf, foldersIn } from "../io/checkpoint-folder.js";
import { unlessLost } from "../io/archive-file.js";
import type { FileStamp } from "../io/file-identity.js";
import { changeOf } from "../io/known-file.js";
import { isAlive, ownIdentity, type ProcessIdentity } from "../io/process-identity.js";
import { partFormOf } from "../io/ranges.js";
import type { KnownRejects } from "../io/rejects-file.js";
import { SegmentReader, type SegmentHeader } from "../io/segment-file.js";
import { MnemonicError } from "../model/errors.js";
import type { CacheNote } from "../model/report.js";
import { codeVersion } from "../rescan/code-version.js";
import type { CheckpointPlan } from "../workers/lane-checkpoints.js";
import type { LaneResult } from "../workers/wire.js";
import { readBack } from "./spill.js";

const CHECKPOINT_VERSION = 1;

/** What the first run was told, and each one that goes on from it. */
export interface FirstRun {
  readonly nowMs: number;
  /** By `patternName`, as the state had them: what is counted how depends on them. */
  readonly watermarksMs: ReadonlyMap<string, number>;
  readonly foldedUntilMs: ReadonlyMap<string, number>;
}

/** What a scan goes on from. */
export interface Resumed {
  /** By it sessions were put into shards. */
  readonly seed: HashSeed;
  /** As the first run saw them: what was appended to one since is not read. */
  readonly archives: readonly OpenArchive[];
  readonly pieces: readonly Piece[];
  /** What was rejected in the pieces, if that is wanted. Files to be closed by whoever reads them. */
  readonly rejects: readonly KnownRejects[];
  /** What stands in the pieces: to be asked for when it is wanted. */
  readonly partials: () => readonly ShardedPartial[];
  /** How lanes keep what comes next; undefined: nothing can be kept. */
  readonly plan: CheckpointPlan | undefined;
}

interface StoredArchive {
  readonly path: string;
  readonly encoding: OpenArchive["encoding"];
  readonly framing: OpenArchive["framing"];
  readonly stamp: FileStamp;
  readonly head: string;
  readonly tail: string;
}

interface Note {
  readonly first: FirstRun;
  readonly slack: number;
  readonly seed: HashSeed;
  readonly archives: readonly StoredArchive[];
  readonly owner: ProcessIdentity;
}

interface Found {
  readonly name: string;
  /** Numbered as the archives are now. */
  readonly pieces: readonly Piece[];
  readonly rejects: KnownRejects | undefined;
  readonly read: () => ShardedPartial;
}

/**
 * What is kept of a backfill while it goes, so that the same command, should it be interrupted, goes on from there to the
 * same result. Removed when the backfill has ended.
 */
export class Checkpoint {
  /** What became of what was found. */
  readonly notes: CacheNote[] = [];
  /** For tests: so many bytes of input lie between two checkpoints. */
  everyBytes: number | undefined;
  readonly #folder: CheckpointFolder;
  readonly #command: string;
  #known: Note | undefined;
  #first: FirstRun | undefined;
  #isWritten = false;
  #fds: number[] = [];

  private constructor(folder: CheckpointFolder, command: string) {
    this.#folder = folder;
    this.#command = command;
  }

  /**
   * The checkpoint of a command, which is told from others by all that it was asked (`command`); undefined: a process that
   * runs has begun the same, and keeps its own.
   */
  static open(home: string, isDry: boolean, command: unknown): Checkpoint | undefined {
    const name = sha256(JSON.stringify([CHECKPOINT_VERSION, codeVersion(), command])).toString("hex");
    const folder = new CheckpointFolder(checkpointsOf(home, isDry), name.slice(0, 24));
    const checkpoint = new Checkpoint(folder, name);
    checkpoint.#read();
    return isOfAnother(checkpoint.#known) ? undefined : checkpoint;
  }

  /** What an interrupted run was told; undefined: there is none to go on from. */
  get first(): FirstRun | undefined {
    return this.#known?.first;
  }

  /** How many hits more than the thresholds want that run kept. */
  get slack(): number | undefined {
    return this.#known?.slack;
  }

  /** Whether an interruption would leave something to go on from. */
  get isKept(): boolean {
    return this.#isWritten && this.#folder.segmentNames.length > 0;
  }

  /** To be called before `resume`. */
  tell(first: FirstRun): void {
    this.#first = first;
  }

  /** Goes on from what was found, and begins to keep what comes; `seed` is for a scan that has nothing to go on from. */
  resume(open: readonly OpenArchive[], slack: number, fresh: HashSeed, wantsRejects: boolean): Resumed {
    const known = this.#known?.slack === slack ? this.#known : undefined;
    const seed = known?.seed ?? fresh;
    const before = known === undefined ? new Map<string, OpenArchive>() : asTheyWere(open, known.archives);
    const archives = open.map((archive) => before.get(archive.path) ?? archive);
    const key = this.#keyOf(slack);
    const found = this.#fitting(archives, before, { archives: archives.length, seed, key }, wantsRejects);
    if (found.length > 0) this.#note("resumed");
    const plan = {
      folder: this.#folder.path,
      header: { archives: archives.length, seed, key },
      paths: archives.map(({ path }) => path),
      everyBytes: this.everyBytes,
    };
    return {
      seed,
      archives,
      pieces: found.flatMap(({ pieces }) => pieces),
      rejects: found.flatMap(({ rejects }) => rejects ?? []),
      partials: () => found.map(({ read }) => read()),
      plan: this.#begin(archives, slack, seed) ? plan : undefined,
    };
  }

  /** Files for the rejected lines of so many lanes; undefined: they can't be kept. To be closed by whoever reads them. */
  rejectsFor(lanes: number): readonly { readonly name: string; readonly fd: number }[] | undefined {
    const made: { readonly name: string; readonly fd: number }[] = [];
    try {
      for (let lane = 0; lane < lanes; lane++) made.push(this.#folder.createRejects());
      return made;
    } catch {
      for (const { fd } of made) closeSync(fd);
      this.#note("progress_unwritable");
      return undefined;
    }
  }

  /** What the lanes have put into the checkpoint because it was too large for their tables. */
  partials(results: readonly LaneResult[]): ShardedPartial[] {
    for (const { checkpointFailure } of results) if (checkpointFailure !== undefined) this.#note("progress_unwritable");
    const places = results.flatMap(({ segments = [] }) => segments);
    return places.flatMap(({ name, at, end }) => {
      if (name === undefined) return [];
      const fd = this.#reopened(name);
      this.#fds.push(fd);
      return [readBack(fd, at, end, `segment ${name} of the checkpoint`)];
    });
  }

  #reopened(name: string): number {
    try {
      return this.#folder.openSegment(name).fd;
    } catch (error) {
      const message = `what was put by is not there any more: ${(error as Error).message}`;
      throw new MnemonicError("TEMP_UNWRITABLE", message, "run the same command again", { cause: error });
    }
  }

  /** Closes the files that partials are read from. */
  close(): void {
    for (const fd of this.#fds.splice(0)) closeSync(fd);
  }

  /** The backfill has its result, or is to begin anew. */
  remove(): void {
    this.#known = undefined;
    try {
      this.#folder.remove();
    } catch {
      // What is left bears the name of this command, and is found again by it.
    }
  }

  #read(): void {
    try {
      const text = this.#folder.readNote();
      if (text !== undefined) this.#known = decodeNote(text);
    } catch {
      this.#note("progress_damaged");
      this.remove();
    }
  }

  #keyOf(slack: number): Uint8Array {
    const { nowMs, watermarksMs, foldedUntilMs } = this.#first as FirstRun;
    return sha256(JSON.stringify([this.#command, slack, nowMs, storedTimes(watermarksMs), storedTimes(foldedUntilMs)]));
  }

  /** The segments that can be gone on from; the others are removed. */
  #fitting(
    archives: readonly OpenArchive[],
    before: ReadonlyMap<string, OpenArchive>,
    header: SegmentHeader,
    wantsRejects: boolean,
  ): readonly Found[] {
    const numbers = new Map(archives.flatMap(({ path }, i) => (before.has(path) ? [[path, i] as const] : [])));
    const found = this.#folder.segmentNames.flatMap((name) => this.#foundIn(name, numbers, header, wantsRejects) ?? []);
    const fitting = fittingSegments(found, archives.map(partFormOf));
    for (const one of found.filter((some) => !fitting.includes(some))) {
      if (one.rejects !== undefined) closeSync(one.rejects.fd);
      this.#drop(one.name, "progress_damaged");
    }
    return fitting;
  }

  /** `now`: by path, the numbers of the archives that are what they were. */
  #foundIn(
    name: string,
    now: ReadonlyMap<string, number>,
    { seed, key }: SegmentHeader,
    wantsRejects: boolean,
  ): Found | undefined {
    const what = `segment ${name} of the checkpoint`;
    try {
      const { fd, sizeBytes } = this.#folder.openSegment(name);
      this.#fds.push(fd);
      const reader = new SegmentReader(fd, 0, sizeBytes, what);
      reader.verify();
      const { header } = reader;
      if (!isDeepStrictEqual([header.seed, header.key], [seed, Uint8Array.from(key)])) {
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
        rejects: wantsRejects ? this.#rejectsOf(pieces, rejects) : undefined,
        read: () => renumbered(readBack(fd, 0, sizeBytes, what), numbers),
      };
    } catch {
      return this.#drop(name, "progress_damaged");
    }
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
    return { fd: this.#folder.openRejects(start.name, end), at: start.at, ends };
  }

  #drop(name: string, code: CacheNote["code"], path?: string): undefined {
    this.#note(code, path);
    this.#folder.removeSegment(name);
  }

  /** Whether anything can be kept. */
  #begin(archives: readonly OpenArchive[], slack: number, seed: HashSeed): boolean {
    const note: Note = {
      first: this.#first as FirstRun,
      slack,
      seed,
      owner: ownIdentity(),
      archives: archives.map(({ path, encoding, framing, identity: { head, tail, ...stamp } }) => {
        return { path, encoding, framing, stamp, head, tail };
      }),
    };
    try {
      this.#folder.writeNote(encodeNote(note));
      return (this.#isWritten = true);
    } catch {
      this.#note("progress_unwritable");
      return false;
    }
  }

  #note(code: CacheNote["code"], path?: string): void {
    const isKnown = this.notes.some((note) => note.code === code && note.path === path);
    if (!isKnown) this.notes.push({ code, ...(path === undefined ? {} : { path }) });
  }
}

/** Removes what is kept of a home's interrupted backfills, but not of those that run. Returns how many bytes went. */
export function clearCheckpoints(home: string): number {
  let bytes = 0;
  for (const parent of new Set([false, true].map((isDry) => checkpointsOf(home, isDry))))
    for (const folder of foldersIn(parent)) if (!isOfAnother(noteIn(folder))) bytes += folder.remove();
  return bytes;
}

/** One that is damaged is none. */
function noteIn(folder: CheckpointFolder): Note | undefined {
  try {
    const text = folder.readNote();
    return text === undefined ? undefined : decodeNote(text);
  } catch {
    return undefined;
  }
}

/** Whether another process that runs keeps its own there. */
function isOfAnother(note: Note | undefined): boolean {
  if (note === undefined || isDeepStrictEqual(note.owner, ownIdentity())) return false;
  return isAlive(note.owner) === true;
}

/** By path, the archives that still hold what was stored of them, as they were then: one may have grown since. */
function asTheyWere(open: readonly OpenArchive[], stored: readonly StoredArchive[]): Map<string, OpenArchive> {
  const known = new Map(stored.map((one) => [one.path, one]));
  return new Map(
    open.flatMap((archive) => {
      const one = known.get(archive.path);
      return one !== undefined && holds(archive, one) ? [[archive.path, asItWas(archive, one)]] : [];
    }),
  );
}

function holds({ file, identity, encoding, framing }: OpenArchive, stored: StoredArchive): boolean {
  const { stamp, head, tail } = stored;
  const known = { stamp, knownBytes: stamp.sizeBytes, head, tail, blocks: [] };
  const change = unlessLost(file, (fd) => changeOf(fd, identity, known), "rewritten");
  return encoding === stored.encoding && framing === stored.framing && (change === "none" || change === "appended");
}

function asItWas(archive: OpenArchive, { stamp, head, tail }: StoredArchive): OpenArchive {
  return { ...archive, identity: { ...archive.identity, sizeBytes: stamp.sizeBytes, head, tail } };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Times may be infinite, which JSON knows no number for. */
type StoredTimes = readonly (readonly [string, string])[];

function storedTimes(times: ReadonlyMap<string, number>): StoredTimes {
  return [...times].map(([name, ms]) => [name, String(ms)]);
}

function timesOf(stored: StoredTimes): Map<string, number> {
  return new Map(stored.map(([name, ms]) => [name, Number(ms)]));
}

function encodeNote({ first, ...note }: Note): string {
  const watermarksMs = storedTimes(first.watermarksMs);
  return JSON.stringify({
    ...note,
    first: { ...first, watermarksMs, foldedUntilMs: storedTimes(first.foldedUntilMs) },
  });
}

function decodeNote(text: string): Note {
  const { first, ...note } = JSON.parse(text) as Omit<Note, "first"> & {
    readonly first: { readonly nowMs: number; readonly watermarksMs: StoredTimes; readonly foldedUntilMs: StoredTimes };
  };
  const { nowMs, watermarksMs, foldedUntilMs } = first;
  return { ...note, first: { nowMs, watermarksMs: timesOf(watermarksMs), foldedUntilMs: timesOf(foldedUntilMs) } };
}
