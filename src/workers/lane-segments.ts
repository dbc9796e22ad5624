import type { SegmentScanner } from "../core/line/scanner.js";
import { writeSegment, type SegmentHeader } from "../io/segment-file.js";
import { MnemonicError } from "../model/errors.js";

/** How lanes put by what they found when their tables have outgrown their share. Structured-cloneable. */
export interface SpillPlan {
  /** A lane's tables may hold about so much. */
  readonly laneBytes: number;
  /** One open file a lane, or why there is none. */
  readonly files: readonly number[] | string;
  readonly header: SegmentHeader;
}

/** Where a segment stands in its lane's file. */
export interface SegmentPlace {
  readonly at: number;
  readonly end: number;
}

/** So many bytes of input at least, as a share of the tables', between two spills: what can't be emptied must not bring on one after another. */
const LEAST_INPUT = 1 / 16;

/** The segments of one lane. */
export class LaneSegments {
  readonly places: SegmentPlace[] = [];
  readonly #scanner: SegmentScanner;
  readonly #plan: SpillPlan;
  readonly #lane: number;
  #inputBytes = 0;

  constructor(scanner: SegmentScanner, plan: SpillPlan, lane: number) {
    this.#scanner = scanner;
    this.#plan = plan;
    this.#lane = lane;
  }

  /** Whether the tables should be emptied, now that so many more bytes were scanned. */
  isDue(inputBytes: number): boolean {
    this.#inputBytes += inputBytes;
    const { laneBytes } = this.#plan;
    return this.#inputBytes >= laneBytes * LEAST_INPUT && this.#scanner.tableBytes >= laneBytes;
  }

  /** Between ranges only. @throws MnemonicError TEMP_UNWRITABLE */
  spill(): void {
    const { files, header } = this.#plan;
    if (typeof files === "string") throw unwritable(files);
    const fd = files[this.#lane] as number;
    const at = this.places.at(-1)?.end ?? 0;
    this.#scanner.spill((partial) => {
      try {
        this.places.push({ at, end: at + writeSegment(fd, at, header, partial) });
      } catch (error) {
        throw unwritable((error as Error).message);
      }
    });
    this.#inputBytes = 0;
  }
}

function unwritable(reason: string): MnemonicError {
  return new MnemonicError(
    "TEMP_UNWRITABLE",
    `the scan needs more memory than it may use, and could not put anything by in temporary files: ${reason}`,
    "name a folder with more room by --temp-dir, or allow more memory by --max-memory",
  );
}
