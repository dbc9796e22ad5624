import type { RejectReason } from "../../model/report.js";
import type { Partial, ShardedPartial } from "../count/partial.js";
import type { ArchiveRole } from "./record.js";

/** Told of a line that does not count: its bytes, or with `isCut` how they begin. They are good during the call only. */
export type OnReject = (offset: number, reason: RejectReason, line: Uint8Array, isCut: boolean) => void;

/** So much of a line that is not kept whole is worth handing over. */
export const HEAD_BYTES = 64 * 1024;

export interface RangeStart {
  /** Number of the archive, in the order of paths. */
  readonly archive: number;
  /** Ascends with the place, within the archive. */
  readonly range: number;
  readonly role: ArchiveRole;
}

/**
 * Contract of a scanner: bytes of whole lines in, a partial out. Pure and synchronous, no file access. The plain
 * scanner, the WebAssembly one and the slow reference of the tests hold it, so each can be tested against the next.
 *
 * The caller reads into `buffer(...)`, because a scanner may want the bytes in a memory of its own.
 */
export interface Scanner extends LineScanner {
  readonly name: string;
  /** What was counted since the scanner was made. Call it once. */
  finish(): Partial;
}

/** The part of the contract that brings the bytes in: a scanner may be asked for something else than a partial. */
export interface LineScanner {
  /** Is told of all rejected lines, in the order of place. */
  onReject?: OnReject | undefined;
  /** A buffer of at least `bytes` bytes. Its first `keep` bytes are what they were in the last one handed out. */
  buffer(bytes: number, keep: number): Uint8Array;
  beginRange(start: RangeStart): void;
  /**
   * Scans whole lines: `[start, end)` of the buffer, which ends with a newline. `offset` is the place of its first byte
   * in the archive. A byte behind `end` may be overwritten.
   */
  scan(start: number, end: number, offset: number): void;
  /** The archive's last line if it has no newline: it counts if it parses, else its writer may still be at it. */
  scanTail(start: number, end: number, offset: number): void;
  /** Rejects a line that was not handed over: `head` is how it begins, up to HEAD_BYTES, as far as the caller has it. */
  reject(reason: RejectReason, offset: number, head: Uint8Array): void;
  endRange(): void;
}

/** A scanner whose findings need not wait for the end. All three are for between two ranges. */
export interface SegmentScanner extends Scanner {
  /** About what its tables hold, in bytes. */
  readonly tableBytes: number;
  /** Shows what was counted since the scanner was made, or last emptied. `write` must have read it when it returns. */
  snapshot(write: (partial: ShardedPartial) => void): void;
  /** The same, and empties the tables. */
  spill(write: (partial: ShardedPartial) => void): void;
}
