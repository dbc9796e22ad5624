// Archives as real files, through the whole of ArchiveScan, with the sizes that a test chooses.
import { join } from "node:path";
import { ArchiveScan } from "../../src/scan/archive-scan.js";
import type { Counted, CountOptions } from "../../src/scan/count-options.js";
import type { NamedFile } from "../../src/io/archives.js";
import { precisionFor, type Precision } from "../../src/core/count/precision.js";
import type { WorkerPool } from "../../src/workers/pool.js";
import { referenceCounts, type ReferenceArchive, type ReferenceCounts } from "../reference/reference.js";
import { referenceLines } from "../reference/lines.js";
import { tempFolder } from "../io/temp-folder.js";

export type Sizes = Pick<
  CountOptions,
  "chunkBytes" | "rangeBytes" | "maxLineBytes" | "threads" | "scanner" | "laneBytes"
>;

/** Everything to the millisecond: then each count of the reference can be compared. */
export const exactly = (nowMs: number): Precision => ({ asOfMs: nowMs, floorMs: -Infinity, exactHours: [] });
export const scanPrecision = (nowMs: number): Precision => precisionFor(nowMs);

/**
 * The archives, each of them JSON Lines beyond doubt: where the first line is no whole record, an archive might be framed
 * as one array or as pretty-printed values, which is looked at elsewhere. One gets a record before its first line then.
 */
export function asLines(archives: readonly ReferenceArchive[]): ReferenceArchive[] {
  return archives.map(({ path, role, bytes }) => {
    const isPlain =
      bytes.length === 0 || referenceLines(bytes.slice(0, bytes.indexOf(0x0a) + 1))[0]?.outcome === "record";
    return { path, role, bytes: isPlain ? bytes : Buffer.concat([Buffer.from("{}\n"), bytes]) };
  });
}

export function writeArchives(archives: readonly ReferenceArchive[]): NamedFile[] {
  const folder = tempFolder(Object.fromEntries(archives.map(({ path, bytes }) => [path, bytes])));
  return archives.map(({ path, role }) => ({ path, file: join(folder, path), role }));
}

const noPool = (): WorkerPool => {
  throw new Error("this scan was to run on the main thread");
};

export async function countFiles(
  files: readonly NamedFile[],
  options: CountOptions,
  pool: () => WorkerPool = noPool,
): Promise<Counted> {
  const scan = new ArchiveScan(files, pool);
  // Where threads are asked for by number they are what is tested, however little there is to scan.
  const sizes = options.threads === undefined ? {} : { inlineBytes: 0 };
  try {
    return await scan.count({ ...sizes, ...options });
  } finally {
    scan.close();
  }
}

/** The reference's counts of what is read: all but copies of other archives. */
export function expectedCounts(
  archives: readonly ReferenceArchive[],
  question: Parameters<typeof referenceCounts>[1],
): ReferenceCounts {
  return referenceCounts(
    archives.filter((one) => !isCopy(one, archives)),
    question,
  );
}

export function isCopy(one: ReferenceArchive, all: readonly ReferenceArchive[]): boolean {
  const text = Buffer.from(one.bytes);
  return all.some((other) => {
    if (other === one || text.length === 0 || text.length > other.bytes.length) return false;
    if (!text.equals(Buffer.from(other.bytes).subarray(0, text.length))) return false;
    return text.length < other.bytes.length || other.path < one.path;
  });
}
