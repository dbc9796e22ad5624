import type { SegmentScanner } from "../core/line/scanner.js";
import type { Piece } from "../core/segment/pieces.js";
import { writeSegment, type SegmentHeader } from "../io/segment-file.js";
import { MnemonicError } from "../model/errors.js";
import type { ShardedPartial } from "../core/count/partial.js";
import type { LaneCheckpoints } from "./lane-checkpoints.js";

/** How lanes put by what they found when their tables have outgrown their share. Structured-cloneable. */
export interface SpillPlan {
  /** A lane's tables may hold about so much. */
  readonly laneBytes: number;
  /** One open file a lane, or why there is none. */
  readonly files: readonly number[] | string;
  readonly header: SegmentHeader;
}

/** Where a segment stands: in its lane's temporary file, or in the checkpoint's file of that name. */
export interface SegmentPlace {
  readonly at: number;
  readonly end: number;
  readonly name?: string;
}

/** So many bytes of input at least, as a share of the tables', between two spills: what can't be emptied must not bring on one after another. */
const LEAST_INPUT = 1 / 16;

/** The segments of one lane: what its tables could not hold, and what is kept for a run that goes on from there. */
export class LaneSegments {
  readonly places: SegmentPlace[] = [];
  readonly #scanner: SegmentScanner;
  readonly #spill: SpillPlan | undefined;
  readonly #checkpoints: LaneCheckpoints | undefined;
  readonly #lane: number;
  #inputBytes = 0;
  /** How far the temporary file goes. */
  #end = 0;

  constructor(
    scanner: SegmentScanner,
    lane: number,
    spill: SpillPlan | undefined,
    checkpoints: LaneCheckpoints | undefined,
  ) {
    this.#scanner = scanner;
    this.#lane = lane;
    this.#spill = spill;
    this.#checkpoints = checkpoints;
  }

  /** Why nothing is kept any more, though it was wanted. */
  get checkpointFailure(): string | undefined {
    return this.#checkpoints?.failure;
  }

  /** What is to be done with the tables now that so many more bytes were scanned. */
  due(inputBytes: number): "spill" | "save" | undefined {
    this.#inputBytes += inputBytes;
    const laneBytes = this.#spill?.laneBytes ?? Infinity;
    if (this.#inputBytes >= laneBytes * LEAST_INPUT && this.#scanner.tableBytes >= laneBytes) return "spill";
    return this.#checkpoints?.isDue(inputBytes, this.#scanner) === true ? "save" : undefined;
  }

  /** The tables hold this part of an archive too. */
  add(piece: Piece): void {
    this.#checkpoints?.add(piece);
  }

  /** Nothing is kept any more: a part could not be read to its end. */
  endKeeping(): void {
    this.#checkpoints?.end();
  }

  /** Between ranges only. */
  save(): void {
    this.#checkpoints?.save(this.#scanner);
  }

  /** Between ranges only. @throws MnemonicError TEMP_UNWRITABLE */
  spill(): void {
    this.#scanner.spill((partial) => this.places.push(this.#checkpoints?.seal(partial) ?? this.#putBy(partial)));
    this.#inputBytes = 0;
  }

  #putBy(partial: ShardedPartial): SegmentPlace {
    const { files, header } = this.#spill as SpillPlan;
    if (typeof files === "string") throw unwritable(files);
    const at = this.#end;
    try {
      this.#end += writeSegment(files[this.#lane] as number, at, header, partial);
    } catch (error) {
      throw unwritable((error as Error).message);
    }
    return { at, end: this.#end };
  }
}

function unwritable(reason: string): MnemonicError {
  return new MnemonicError(
    "TEMP_UNWRITABLE",
    `the scan needs more memory than it may use, and could not put anything by in temporary files: ${reason}`,
    "name a folder with more room (tempDir, --temp-dir), or allow more memory (maxMemoryBytes, --max-memory)",
  );
}
