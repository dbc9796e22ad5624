import { constants, fstatSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { ArchiveReason } from "../model/archive-reasons.js";
import { closeQuietly } from "./closing.js";
import type { FileIdentity } from "./file-identity.js";

/**
 * How an archive's bytes are come by: a descriptor that is held, or, where there are more archives than are held at once, a
 * path that is opened for each use if the same file still stands there. Structured-cloneable: descriptors are the process's.
 */
export type ArchiveFile = HeldFile | NamedFile;

interface HeldFile {
  readonly fd: number;
}

interface NamedFile {
  readonly file: string | Buffer;
  readonly device: string;
  readonly inode: string;
}

/** An archive's file that can't be opened again, or has made room for another. */
export class LostFile extends Error {
  readonly reason: ArchiveReason;

  constructor(reason: ArchiveReason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** The same file, to be opened for each use. */
export function letGo(held: ArchiveFile, file: string | Buffer, { device, inode }: FileIdentity): ArchiveFile {
  closeHeld(held);
  return { file: typeof file === "string" ? resolve(file) : file, device, inode };
}

export function isHeld(file: ArchiveFile): file is HeldFile {
  return "fd" in file;
}

/** For who has made sure that all are held. */
export function heldFd(file: ArchiveFile): number {
  if (!isHeld(file)) throw new Error("an archive that is not held open");
  return file.fd;
}

export function closeHeld(file: ArchiveFile): void {
  if (isHeld(file)) closeQuietly(file.fd);
}

/** For a use that takes its time: `close` when it is over. @throws LostFile */
export function openForUse(file: ArchiveFile): { readonly fd: number; readonly close: () => void } {
  if (isHeld(file)) return { fd: file.fd, close: () => {} };
  const fd = reopened(file);
  return { fd, close: () => closeQuietly(fd) };
}

/** @throws LostFile, and what `use` throws */
export function whileOpen<T>(file: ArchiveFile, use: (fd: number) => T): T {
  const { fd, close } = openForUse(file);
  try {
    return use(fd);
  } finally {
    close();
  }
}

/** The same, but `instead` where the file is lost: who reads all of it will say so. */
export function unlessLost<T>(file: ArchiveFile, use: (fd: number) => T, instead: T): T {
  try {
    return whileOpen(file, use);
  } catch (error) {
    if (error instanceof LostFile) return instead;
    throw error;
  }
}

function reopened({ file, device, inode }: NamedFile): number {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isGone = code === "ENOENT" || code === "ENOTDIR";
    throw new LostFile(isGone ? { code: "lost" } : { code: "io_error", params: { detail: message } });
  }
  const stat = fstatSync(fd, { bigint: true });
  if (String(stat.dev) === device && String(stat.ino) === inode) return fd;
  closeQuietly(fd);
  throw new LostFile({ code: "supplanted" });
}
