// Does the time for a byte grow with the text? Ratios of processor time, and no absolute limit.

// Long enough for a quadratic pattern to need a tenth of a second where a linear one needs a millisecond.
export const LONG = 1 << 14;
const MARGIN = 3;
/** Below it the clock and the garbage collector are all that is measured. */
const LEAST_MICROS = 1000;

export function made(seed: string, length: number): string {
  return seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
}

export function cpuMicros(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user;
}

/**
 * Time for a byte of the long text over that of the short one. The short one's is the least of several, since the first
 * runs of a pattern are interpreted, and some systems count processor time by ticks of milliseconds: one short run that
 * is taken for a long one would let a quadratic pattern pass.
 */
function growth(run: (text: string) => unknown, seed: string, long: number): number {
  const [short, whole] = [made(seed, long / 8), made(seed, long)];
  const [fewer, more] = [leastMicros(run, short), cpuMicros(() => run(whole))];
  return Math.max(more / 8, LEAST_MICROS) / Math.max(fewer, LEAST_MICROS);
}

function leastMicros(run: (text: string) => unknown, text: string): number {
  return Math.min(...Array.from({ length: 4 }, () => cpuMicros(() => run(text))));
}

/**
 * Short texts first, so that what grows fails soon and does not run for hours. Again when in doubt: another process, or the
 * compiler, may have come between.
 */
export function isLinear(run: (text: string) => unknown, seed: string, longest = LONG): boolean {
  return [longest / 64, longest / 8, longest].every((long) => {
    for (let tries = 0; tries < 5; tries++) if (growth(run, seed, long) <= MARGIN) return true;
    return false;
  });
}

/** Whether a huge text costs no more than a short one, so that not all of it is looked at. */
export function costsTheSame(run: (text: string) => unknown, short: string, huge: string): boolean {
  return Math.max(leastMicros(run, huge), LEAST_MICROS) / Math.max(leastMicros(run, short), LEAST_MICROS) <= MARGIN;
}
