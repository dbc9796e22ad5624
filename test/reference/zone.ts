// The slow, obvious reference of time zones: which moment shows this time on a wall clock there?
const MINUTE = 60_000;
/** Offsets lie between these; they are whole quarters of an hour in the years that tests use. */
const [FURTHEST, STEP] = [15 * 60 * MINUTE, 15 * MINUTE];

/** Epoch milliseconds of a wall clock's time, given as if it were UTC. Skipped times count on from the last one shown. */
export function referenceClock(timeZone: string): (wallMs: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const shows = (ms: number): number => {
    const [day, month, year, hour, minute, second] = format.format(ms).match(/\d+/g)!.map(Number);
    return Date.UTC(year!, month! - 1, day, hour, minute, second);
  };
  const first = (wallMs: number): number | undefined => {
    for (let ms = wallMs - FURTHEST; ms <= wallMs + FURTHEST; ms += STEP) if (shows(ms) === wallMs) return ms;
    return undefined;
  };
  const known = new Map<number, number>();
  return (wallMs) => {
    const minute = Math.floor(wallMs / MINUTE) * MINUTE;
    if (!known.has(minute)) {
      let shown = minute;
      while (first(shown) === undefined) shown -= MINUTE;
      known.set(minute, first(shown)! + minute - shown);
    }
    return known.get(minute)! + wallMs - minute;
  };
}
