import { UsageError } from "../../model/errors.js";
import type { ReadingOptions } from "../../model/options.js";
import { boundMs } from "./bounds.js";
import { MAPPED_FIELDS, parseMap, type FieldMap } from "./field-map.js";
import { PRESETS } from "./map-presets.js";
import { clockOf, type LocalClock } from "./zone.js";

/** How the records of a scan are read. Structured-cloneable. */
export interface Reading {
  /** Zone of times that name none; absent: UTC. */
  readonly zone?: string;
  /** Records before or after these moments are not counted, but for their number. Both moments themselves count. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Of intercept archives. */
  readonly map?: FieldMap;
}

export const AS_WRITTEN: Reading = { sinceMs: -Infinity, untilMs: Infinity };

/** Checks the options of a reading. @throws UsageError */
export function readingOf(options: ReadingOptions, nowMs: number): Reading {
  const { tz, since, until, map } = options;
  const clock = tz === undefined ? undefined : zoneClock(tz);
  const sinceMs = since === undefined ? -Infinity : bound(since, "since", nowMs, clock);
  const untilMs = until === undefined ? Infinity : bound(until, "until", nowMs, clock);
  if (sinceMs > untilMs)
    throw new UsageError("since is later than until, so that no record lies between", "change one of them", {
      reason: { code: "since_late" },
    });
  const fields = map === undefined ? null : fieldMap(map);
  return { ...(clock && { zone: tz as string }), sinceMs, untilMs, ...(fields && { map: fields }) };
}

/** The clock of a zone; undefined: UTC. @throws UsageError */
export function zoneClock(tz: string): LocalClock | undefined {
  const clock = clockOf(tz);
  if (clock === undefined)
    throw new UsageError(`tz: ${JSON.stringify(tz)} is no time zone`, "give a name such as Asia/Shanghai, or +08:00");
  return clock === "utc" ? undefined : clock;
}

function bound(value: number | string | Date, end: "since" | "until", nowMs: number, clock?: LocalClock): number {
  const ms = boundMs(value, end, nowMs, clock);
  if (Number.isNaN(ms))
    throw new UsageError(
      `${end}: ${JSON.stringify(value)} is no time`,
      "give a time such as 2026-05-25 or 2026-05-25T12:00:00Z, or how long ago, such as 7d or 36h",
    );
  return ms;
}

function fieldMap(map: string): FieldMap | null {
  const parsed = parseMap(map);
  if (typeof parsed === "string")
    throw new UsageError(
      `map: ${JSON.stringify(parsed)} can't be read`,
      `give FIELD=PATH with a comma between, each FIELD once, where FIELD is record or one of ${MAPPED_FIELDS.join(", ")}; or one of ${Object.keys(PRESETS).join(", ")}`,
    );
  return parsed;
}

/** What reading one record needs of it. */
export interface RecordReading {
  readonly clock?: LocalClock | undefined;
  readonly map?: FieldMap | undefined;
}

/** A clock can't be sent to a worker, so each makes its own. */
export function recordReading({ zone, map }: Reading): RecordReading {
  return { clock: zone === undefined ? undefined : zoneClock(zone), map };
}
