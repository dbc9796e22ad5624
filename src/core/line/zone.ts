import { DAY_MS } from "../../model/options.js";

/** Epoch milliseconds of a wall clock's time, itself given as if it were UTC. */
export type LocalClock = (wallMs: number) => number;

const FIXED = /^([+-])(\d{2})(?::?(\d{2}))?$/;
const LONG_OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const UTC = /^(?:z|utc|gmt|etc\/(?:utc|gmt))$/i;
/** A log stays on few days; whoever writes one with all days that there are shall not fill memory. */
const REMEMBERED_DAYS = 4096;

/**
 * The clock of a zone: an IANA name (`Asia/Shanghai`) or a fixed offset (`+08:00`, `+0800`, `+08`). "utc" for UTC under any
 * of its names, which needs no clock; undefined for what is no zone.
 *
 * Where a clock is set forward, times that it skips are read with the offset before: 02:30 becomes 03:30. Where it is set
 * back, times that it shows twice are the first ones. (So do java.time, Temporal and RFC 5545.)
 */
export function clockOf(zone: string): LocalClock | "utc" | undefined {
  if (UTC.test(zone)) return "utc";
  const fixed = FIXED.exec(zone);
  if (fixed !== null) return fixedClock(fixed);
  const format = formatOf(zone);
  return format === undefined ? undefined : zoneClock(format);
}

function fixedClock([, sign, hh, mm = "00"]: RegExpExecArray): LocalClock | "utc" | undefined {
  const [hours, minutes] = [Number(hh), Number(mm)];
  if (hours > 23 || minutes > 59) return undefined;
  const offsetMs = (sign === "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  return offsetMs === 0 ? "utc" : (wallMs) => wallMs - offsetMs;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  // Some engines take offsets here too, in forms that others refuse; only names shall come so far.
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
}

function zoneClock(format: Intl.DateTimeFormat): LocalClock {
  const days = new Map<number, DayOffsets>();
  const offsetAt = (ms: number): number => {
    const day = Math.floor(ms / DAY_MS);
    let known = days.get(day);
    if (known === undefined) {
      if (days.size === REMEMBERED_DAYS) days.clear();
      days.set(day, (known = dayOffsets(format, day)));
    }
    return ms < known.changeMs ? known.before : known.after;
  };
  return (wallMs) => {
    const [before, after] = [offsetAt(wallMs - DAY_MS), offsetAt(wallMs + DAY_MS)];
    // The earlier moment first: that is the larger offset.
    for (const offset of [Math.max(before, after), Math.min(before, after)])
      if (offsetAt(wallMs - offset) === offset) return wallMs - offset;
    return wallMs - before;
  };
}

/** The offsets of one day of UTC, in milliseconds: `before` up to the moment of a change, if there is one, then `after`. */
interface DayOffsets {
  readonly before: number;
  readonly after: number;
  readonly changeMs: number;
}

function dayOffsets(format: Intl.DateTimeFormat, day: number): DayOffsets {
  let [low, high] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [offsetOf(format, low), offsetOf(format, high)];
  if (before === after) return { before, after, changeMs: Infinity };
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(format, middle) === before) low = middle;
    else high = middle;
  }
  return { before, after, changeMs: high };
}

function offsetOf(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes, seconds = "0"] = LONG_OFFSET.exec(name) ?? [];
  if (sign === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return sign === "-" ? -size : size;
}
