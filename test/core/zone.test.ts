import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundMs } from "../../src/core/line/bounds.js";
import { clockOf, type LocalClock } from "../../src/core/line/zone.js";
import { referenceClock } from "../reference/zone.js";

const clock = (zone: string): LocalClock => clockOf(zone) as LocalClock;
const read = (zone: string, wall: string): string => new Date(clock(zone)(Date.parse(`${wall}Z`))).toISOString();

describe("a wall clock's time", () => {
  test.each([
    ["Asia/Shanghai", "2026-05-25T20:00:00", "2026-05-25T12:00:00.000Z"],
    ["+08:00", "2026-05-25T20:00:00", "2026-05-25T12:00:00.000Z"],
    ["-0330", "2026-05-25T20:00:00", "2026-05-25T23:30:00.000Z"],
    ["+14", "2026-05-25T20:00:00", "2026-05-25T06:00:00.000Z"],
    // Skipped: as if the clock had not been set forward yet.
    ["America/New_York", "2026-03-08T01:59:59.999", "2026-03-08T06:59:59.999Z"],
    ["America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30:00.000Z"],
    ["America/New_York", "2026-03-08T03:00:00", "2026-03-08T07:00:00.000Z"],
    // Shown twice: the first time.
    ["America/New_York", "2026-11-01T00:59:59.999", "2026-11-01T04:59:59.999Z"],
    ["America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00.000Z"],
    ["America/New_York", "2026-11-01T02:00:00", "2026-11-01T07:00:00.000Z"],
    // Set by half an hour; a day that a country left out; offsets with seconds.
    ["Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00.000Z"],
    ["Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00.000Z"],
    ["America/New_York", "1800-01-01T00:00:00", "1800-01-01T04:56:02.000Z"],
  ])("%s %s", (zone, wall, expected) => {
    expect(read(zone, wall)).toBe(expected);
  });

  test("is the first moment at which such a clock shows it, in any zone and season", () => {
    const zones = ["Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca", "America/St_Johns"];
    const clocks = new Map(zones.map((zone) => [zone, [clock(zone), referenceClock(zone)] as const]));
    const wall = fc
      .tuple(fc.integer({ min: Date.UTC(2015, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 }), fc.nat(59_999))
      .map(([minute, ms]) => minute * 60_000 + ms);
    // Around the hours at which clocks are set.
    const set = fc
      .tuple(
        fc.constantFrom(
          "2026-03-29",
          "2026-10-25",
          "2026-04-05",
          "2026-10-04",
          "2026-03-08",
          "2026-02-15",
          "2026-03-22",
        ),
        fc.integer({ min: -60, max: 300 }),
      )
      .map(([day, minute]) => Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.oneof(set, wall), (zone, wallMs) => {
        const [own, reference] = clocks.get(zone)!;
        expect(own(wallMs)).toBe(reference(wallMs));
      }),
      { numRuns: 150 },
    );
  });
});

test("UTC has many names and needs no clock; what is no zone is none", () => {
  for (const utc of ["UTC", "Z", "gmt", "Etc/UTC", "+00:00", "-00"]) expect(clockOf(utc)).toBe("utc");
  for (const no of ["", "Nowhere/City", "+24:00", "+08:60", "8", "+8", "Asia/Shanghai\n", "../etc", "+08:00:00"])
    expect(clockOf(no)).toBeUndefined();
});

const NOW = Date.parse("2026-05-25T12:00:00Z");
test.each([
  ["2026-05-25", "since", "2026-05-25T00:00:00.000Z"],
  ["2026-05-25", "until", "2026-05-25T23:59:59.999Z"],
  ["2026-05-25T00:00:00Z", "until", "2026-05-25T00:00:00.000Z"],
  [" 7d ", "since", "2026-05-18T12:00:00.000Z"],
  ["36h", "until", "2026-05-24T00:00:00.000Z"],
  ["90m", "since", "2026-05-25T10:30:00.000Z"],
  ["2w", "since", "2026-05-11T12:00:00.000Z"],
  ["30s", "since", "2026-05-25T11:59:30.000Z"],
  ["1779710400", "since", "2026-05-25T12:00:00.000Z"],
] as const)("the bound %s of %s", (text, end, expected) => {
  expect(new Date(boundMs(text, end, NOW)).toISOString()).toBe(expected);
});

test("a day of a zone ends where its next one begins, however many hours it has", () => {
  const end = (date: string): string => new Date(boundMs(date, "until", NOW, clock("America/New_York"))).toISOString();
  expect(end("2026-03-08")).toBe("2026-03-09T03:59:59.999Z");
  expect(end("2026-11-01")).toBe("2026-11-02T04:59:59.999Z");
  expect(end("2026-12-31")).toBe("2027-01-01T04:59:59.999Z");
});

test.each(["", "yesterday", "7", "7y", "-7d", "2026-02-30", "1.5h", "2026", "20260525"])("no bound: %j", (text) => {
  expect(boundMs(text, "since", NOW)).toBeNaN();
});
