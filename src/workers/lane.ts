import { readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Scanner } from "../core/scanner.js";
import { decodedStream } from "../io/decoded-stream.js";
import { LineFeeder } from "../io/line-feeder.js";
import type { ByteRange } from "../io/ranges.js";
import { LaneControl, type LaneArchive, type LaneTask, type RangeEnd } from "./wire.js";

/** On the main thread a lane lets the event loop have a turn this often; a worker has nobody to let in. */
const BREATH_MS = 20;

/**
 * Takes ranges until none is left or the scan is stopped, and scans them all into one scanner. Ranges are taken in
 * ascending order, which the scanner relies on.
 */
export async function runLane(task: LaneTask, scanner: Scanner, onMainThread: boolean): Promise<RangeEnd[]> {
  const control = LaneControl.from(task.control);
  const ends: RangeEnd[] = [];
  const breathe = onMainThread ? breather() : undefined;
  for (let i = control.takeRange(); i < task.ranges.length && !control.stopped; i = control.takeRange()) {
    const range = task.ranges[i] as ByteRange;
    const archive = task.archives[range.archive] as LaneArchive;
    scanner.beginRange({ archive: range.archive, range: range.range, role: archive.role });
    const feeder = new LineFeeder(scanner, task.limits, range.start);
    const reading = { archive, range, feeder, control, breathe };
    ends.push({
      archive: range.archive,
      ...(await (archive.encoding === "plain" ? readPlain(reading) : readEncoded(reading))),
    });
    feeder.end();
    scanner.endRange();
  }
  return ends;
}

interface Reading {
  readonly archive: LaneArchive;
  readonly range: ByteRange;
  readonly feeder: LineFeeder;
  readonly control: LaneControl;
  readonly breathe: (() => Promise<void>) | undefined;
}

type Outcome = Omit<RangeEnd, "archive">;

/** Stops where the file ends, be that before the range does: then it was truncated, and the caller sees it by the bytes. */
async function readPlain({ archive, range, feeder, control, breathe }: Reading): Promise<Outcome> {
  let at = range.start;
  while (at < range.end && !control.stopped) {
    const space = feeder.space();
    let bytes: number;
    try {
      bytes = readSync(archive.fd, space, 0, Math.min(space.length, range.end - at), at);
    } catch (error) {
      return { readBytes: at - range.start, failure: (error as Error).message };
    }
    if (bytes === 0) break;
    feeder.take(bytes);
    control.addDone(bytes);
    at += bytes;
    if (breathe !== undefined) await breathe();
  }
  return { readBytes: at - range.start };
}

async function readEncoded({ archive, feeder, control }: Reading): Promise<Outcome> {
  let readBytes = 0;
  const onRead = (bytes: number): void => {
    readBytes += bytes;
    control.addDone(bytes);
  };
  try {
    for await (const chunk of decodedStream(archive.fd, archive.encoding as "gzip", onRead)) {
      if (control.stopped) break;
      feed(feeder, chunk);
    }
    return { readBytes };
  } catch (error) {
    return {
      readBytes,
      failure: `${archive.encoding} data is damaged (${(error as Error).message}); what was decoded before is counted`,
    };
  }
}

function feed(feeder: LineFeeder, chunk: Uint8Array): void {
  for (let at = 0; at < chunk.length;) {
    const space = feeder.space();
    const bytes = Math.min(space.length, chunk.length - at);
    space.set(chunk.subarray(at, at + bytes));
    feeder.take(bytes);
    at += bytes;
  }
}

function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BREATH_MS) return;
    await setImmediate();
    last = performance.now();
  };
}
