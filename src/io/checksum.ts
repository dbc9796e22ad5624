import { crc32 } from "node:zlib";
import { DamagedSegment } from "../core/segment/byte-reader.js";
import { readFully } from "./file-identity.js";

const BLOCK_BYTES = 1 << 18;

/**
 * The checksum of a file's bytes, `before` being that of those in front of them. @throws DamagedSegment where it ends before,
 * and the file system's own error
 */
export function checksumBetween(fd: number, from: number, to: number, before = 0): number {
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(0, to - from)));
  let checksum = before;
  for (let at = from; at < to; at += block.length) {
    const bytes = block.subarray(0, Math.min(block.length, to - at));
    if (readFully(fd, bytes, bytes.length, at) < bytes.length) throw new DamagedSegment("it ends too early");
    checksum = crc32(bytes, checksum);
  }
  return checksum;
}
