// How a scan reads records, as the engine is told it and as the reference is.
import * as fc from "fast-check";
import type { Reading } from "../../src/core/line/reading.js";
import type { ReferenceQuestion } from "../reference/reference.js";
import { referenceClock } from "../reference/zone.js";
import { instants } from "./time-in-record.js";

/** New York sets its clock forward a week behind one of the moments that tests ask at. */
export const ZONES = ["Asia/Shanghai", "America/New_York", "-0330", "+14"] as const;
const hours =
  (n: number) =>
  (wallMs: number): number =>
    wallMs - n * 3_600_000;
const CLOCKS = {
  "Asia/Shanghai": referenceClock("Asia/Shanghai"),
  "America/New_York": referenceClock("America/New_York"),
  "-0330": hours(-3.5),
  "+14": hours(14),
};

export interface ReadingCase {
  readonly reading: Reading;
  readonly reference: Pick<ReferenceQuestion, "sinceMs" | "untilMs" | "clock">;
}

export const readingArbitrary = (nowMs: number): fc.Arbitrary<ReadingCase> =>
  fc
    .record({
      zone: fc.constantFrom(undefined, undefined, ...ZONES),
      bounds: fc.tuple(fc.option(instants(nowMs), { freq: 2 }), fc.option(instants(nowMs), { freq: 2 })),
    })
    .map(({ zone, bounds: [since, until] }) => {
      const limits = { sinceMs: since ?? -Infinity, untilMs: until ?? Infinity };
      return zone === undefined
        ? { reading: limits, reference: limits }
        : { reading: { ...limits, zone }, reference: { ...limits, clock: CLOCKS[zone] } };
    });
