import { ArchiveScan } from "./archive-scan.js";
import { checkTempDir, type CountOptions } from "./count-options.js";
import type { Counts } from "../core/merge/counts.js";
import { precisionFor } from "../core/count/precision.js";
import { readingOf } from "../core/line/reading.js";
import { checkOptions } from "../core/usage/check-options.js";
import { expandPaths } from "../io/archive-paths.js";
import { clearError } from "../model/errors.js";
import { COUNT_CHECKS, required, type CheckTable, type Checks } from "../model/option-checks.js";
import type { Progress, ReadingOptions } from "../model/options.js";
import type { ArchiveReport } from "../model/report.js";
import { momentOf } from "./moment.js";
import type { WorkerPool } from "../workers/pool.js";

export interface ScanArchivesOptions extends ReadingOptions {
  /** Files or folders. */
  readonly archives: readonly string[];
  readonly now?: number | string | Date;
  readonly threads?: number;
  readonly session?: string;
  readonly maxLineBytes?: number;
  /** As in `ScanOptions`. */
  readonly maxMemoryBytes?: number;
  readonly tempDir?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

const CHECKS = {
  ...COUNT_CHECKS,
  archives: required(COUNT_CHECKS.archives),
} satisfies Checks<ScanArchivesOptions> & CheckTable;

export interface ArchiveCounts extends Counts {
  readonly archives: readonly ArchiveReport[];
}

/**
 * Counts archives without a home: no rules, no state, no drafts. Give the result to `recognize` for patterns.
 * @throws ArchiveNotFoundError, AbortedError, WorkerError, UsageError
 */
export async function scanArchives(options: ScanArchivesOptions): Promise<ArchiveCounts> {
  checkOptions("scanArchives", options, CHECKS);
  try {
    return await scanned(options);
  } catch (error) {
    throw clearError(error, options.signal);
  }
}

async function scanned(options: ScanArchivesOptions): Promise<ArchiveCounts> {
  checkTempDir(options.tempDir);
  const nowMs = momentOf(options.now, options.tz);
  const reading = readingOf(options, nowMs);
  let pool: WorkerPool | undefined;
  const scan = new ArchiveScan(expandPaths(options.archives), async () => {
    const { WorkerPool: Pool } = await import("../workers/pool.js");
    return (pool = new Pool(options.threads));
  });
  try {
    const count: CountOptions = { ...options, nowMs, reading, precision: precisionFor(nowMs) };
    const { counts, archives } = await scan.count(count);
    return { ...counts, archives };
  } finally {
    scan.close();
    await pool?.close();
  }
}
