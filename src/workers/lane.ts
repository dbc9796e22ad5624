import { readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { LineScanner } from "../core/scanner.js";
import { LineFeeder } from "../io/line-feeder.js";
import { RejectSpool } from "../io/reject-spool.js";
import type { ByteRange } from "../io/ranges.js";
import type { Outcome, Reading } from "./stream-range.js";
import { LaneControl, type LaneArchive, type LaneTask, type RangeEnd } from "./wire.js";

/** On the main thread a lane lets the event loop have a turn this often; a worker has nobody to let in. */
const BREATH_MS = 20;

/**
 * Takes ranges until none is left or the scan is stopped, and scans them all into one scanner. Ranges are taken in
 * ascending order, which the scanner relies on.
 */
export async function runLane(task: LaneTask, scanner: LineScanner, onMainThread: boolean): Promise<RangeEnd[]> {
  const control = LaneControl.from(task.control);
  const ends: RangeEnd[] = [];
  const breathe = onMainThread ? breather() : undefined;
  const rejects = task.rejects && new RejectSpool(task.rejects.fds[task.lane] as number);
  for (let i = control.takeRange(); i < task.ranges.length && !control.stopped; i = control.takeRange()) {
    const range = task.ranges[i] as ByteRange;
    const archive = task.archives[range.archive] as LaneArchive;
    scanner.beginRange({ archive: range.archive, range: range.range, role: archive.role });
    if (rejects !== undefined) scanner.onReject = rejects.of(task.rejects?.paths[range.archive] as string);
    const reading = { archive, range, scanner, limits: task.limits, control, breathe };
    const isPlain = archive.encoding === "plain" && archive.framing === "lines";
    const outcome = await (isPlain ? readPlain(reading) : readOther(reading));
    ends.push({ archive: range.archive, range: range.range, rejectsEnd: rejects?.bytes ?? 0, ...outcome });
    scanner.endRange();
  }
  rejects?.flush();
  return ends;
}

async function readOther(reading: Reading): Promise<Outcome> {
  const { readStream } = await import("./stream-range.js");
  return readStream(reading);
}

async function readPlain(reading: Reading): Promise<Outcome> {
  const feeder = new LineFeeder(reading.scanner, reading.limits, reading.range.start);
  const outcome = await fed(feeder, reading);
  feeder.end();
  return outcome;
}

/** Stops where the file ends, be that before the range does: then it was truncated, and the caller sees it by the bytes. */
async function fed(feeder: LineFeeder, { archive, range, control, breathe }: Reading): Promise<Outcome> {
  let at = range.start;
  while (at < range.end && !control.stopped) {
    const space = feeder.space();
    let bytes: number;
    try {
      bytes = readSync(archive.fd, space, 0, Math.min(space.length, range.end - at), at);
    } catch (error) {
      return {
        readBytes: at - range.start,
        failure: { code: "io_error", params: { detail: (error as Error).message } },
      };
    }
    if (bytes === 0) break;
    feeder.take(bytes);
    control.addDone(bytes);
    at += bytes;
    if (breathe !== undefined) await breathe();
  }
  return { readBytes: at - range.start };
}

function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BREATH_MS) return;
    await setImmediate();
    last = performance.now();
  };
}
