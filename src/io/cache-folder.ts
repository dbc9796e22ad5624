import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { closeQuietly } from "./closing.js";
import { readFully } from "./file-identity.js";
import { isOwn, isOwnFolder, refuseOthers } from "./ownership.js";

const FOLDER_NAME = "mnemonic_cache";
const SUMMARY_NAME = "summary";
const ANSWER_NAME = "answer";
const EXTENT_NAME = /^[0-9a-f]{24}\.extent$/;
const OWN_NAME = /^(?:summary|answer|[0-9a-f]{24}\.extent)(?:\.[0-9a-f]{12}\.tmp)?$/;
/** What nobody names any more may still be read by a run that began before. */
const ORPHAN_MS = 3_600_000;
const PRIVATE = 0o600;

/**
 * The files of a home's cache: extents, which are never changed, and a summary that names them, which is replaced last. So
 * whatever is interrupted, what is there is whole; bytes are not synced, for they carry checksums and can be had again.
 */
export class CacheFolder {
  readonly path: string;
  /** Whether it lies in the home itself. */
  readonly isInHome: boolean;

  constructor(home: string) {
    const inHome = join(home, FOLDER_NAME);
    this.isInHome = mayLieIn(home, FOLDER_NAME);
    this.path = this.isInHome ? inHome : folderOutside(home);
  }

  /** The summary's bytes, and what tells this one from any other; undefined: there is none. */
  readSummary(): { readonly bytes: Uint8Array; readonly version: string } | undefined {
    return this.#read(SUMMARY_NAME);
  }

  /** The last answer's bytes; undefined: there is none. */
  readAnswer(): Uint8Array | undefined {
    return this.#read(ANSWER_NAME)?.bytes;
  }

  /** Replaces the last answer. @throws the file system's own error */
  writeAnswer(bytes: Uint8Array): void {
    makeOwnFolder(this.path);
    this.#replace(ANSWER_NAME, bytes);
  }

  #read(name: string): { readonly bytes: Uint8Array; readonly version: string } | undefined {
    let fd: number;
    try {
      fd = openSync(join(this.path, name), constants.O_RDONLY | constants.O_NONBLOCK);
    } catch {
      return undefined;
    }
    try {
      const stat = fstatSync(fd);
      return stat.isFile() && isOwn(stat) ? { bytes: readFileSync(fd), version: versionOf(fd) } : undefined;
    } finally {
      closeQuietly(fd);
    }
  }

  /** What tells the summary from any other; empty: there is none. */
  summaryVersion(): string {
    return versionOf(join(this.path, SUMMARY_NAME));
  }

  /** Replaces the summary. Returns its version. @throws the file system's own error */
  writeSummary(bytes: Uint8Array): string {
    this.#replace(SUMMARY_NAME, bytes);
    return this.summaryVersion();
  }

  /** Returns the name of the new extent. @throws the file system's own error */
  writeExtent(bytes: Uint8Array): string {
    makeOwnFolder(this.path);
    const name = `${randomBytes(12).toString("hex")}.extent`;
    this.#replace(name, bytes);
    return name;
  }

  /** An extent, open for reading. @throws the file system's own error, or that the name is none of ours */
  openExtent(name: string): ExtentFile {
    if (!EXTENT_NAME.test(name)) throw new Error("no name of an extent");
    return new ExtentFile(join(this.path, name));
  }

  /** Removes what the summary does not name: at once what it named before, the rest when nobody can be reading it. */
  tidy(named: ReadonlySet<string>, namedBefore: ReadonlySet<string>): void {
    for (const name of this.#names()) {
      if (named.has(name) || name === SUMMARY_NAME || name === ANSWER_NAME) continue;
      if (namedBefore.has(name) || this.#ageMs(name) > ORPHAN_MS) rmSync(join(this.path, name), { force: true });
    }
  }

  /** Removes the cache; what is not ours in its folder stays. Returns how many bytes went. */
  clear(): number {
    const { bytes } = this.size();
    for (const name of this.#names()) rmSync(join(this.path, name), { force: true });
    try {
      if (readdirSync(this.path).length === 0) rmSync(this.path, { recursive: true });
    } catch {
      // It is not there.
    }
    return bytes;
  }

  size(): { readonly bytes: number; readonly files: number } {
    const sizes = this.#names().map((name) => statSync(join(this.path, name), { throwIfNoEntry: false })?.size ?? 0);
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
  }

  #replace(name: string, bytes: Uint8Array): void {
    const temporary = join(this.path, `${name}.${randomBytes(6).toString("hex")}.tmp`);
    try {
      writeFileSync(temporary, bytes, { mode: PRIVATE, flag: "wx" });
      renameSync(temporary, join(this.path, name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  #names(): string[] {
    try {
      return isOwnFolder(this.path) ? readdirSync(this.path).filter((name) => OWN_NAME.test(name)) : [];
    } catch {
      return [];
    }
  }

  #ageMs(name: string): number {
    const stat = statSync(join(this.path, name), { throwIfNoEntry: false });
    return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
  }
}

/** Opens a file of this user's for reading, and gives its size. @throws the file system's own error, EOWNER */
export function openSized(path: string): [fd: number, sizeBytes: number] {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    refuseOthers(stat);
    return [fd, stat.size];
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
}

/** Reads pieces of a file by one descriptor. */
export class ExtentFile {
  readonly sizeBytes: number;
  readonly #fd: number;

  constructor(path: string) {
    [this.#fd, this.sizeBytes] = openSized(path);
  }

  read(at: number, length: number): Uint8Array {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.sizeBytes - at)));
    return bytes.subarray(0, readFully(this.#fd, bytes, bytes.length, at));
  }

  close(): void {
    closeQuietly(this.#fd);
  }
}

/** Empty: there is none, or none that can be looked at. */
function versionOf(file: number | string): string {
  try {
    const stat = typeof file === "number" ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true });
    return `${stat.ino}-${stat.size}-${stat.mtimeNs}`;
  } catch {
    return "";
  }
}

/** Where files of a home are kept into which nothing may be written. */
export function folderOutside(home: string): string {
  return join(userCache(), "hermes-mnemonic", nameOf(home));
}

/** Whether a folder of that name may be kept in the home: nothing of another user's stands there, for what is kept is believed. */
export function mayLieIn(home: string, name: string): boolean {
  return isWritable(home) && isOwnFolder(join(home, name));
}

/** @throws the file system's own error, EOWNER where another user has made it */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const look of [lstatSync, statSync]) refuseOthers(look(path));
}

function isWritable(home: string): boolean {
  try {
    accessSync(home, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function userCache(): string {
  const base = process.env["XDG_CACHE_HOME"];
  return base === undefined || base === "" ? join(homedir(), ".cache") : base;
}

function nameOf(home: string): string {
  let path = home;
  try {
    path = realpathSync(home);
  } catch {
    // A home that is not there has no cache either.
  }
  return createHash("sha256").update(path).digest("hex").slice(0, 24);
}
