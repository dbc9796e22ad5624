import { whileOpen } from "./archive-file.js";
import type { OpenArchive } from "./archives.js";
import { decodedStream } from "./decoded-stream.js";
import { isUnread } from "./decoding.js";
import { readFully } from "./file-identity.js";
import type { ElementSink } from "./element-sink.js";
import { ElementReader } from "./json-elements.js";

const NEWLINE = 0x0a;
/** One element is looked for in steps of so much: what lies behind it is parsed in vain. */
const STEP_BYTES = 4096;

/** Gets the line or element at a place. */
export type Keep = (offset: number, record: Uint8Array) => void;

/** Collects one record from the bytes that begin at its place. */
interface Collector {
  /** True when the record is whole. */
  take(chunk: Uint8Array): boolean;
  /** What has come so far. */
  record(): Uint8Array;
}

/**
 * Reads the records at `offsets`, which ascend, from an archive that is encoded or not JSON Lines. An encoded one is
 * decoded once more, up to the last of them; of another, only what is wanted is read.
 */
export async function readPlaces(archive: OpenArchive, offsets: readonly number[], keep: Keep): Promise<void> {
  const make = archive.framing === "lines" ? (): Collector => new LineAt() : (): Collector => new ElementAt();
  if (archive.encoding === "plain")
    whileOpen(archive.file, (fd) => {
      for (const offset of offsets) readAt(fd, archive, offset, make(), keep);
    });
  else await readDecoded(archive, offsets, make, keep);
}

function readAt(fd: number, { identity }: OpenArchive, offset: number, collector: Collector, keep: Keep): void {
  const step = Buffer.allocUnsafe(STEP_BYTES);
  for (let at = offset; at < identity.sizeBytes;) {
    const bytes = readFully(fd, step, Math.min(step.length, identity.sizeBytes - at), at);
    if (bytes === 0 || collector.take(step.subarray(0, bytes))) break;
    at += bytes;
  }
  keep(offset, collector.record());
}

async function readDecoded(
  { file, identity, encoding }: OpenArchive,
  offsets: readonly number[],
  make: () => Collector,
  keep: Keep,
): Promise<void> {
  const wanted = offsets.values();
  let offset = wanted.next().value;
  let collector = make();
  let start = 0; // place of the chunk's first byte
  try {
    for await (const chunk of decodedStream({ file, sizeBytes: identity.sizeBytes, encoding }, () => {})) {
      while (offset !== undefined && offset < start + chunk.length) {
        if (!takeSteps(collector, chunk.subarray(Math.max(0, offset - start)))) break;
        keep(offset, collector.record());
        collector = make();
        offset = wanted.next().value;
      }
      if (offset === undefined) return;
      start += chunk.length;
    }
  } catch (error) {
    // Damaged data was reported by the scan; what lies before the damage is at hand.
    if (isUnread(error)) throw error;
  }
  if (offset !== undefined && offset < start) keep(offset, collector.record());
}

function takeSteps(collector: Collector, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    if (collector.take(bytes.subarray(at, at + STEP_BYTES))) return true;
  return false;
}

class LineAt implements Collector {
  readonly #parts: Uint8Array[] = [];

  take(chunk: Uint8Array): boolean {
    const newline = chunk.indexOf(NEWLINE);
    this.#parts.push(copyOf(chunk, 0, newline < 0 ? chunk.length : newline));
    return newline >= 0;
  }

  record(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

class ElementAt implements Collector, ElementSink {
  readonly #parts: Uint8Array[] = [];
  readonly #reader = new ElementReader(this, false);
  #isWhole = false;

  take(chunk: Uint8Array): boolean {
    this.#reader.write(chunk);
    return this.#isWhole;
  }

  record(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  bytes(chunk: Uint8Array, start: number, end: number): void {
    if (!this.#isWhole) this.#parts.push(copyOf(chunk, start, end));
  }

  end(): void {
    this.#isWhole = true;
  }

  /** Where no element begins any more, the file was rewritten. */
  reject(): void {
    if (!this.#isWhole) this.#parts.length = 0;
    this.#isWhole = true;
  }

  begin(offset: number): void {
    if (offset > 0) this.reject();
  }

  discard(): void {}
  nuls(): void {}
  tail(): void {}
}

/** A Buffer's own `slice` is no copy. */
function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, start, end);
}
