import { DAY_MS } from "../../model/options.js";
import type { LocalClock } from "./zone.js";

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;
/** The range of an ECMAScript Date, in epoch milliseconds. */
const MAX_TIME_MS = 8.64e15;

/**
 * The time of a record as epoch milliseconds, cut (not rounded) to the millisecond; NaN when the value is no time.
 * Accepts ISO 8601 / RFC 3339 text, epoch numbers and numeric text (semantics, section 2). `Date.parse` is never
 * asked: it takes "build 2026" for a date. Text without a zone is by `clock`, or else UTC.
 */
export function parseTime(value: unknown, clock?: LocalClock): number {
  if (typeof value === "number") return epochToMs(value);
  if (typeof value !== "string") return NaN;
  const iso = ISO.exec(value);
  if (iso) return isoToMs(iso, clock);
  if (INTEGER.test(value)) return integerToMs(value);
  return DECIMAL.test(value) ? epochToMs(Number(value)) : NaN;
}

function isoToMs(part: RegExpExecArray, clock: LocalClock | undefined): number {
  const day = daysFromCivil(Number(part[1]), Number(part[2]), Number(part[3]));
  const hour = Number(part[4] ?? 0);
  const minute = Number(part[5] ?? 0);
  const second = Number(part[6] ?? 0);
  if (Number.isNaN(day) || hour > 23 || minute > 59 || second > 60) return NaN;
  const fraction = part[7] === undefined ? 0 : Number(part[7].padEnd(3, "0").slice(0, 3));
  const wallMs = day * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction;
  if (part[8] !== undefined) return wallMs - zoneToMs(part[8]);
  return clock === undefined ? wallMs : clock(wallMs);
}

function zoneToMs(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0;
  if (hours > 23 || minutes > 59) return NaN;
  return (zone[0] === "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar; NaN for a date that is not in it. */
export function daysFromCivil(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return NaN;
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The unit of an epoch number is told by its size: seconds, milliseconds, microseconds, nanoseconds. */
function epochToMs(value: number): number {
  // Seconds go through whole microseconds: 1748174400.123 * 1000 is a hair below ...123 in binary.
  if (Math.abs(value) < 1e11) return Math.floor(Math.round(value * 1e6) / 1e3);
  return Number.isFinite(value) ? wholeToMs(BigInt(Math.floor(value))) : NaN;
}

/** Digits are exact where a double is not: nanoseconds need 61 bits. */
function integerToMs(text: string): number {
  if (text.length <= 11) return epochToMs(Number(text));
  return text.length > 40 ? NaN : wholeToMs(BigInt(text.replace("+", "")));
}

/** A whole epoch number; divided as an integer, since a quotient of doubles may round up to the next millisecond. */
function wholeToMs(value: bigint): number {
  const size = value < 0n ? -value : value;
  if (size < 10n ** 11n) return Number(value) * 1000;
  const divisor = size < 10n ** 14n ? 1n : size < 10n ** 17n ? 1000n : 1_000_000n;
  const rest = ((value % divisor) + divisor) % divisor;
  return inRange(Number((value - rest) / divisor));
}

function inRange(ms: number): number {
  return Math.abs(ms) <= MAX_TIME_MS ? ms : NaN;
}

/** The form in which every time leaves Mnemonic; null for no time. */
export function isoTime(ms: number): string | null {
  if (!Number.isFinite(ms)) return null;
  const slot = ms & (SLOTS - 1);
  if (slotMs[slot] === ms) return slotTexts[slot] as string;
  const text = new Date(ms).toISOString();
  slotMs[slot] = ms;
  slotTexts[slot] = text;
  return text;
}

/** A pattern's times are written several times each: in the report, in the draft, in the state. */
const SLOTS = 1 << 14;
const slotMs = new Float64Array(SLOTS).fill(NaN);
const slotTexts: string[] = Array.from({ length: SLOTS }, () => "");
