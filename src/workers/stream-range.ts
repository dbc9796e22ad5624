import type { LineScanner } from "../core/line/scanner.js";
import { LostFile } from "../io/archive-file.js";
import { decodedStream } from "../io/decoded-stream.js";
import { DamagedData } from "../io/decoding.js";
import { ElementFeeder } from "../io/element-feeder.js";
import type { FramingFaults } from "../io/element-sink.js";
import { LineFeeder, type FeederLimits } from "../io/line-feeder.js";
import type { ByteRange } from "../io/ranges.js";
import type { ReasonCode } from "../model/archive-reasons.js";
import type { LaneArchive, LaneControl, RangeEnd } from "./wire.js";

export interface Reading {
  readonly archive: LaneArchive;
  readonly range: ByteRange;
  readonly scanner: LineScanner;
  readonly limits: FeederLimits;
  readonly control: LaneControl;
  readonly breathe: (() => Promise<void>) | undefined;
  /** To be called between two pieces, with the bytes of the last one and the place up to which all is settled. */
  readonly pause: ((inputBytes: number, place: number) => void) | undefined;
}

export type Outcome = Omit<RangeEnd, "archive" | "from" | "rejectsEnd">;

/**
 * Reads an archive from its beginning through its decoders: one that is compressed, or that is not JSON Lines. undefined: it
 * was stopped before the end.
 */
export async function readStream(reading: Reading): Promise<Outcome | undefined> {
  const { archive, range, control, breathe, pause } = reading;
  const feeder = feederOf(reading);
  let readBytes = 0;
  let skipBytes = range.skipBytes ?? 0;
  const onRead = (bytes: number): void => {
    readBytes += bytes;
    control.addDone(bytes);
  };
  let failure: Failure | undefined;
  try {
    for await (const chunk of decodedStream({ ...archive, sizeBytes: range.end }, onRead)) {
      if (control.stopped) return undefined;
      const skipped = Math.min(skipBytes, chunk.length);
      skipBytes -= skipped;
      if (skipped < chunk.length) feeder.write(chunk.subarray(skipped));
      pause?.(chunk.length, feeder.place);
      if (breathe !== undefined) await breathe();
    }
  } catch (error) {
    failure = failureOf(error as Error);
  }
  const faults = feeder.finish();
  return { readBytes, ...(failure ?? (faults === undefined ? {} : failureOfFraming(faults))) };
}

interface StreamFeeder {
  readonly place: number;
  write(chunk: Uint8Array): void;
  finish(): FramingFaults | undefined;
}

function feederOf({ archive, range, scanner, limits }: Reading): StreamFeeder {
  if (archive.framing !== "lines") return elementsOf(new ElementFeeder(scanner, limits, archive.framing === "records"));
  const lines = new LineFeeder(scanner, limits, range.skipBytes ?? 0);
  return {
    get place() {
      return lines.place;
    },
    write: (chunk) => lines.write(chunk),
    finish: () => {
      lines.end();
      return undefined;
    },
  };
}

/** Their place tells the order alone: elements wait in the feeder. */
function elementsOf(elements: ElementFeeder): StreamFeeder {
  let place = 0;
  return {
    get place() {
      return place;
    },
    write: (chunk) => {
      place += chunk.length;
      elements.write(chunk);
    },
    finish: () => elements.finish(),
  };
}

type Failure = Pick<RangeEnd, "failure">;

function failureOf(error: Error): Failure {
  if (error instanceof DamagedData || error instanceof LostFile) return { failure: error.reason };
  return { failure: { code: "io_error", params: { detail: error.message } } };
}

function failureOfFraming({ cutAt, lostAt, otherArrayAt, commaAt }: FramingFaults): Failure {
  const at = (code: ReasonCode, place: number): Failure => ({ failure: { code, params: { at: place } } });
  if (lostAt >= 0) return at("json_lost", lostAt);
  if (cutAt >= 0) return at("json_cut", cutAt);
  if (otherArrayAt >= 0) return at("other_array", otherArrayAt);
  return commaAt >= 0 ? at("comma_missing", commaAt) : {};
}
