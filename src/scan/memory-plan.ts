import { totalmem } from "node:os";
import type { OpenArchive } from "../io/archives.js";

const MEBI = 2 ** 20;
/** What the process and each of its threads hold beside tables: code, heaps, buffers, and of a backfill its early events. */
const PROCESS_BYTES = 384 * MEBI;
const THREAD_BYTES = 32 * MEBI;
/** Of the rest so much is for the tables of the lanes; the merge of one shard after another has what is left. */
const TABLES_SHARE = 0.5;
const LEAST_LANE_BYTES = 16 * MEBI;
/** Addresses of the shared memory have 32 bits, and a table that grows stands there twice. */
const MOST_TABLE_BYTES = 2.5 * 1024 * MEBI;

/** A lane's tables never hold more than so many times the bytes that it has scanned. */
const MOST_GROWTH = 8;
/** Nor does any of our decoders make more than so many bytes of one. */
const MOST_EXPANSION = 1024;

/** A quarter of the machine, or of what this process may use of it. */
export function defaultMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 4);
}

/** How large the tables of one of so many lanes may become. */
export function laneBytesFor(memoryBytes: number, lanes: number): number {
  const free = memoryBytes - PROCESS_BYTES - lanes * THREAD_BYTES;
  return Math.max(LEAST_LANE_BYTES, Math.min(free * TABLES_SHARE, MOST_TABLE_BYTES) / lanes);
}

/** Whether a lane could come to need more than that. */
export function mayOutgrow(archives: readonly OpenArchive[], laneBytes: number): boolean {
  const mostBytes = archives.reduce((sum, { identity, encoding }) => {
    return sum + identity.sizeBytes * (encoding === "plain" ? 1 : MOST_EXPANSION);
  }, 0);
  return mostBytes * MOST_GROWTH > laneBytes;
}
