import { randomBytes } from "node:crypto";
import {
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
  type Stats,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { closeQuietly } from "./closing.js";
import { readFully } from "./file-identity.js";
import { isOwn, refuseForeign, targetOf } from "./ownership.js";
import { isAlive } from "./process-identity.js";

/*
 * Why not write-file-atomic: it does one write() and never looks at how much was written, so a full disk (or `ulimit -f`)
 * leaves half a state under the final name without an error; and it puts signal handlers on the process, which a library
 * must not. Measured with 7.0.1 on Node 20: 10,000 bytes under a limit of 4,096 gave 4,096 bytes and no error.
 */

/** Only the owner reads what an agent was asked to do. */
const PRIVATE = 0o600;
const NEWLINE = 0x0a;
const TEMPORARY = /\.(\d+)-[0-9a-f]{12}\.tmp$/;
/** A process of another machine looks dead from here; what it still writes to is young. */
const STRANGER_MS = 60_000;

/** A name beside a file that no other process takes, and that is no archive's. */
export function temporaryName(path: string): string {
  return `${path}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
}

/**
 * Replaces a file by `content`, or leaves it as it was: temporary file, fsync, rename, fsync of the folder. Through a link,
 * the file it leads to. @throws the file system's own error; nothing is left behind.
 */
export function replaceFile(path: string, content: string | Buffer, mode = PRIVATE): void {
  const target = targetOf(path);
  const temporary = temporaryName(target);
  try {
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    writeNew(temporary, bytes, mode, lstatSync(target, { throwIfNoEntry: false }));
    renameSync(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
  syncFolder(dirname(target));
}

/**
 * Makes a new file that holds all of `text` as soon as it is there; a file of that name is left as it is.
 * @throws the file system's own error, EEXIST for such a file; nothing is left behind.
 */
export function createFile(path: string, text: string, mode = PRIVATE): void {
  const temporary = temporaryName(path);
  try {
    writeNew(temporary, Buffer.from(text, "utf8"), mode);
    linkOrRename(temporary, path);
  } finally {
    removeQuietly(temporary);
  }
  syncFolder(dirname(path));
}

/** A rename would replace a file that came up meanwhile; a link does not, where the file system has links. */
function linkOrRename(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    closeQuietly(openSync(to, "wx", PRIVATE));
    renameSync(from, to);
  }
}

/** Removes what a killed process left of `replaceFile`. Call it while nobody else may be writing. */
export function removeLeftovers(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder))
    if (TEMPORARY.test(name) && names.includes(name.replace(TEMPORARY, ""))) removeQuietly(join(folder, name));
}

/** Removes what processes that are dead have left beside a file that they were making, as far as that can be told. */
export function removeOfDead(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  try {
    for (const other of readdirSync(folder)) {
      const pid = TEMPORARY.exec(other)?.[1];
      if (pid === undefined || other.replace(TEMPORARY, "") !== name) continue;
      if (isLeft(join(folder, other), Number(pid))) removeQuietly(join(folder, other));
    }
  } catch {
    // What can't be looked at stays.
  }
}

function isLeft(path: string, pid: number): boolean {
  const ageMs = Date.now() - lstatSync(path).mtimeMs;
  return ageMs > STRANGER_MS && isAlive({ pid, host: hostname(), started: "" }) === false;
}

function writeNew(path: string, bytes: Buffer, mode: number, before?: Stats): void {
  const fd = openSync(path, "wx", mode);
  try {
    // What the system's own user has written must not lock out whose file it was.
    if (before !== undefined && !isOwn(before)) chownQuietly(fd, before);
    fchmodSync(fd, mode); // whatever the umask says
    writeAll(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeQuietly(fd);
  }
}

/** Only the system's own user may give a file away. */
function chownQuietly(fd: number, { uid, gid }: Stats): void {
  try {
    fchownSync(fd, uid, gid);
  } catch {
    // As above.
  }
}

/** One write() may take a part of the bytes only; the next one then says why. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done);
}

/**
 * Appends whole lines and makes them last: all of them, or none. A last line without its newline gets one first, or goes
 * if `dropTorn` says that it is the torn piece of a line of ours.
 */
export function appendLines(
  path: string,
  lines: readonly string[],
  dropTorn: (tail: string) => boolean = () => false,
): void {
  if (lines.length === 0) return;
  const { fd, sizeBytes } = openToAppend(targetOf(path));
  try {
    const tail = unfinishedTail(fd, sizeBytes);
    const isTorn = tail.length > 0 && dropTorn(tail.toString("utf8"));
    if (isTorn) ftruncateSync(fd, sizeBytes - tail.length);
    const separator = tail.length > 0 && !isTorn ? "\n" : "";
    writeAll(fd, Buffer.from(`${separator}${lines.join("\n")}\n`, "utf8"));
    fsyncSync(fd);
  } catch (error) {
    truncateQuietly(fd, sizeBytes);
    throw error;
  } finally {
    closeQuietly(fd);
  }
  if (sizeBytes === 0) syncFolder(dirname(path));
}

/** What is no regular file is refused: a pipe would swallow the lines, or wait for whoever may read them some day. */
function openToAppend(path: string): { fd: number; sizeBytes: number } {
  const { O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0), PRIVATE);
  try {
    const stat = fstatSync(fd);
    refuseForeign(stat, path);
    if (stat.isFile()) return { fd, sizeBytes: stat.size };
    throw Object.assign(new Error("it is not a regular file"), { code: "ENOTREG" });
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
}

/** What stands behind the last newline. */
function unfinishedTail(fd: number, sizeBytes: number): Buffer {
  let tail = Buffer.alloc(0);
  for (let at = sizeBytes; at > 0;) {
    const start = Math.max(0, at - 65_536);
    const piece = Buffer.alloc(at - start);
    readFully(fd, piece, piece.length, start);
    const newline = piece.lastIndexOf(NEWLINE);
    tail = Buffer.concat([piece.subarray(newline + 1), tail]);
    if (newline >= 0) break;
    at = start;
  }
  return tail;
}

/** Sets a file aside under a name that says when; returns the new name. */
export function moveAside(path: string, label: string): string {
  const target = targetOf(path);
  for (let n = 0; ; n++) {
    const name = `${basename(target)}.${label}${n === 0 ? "" : `-${n}`}`;
    if (readdirSync(dirname(target)).includes(name)) continue;
    renameSync(target, join(dirname(target), name));
    syncFolder(dirname(target));
    return name;
  }
}

/** Makes a rename last. Not every system lets a folder be opened, and there a rename lasts without. */
function syncFolder(folder: string): void {
  let fd: number;
  try {
    fd = openSync(folder, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(fd);
  } catch {
    // As above.
  } finally {
    closeQuietly(fd);
  }
}

export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made, or is gone.
  }
}

function truncateQuietly(fd: number, sizeBytes: number): void {
  try {
    ftruncateSync(fd, sizeBytes);
  } catch {
    // The reader of such a file passes over a torn line.
  }
}
