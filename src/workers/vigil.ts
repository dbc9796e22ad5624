const TICK_MS = 1000;
/** A disk may be slow, and a line long, but not so. */
const LONGEST_SILENCE_MS = 600_000;
/** A lane looks between two pieces of its input whether the scan was stopped. */
const LONGEST_STOPPED_MS = 30_000;

/** What those who are waited for have done so far. */
export interface Signs {
  /** A number that goes on changing while those who are waited for do anything: bytes done, ranges taken. */
  readonly life: () => number;
  readonly stopped: () => boolean;
}

/**
 * Calls `onSilence` when there has been no sign of life for too long. Turns of a timer are counted, so a time in which this
 * whole process stood still (a machine that slept) is none. Returns what ends it.
 */
export function keepVigil({ life, stopped }: Signs, onSilence: () => void): () => void {
  let [last, silentMs] = [life(), 0];
  const timer = setInterval(() => {
    const now = life();
    silentMs = now === last ? silentMs + TICK_MS : 0;
    last = now;
    if (silentMs >= (stopped() ? LONGEST_STOPPED_MS : LONGEST_SILENCE_MS)) onSilence();
  }, TICK_MS);
  return () => clearInterval(timer);
}
