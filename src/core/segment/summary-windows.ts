import { DAY_MS } from "../../model/options.js";
import { hourOf } from "../count/precision.js";
import { laterThan } from "../count/hour-times.js";
import type { FalseCounts } from "../merge/false-counts.js";
import type { GroupSummary } from "../merge/group-summary.js";
import type { LatestTimes } from "../merge/latest-times.js";
import type { Question, WindowCounts } from "../merge/windows.js";
import type { HourSums } from "./hour-sums.js";
import type { JudgedHits, TimesOf } from "./judged-hits.js";

export interface Summarised {
  readonly size: number;
  readonly groups: GroupSummary;
  readonly hours: HourSums;
  readonly judged: JudgedHits;
}

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
    const { groups } = this.#summary;
    const [d7, d14] = [this.#hitsLaterThan(this.#from7), this.#hitsLaterThan(this.#from14)];
    const judgedHits = this.#judgedHits();
    const later = (p: number, fromMs: number, hits: Float64Array): number =>
      this.#judgedMs(p) > fromMs ? judgedHits(p) : (hits[p] as number);
    const told = {
      d7,
      d14,
      sessions: this.#column((p) => groups.sessions[p] ?? 0),
      effectiveD7: this.#column((p) => later(p, this.#from7, d7)),
      effectiveD14: this.#column((p) => later(p, this.#from14, d14)),
      effectiveAll: this.#column(() => 0),
      sameSessionD7: this.#column((p) => this.#nth(p, Math.max(this.#from7, this.#judgedMs(p)))),
      sameSessionAll: this.#column(() => 0),
      sameSessionEvents: this.#column((p) => ((groups.events[p] ?? -Infinity) > this.#judgedMs(p) ? 2 : 0)),
    };
    for (const p of groups.falseGroups.patterns())
      this.#cancel(told, p, groups.falseGroups.counts(p, this.#question.nowMs, this.#judgedMs(p)));
    return told;
  }

  /** By pattern the hits that are later than the beginning of a window. */
  #hitsLaterThan(fromMs: number): Float64Array {
    const hourMs = hourOf(fromMs);
    const whole = this.#summary.hours.later(hourMs);
    const hits = this.#column((p) => whole[p] ?? 0);
    for (const { rows, times } of this.#timesOf(hourMs)) {
      if (times === undefined) continue;
      for (let i = laterThan(times, fromMs); i < times.timeMs.length; i++) {
        const p = rows[times.pattern[i] as number] as number;
        hits[p] = (hits[p] as number) + (times.hits[i] as number);
      }
    }
    return hits;
  }

  /** The hits that are later than a pattern's watermark, where that lies in a window. */
  #judgedHits(): (pattern: number) => number {
    const { size, hours, judged } = this.#summary;
    const wanted = new Map<number, number>();
    for (let p = 0; p < size; p++) {
      const ms = this.#judgedMs(p);
      if (ms > this.#from14 && ms < Infinity) wanted.set(p, ms);
    }
    if (wanted.size === 0) return () => 0;
    const hits = judged.of(wanted, () => hours.values(), this.#timesOf);
    return (p) => (wanted.has(p) ? hits(p) : 0);
  }

  /** The most hits that one session without false positives has later than `fromMs`, as far as is known. */
  #nth(pattern: number, fromMs: number): number {
    const { nth } = this.#summary.groups;
    let n = 0;
    while (n < nth.length && (nth[n] as LatestTimes).latest(pattern) > fromMs) n++;
    return n;
  }

  #cancel(told: Omit<WindowCounts, "current">, p: number, { d7, d14 }: FalseCounts): void {
    const left = (hits: Float64Array, { inSessions, loose }: FalseCounts["d7"]): void => {
      hits[p] = Math.max(0, (hits[p] as number) - inSessions - loose);
    };
    left(told.effectiveD7, d7);
    left(told.effectiveD14, d14);
    const most = Math.min(d7.most, this.#summary.groups.nth.length);
    told.sameSessionD7[p] = Math.max(told.sameSessionD7[p] as number, most);
  }

  #judgedMs(pattern: number): number {
    return this.#question.judgedUntilMs[pattern] as number;
  }

  /** A loop over typed arrays: `from` would go through an iterator, and there are ten of these in each run. */
  #column(of: (pattern: number) => number): Float64Array {
    const column = new Float64Array(this.#summary.size);
    for (let p = 0; p < column.length; p++) column[p] = of(p);
    return column;
  }
}
