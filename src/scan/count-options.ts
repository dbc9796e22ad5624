import { accessSync, constants, statSync } from "node:fs";
import type { ActivityQuestion } from "../core/count/activity.js";
import type { Precision } from "../core/count/precision.js";
import type { HashSeed } from "../core/line/hash.js";
import type { Reading } from "../core/line/reading.js";
import type { Counts } from "../core/merge/counts.js";
import type { SlidingThresholds } from "../core/merge/early-events.js";
import type { RejectsFile } from "../io/rejects-file.js";
import { MnemonicError } from "../model/errors.js";
import type { Progress } from "../model/options.js";
import type { ArchiveReport, CacheNote, Warning } from "../model/report.js";
import type { ScannerName } from "../workers/engine.js";
import type { Checkpoint } from "./checkpoint.js";

export interface CountOptions {
  readonly precision: Precision;
  readonly reading?: Reading | undefined;
  readonly nowMs: number;
  /** It is the system clock's moment, not one that was named. */
  readonly isByClock?: boolean;
  readonly session?: string | undefined;
  readonly judgedUntilMs?: ((kind: number, key: string) => number) | undefined;
  readonly threads?: number | undefined;
  readonly maxLineBytes?: number | undefined;
  /** Look for the earliest moment of each pattern (backfill). Its slack is chosen here. */
  readonly sliding?: SlidingOptions | undefined;
  readonly activity?: ActivityQuestion | undefined;
  /** Gets every rejected line. */
  readonly rejects?: RejectsFile | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Of the session hash, where partials outlive the scan (io/segment-file.ts); default: a random one for each scan. */
  readonly seed?: HashSeed | undefined;
  /** The scan should not use more; what does not fit goes to temporary files. Default: a quarter of the machine. */
  readonly maxMemoryBytes?: number | undefined;
  /** Where temporary files are made; default: the system's folder for them. */
  readonly tempDir?: string | undefined;
  /** What the scan goes on from, and is kept in. */
  readonly checkpoint?: Checkpoint | undefined;
  /** For tests: what a lane's tables may hold. */
  readonly laneBytes?: number | undefined;
  /** For tests and benchmarks: what is else chosen by the archive's size and the machine. */
  readonly scanner?: ScannerName | undefined;
  readonly chunkBytes?: number | undefined;
  readonly rangeBytes?: number | undefined;
  /** Below this no worker is started. */
  readonly inlineBytes?: number | undefined;
}

export interface SlidingOptions extends Omit<SlidingThresholds, "slack" | "untilMs"> {
  /** By `patternName`: only later events count. */
  readonly watermarksMs: ReadonlyMap<string, number>;
}

export interface CountTimings {
  readonly planMs: number;
  readonly scanMs: number;
  readonly mergeMs: number;
  readonly threads: number;
  readonly bytes: number;
  /** How many of them were read. */
  readonly readBytes: number;
  readonly scanner: string;
}

export interface Counted {
  readonly counts: Counts;
  readonly archives: readonly ArchiveReport[];
  readonly warnings: readonly Warning[];
  readonly timings: CountTimings;
  /** Why something that was known was read again. */
  readonly notes: readonly CacheNote[];
  /** From then on the same records count otherwise; absent: that was not looked for. */
  readonly untilMs?: number;
  /** From then on a pattern may count for more, though nothing is added. */
  readonly risesAtMs?: number;
}

/** A folder that was named is looked at before hours of reading. @throws MnemonicError TEMP_UNWRITABLE */
export function checkTempDir(tempDir: string | undefined): void {
  if (tempDir === undefined) return;
  try {
    if (!statSync(tempDir).isDirectory()) throw new Error("it is no folder");
    accessSync(tempDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new MnemonicError(
      "TEMP_UNWRITABLE",
      `the folder ${JSON.stringify(tempDir)} takes no temporary files: ${(error as Error).message}`,
      "name one that is there and can be written to (tempDir, --temp-dir)",
      { cause: error },
    );
  }
}
