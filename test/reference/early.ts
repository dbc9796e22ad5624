// The slow, obvious reference of a backfill's earliest moment (semantics, section 5): every moment asked in turn.
import type { ReferencePlace } from "./reference.js";
import type { ReferenceRecord } from "./records.js";

const DAY = 24 * 60 * 60 * 1000;
const SHOWN = 16;

export interface ReferenceThresholds {
  readonly sameSessionHits: number;
  readonly d7Hits: number;
  readonly d14Hits: number;
}

export interface ReferenceMoment {
  readonly trigger: "same_session" | "cross_session_7d" | "cross_session_14d";
  readonly atMs: number;
  readonly hits: readonly ReferencePlace[];
}

/** `records`: one pattern's hits and false positives later than its watermark and not later than now. */
export function referenceEarliest(
  records: readonly ReferenceRecord[],
  thresholds: ReferenceThresholds,
): ReferenceMoment | "none" {
  const dated = records.filter(({ timeMs }) => !Number.isNaN(timeMs)).toSorted(byTime);
  // A trigger may begin to hold with a hit, or when a false positive leaves a window.
  const times = dated.flatMap(({ kind, timeMs }) =>
    kind === "hit" ? [timeMs] : [timeMs + 7 * DAY, timeMs + 14 * DAY],
  );
  for (const timeMs of times.toSorted((a, b) => a - b)) {
    const moment = momentAt(dated, timeMs, thresholds);
    if (moment !== null) return moment;
  }
  return "none";
}

function momentAt(
  records: readonly ReferenceRecord[],
  atMs: number,
  { sameSessionHits, d7Hits, d14Hits }: ReferenceThresholds,
): ReferenceMoment | null {
  // A false positive must be dated before the moment to cancel a hit.
  const past = records.filter(({ kind, timeMs }) => (kind === "hit" ? timeMs <= atMs : timeMs < atMs));
  const found = (trigger: ReferenceMoment["trigger"], met: readonly ReferenceRecord[]): ReferenceMoment => {
    const hits = met
      .filter(({ kind }) => kind === "hit")
      .map(({ archive, offset, timeMs }) => ({ archive, offset, timeMs }));
    return { trigger, atMs, hits: hits.slice(-SHOWN) };
  };
  for (const session of new Set(past.map((record) => record.session))) {
    const own = past.filter((record) => record.session === session);
    if (session !== "" && net(own) >= sameSessionHits) return found("same_session", own);
  }
  const last7 = past.filter(({ timeMs }) => timeMs > atMs - 7 * DAY);
  if (effective(last7) >= d7Hits) return found("cross_session_7d", last7);
  const last14 = past.filter(({ timeMs }) => timeMs > atMs - 14 * DAY);
  if (effective(last14) >= d14Hits) return found("cross_session_14d", last14);
  return null;
}

function net(records: readonly ReferenceRecord[]): number {
  const hits = records.filter(({ kind }) => kind === "hit").length;
  return hits - (records.length - hits);
}

function effective(records: readonly ReferenceRecord[]): number {
  let sum = 0;
  for (const session of new Set(records.map((record) => record.session))) {
    const own = net(records.filter((record) => record.session === session));
    sum += session === "" ? own : Math.max(0, own);
  }
  return Math.max(0, sum);
}

function byTime(a: ReferenceRecord, b: ReferenceRecord): number {
  return a.timeMs - b.timeMs || a.archive - b.archive || a.offset - b.offset;
}
