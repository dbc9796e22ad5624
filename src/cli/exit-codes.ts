/** What the exit code says to a script. */
export const EXIT = {
  done: 0,
  /** It could not be done. */
  failed: 1,
  usage: 2,
  /** With --fail-on: something was found. */
  found: 3,
  /** By Ctrl-C: 128 and the number of the signal, as shells have it. */
  stopped: 130,
} as const;
