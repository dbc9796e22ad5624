import type { LineScanner } from "../core/line/scanner.js";
import { LineFeeder } from "../io/line-feeder.js";
import type { RejectSpool } from "../io/reject-spool.js";
import type { DecodedRing } from "./decoded-ring.js";
import type { LaneSegments } from "./lane-segments.js";
import type { Outcome } from "./stream-range.js";
import type { LaneArchive, LaneTask, RangeEnd } from "./wire.js";

/** What one lane scans of an archive that is decoded into a ring: each slot is a range of its own. */
export class RingScan {
  readonly ends: RangeEnd[] = [];
  readonly #ring: DecodedRing;
  readonly #scanner: LineScanner;
  readonly #task: LaneTask;
  readonly #archive: number;
  readonly #segments: LaneSegments | undefined;
  readonly #rejects: RejectSpool | undefined;
  #from = 0;

  constructor(
    task: LaneTask,
    archive: number,
    ring: DecodedRing,
    scanner: LineScanner,
    segments: LaneSegments | undefined,
    rejects: RejectSpool | undefined,
  ) {
    this.#ring = ring;
    this.#scanner = scanner;
    this.#task = task;
    this.#archive = archive;
    this.#segments = segments;
    this.#rejects = rejects;
    if (rejects !== undefined) scanner.onReject = rejects.of(task.rejects?.paths[archive] as string);
  }

  /** Scans the oldest slot that nobody has taken; false: there is none. */
  one(): boolean {
    const slot = this.#ring.take();
    if (slot === undefined) return false;
    const feeder = this.begin(slot.place);
    feeder.write(slot.bytes);
    this.end(feeder);
    this.#ring.free(slot);
    if (this.#segments?.due(slot.bytes.length) === "spill") this.#segments.spill();
    return true;
  }

  /** A range that begins at that place of the decoded archive. */
  begin(place: number): LineFeeder {
    const { role } = this.#task.archives[this.#archive] as LaneArchive;
    this.#from = place;
    this.#scanner.beginRange({ archive: this.#archive, range: place, role });
    return new LineFeeder(this.#scanner, this.#task.limits, place);
  }

  end(feeder: LineFeeder): void {
    feeder.end();
    this.#scanner.endRange();
    this.note({ readBytes: 0 });
  }

  /** What came of the range at hand, or of the archive as a whole. */
  note(outcome: Outcome): void {
    const rejectsEnd = this.#rejects?.bytes ?? 0;
    this.ends.push({ archive: this.#archive, from: this.#from, rejectsEnd, ...outcome });
  }
}
