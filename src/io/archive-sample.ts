import { readLine } from "../core/line/line.js";
import { headOf } from "./archive-head.js";
import type { OpenArchive } from "./archives.js";
import { ElementReader } from "./json-elements.js";

/** So much of an archive's decoded bytes is looked at, and so many of its records. */
const HEAD_BYTES = 1 << 20;
const MOST_RECORDS = 1000;
const NEWLINE = 0x0a;

export interface SampledRecord {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface ArchiveSample {
  readonly records: readonly SampledRecord[];
  readonly rejected: number;
  /** Whether that is all there is. */
  readonly whole: boolean;
}

/** The first records of an archive, whatever its encoding and framing. */
export async function sampleOf(archive: OpenArchive): Promise<ArchiveSample> {
  const { bytes, whole } = await headOf(archive, HEAD_BYTES);
  const pieces = archive.framing === "lines" ? linesOf(bytes, whole) : elementsOf(bytes, archive.framing === "records");
  const records: SampledRecord[] = [];
  let rejected = 0;
  for (const piece of pieces) {
    if (records.length === MOST_RECORDS) return { records, rejected, whole: false };
    const outcome = readLine(piece, 0, piece.length);
    if (outcome.type === "record") records.push({ value: outcome.value, text: outcome.text });
    else if (outcome.type === "rejected") rejected++;
  }
  return { records, rejected, whole };
}

/** A last line that goes on behind the head is none. */
function* linesOf(bytes: Uint8Array, whole: boolean): Generator<Uint8Array> {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
  if (whole && start < bytes.length) yield bytes.subarray(start);
}

function elementsOf(bytes: Uint8Array, containers: boolean): Uint8Array[] {
  const elements: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  const forget = (): void => void (parts = []);
  const sink = {
    begin: forget,
    bytes: (chunk: Uint8Array, start: number, end: number) => void parts.push(chunk.subarray(start, end)),
    end: () => void elements.push(Buffer.concat(parts)),
    discard: forget,
    reject: forget,
    nuls: () => {},
    tail: forget,
  };
  new ElementReader(sink, containers).write(bytes);
  return elements;
}
