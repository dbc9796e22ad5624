import { fdatasyncSync, openSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { DamagedSegment } from "../core/segment/byte-reader.js";
import type { RejectsStart } from "../core/segment/pieces.js";
import type { ShardedPartial } from "../core/count/partial.js";
import { checksumBetween } from "./checksum.js";
import { closeQuietly } from "./closing.js";
import { folderOutside, makeOwnFolder, mayLieIn, openSized } from "./cache-folder.js";
import { replaceFile } from "./durable-write.js";
import { isOwnFolder } from "./ownership.js";
import { readOwnFile } from "./regular-file.js";
import { writeSegment, type SegmentHeader } from "./segment-file.js";

const FOLDER_NAME = "mnemonic_backfill";
const COMMAND_NAME = /^[0-9a-f]{24}$/;
const NOTE_NAME = "note";
const SEGMENT_NAME = /^[0-9a-f]{24}\.segment$/;
const OWN_NAME = /^(?:note(?:\.\d+-[0-9a-f]{12}\.tmp)?|[0-9a-f]{24}\.(?:segment(?:\.tmp)?|rejects))$/;
const REJECTS_NAME = /^[0-9a-f]{24}\.rejects$/;
const PRIVATE = 0o600;
const DAY_MS = 86_400_000;
/** What nobody has gone on from for so long is removed. */
const KEPT_DAYS = 30;

/**
 * Where interrupted backfills of a home are kept: beside the state, or in the user's cache where nothing may be written into
 * the home. Never in a folder that others may write to: what stands here is believed.
 */
export function checkpointsOf(home: string, isDry: boolean): string {
  return join(!isDry && mayLieIn(home, FOLDER_NAME) ? home : folderOutside(home), FOLDER_NAME);
}

/** The checkpoints that lie in a folder. */
export function foldersIn(parent: string): CheckpointFolder[] {
  const names = namesIn(parent).filter((name) => COMMAND_NAME.test(name));
  return names.map((name) => new CheckpointFolder(parent, name));
}

/**
 * The files that a backfill goes on from: a note of what it was told, and segments of what it has counted. Each is replaced
 * as a whole, so whatever is interrupted, what is there is whole.
 */
export class CheckpointFolder {
  readonly path: string;
  readonly #parent: string;

  /** `command`: a name that each command has of its own, of 24 hex digits. */
  constructor(parent: string, command: string) {
    this.#parent = parent;
    this.path = join(parent, command);
  }

  /** undefined: there is none. @throws DamagedSegment, and the file system's own error */
  readNote(): string | undefined {
    if (!isOwnFolder(this.path)) return undefined;
    let text: string;
    try {
      text = readOwnFile(join(this.path, NOTE_NAME));
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
      throw error;
    }
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    if (text.slice(0, end) !== checksumOf(body))
      throw new DamagedSegment("the note of a checkpoint: its checksum is wrong");
    return body;
  }

  /** Makes the folder, if it is not there. @throws the file system's own error */
  writeNote(body: string): void {
    makeOwnFolder(this.path);
    this.#dropForgotten();
    replaceFile(join(this.path, NOTE_NAME), `${checksumOf(body)}\n${body}`, PRIVATE);
  }

  get segmentNames(): string[] {
    return this.#names().filter((name) => SEGMENT_NAME.test(name));
  }

  /** @throws the file system's own error */
  openSegment(name: string): { readonly fd: number; readonly sizeBytes: number } {
    const [fd, sizeBytes] = openSized(join(this.path, name));
    return { fd, sizeBytes };
  }

  /** A new file for a lane's rejected lines. @throws the file system's own error */
  createRejects(): { readonly name: string; readonly fd: number } {
    const name = `${randomBytes(12).toString("hex")}.rejects`;
    return { name, fd: openSync(join(this.path, name), "wx+", PRIVATE) };
  }

  /** The file of that name, if it holds what it held up to `end`. @throws DamagedSegment, and the file system's own error */
  openRejects({ name, at, checksum }: RejectsStart, end: number): number {
    if (!REJECTS_NAME.test(name)) throw new DamagedSegment("no name of a file of rejected lines");
    const { fd } = this.openSegment(name);
    try {
      if (checksumBetween(fd, at, end) === checksum) return fd;
    } catch (error) {
      closeQuietly(fd);
      throw error;
    }
    closeQuietly(fd);
    throw new DamagedSegment(`${name}: its checksum is wrong`);
  }

  /** Of all that is ours. */
  size(): { readonly bytes: number; readonly files: number } {
    const sizes = this.#names().map((name) => statSync(join(this.path, name), { throwIfNoEntry: false })?.size ?? 0);
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
  }

  /** @throws the file system's own error */
  removeSegment(name: string): void {
    rmSync(join(this.path, name), { force: true });
  }

  /** Removes all that is ours. Returns how many bytes went. @throws the file system's own error */
  remove(): number {
    const { bytes } = this.size();
    // The note first: without it nobody goes on from the rest.
    for (const name of this.#names().toSorted((a, b) => Number(b === NOTE_NAME) - Number(a === NOTE_NAME)))
      rmSync(join(this.path, name), { force: true });
    removeEmpty(this.path);
    removeEmpty(this.#parent);
    return bytes;
  }

  #names(): string[] {
    return (isOwnFolder(this.path) ? namesIn(this.path) : []).filter((name) => OWN_NAME.test(name));
  }

  #dropForgotten(): void {
    for (const other of foldersIn(this.#parent)) {
      const newest = Math.max(0, ...namesIn(other.path).map((file) => modifiedMs(join(other.path, file))));
      if (other.path !== this.path && Date.now() - newest > KEPT_DAYS * DAY_MS) other.remove();
    }
  }
}

/** Writes a segment in the place of what bore its name, durably. Returns its size in bytes. @throws the file system's own error */
export function replaceSegment(
  folder: string,
  name: string,
  header: SegmentHeader,
  partial: ShardedPartial,
  note: Uint8Array,
): number {
  const temporary = join(folder, `${name}.tmp`);
  try {
    rmSync(temporary, { force: true }); // a killed run's
    const fd = openSync(temporary, "wx", PRIVATE);
    let bytes: number;
    try {
      bytes = writeSegment(fd, 0, header, partial, note);
      fdatasyncSync(fd);
    } finally {
      closeQuietly(fd);
    }
    renameSync(temporary, join(folder, name));
    return bytes;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, "0");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function modifiedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Something of somebody else's may lie in it: then it stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // As above, or it is gone.
  }
}
