import { constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { closeQuietly } from "./closing.js";

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

/** The whole text of a regular file. */
export function readRegularFile(path: string): string {
  const fd = openRegularFile(path);
  try {
    return readFileSync(fd, "utf8");
  } finally {
    closeQuietly(fd);
  }
}

/** The lines of a regular file that hold `part`, however long the file is. */
export function* linesWith(path: string, part: string): Generator<string> {
  const fd = openRegularFile(path);
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
