import { AbortedError } from "./model/errors.js";
import type { Progress } from "./model/options.js";
import type { LaneControl } from "./workers/wire.js";

const PROGRESS_MS = 100;

export interface WatchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Runs lanes under the caller's signal, and tells of their progress. @throws AbortedError, and what `onProgress` throws */
export async function watched<T>(
  control: LaneControl,
  totalBytes: number,
  { signal, onProgress }: WatchOptions,
  run: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const failures: unknown[] = [];
  const stop = (): void => control.stop();
  const tell = (): void => {
    try {
      onProgress?.({ doneBytes: control.done, totalBytes, elapsedMs: performance.now() - started });
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
