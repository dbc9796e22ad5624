import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import type { Piece } from "../core/segment/pieces.js";
import type { HashSeed } from "../core/line/hash.js";
import type { ShardedPartial } from "../core/count/partial.js";
import type { OpenArchive } from "../io/archives.js";
import { CheckpointFolder, checkpointsOf } from "../io/checkpoint-folder.js";
import { ownIdentity } from "../io/process-identity.js";
import type { KnownRejects } from "../io/rejects-file.js";
import { MnemonicError } from "../model/errors.js";
import type { CacheNote } from "../model/report.js";
import { codeVersion } from "../rescan/code-version.js";
import type { CheckpointPlan } from "../workers/lane-checkpoints.js";
import type { LaneResult } from "../workers/wire.js";
import {
  decodeNote,
  encodeNote,
  storedTimes,
  type AskedBackfill,
  type FirstRun,
  type Note,
} from "./checkpoint-note.js";
import { isOfAnother } from "./interrupted-backfills.js";
import { KeptSegments } from "./kept-segments.js";
import { readBack } from "./spill.js";
import { asTheyWere, storedOf } from "./stored-archive.js";

const CHECKPOINT_VERSION = 2;

/** What a backfill was asked, and the settings that change its answer. */
export interface BackfillCommand extends AskedBackfill {
  readonly settings: unknown;
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
  readonly #command: BackfillCommand;
  #known: Note | undefined;
  #first: FirstRun | undefined;
  #isWritten = false;
  #fds: number[] = [];

  private constructor(folder: CheckpointFolder, command: BackfillCommand) {
    this.#folder = folder;
    this.#command = command;
  }

  /**
   * The checkpoint of a command, which is told from others by all that it was asked (`command`); undefined: a process that
   * runs has begun the same, and keeps its own.
   */
  static open(home: string, isDry: boolean, command: BackfillCommand): Checkpoint | undefined {
    const name = sha256(wholeOf(command)).toString("hex");
    const folder = new CheckpointFolder(checkpointsOf(home, isDry), name.slice(0, 24));
    const checkpoint = new Checkpoint(folder, command);
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
    const header = { archives: archives.length, seed, key };
    const kept = new KeptSegments(this.#folder, header, wantsRejects, (...note) => this.#note(...note));
    const found = kept.fitting(archives, before);
    this.#fds.push(...kept.fds);
    if (found.length > 0) this.#note("resumed");
    const plan = {
      folder: this.#folder.path,
      header,
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
    return sha256(
      JSON.stringify([wholeOf(this.#command), slack, nowMs, storedTimes(watermarksMs), storedTimes(foldedUntilMs)]),
    );
  }

  /** Whether anything can be kept. */
  #begin(archives: readonly OpenArchive[], slack: number, seed: HashSeed): boolean {
    const { archives: paths, options } = this.#command;
    const note: Note = {
      asked: { archives: paths, options },
      startedMs: this.#known?.startedMs ?? Date.now(),
      first: this.#first as FirstRun,
      slack,
      seed,
      owner: ownIdentity(),
      archives: archives.map(storedOf),
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

/** All that makes two backfills the same. */
function wholeOf({ archives, options, settings }: BackfillCommand): string {
  return JSON.stringify([CHECKPOINT_VERSION, codeVersion(), archives, options, settings]);
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
