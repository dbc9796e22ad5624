import { DAY_MS } from "../../model/options.js";
import { daysFromCivil } from "./time.js";

/**
 * The common time form, read from bytes without a string: `YYYY-MM-DDThh:mm:ss[.f{1,9}](Z|±hh:mm)`. Anything else is
 * NaN here and goes the slow way (time.ts), so only what is surely a time may be accepted.
 */
export class IsoReader {
  // Logs stay on one day for long: its ten bytes and its start are remembered.
  readonly #day = new Uint8Array(10);
  #dayMs = NaN;

  read(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length < 20 || length > 35 || bytes[start + 10] !== 0x54) return NaN;
    const hour = digits2(bytes, start + 11);
    const minute = digits2(bytes, start + 14);
    const second = digits2(bytes, start + 17);
    if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a || hour > 23 || minute > 59 || second > 59) return NaN;
    let p = start + 19;
    let ms = 0;
    if (bytes[p] === 0x2e) {
      const first = ++p;
      for (let scale = 100; p < end && isDigit(bytes[p] as number); p++, scale = scale === 1 ? 0 : scale / 10)
        ms += ((bytes[p] as number) - 48) * scale;
      if (p === first || p - first > 9) return NaN;
    }
    const zone = readZone(bytes, p, end);
    return this.#dayOf(bytes, start) + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms - zone;
  }

  #dayOf(bytes: Uint8Array, start: number): number {
    let i = 0;
    while (i < 10 && bytes[start + i] === this.#day[i]) i++;
    if (i === 10) return this.#dayMs;
    if (bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return NaN;
    const year = digits2(bytes, start) * 100 + digits2(bytes, start + 2);
    const days = daysFromCivil(year, digits2(bytes, start + 5), digits2(bytes, start + 8));
    if (!(days === days)) return NaN;
    this.#day.set(bytes.subarray(start, start + 10));
    this.#dayMs = days * DAY_MS;
    return this.#dayMs;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Two digits as a number; NaN if they are none, which no comparison lets pass. */
function digits2(bytes: Uint8Array, p: number): number {
  const [a, b] = [bytes[p] as number, bytes[p + 1] as number];
  return isDigit(a) && isDigit(b) ? a * 10 + b - 528 : NaN;
}

function readZone(bytes: Uint8Array, p: number, end: number): number {
  const sign = bytes[p];
  if (sign === 0x5a) return p + 1 === end ? 0 : NaN;
  if ((sign !== 0x2b && sign !== 0x2d) || p + 6 !== end || bytes[p + 3] !== 0x3a) return NaN;
  const hours = digits2(bytes, p + 1);
  const minutes = digits2(bytes, p + 4);
  if (!(hours <= 23 && minutes <= 59)) return NaN;
  return (sign === 0x2d ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
