/** Turns a wall clock's time, given as if it were UTC, into epoch milliseconds. */
export type ReferenceClock = (wallMs: number) => number;

/** The time of a record by semantics, section 2, the long way round: epoch milliseconds, or NaN where it is no time. */
export function referenceTime(value: unknown, clock: ReferenceClock = (wallMs) => wallMs): number {
  if (typeof value === "number") return epochTime(value);
  if (typeof value !== "string") return NaN;
  if (/^[+-]?\d+$/.test(value)) return integerTextTime(value);
  if (/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return epochTime(Number(value));
  return isoTime(value, clock);
}

function isoTime(text: string, clock: ReferenceClock): number {
  const day = dayTime(text.slice(0, 10));
  if (text.length <= 10) return Number.isNaN(day) ? NaN : clock(day);
  if (!"Tt ".includes(text[10]!)) return NaN;
  const rest = text.slice(11);
  const zoneAt = rest.search(/[Zz+-]/);
  const wallMs = day + clockTime(zoneAt === -1 ? rest : rest.slice(0, zoneAt));
  if (Number.isNaN(wallMs)) return NaN;
  return inRange(zoneAt === -1 ? clock(wallMs) : wallMs - zoneTime(rest.slice(zoneAt)));
}

function dayTime(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return NaN;
  const [year, month, day] = text.split("-").map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : NaN;
}

/** `hh:mm`, `hh:mm:ss` or `hh:mm:ss` with a fraction of 1 to 9 digits, of which the first three count. */
function clockTime(text: string): number {
  const [hh, mm, ss = "00", ...more] = text.split(":");
  if (hh === undefined || mm === undefined || more.length > 0) return NaN;
  const [seconds, fraction, ...dots] = ss.split(/[.,]/);
  if (![hh, mm, seconds].every((part) => /^\d\d$/.test(part!)) || dots.length > 0) return NaN;
  if (fraction !== undefined && !/^\d{1,9}$/.test(fraction)) return NaN;
  if (Number(hh) > 23 || Number(mm) > 59 || Number(seconds) > 60) return NaN;
  const millis = Number(((fraction ?? "") + "000").slice(0, 3));
  return ((Number(hh) * 60 + Number(mm)) * 60 + Number(seconds)) * 1000 + millis;
}

function zoneTime(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  if (!/^[+-](\d\d|\d\d\d\d|\d\d:\d\d)$/.test(zone)) return NaN;
  const digits = (zone.slice(1).replace(":", "") + "00").slice(0, 4);
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return NaN;
  return (zone[0] === "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function epochTime(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > 1e22) return NaN;
  const size = Math.abs(value);
  // Seconds are taken to the microsecond (a double holds no more of today's), then cut to the millisecond.
  if (size < 1e11) return floorDiv(BigInt(value.toFixed(6).replace(".", "")), 1000n);
  const whole = BigInt(Math.floor(value));
  return inRange(size < 1e14 ? Number(whole) : size < 1e17 ? floorDiv(whole, 1000n) : floorDiv(whole, 1_000_000n));
}

function integerTextTime(text: string): number {
  const value = BigInt(text.replace("+", ""));
  const size = value < 0n ? -value : value;
  if (size < 10n ** 11n) return Number(value * 1000n);
  if (size < 10n ** 14n) return Number(value);
  return inRange(size < 10n ** 17n ? floorDiv(value, 1000n) : floorDiv(value, 1_000_000n));
}

function floorDiv(value: bigint, divisor: bigint): number {
  const rest = ((value % divisor) + divisor) % divisor;
  return Number((value - rest) / divisor);
}

/** An ECMAScript Date reaches 100 million days to either side of 1970. */
function inRange(ms: number): number {
  return Math.abs(ms) <= 8.64e15 ? ms : NaN;
}
