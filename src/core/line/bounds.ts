import { DAY_MS, HOUR_MS } from "../../model/options.js";
import { parseTime } from "./time.js";
import type { LocalClock } from "./zone.js";

const RELATIVE = /^(\d{1,9})([smhdw])$/;
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };
/** A person who types so few digits means a year or a date, and no second of 1970. */
const FEW_DIGITS = /^\d{1,8}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The first or last millisecond that still counts: epoch milliseconds, a Date, a time as logs have them, or how long before
 * `nowMs` (`7d`, `36h`). A date alone is the whole day: since its beginning, until its end. NaN: it is none of these.
 */
export function boundMs(
  bound: number | string | Date,
  end: "since" | "until",
  nowMs: number,
  clock?: LocalClock,
): number {
  if (typeof bound !== "string") return bound instanceof Date ? bound.getTime() : bound;
  const text = bound.trim();
  const [, amount, unit = ""] = RELATIVE.exec(text) ?? [];
  if (amount !== undefined) return nowMs - Number(amount) * (UNITS[unit] as number);
  if (FEW_DIGITS.test(text)) return NaN;
  const ms = parseTime(text, clock);
  return end === "until" && DATE.test(text) && !Number.isNaN(ms) ? dayEndMs(text, clock) : ms;
}

/** Days have 23 or 25 hours where clocks are set: the next one's beginning tells. */
function dayEndMs(date: string, clock: LocalClock | undefined): number {
  const nextWallMs = parseTime(date) + DAY_MS;
  return (clock === undefined ? nextWallMs : clock(nextWallMs)) - 1;
}
