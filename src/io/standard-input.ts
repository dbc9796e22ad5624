import { mkdtempSync, openSync, rmSync, write } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { AbortedError } from "../model/errors.js";
import { closeQuietly } from "./closing.js";

/** The name of an archive that is read from standard input. */
export const STANDARD_INPUT = "-";

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where it is kept; default: the system's folder for temporary files. */
  readonly tempDir?: string | undefined;
}

const writeTo = promisify(write);

/**
 * Copies a pipe to a file that has no name, and returns its descriptor: evidence is read by place after the scan, and
 * ranges and content identity need the file too. It takes as much room in the temporary folder as what comes
 * through the pipe, which may be compressed. Nobody else can open it, and it is gone with the process, however that ends.
 *
 * @throws AbortedError, and the system's own error (no room left)
 */
export async function spool(input: Readable, { signal, tempDir = tmpdir() }: PrepareOptions): Promise<number> {
  if (isAborted(signal)) throw new AbortedError("reading standard input");
  const fd = unnamedFile(tempDir);
  const stop = (): void => void input.destroy();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of input) await writeAll(fd, chunk as Uint8Array);
    return fd;
  } catch (error) {
    closeQuietly(fd);
    throw isAborted(signal) ? new AbortedError("reading standard input") : error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function unnamedFile(parent: string): number {
  const folder = mkdtempSync(join(parent, "mnemonic-"));
  try {
    return openSync(join(folder, "standard-input"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeAll(fd: number, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await writeTo(fd, chunk, at, chunk.length - at)).bytesWritten;
}
