import type { ArchiveRole } from "../core/line/record.js";
import type { ArchiveFile } from "../io/archive-file.js";
import type { Encoding } from "../io/encoding.js";
import type { Framing } from "../io/framing.js";
import type { ByteRange } from "../io/ranges.js";
import type { FeederLimits } from "../io/line-feeder.js";
import type { ArchiveReason } from "../model/archive-reasons.js";
import type { ErrorWire } from "../model/errors.js";
import type { MergeShare } from "../scanner-wasm/merge-share.js";
import type { EngineInit, LanePartial } from "./engine.js";
import type { CheckpointPlan } from "./lane-checkpoints.js";
import type { SegmentPlace, SpillPlan } from "./lane-segments.js";

/** What an archive is to a worker, which reads the very file that was planned. */
export interface LaneArchive {
  readonly file: ArchiveFile;
  readonly role: ArchiveRole;
  readonly encoding: Encoding;
  readonly framing: Framing;
}

/** The task of one lane: a worker, or the main thread, that takes range after range until none is left. */
export interface LaneTask {
  readonly archives: readonly LaneArchive[];
  readonly ranges: readonly ByteRange[];
  readonly control: LaneControl;
  readonly engine: EngineInit;
  /** Number of this lane, of its own in the scan. */
  readonly lane: number;
  readonly limits: FeederLimits;
  /** Where rejected lines go, if they are wanted. */
  readonly rejects?: RejectsTask | undefined;
  readonly spill?: SpillPlan | undefined;
  readonly checkpoint?: CheckpointPlan | undefined;
}

export interface RejectsTask {
  /** Descriptors of files by lane, that nobody else writes to. */
  readonly fds: readonly number[];
  /** Of the archives. */
  readonly paths: readonly string[];
}

/** What starts a worker and has it load what it will want, while the main thread still plans. */
export const WARM_UP = "warm up";

/** What a range came to beside its counts. */
export interface RangeEnd {
  readonly archive: number;
  /** Where it began, in bytes of the decoded archive. */
  readonly from: number;
  /** How far the lane's file of rejected lines goes after this range. */
  readonly rejectsEnd: number;
  /** Bytes of the file that were read, before decoding. */
  readonly readBytes: number;
  /** Why the rest could not be decoded or read; absent: nothing of the kind. */
  readonly failure?: ArchiveReason;
}

export interface LaneResult {
  readonly ok: true;
  /** What is not in segments; absent: all is. */
  readonly partial?: LanePartial;
  readonly segments?: readonly SegmentPlace[];
  /** Why what was found is not kept for a run that goes on from there, though it was wanted. */
  readonly checkpointFailure?: string;
  readonly ends: readonly RangeEnd[];
}

/** A share of a merge, for a worker whose lane has ended. */
export interface ShareTask {
  readonly share: MergeShare;
}

export interface ShareResult {
  readonly ok: true;
  /** How many sessions it has answered. */
  readonly sessions: number;
}

export type WorkerTask = LaneTask | ShareTask | typeof WARM_UP;
export type WorkerReply = LaneResult | ShareResult | ErrorWire;

/** Words shared by all lanes of a scan: which range is next, whether to stop, and how many bytes are done. */
export class LaneControl {
  readonly words: Int32Array;
  readonly doneBytes: BigInt64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.words = new Int32Array(memory, 0, 2);
    this.doneBytes = new BigInt64Array(memory, 8, 1);
  }

  /** A class does not survive the way to a worker; its memory does. */
  static from(sent: Pick<LaneControl, "words">): LaneControl {
    return new LaneControl(sent.words.buffer as SharedArrayBuffer);
  }

  /** For another list of ranges. */
  restart(): void {
    Atomics.store(this.words, 0, 0);
  }

  takeRange(): number {
    return Atomics.add(this.words, 0, 1);
  }

  /** The range that was taken last; -1: none was. */
  get latestRange(): number {
    return Atomics.load(this.words, 0) - 1;
  }

  stop(): void {
    Atomics.store(this.words, 1, 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.words, 1) === 1;
  }

  addDone(bytes: number): void {
    Atomics.add(this.doneBytes, 0, BigInt(bytes));
  }

  get done(): number {
    return Number(Atomics.load(this.doneBytes, 0));
  }
}
