import { AbortedError } from "../model/errors.js";
import type { Progress } from "../model/options.js";
import type { LaneControl } from "../workers/wire.js";

const PROGRESS_MS = 100;

export interface WatchOptions {
  /** Path of the archive that a range is of; undefined behind the last range. */
  readonly archiveOf?: ((range: number) => string | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Runs lanes under the caller's signal, and tells of their progress. @throws AbortedError, and what `onProgress` throws */
export async function watched<T>(
  control: LaneControl,
  totalBytes: number,
  { signal, onProgress, archiveOf }: WatchOptions,
  run: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const knownBytes = control.done;
  const failures: unknown[] = [];
  let archive: string | undefined;
  const stop = (): void => control.stop();
  const tell = (): void => {
    try {
      archive = archiveOf?.(control.latestRange) ?? archive;
      onProgress?.({
        doneBytes: control.done,
        totalBytes,
        elapsedMs: performance.now() - started,
        ...(knownBytes > 0 && { knownBytes }),
        ...(archive !== undefined && { archive }),
      });
    } catch (error) {
      // Out of a timer it would end the caller's process.
      failures.push(error);
      stop();
    }
  };
  throwIfAborted(signal);
  signal?.addEventListener("abort", stop, { once: true });
  const timer = onProgress === undefined ? undefined : setInterval(tell, PROGRESS_MS);
  try {
    const result = await run();
    throwIfAborted(signal);
    tell();
    if (failures.length > 0) throw failures[0];
    return result;
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortedError("the scan");
}
