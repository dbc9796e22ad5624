import { DAY_MS } from "../../model/options.js";
import type { FalseGroup } from "../merge/false-groups.js";
import type { GroupSummary } from "../merge/group-summary.js";
import { laterThan, type HourCounts, type HourTimes } from "../count/hour-times.js";
import type { TimeCounts } from "../count/group-times.js";
import type { LatestTimes } from "../merge/latest-times.js";
import { hourOf } from "../count/precision.js";
import type { Question, WindowCounts } from "../merge/windows.js";

export interface Summarised {
  readonly size: number;
  readonly groups: GroupSummary;
  readonly hours: { readonly byHour: ReadonlyMap<number, HourCounts> };
}

/** The hits of one hour, as each extent has them in its own pattern numbers. */
export type TimesOf = (
  hourMs: number,
) => readonly { readonly rows: Uint32Array; readonly times: HourTimes | undefined }[];

/**
 * Windows out of a summary: whole hours by count, the hours that they begin in by the time of each hit. Of counts that are
 * only held against a threshold, no more is told than whether they reach it (`sameSession…`), and what no scan asks is 0.
 */
export class SummaryWindows {
  readonly #summary: Summarised;
  readonly #question: Pick<Question, "nowMs" | "judgedUntilMs">;
  readonly #timesOf: TimesOf;
  readonly #from7: number;
  readonly #from14: number;

  constructor(summary: Summarised, question: Pick<Question, "nowMs" | "judgedUntilMs">, timesOf: TimesOf) {
    this.#summary = summary;
    this.#question = question;
    this.#timesOf = timesOf;
    this.#from7 = question.nowMs - 7 * DAY_MS;
    this.#from14 = question.nowMs - 14 * DAY_MS;
  }

  counts(): Omit<WindowCounts, "current"> {
    const { size, groups } = this.#summary;
    const later = this.#hitsLaterThan();
    const judged = (p: number): number => this.#question.judgedUntilMs[p] as number;
    const column = (of: (p: number) => number): Float64Array => Float64Array.from({ length: size }, (_, p) => of(p));
    const [cancelled7, cancelled14] = [this.#cancelled(this.#from7), this.#cancelled(this.#from14)];
    const inSession = column((p) => this.#nth(p, Math.max(this.#from7, judged(p))));
    for (const group of groups.falseGroups.values()) this.#raise(inSession, group);
    const effective = (fromMs: number, cancelled: Cancelled) =>
      column((p) => {
        const hits = later(p, Math.max(fromMs, judged(p))) - (cancelled.inSessions.get(p) ?? 0);
        return Math.max(0, hits - (cancelled.loose.get(p) ?? 0));
      });
    return {
      d7: column((p) => later(p, this.#from7)),
      d14: column((p) => later(p, this.#from14)),
      sessions: column((p) => groups.sessions[p] ?? 0),
      effectiveD7: effective(this.#from7, cancelled7),
      effectiveD14: effective(this.#from14, cancelled14),
      effectiveAll: new Float64Array(size),
      sameSessionD7: inSession,
      sameSessionAll: new Float64Array(size),
      sameSessionEvents: column((p) => ((groups.events[p] ?? -Infinity) > judged(p) ? 2 : 0)),
    };
  }

  /** How many hits of a pattern are later than a moment: asked for the windows' beginnings and for watermarks. */
  #hitsLaterThan(): (pattern: number, fromMs: number) => number {
    const { size } = this.#summary;
    const sums = new Map<number, Float64Array>();
    const wanted = new Map<number, number[]>();
    const want = (fromMs: number, patterns: number[]): void => {
      const known = wanted.get(fromMs);
      if (known === undefined) wanted.set(fromMs, patterns);
      else known.push(...patterns);
    };
    want(this.#from7, []);
    want(this.#from14, []);
    this.#question.judgedUntilMs.forEach((ms, p) => {
      if (ms > this.#from14 && ms < Infinity) want(ms, [p]);
    });
    const moments = [...wanted.keys()].toSorted((a, b) => b - a);
    const hours = [...this.#summary.hours.byHour.values()].toSorted((a, b) => b.hourMs - a.hourMs);
    const sum = new Float64Array(size);
    let next = 0;
    const single = new Map<string, number>();
    for (const fromMs of moments) {
      const hourMs = hourOf(fromMs);
      for (; next < hours.length && (hours[next] as HourCounts).hourMs > hourMs; next++)
        addHour(sum, hours[next] as HourCounts);
      const edge = this.#edge(hourMs, fromMs);
      if (fromMs === this.#from7 || fromMs === this.#from14) {
        const whole = sum.slice();
        edge.forEach((hits, p) => (whole[p] = (whole[p] as number) + hits));
        sums.set(fromMs, whole);
      }
      for (const p of wanted.get(fromMs) as number[])
        single.set(`${p} ${fromMs}`, (sum[p] as number) + (edge.get(p) ?? 0));
    }
    return (p, fromMs) => sums.get(fromMs)?.[p] ?? single.get(`${p} ${fromMs}`) ?? 0;
  }

  /** Hits within the hour that are later than `fromMs`. */
  #edge(hourMs: number, fromMs: number): Map<number, number> {
    const hits = new Map<number, number>();
    for (const { rows, times } of this.#timesOf(hourMs)) {
      if (times === undefined) continue;
      for (let i = laterThan(times, fromMs); i < times.timeMs.length; i++) {
        const p = rows[times.pattern[i] as number] as number;
        hits.set(p, (hits.get(p) ?? 0) + (times.hits[i] as number));
      }
    }
    return hits;
  }

  /** The most hits that one session without false positives has later than `fromMs`, as far as is known. */
  #nth(pattern: number, fromMs: number): number {
    const { nth } = this.#summary.groups;
    let n = 0;
    while (n < nth.length && (nth[n] as LatestTimes).latest(pattern) > fromMs) n++;
    return n;
  }

  #raise(inSession: Float64Array, { pattern, session, hits, falses }: FalseGroup): void {
    if (session.length === 0) return;
    const net = this.#later(pattern, hits, this.#from7) - this.#later(pattern, falses, this.#from7);
    const told = Math.min(net, this.#summary.groups.nth.length);
    if (told > (inSession[pattern] as number)) inSession[pattern] = told;
  }

  #cancelled(fromMs: number): Cancelled {
    const [inSessions, loose] = [new Map<number, number>(), new Map<number, number>()];
    for (const { pattern, session, hits, falses } of this.#summary.groups.falseGroups.values()) {
      const falsePositives = this.#later(pattern, falses, fromMs);
      if (session.length === 0) plus(loose, pattern, falsePositives);
      else plus(inSessions, pattern, Math.min(falsePositives, this.#later(pattern, hits, fromMs)));
    }
    return { inSessions, loose };
  }

  /** How many of a group's times are in the window and later than its pattern's watermark. */
  #later(pattern: number, { timeMs, count }: TimeCounts, fromMs: number): number {
    const bound = Math.max(fromMs, this.#question.judgedUntilMs[pattern] as number);
    return timeMs.reduce((sum, ms, i) => sum + (ms > bound ? (count[i] as number) : 0), 0);
  }
}

interface Cancelled {
  /** Hits of sessions that their own false positives cancel, and false positives without a session, by pattern. */
  readonly inSessions: ReadonlyMap<number, number>;
  readonly loose: ReadonlyMap<number, number>;
}

function plus(sums: Map<number, number>, key: number, amount: number): void {
  if (amount > 0) sums.set(key, (sums.get(key) ?? 0) + amount);
}

function addHour(sum: Float64Array, { pattern, hits }: HourCounts): void {
  for (let i = 0; i < pattern.length; i++) {
    const p = pattern[i] as number;
    sum[p] = (sum[p] as number) + (hits[i] as number);
  }
}
