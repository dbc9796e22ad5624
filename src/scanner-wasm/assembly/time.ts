/**
 * Times from bytes, by the rules of core/time.ts. What is surely a time is read here; NaN sends the line to the slow
 * path, which knows the rest.
 */
const DAY_MS: f64 = 86_400_000;

// Logs stay on one day for long: its ten bytes and its start are remembered.
let day8: u64 = 0;
let day2: u32 = 0;
let dayMs: f64 = 0;

let zoned: bool = false;

/** Whether times without a zone are by some clock other than UTC: then they are not surely read here. */
export function setZoned(on: bool): void {
  zoned = on;
}

/** Epoch milliseconds of JSON text (without its quotes). */
// @ts-ignore: decorator
@inline
export function readTime(p: usize, length: u32): f64 {
  if (length != 24 && length != 20) return readOtherTime(p, length);
  if (load<u64>(p) != day8 || <u32>load<u16>(p, 8) != day2) {
    if (!readDay(p)) return readOtherTime(p, length);
  }
  // The eight bytes of hh:mm:ss at once: digits must be below 10 after the xor, colons 0.
  const t = load<u64>(p, 11) ^ 0x30303a30303a3030;
  const digits = (t | (t + 0x0606060606060606)) & 0xf0f0f0f0f0f0f0f0;
  if (load<u8>(p, 10) != 0x54 || (digits | (t & 0x0000ff0000ff0000)) != 0) return readOtherTime(p, length);
  const low = <u32>t;
  const high = <u32>(t >> 32);
  const hours = (low & 15) * 10 + ((low >> 8) & 15);
  const minutes = (low >> 24) * 10 + (high & 15);
  const seconds = ((high >> 16) & 15) * 10 + (high >> 24);
  if (hours > 23 || minutes > 59 || seconds > 60) return NaN;
  let ms: u32 = 0;
  if (length == 24) {
    const u = load<u32>(p, 19) ^ 0x3030302e;
    if ((((u | (u + 0x06060600)) & 0xf0f0f000) | (u & 0xff)) != 0) return readOtherTime(p, length);
    ms = ((u >> 8) & 15) * 100 + ((u >> 16) & 15) * 10 + (u >> 24);
  }
  if (load<u8>(p + length - 1) != 0x5a) return readOtherTime(p, length);
  return dayMs + <f64>(hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms);
}

// @ts-ignore: decorator
@inline
function isDigit(p: usize): bool {
  return <u32>load<u8>(p) - 48 < 10;
}

/** Two digits as a number; 255 if they are none. */
// @ts-ignore: decorator
@inline
function two(p: usize): u32 {
  return isDigit(p) && isDigit(p + 1) ? <u32>load<u8>(p) * 10 + <u32>load<u8>(p + 1) - 528 : 255;
}

/** Reads `YYYY-MM-DD` into `dayMs`. */
function readDay(p: usize): bool {
  if (load<u8>(p, 4) != 0x2d || load<u8>(p, 7) != 0x2d) return false;
  const century = two(p);
  const yearOfCentury = two(p + 2);
  const month = <i32>two(p + 5);
  const day = <i32>two(p + 8);
  if (century == 255 || yearOfCentury == 255) return false;
  let year = <i32>(century * 100 + yearOfCentury);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (month <= 2) year--;
  // Civil calendar to days (core/time.ts, `daysFromCivil`); `year` may be -1.
  const era = (year >= 0 ? year : year - 399) / 400;
  const yearOfEra = year - era * 400;
  const dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  dayMs = <f64>(era * 146_097 + dayOfEra - 719_468) * DAY_MS;
  day8 = load<u64>(p);
  day2 = load<u16>(p, 8);
  return true;
}

function daysIn(year: i32, month: i32): i32 {
  if (month == 2) return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** The less common forms of ISO 8601, and numeric text. */
function readOtherTime(p: usize, length: u32): f64 {
  if (length < 10) return readNumericText(p, length);
  if (!readDay(p)) return readNumericText(p, length);
  if (length == 10) return zoned ? NaN : dayMs;
  const separator = load<u8>(p, 10) | 0x20; // T, t or a space
  if ((separator != 0x74 && load<u8>(p, 10) != 0x20) || length < 16 || load<u8>(p, 13) != 0x3a) return NaN;
  const end = p + length;
  const hours = two(p + 11);
  const minutes = two(p + 14);
  if (hours > 23 || minutes > 59) return NaN;
  let seconds: u32 = 0;
  let ms: u32 = 0;
  p += 16;
  if (p < end && load<u8>(p) == 0x3a) {
    if (end - p < 3) return NaN;
    seconds = two(p + 1);
    if (seconds > 60) return NaN;
    p += 3;
    if (p < end && (load<u8>(p) == 0x2e || load<u8>(p) == 0x2c)) {
      const first = ++p;
      for (let scale: u32 = 100; p < end && isDigit(p); p++, scale /= 10) ms += (<u32>load<u8>(p) - 48) * scale;
      if (p == first || p - first > 9) return NaN;
    }
  }
  const zoneMs = readZone(p, <u32>(end - p));
  return dayMs + <f64>(hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms) - zoneMs;
}

/** `Z`, `±hh`, `±hhmm`, `±hh:mm`, or nothing, which is UTC unless `zoned`. */
function readZone(p: usize, length: u32): f64 {
  if (length == 0) return zoned ? NaN : 0;
  const sign = load<u8>(p);
  if (length == 1) return sign == 0x5a || sign == 0x7a ? 0 : NaN;
  if (sign != 0x2b && sign != 0x2d) return NaN;
  if (length != 3 && length != 5 && (length != 6 || load<u8>(p, 3) != 0x3a)) return NaN;
  const hours = two(p + 1);
  const minutes = length == 3 ? 0 : two(p + length - 2);
  if (hours > 23 || minutes > 59) return NaN;
  const ms = <f64>((hours * 60 + minutes) * 60_000);
  return sign == 0x2d ? -ms : ms;
}

function readNumericText(p: usize, length: u32): f64 {
  return readEpoch(p, length, true);
}

/**
 * An epoch number. Whole: up to 18 digits, divided as an integer; as a JSON number it is a double first. With a decimal
 * point: up to 15 digits, for so many fit a double and dividing them by a power of ten rounds once, as reading the decimal
 * does.
 */
export function readEpoch(p: usize, length: u32, isText: bool): f64 {
  if (length == 0 || length > 19) return NaN;
  let digits: u64 = 0;
  let scale: f64 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const c = <u32>load<u8>(p + i);
    if (c - 48 < 10) {
      digits = digits * 10 + <u64>(c - 48);
      scale *= 10;
    } else if (c == 0x2e && scale == 0 && i != 0) scale = 1;
    else return NaN;
  }
  if (scale != 0) return length <= 16 && scale != 1 ? fractionToMs(<f64>digits / scale) : NaN;
  return wholeToMs(isText ? digits : <u64>(<f64>digits));
}

function fractionToMs(value: f64): f64 {
  return value < 1e11 ? Math.floor(rounded(value * 1e6) / 1e3) : wholeToMs(<u64>value);
}

/** The unit is told by its size: seconds, milliseconds, microseconds, nanoseconds. */
function wholeToMs(value: u64): f64 {
  if (value < 100_000_000_000) return <f64>(value * 1000);
  if (value < 100_000_000_000_000) return <f64>value;
  return <f64>(value < 100_000_000_000_000_000 ? value / 1000 : value / 1_000_000);
}

/** JavaScript's Math.round, for what is not negative. */
// @ts-ignore: decorator
@inline
function rounded(x: f64): f64 {
  const floor = Math.floor(x);
  return x - floor >= 0.5 ? floor + 1 : floor;
}
