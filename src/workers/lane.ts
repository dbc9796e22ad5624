import { readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { LineScanner, RangeStart, SegmentScanner } from "../core/line/scanner.js";
import { LineFeeder } from "../io/line-feeder.js";
import { RejectSpool } from "../io/reject-spool.js";
import type { ByteRange } from "../io/ranges.js";
import { openLaneScanner } from "./engine.js";
import type { LaneSegments, SpillPlan } from "./lane-segments.js";
import type { Outcome, Reading } from "./stream-range.js";
import { LaneControl, type LaneArchive, type LaneResult, type LaneTask, type RangeEnd } from "./wire.js";

/** On the main thread a lane lets the event loop have a turn this often; a worker has nobody to let in. */
const BREATH_MS = 20;

/** All that one lane does, in a worker or on the main thread. */
export async function scanLane(task: LaneTask, onMainThread: boolean): Promise<LaneResult> {
  const { scanner, tables, finish } = await openLaneScanner(task.engine, task.lane);
  const segments = task.spill && tables && (await openSegments(tables, task.spill, task.lane));
  const ends = await runLane(task, scanner, onMainThread, segments);
  if (segments === undefined || segments.places.length === 0) return { ok: true, partial: finish(), ends };
  segments.spill();
  return { ok: true, segments: segments.places, ends };
}

/**
 * Takes ranges until none is left or the scan is stopped, and scans them all into one scanner. Ranges are taken in
 * ascending order, which the scanner relies on.
 */
export async function runLane(
  task: LaneTask,
  scanner: LineScanner,
  onMainThread: boolean,
  segments?: LaneSegments,
): Promise<RangeEnd[]> {
  const control = LaneControl.from(task.control);
  const ends: RangeEnd[] = [];
  const breathe = onMainThread ? breather() : undefined;
  const rejects = task.rejects && new RejectSpool(task.rejects.fds[task.lane] as number);
  for (let i = control.takeRange(); i < task.ranges.length && !control.stopped; i = control.takeRange()) {
    const range = task.ranges[i] as ByteRange;
    const archive = task.archives[range.archive] as LaneArchive;
    const start = { archive: range.archive, range: range.start, role: archive.role };
    scanner.beginRange(start);
    if (rejects !== undefined) scanner.onReject = rejects.of(task.rejects?.paths[range.archive] as string);
    const pause = segments && pauses(scanner, segments, start);
    const reading = { archive, range, scanner, limits: task.limits, control, breathe, pause };
    const isPlain = archive.encoding === "plain" && archive.framing === "lines";
    const outcome = await (isPlain ? readPlain(reading) : readOther(reading));
    ends.push({ archive: range.archive, range: range.range, rejectsEnd: rejects?.bytes ?? 0, ...outcome });
    scanner.endRange();
  }
  rejects?.flush();
  return ends;
}

async function openSegments(tables: SegmentScanner, plan: SpillPlan, lane: number): Promise<LaneSegments> {
  const { LaneSegments: Segments } = await import("./lane-segments.js");
  return new Segments(tables, plan, lane);
}

/** Where a lane may empty its tables in the middle of a range: what follows is counted as a range of its own. */
function pauses(scanner: LineScanner, segments: LaneSegments, start: RangeStart): Reading["pause"] {
  let from = start.range;
  return (inputBytes, place) => {
    if (!segments.isDue(inputBytes) || place <= from) return;
    scanner.endRange();
    segments.spill();
    scanner.beginRange({ ...start, range: (from = place) });
  };
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
async function fed(feeder: LineFeeder, { archive, range, control, breathe, pause }: Reading): Promise<Outcome> {
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
    pause?.(bytes, feeder.place);
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
