import { readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { LineScanner, SegmentScanner } from "../core/line/scanner.js";
import { LostFile, openForUse } from "../io/archive-file.js";
import { LineFeeder } from "../io/line-feeder.js";
import { RejectSpool } from "../io/reject-spool.js";
import type { ByteRange } from "../io/ranges.js";
import { openLaneScanner } from "./engine.js";
import type { LaneSegments } from "./lane-segments.js";
import { RangeParts } from "./range-parts.js";
import type { Outcome, Reading } from "./stream-range.js";
import { LaneControl, type LaneArchive, type LaneResult, type LaneTask, type RangeEnd } from "./wire.js";

/** On the main thread a lane lets the event loop have a turn this often; a worker has nobody to let in. */
const BREATH_MS = 5;

/** All that one lane does, in a worker or on the main thread. */
export async function scanLane(task: LaneTask, onMainThread: boolean): Promise<LaneResult> {
  const { scanner, tables, finish } = await openLaneScanner(task.engine, task.lane);
  const rejects = task.rejects && new RejectSpool(task.rejects.fds[task.lane] as number);
  const segments = tables && (await openSegments(tables, task, rejects));
  const ends = await runLane(task, scanner, onMainThread, segments, rejects);
  const failure = segments?.checkpointFailure;
  const result = { ok: true, ends, ...(failure === undefined ? {} : { checkpointFailure: failure }) } as const;
  // A scan that was stopped has no result, and what its tables hold may be more than is known to be settled.
  if (LaneControl.from(task.control).stopped) return result;
  if (segments === undefined || segments.places.length === 0) return { ...result, partial: finish() };
  segments.spill();
  return { ...result, segments: segments.places };
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
  rejects?: RejectSpool,
): Promise<RangeEnd[]> {
  const control = LaneControl.from(task.control);
  const ends: RangeEnd[] = [];
  const breathe = onMainThread ? breather() : undefined;
  for (let i = control.takeRange(); i < task.ranges.length && !control.stopped; i = control.takeRange()) {
    const range = task.ranges[i] as ByteRange;
    const archive = task.archives[range.archive] as LaneArchive;
    const start = { archive: range.archive, range: range.skipBytes ?? range.start, role: archive.role };
    scanner.beginRange(start);
    if (rejects !== undefined) scanner.onReject = rejects.of(task.rejects?.paths[range.archive] as string);
    const parts = segments && new RangeParts(scanner, segments, archive, range, start, rejects);
    const pause = parts && ((bytes: number, place: number) => parts.pause(bytes, place));
    const reading = { archive, range, scanner, limits: task.limits, control, breathe, pause };
    const outcome = await (isPlainLines(archive) ? readPlain(reading) : readOther(reading));
    scanner.endRange();
    if (outcome === undefined) {
      parts?.stop();
      break;
    }
    ends.push({ archive: range.archive, from: start.range, rejectsEnd: rejects?.bytes ?? 0, ...outcome });
    parts?.end(outcome);
  }
  rejects?.flush();
  return ends;
}

function isPlainLines({ encoding, framing }: LaneArchive): boolean {
  return encoding === "plain" && framing === "lines";
}

async function openSegments(
  tables: SegmentScanner,
  task: LaneTask,
  rejects: RejectSpool | undefined,
): Promise<LaneSegments | undefined> {
  const { spill, checkpoint, lane } = task;
  if (spill === undefined && checkpoint === undefined) return undefined;
  const { LaneSegments: Segments } = await import("./lane-segments.js");
  const checkpoints =
    checkpoint && new (await import("./lane-checkpoints.js")).LaneCheckpoints(checkpoint, lane, rejects);
  return new Segments(tables, lane, spill, checkpoints);
}

async function readOther(reading: Reading): Promise<Outcome | undefined> {
  const { readStream } = await import("./stream-range.js");
  return readStream(reading);
}

async function readPlain(reading: Reading): Promise<Outcome | undefined> {
  const feeder = new LineFeeder(reading.scanner, reading.limits, reading.range.start);
  const outcome = await opened(reading.archive, (fd) => fed(feeder, fd, reading));
  // Where it was stopped the last line is not at its end.
  if (outcome !== undefined) feeder.end();
  return outcome;
}

/** One that is lost is no failure of the scan. */
async function opened(
  { file }: LaneArchive,
  read: (fd: number) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  let opening: ReturnType<typeof openForUse>;
  try {
    opening = openForUse(file);
  } catch (error) {
    if (error instanceof LostFile) return { readBytes: 0, failure: error.reason };
    throw error;
  }
  try {
    return await read(opening.fd);
  } finally {
    opening.close();
  }
}

/**
 * Stops where the file ends, be that before the range does: then it was truncated, and the caller sees it by the bytes.
 * undefined: it was stopped before the end.
 */
async function fed(
  feeder: LineFeeder,
  fd: number,
  { range, control, breathe, pause }: Reading,
): Promise<Outcome | undefined> {
  let at = range.start;
  while (at < range.end) {
    if (control.stopped) return undefined;
    const space = feeder.space();
    let bytes: number;
    try {
      bytes = readSync(fd, space, 0, Math.min(space.length, range.end - at), at);
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
