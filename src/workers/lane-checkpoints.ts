import { randomBytes } from "node:crypto";
import type { ShardedPartial } from "../core/count/partial.js";
import type { SegmentScanner } from "../core/line/scanner.js";
import { addPiece, encodePieces, type Piece, type RejectsStart } from "../core/segment/pieces.js";
import { replaceSegment } from "../io/checkpoint-folder.js";
import type { SegmentHeader } from "../io/segment-file.js";
import type { RejectSpool } from "../io/reject-spool.js";
import type { SegmentPlace } from "./lane-segments.js";

/** How lanes keep what they have found, for a run that goes on from there. Structured-cloneable. */
export interface CheckpointPlan {
  readonly folder: string;
  readonly header: SegmentHeader;
  /** Of the archives: numbers may be others in the next run. */
  readonly paths: readonly string[];
  /** Names of the files, by lane, that rejected lines go to; absent: they are not wanted. */
  readonly rejects?: readonly string[] | undefined;
  /** For tests: so many bytes of input lie between two checkpoints. */
  readonly everyBytes?: number | undefined;
}

/** No sooner than this: what is lost with a process is read again in that time. */
const LEAST_MS = 5000;
/** A checkpoint may take so small a part of the time since the last one. */
const SHARE = 1 / 40;
/** How fast the first one is taken to be; of the next ones that is known. */
const FIRST_MS_PER_BYTE = 1000 / (40 << 20);

/**
 * What one lane keeps: a file for what its tables hold, written anew as they grow. When they are emptied, the file stays, and
 * the next one begins. What can't be written is not kept from then on; the scan goes on without.
 */
export class LaneCheckpoints {
  /** Why nothing is kept any more. */
  failure: string | undefined;
  #isOver = false;
  readonly #plan: CheckpointPlan;
  #name = newName();
  /** What the tables hold. */
  #pieces: Piece[] = [];
  #hasNews = false;
  #inputBytes = 0;
  #lastMs = performance.now();
  #msPerByte = FIRST_MS_PER_BYTE;

  /** What the pieces have rejected. */
  #rejected: RejectedPieces | undefined;

  constructor(plan: CheckpointPlan, lane = 0, rejects?: RejectSpool) {
    this.#plan = plan;
    const name = plan.rejects?.[lane];
    this.#rejected = name === undefined || rejects === undefined ? undefined : new RejectedPieces(rejects, name);
  }

  /** The tables hold a part that could not be read to its end: the next run shall try it again. What stands there stays. */
  end(): void {
    this.#isOver = true;
  }

  get #keeps(): boolean {
    return this.failure === undefined && !this.#isOver;
  }

  /** The tables hold this part of an archive too. */
  add(piece: Piece): void {
    addPiece(this.#pieces, piece);
    this.#rejected?.add(piece);
    this.#hasNews = true;
  }

  isDue(inputBytes: number, scanner: SegmentScanner): boolean {
    this.#inputBytes += inputBytes;
    if (!this.#keeps) return false;
    if (this.#plan.everyBytes !== undefined) return this.#inputBytes >= this.#plan.everyBytes;
    const elapsedMs = performance.now() - this.#lastMs;
    return elapsedMs >= LEAST_MS && elapsedMs * SHARE >= scanner.tableBytes * this.#msPerByte;
  }

  /** Between ranges only. */
  save(scanner: SegmentScanner): void {
    if (!this.#hasNews || !this.#keeps) return;
    const startedMs = performance.now();
    const { tableBytes } = scanner;
    scanner.snapshot((partial) => this.#write(partial));
    this.#lastMs = performance.now();
    this.#msPerByte = (this.#lastMs - startedMs) / Math.max(1, tableBytes);
    this.#inputBytes = 0;
  }

  /** Writes the tables for the last time, for they are emptied. undefined: they must be put by elsewhere. */
  seal(partial: ShardedPartial): SegmentPlace | undefined {
    if (!this.#keeps) return undefined;
    const bytes = this.#write(partial);
    if (bytes === undefined) return undefined;
    const place = { at: 0, end: bytes, name: this.#name };
    this.#name = newName();
    this.#rejected?.begin();
    this.#pieces = [];
    this.#inputBytes = 0;
    this.#lastMs = performance.now();
    return place;
  }

  #write(partial: ShardedPartial): number | undefined {
    const { folder, header, paths } = this.#plan;
    try {
      const note = encodePieces(this.#pieces, paths, this.#rejected?.settle());
      const bytes = replaceSegment(folder, this.#name, header, partial, note);
      this.#hasNews = false;
      return bytes;
    } catch (error) {
      this.failure = (error as Error).message;
      return undefined;
    }
  }
}

/** Where the rejected lines of the pieces stand in their lane's file. */
class RejectedPieces {
  readonly #spool: RejectSpool;
  #start: RejectsStart;
  #end = 0;
  /** Up to here the checksum goes. */
  #summed = 0;

  constructor(spool: RejectSpool, name: string) {
    this.#spool = spool;
    this.#start = { name, at: 0, checksum: 0 };
  }

  add({ rejectsBytes = 0 }: Piece): void {
    this.#end += rejectsBytes;
  }

  /** The pieces that come have none of what came before. */
  begin(): void {
    this.#end = this.#summed = this.#spool.bytes;
    this.#start = { ...this.#start, at: this.#end, checksum: 0 };
  }

  /** @throws MnemonicError OUTPUT_UNWRITABLE, and the file system's own error */
  settle(): RejectsStart {
    this.#spool.settle();
    const checksum = this.#spool.checksum(this.#summed, this.#end, this.#start.checksum);
    this.#summed = this.#end;
    return (this.#start = { ...this.#start, checksum });
  }
}

function newName(): string {
  return `${randomBytes(12).toString("hex")}.segment`;
}
