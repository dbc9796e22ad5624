import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IsoReader } from "../../src/core/line/iso-bytes.js";
import { daysFromCivil, isoTime, parseTime } from "../../src/core/line/time.js";
import { referenceTime } from "../reference/time.js";
import { timeTexts } from "../support/time-arbitrary.js";

const NOON = Date.UTC(2026, 4, 25, 12);

describe("every accepted form of a time", () => {
  test.for<[value: unknown, ms: number]>([
    ["2026-05-25T12:00:00Z", NOON],
    ["2026-05-25t12:00:00z", NOON],
    ["2026-05-25 12:00:00Z", NOON],
    ["2026-05-25T12:00:00", NOON],
    ["2026-05-25T12:00", NOON],
    ["2026-05-25", NOON - 12 * 3_600_000],
    ["2026-05-25T14:00:00+02:00", NOON],
    ["2026-05-25T14:00:00+0200", NOON],
    ["2026-05-25T14:00:00+02", NOON],
    ["2026-05-25T06:30:00-05:30", NOON],
    ["2026-05-25T06:30:00-0530", NOON],
    ["2026-05-25T12:00:00-00:00", NOON],
    ["2026-05-26T11:59:00+23:59", NOON],
    ["2026-05-25T12:00:00.1Z", NOON + 100],
    ["2026-05-25T12:00:00.12Z", NOON + 120],
    ["2026-05-25T12:00:00,123Z", NOON + 123],
    ["2026-05-25T12:00:00.123456789Z", NOON + 123],
    ["2026-05-25T12:00:00.999999999Z", NOON + 999],
    ["2026-05-25T12:00:00.000999+00:00", NOON],
    ["2016-12-31T23:59:60Z", Date.UTC(2017, 0, 1)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["2000-02-29", Date.UTC(2000, 1, 29)],
    ["0001-01-01T00:00:00Z", -62_135_596_800_000],
    ["1969-12-31T23:59:59.999Z", -1],
    ["9999-12-31T23:59:59.999Z", 253_402_300_799_999],
  ])("%j", ([value, ms]) => {
    expect(parseTime(value)).toBe(ms);
    expect(referenceTime(value)).toBe(ms);
  });
});

describe("the size of an epoch number tells its unit", () => {
  test.for<[value: unknown, ms: number]>([
    [1748174400, 1748174400000],
    [1748174400.123, 1748174400123],
    [1748174400.9999, 1748174400999],
    ["1748174400.123", 1748174400123],
    ["+1748174400", 1748174400000],
    ["1748174400e0", 1748174400000],
    [1748174400123, 1748174400123],
    [1748174400123456, 1748174400123],
    ["1748174400123999999", 1748174400123],
    ["1748174400124000000", 1748174400124],
    [1748174400124000000, 1748174400124],
    ["1748174400124999936", 1748174400124],
    [1748174400124999936, 1748174400124], // B3: in binary a millionth of it is ...125
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
    [99_999_999_999_999, 99_999_999_999_999],
    [100_000_000_000_000, 100_000_000_000],
    ["99999999999999999", 99_999_999_999_999],
    ["100000000000000000", 100_000_000_000],
    [0, 0],
    ["0", 0],
    ["2026", 2_026_000],
    [20_260_525, 20_260_525_000],
    [-1, -1000],
    [-0.0005, -1],
    ["-1748174400123456789", -1748174400124],
  ])("%j", ([value, ms]) => {
    expect(parseTime(value)).toBe(ms);
    expect(referenceTime(value)).toBe(ms);
  });
});

describe("what is no time", () => {
  // prettier-ignore
  const noTimes: unknown[] = [
    "build 2026", "session 2026", "guard-v4.8.1 2026", "", " ", "T", "now", "today", "NaN", "Infinity", "-",
    " 2026-05-25", "2026-05-25 ", "2026-05-25T12:00:00Z\n", "\ufeff2026-05-25", "+2026-05-25", "-2026-05-25",
    "2026-5-25", "26-05-25", "2026/05/25", "20260525T120000Z", "2026-W22-1", "2026-145", "2026-05", "12026-05-25",
    "2026-00-25", "2026-13-25", "2026-05-00", "2026-05-32", "2026-04-31", "2026-02-29", "1900-02-29", "2100-02-29",
    "2026-05-25T24:00:00Z", "2026-05-25T12:60:00Z", "2026-05-25T12:00:61Z", "2026-05-25T12:0:00Z", "2026-05-25T12Z",
    "2026-05-25T12:00:00.Z", "2026-05-25T12:00:00.1234567890Z", "2026-05-25T12:00:00:00Z", "2026-05-25T12:00.5Z",
    "2026-05-25T12:00:00+2", "2026-05-25T12:00:00+24:00", "2026-05-25T12:00:00+02:60", "2026-05-25T12:00:00+020",
    "2026-05-25T12:00:00 Z", "2026-05-25T12:00:00ZZ", "2026-05-25T12:00:00+", "2026-05-25Z", "2026-05-25+02:00",
    "2026-05-25T12:00:00 GMT", "2026-05-25T12:00:00[UTC]", "2026-05-25T", "2026-05-25_12:00:00Z",
    "２０２６-05-25", "2026‐05‐25", "٢٠٢٦-05-25", "１７４８１７４４００",
    "0x10", "1e400", "-1e400", "1_000", "1,5", ".5", "5.", "1e", "--1", "+-1", "1 2", "9".repeat(300),
    "8640000000000001000000", "-8640000000000001000000",
    Infinity, -Infinity, NaN, 1e22, 8.64e21 + 2 ** 21,
    null, undefined, true, false, {}, [], ["2026-05-25"], { valueOf: () => 1 }, new Date(0),
  ];

  test.for(noTimes.map((value): [unknown] => [value]))("%j", ([value]) => {
    expect(parseTime(value)).toBeNaN();
    expect(referenceTime(value)).toBeNaN();
  });
});

test("the last times that a Date can hold are times", () => {
  expect(parseTime("8640000000000000000000")).toBe(8.64e15);
  expect(parseTime("-8640000000000000000000")).toBe(-8.64e15);
  expect(isoTime(parseTime(8.64e21))).toBe("+275760-09-13T00:00:00.000Z");
});

test("a zone offset applies only where no zone is written", () => {
  const clock = (wallMs: number): number => wallMs - 8 * 3_600_000;
  expect(parseTime("2026-05-25T20:00:00", clock)).toBe(NOON);
  expect(parseTime("2026-05-25", clock)).toBe(Date.UTC(2026, 4, 24, 16));
  expect(parseTime("2026-05-25T12:00:00Z", clock)).toBe(NOON);
  expect(parseTime("2026-05-25T12:00:00+00", clock)).toBe(NOON);
  expect(parseTime(NOON, clock)).toBe(NOON);
});

test("every day from 1500 to 2500 has its number", () => {
  const mismatches: string[] = [];
  for (let ms = Date.UTC(1500, 0, 1); ms < Date.UTC(2500, 0, 1); ms += 86_400_000) {
    const date = new Date(ms);
    const days = daysFromCivil(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
    if (days * 86_400_000 !== ms) mismatches.push(date.toISOString());
  }
  expect(mismatches).toEqual([]);
});

test("any text and any number: the reference's time", () => {
  const numbers = fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger());
  fc.assert(
    fc.property(
      fc.oneof(timeTexts, numbers, fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n }).map(String)),
      (value) => {
        expect(parseTime(value) + 0).toBe(referenceTime(value) + 0);
      },
    ),
    { numRuns: 2000 },
  );
});

test("IsoReader: whatever it takes for a time is that time, and it remembers no wrong day", () => {
  const around = fc.constantFrom("", '"', "Z", "0", "+00:00");
  let taken = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(around, timeTexts, around), { minLength: 1, maxLength: 8 }), (texts) => {
      const reader = new IsoReader();
      const read = texts.map(([before, text, after]) => {
        const bytes = new TextEncoder().encode(before + text + after);
        const ms = reader.read(bytes, before.length, bytes.length - after.length);
        return { ms, expected: Number.isNaN(ms) ? NaN : referenceTime(text) };
      });
      taken += read.filter(({ ms }) => !Number.isNaN(ms)).length;
      expect(read.map(({ ms }) => ms)).toEqual(read.map(({ expected }) => expected));
    }),
    { numRuns: 2000 },
  );
  expect(taken, "the property must not be empty").toBeGreaterThan(200);
});

test("IsoReader takes the common forms, else every line would go the slow way", () => {
  const reader = new IsoReader();
  for (const text of ["2026-05-25T12:00:00Z", "2026-05-25T12:00:00.123456Z", "2026-05-25T14:00:00.000+02:00"]) {
    const bytes = new TextEncoder().encode(text);
    expect(reader.read(bytes, 0, bytes.length)).toBe(parseTime(text));
  }
});
