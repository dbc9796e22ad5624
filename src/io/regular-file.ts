import { constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { closeQuietly } from "./closing.js";
import { refuseForeign, targetOf } from "./ownership.js";

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/**
 * Opens a file for reading. Whatever is no regular file is refused: a pipe would wait for whoever may write to it some day,
 * a device may never end.
 * @throws the file system's own errors, EISDIR for a folder, ENOTREG for the rest
 */
export function openRegularFile(path: string): number {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) return fd;
    const [code, message] = stat.isDirectory() ? ["EISDIR", "it is a folder"] : ["ENOTREG", "it is not a regular file"];
    throw Object.assign(new Error(message), { code });
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
}

/** The same, of a file that no stranger has put there. @throws as `openRegularFile`, and EOWNER */
export function openOwnFile(path: string): number {
  const target = targetOf(path);
  const fd = openRegularFile(target);
  try {
    refuseForeign(fstatSync(fd), target);
    return fd;
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
}

/** The whole text of a file that `open` takes. */
export function readRegularFile(path: string, open = openRegularFile): string {
  return readBytes(path, open).toString("utf8");
}

/** The whole text of a regular file that no stranger has put there. */
export function readOwnFile(path: string): string {
  return readRegularFile(path, openOwnFile);
}

/** The same, as bytes. */
export function readOwnBytes(path: string): Buffer {
  return readBytes(path, openOwnFile);
}

function readBytes(path: string, open: (path: string) => number): Buffer {
  const fd = open(path);
  try {
    return readFileSync(fd);
  } finally {
    closeQuietly(fd);
  }
}

/** The lines that hold `part` of a regular file that no stranger has put there, however long it is. */
export function* linesWith(path: string, part: string): Generator<string> {
  const fd = openOwnFile(path);
  try {
    let carry: Buffer = Buffer.alloc(0);
    for (let chunk = readChunk(fd); chunk.length > 0; chunk = readChunk(fd)) {
      const bytes = Buffer.concat([carry, chunk]);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      for (const line of bytes.toString("utf8", 0, end).split("\n")) if (line.includes(part)) yield line;
      carry = bytes.subarray(end);
    }
    const last = carry.toString("utf8");
    if (last.includes(part)) yield last;
  } finally {
    closeQuietly(fd);
  }
}

function readChunk(fd: number): Buffer {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  return chunk.subarray(0, readSync(fd, chunk));
}
