import { hourOf } from "../count/precision.js";
import type { HourCounts, HourTimes } from "../count/hour-times.js";

/** The hits of one hour, as each extent has them in its own pattern numbers. */
export type TimesOf = (
  hourMs: number,
) => readonly { readonly rows: Uint32Array; readonly times: HourTimes | undefined }[];

interface Judged {
  readonly untilMs: number;
  hits: number;
}

/**
 * How many hits of a pattern are later than its watermark. Each watermark lies in an hour of its own, of which every extent has to
 * be asked: so what it came to is kept, and goes on with what is added.
 */
export class JudgedHits {
  readonly #byRow = new Map<number, Judged>();

  copy(): JudgedHits {
    const copy = new JudgedHits();
    for (const [row, judged] of this.#byRow) copy.#byRow.set(row, { ...judged });
    return copy;
  }

  /** `hours` and `timesOf` of what has come. `rows` translates the pattern numbers of the first. */
  add(hours: Iterable<HourCounts>, rows: Uint32Array, timesOf: TimesOf): void {
    if (this.#byRow.size > 0) addLater(this.#byRow, hours, (p) => rows[p] as number, timesOf);
  }

  /** By row, of the wanted ones with their watermarks. `hours` in the summary's pattern numbers and `timesOf` of all that is known. */
  of(
    wanted: ReadonlyMap<number, number>,
    hours: () => Iterable<HourCounts>,
    timesOf: TimesOf,
  ): (row: number) => number {
    const fresh = new Map<number, Judged>();
    for (const [row, untilMs] of wanted)
      if (this.#byRow.get(row)?.untilMs !== untilMs) fresh.set(row, { untilMs, hits: 0 });
    if (fresh.size > 0) addLater(fresh, hours(), (row) => row, timesOf);
    for (const [row, judged] of fresh) this.#byRow.set(row, judged);
    return (row) => this.#byRow.get(row)?.hits ?? 0;
  }
}

function addLater(
  judged: ReadonlyMap<number, Judged>,
  hours: Iterable<HourCounts>,
  rowOf: (pattern: number) => number,
  timesOf: TimesOf,
): void {
  for (const { hourMs, pattern, hits } of hours) {
    let isEdge = false;
    for (let i = 0; i < pattern.length; i++) {
      const one = judged.get(rowOf(pattern[i] as number));
      if (one === undefined) continue;
      const edgeMs = hourOf(one.untilMs);
      if (hourMs > edgeMs) one.hits += hits[i] as number;
      else if (hourMs === edgeMs) isEdge = true;
    }
    if (isEdge) addWithin(judged, hourMs, timesOf(hourMs));
  }
}

/** Of the hour that a watermark lies in, the hits that are later. */
function addWithin(judged: ReadonlyMap<number, Judged>, hourMs: number, extents: ReturnType<TimesOf>): void {
  for (const { rows, times } of extents) {
    if (times === undefined) continue;
    for (let i = 0; i < times.timeMs.length; i++) {
      const one = judged.get(rows[times.pattern[i] as number] as number);
      if (one === undefined || hourOf(one.untilMs) !== hourMs) continue;
      if ((times.timeMs[i] as number) > one.untilMs) one.hits += times.hits[i] as number;
    }
  }
}
