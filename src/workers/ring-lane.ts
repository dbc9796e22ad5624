import type { LineScanner } from "../core/line/scanner.js";
import type { ByteRange } from "../io/ranges.js";
import type { RejectSpool } from "../io/reject-spool.js";
import { DecodedRing } from "./decoded-ring.js";
import type { LaneSegments } from "./lane-segments.js";
import { RingFeeder } from "./ring-feeder.js";
import { RingScan } from "./ring-scan.js";
import { readStream, type Reading } from "./stream-range.js";
import { LaneControl, type LaneArchive, type LaneTask, type RangeEnd } from "./wire.js";

/**
 * A lane of a scan of one archive that must be decoded: lane 0 decodes, and all scan what it has decoded. So two threads and the one
 * that inflates share the work, where else one would have to scan everything.
 */
export async function runRingLane(
  task: LaneTask,
  scanner: LineScanner,
  segments?: LaneSegments,
  rejects?: RejectSpool,
): Promise<RangeEnd[]> {
  const [range] = task.ranges as readonly [ByteRange];
  const control = LaneControl.from(task.control);
  const ring = new DecodedRing(task.ring as SharedArrayBuffer);
  const scan = new RingScan(task, range.archive, ring, scanner, segments, rejects);
  if (task.lane > 0) help(ring, scan, control);
  else {
    control.takeRange();
    const archive = task.archives[range.archive] as LaneArchive;
    const reading = { archive, range, scanner, limits: task.limits, control, breathe: undefined, pause: undefined };
    await decode(reading, ring, scan);
  }
  rejects?.flush();
  return scan.ends;
}

async function decode(reading: Reading, ring: DecodedRing, scan: RingScan): Promise<void> {
  try {
    const outcome = await readStream(reading, new RingFeeder(ring, scan, reading.control));
    if (outcome !== undefined) scan.note(outcome);
  } finally {
    ring.close();
  }
}

function help(ring: DecodedRing, scan: RingScan, control: LaneControl): void {
  while (!control.stopped) {
    // Asked first: what was filled before it was closed is there.
    const isClosed = ring.isClosed;
    if (scan.one()) continue;
    if (isClosed) return;
    ring.wait();
  }
}
