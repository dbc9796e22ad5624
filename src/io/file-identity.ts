import { hash } from "node:crypto";
import { fstatSync, readSync } from "node:fs";

/** How many bytes at each end of a file are fingerprinted. */
export const FINGERPRINT_BYTES = 4096;

/**
 * What a file is, whatever its path says: a rotated log is the same file under another name, and another file may stand
 * under the old one. Fingerprints are SHA-256 of the first and the last 4 KiB (fewer for a shorter file).
 */
export interface FileIdentity extends FileStamp {
  readonly head: string;
  readonly tail: string;
}

/** The identity of an open file. Throws the file system's own error if it can't be read. */
export function identify(fd: number): FileIdentity {
  const stamp = stampOf(fd);
  const { sizeBytes } = stamp;
  return {
    ...stamp,
    head: fingerprint(fd, 0, Math.min(sizeBytes, FINGERPRINT_BYTES)),
    tail: fingerprint(fd, Math.max(0, sizeBytes - FINGERPRINT_BYTES), sizeBytes),
  };
}

/** What the system says of a file; while all of it stays the same, so does the content. */
export interface FileStamp {
  readonly device: string;
  readonly inode: string;
  readonly sizeBytes: number;
  readonly modifiedNs: string;
  readonly changedNs: string;
}

export function stampOf(fd: number): FileStamp {
  const stat = fstatSync(fd, { bigint: true });
  return {
    device: String(stat.dev),
    inode: String(stat.ino),
    sizeBytes: Number(stat.size),
    modifiedNs: String(stat.mtimeNs),
    changedNs: String(stat.ctimeNs),
  };
}

export type Change = "none" | "appended" | "truncated" | "rewritten";

/** What has happened to an open file since it was identified. */
export function changeSince(fd: number, before: FileIdentity): Change {
  const { sizeBytes, modifiedNs } = stampOf(fd);
  if (sizeBytes < before.sizeBytes) return "truncated";
  // Written to without growing: where, nothing tells.
  if (sizeBytes === before.sizeBytes && modifiedNs !== before.modifiedNs) return "rewritten";
  const head = fingerprint(fd, 0, Math.min(before.sizeBytes, FINGERPRINT_BYTES));
  const tail = fingerprint(fd, Math.max(0, before.sizeBytes - FINGERPRINT_BYTES), before.sizeBytes);
  if (head !== before.head || tail !== before.tail) return "rewritten";
  return sizeBytes === before.sizeBytes ? "none" : "appended";
}

export function fingerprint(fd: number, start: number, end: number): string {
  const bytes = Buffer.allocUnsafe(end - start);
  const length = readFully(fd, bytes, bytes.length, start);
  return hash("sha256", bytes.subarray(0, length), "hex").slice(0, 32);
}

/** Reads on until `length` bytes are there or the file ends; how many there are. */
export function readFully(fd: number, into: Uint8Array, length: number, at: number): number {
  let done = 0;
  while (done < length) {
    const n = readSync(fd, into, done, length - done, at + done);
    if (n === 0) break;
    done += n;
  }
  return done;
}
