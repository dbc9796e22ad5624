import type { LineScanner, RangeStart } from "../core/line/scanner.js";
import type { ByteRange } from "../io/ranges.js";
import type { RejectSpool } from "../io/reject-spool.js";
import type { Piece } from "../core/segment/pieces.js";
import { PASSING_REASONS } from "../model/archive-reasons.js";
import type { LaneSegments } from "./lane-segments.js";
import type { Outcome } from "./stream-range.js";
import type { LaneArchive } from "./wire.js";

/**
 * Where a lane may empty its tables, or keep what they hold, in the middle of a range: what follows is counted as a range of
 * its own.
 */
export class RangeParts {
  readonly #scanner: LineScanner;
  readonly #segments: LaneSegments;
  readonly #range: ByteRange;
  readonly #start: RangeStart;
  /** Bytes of the decoded archive are those of the file. */
  readonly #isPlain: boolean;
  /** Another run could go on from the middle. */
  readonly #isResumable: boolean;
  readonly #rejects: RejectSpool | undefined;
  /** How far the lane's rejected lines went when the part at hand began. */
  #rejectsAt: number;
  /** Where the part at hand begins, and up to where all of it is settled. */
  #from: number;
  #place: number;

  constructor(
    scanner: LineScanner,
    segments: LaneSegments,
    { encoding, framing }: LaneArchive,
    range: ByteRange,
    start: RangeStart,
    rejects: RejectSpool | undefined,
  ) {
    this.#scanner = scanner;
    this.#segments = segments;
    this.#range = range;
    this.#start = start;
    this.#rejects = rejects;
    this.#rejectsAt = rejects?.bytes ?? 0;
    this.#isPlain = encoding === "plain" && framing === "lines";
    this.#isResumable = framing === "lines";
    this.#from = this.#place = start.range;
  }

  /** Between two pieces of input: the last one had so many bytes. */
  pause(inputBytes: number, place: number): void {
    this.#place = place;
    const due = this.#segments.due(inputBytes);
    if (due === undefined || place <= this.#from || (due === "save" && !this.#isResumable)) return;
    this.#scanner.endRange();
    this.#settle();
    if (due === "spill") this.#segments.spill();
    else this.#segments.save();
    this.#scanner.beginRange({ ...this.#start, range: this.#from });
  }

  /** The range was read to its end, or as far as it can be. */
  end({ readBytes, failure }: Outcome): void {
    if (failure !== undefined && PASSING_REASONS.has(failure.code)) this.#segments.endKeeping();
    const { archive, start, end } = this.#range;
    const read = this.#isPlain ? readBytes - (this.#from - start) : readBytes;
    const reason = failure === undefined ? {} : { failure };
    const to = this.#isPlain ? end : null;
    this.#segments.add({ archive, from: this.#from, to, readBytes: read, ...this.#newRejects(), ...reason });
    if (this.#segments.due(0) === "save") this.#segments.save();
  }

  /** The scan was stopped: what is settled is kept. */
  stop(): void {
    if (!this.#isResumable) return;
    if (this.#place > this.#from) this.#settle();
    this.#segments.save();
  }

  #settle(): void {
    const [from, to] = [this.#from, this.#place];
    const readBytes = this.#isPlain ? to - from : 0;
    this.#segments.add({ archive: this.#range.archive, from, to, readBytes, ...this.#newRejects() });
    this.#from = to;
  }

  #newRejects(): Pick<Piece, "rejectsBytes"> {
    const rejectsBytes = (this.#rejects?.bytes ?? 0) - this.#rejectsAt;
    this.#rejectsAt += rejectsBytes;
    return rejectsBytes > 0 ? { rejectsBytes } : {};
  }
}
