import { DAY_MS, type TriggerName } from "../../model/options.js";
import type { ByteColumn } from "../count/columns.js";
import type { Place } from "./counts.js";
import type { PatternKind } from "../line/record.js";

/** What a backfill asks of its past: the thresholds, and how many hits more than they want are kept. */
export interface SlidingThresholds {
  readonly sameSessionHits: number;
  readonly d7Hits: number;
  readonly d14Hits: number;
  /** False positives may cancel so many hits before the answer becomes "unsure". */
  readonly slack: number;
  /** Moments later than this are not asked; default: none is too late. */
  readonly untilMs?: number;
}

/** How a scan is told to look for early moments. Structured-cloneable. */
export interface SlidingQuestion {
  readonly thresholds: SlidingThresholds;
  /** By `patternName`: only later events count. */
  readonly watermarksMs: ReadonlyMap<string, number>;
}

/** A pattern's kind and key as one text, for maps. */
export function patternName(kind: PatternKind, key: string): string {
  return `${kind} ${key}`;
}

export interface EarlyMoment {
  readonly trigger: TriggerName;
  readonly atMs: number;
  /** The hits that met it, oldest first; of more than 16 the newest. */
  readonly hits: readonly Place[];
}

/** "unsure": so many early false positives that hits were dropped which may matter; scan again with more slack. */
export type EarlyAnswer = EarlyMoment | "none" | "unsure";

/** The serial form: events of all patterns, one row each, and what was dropped. */
export interface EarlyColumns {
  /** By pattern: events later than this were dropped; Infinity: none. */
  readonly cutoffMs: Float64Array;
  readonly pattern: Uint32Array;
  readonly timeMs: Float64Array;
  readonly isFalse: Uint8Array;
  readonly archive: Uint32Array;
  readonly offset: Float64Array;
  /** Ids in WTF-8; empty: no session. */
  readonly session: ByteColumn;
}

interface Event extends Place {
  readonly isFalse: boolean;
  /** The id's bytes, one character each; empty: no session. */
  readonly session: string;
}

const SHOWN_HITS = 16;
/** Of what a cutoff takes at least: so many events are collected before it is looked for the first time. */
const FIRST_SURPLUS = 1.25;
/** About what an event takes beside its id. */
const EVENT_BYTES = 160;

/**
 * For each pattern its earliest hits and false positives, up to the moment by which a cross-session trigger must have
 * held even if `slack` of the hits were cancelled (the cutoff). Before it hits are sparse, or it would have come sooner:
 * so the list is short however long the archive. A part of the hits reaches its cutoff later than all of them do, so
 * what a part drops the whole does not need: parts merge by union, and are cut again.
 */
export class EarlyEvents {
  readonly #thresholds: SlidingThresholds;
  readonly #firstCompaction: number;
  readonly #judgedUntilMs: (pattern: number) => number;
  readonly #events: (Event[] | undefined)[] = [];
  readonly #compactAt: number[] = [];
  readonly #cutoffMs: (number | undefined)[];
  #held = 0;

  /** Events of a pattern that are not later than its watermark are passed over. `before`: what came before these events. */
  constructor(
    thresholds: SlidingThresholds,
    judgedUntilMs: (pattern: number) => number = () => -Infinity,
    before?: EarlyEvents,
  ) {
    this.#thresholds = thresholds;
    const { d7Hits, d14Hits, slack } = thresholds;
    this.#firstCompaction = Math.ceil((Math.min(d7Hits, d14Hits) + slack) * FIRST_SURPLUS);
    this.#judgedUntilMs = judgedUntilMs;
    // What was not wanted of some events is not wanted of any that come to them.
    this.#cutoffMs = [...(before === undefined ? [] : before.#cutoffMs)];
  }

  /** About what is held, in bytes. */
  get bytes(): number {
    return this.#held * EVENT_BYTES;
  }

  /** Whether an event at `ms` may still matter: nearly always no, and then this look is all that it costs. */
  wants(pattern: number, ms: number): boolean {
    return !(ms > this.cutoffMs(pattern));
  }

  /** Later events of the pattern are not wanted; Infinity: all are. */
  cutoffMs(pattern: number): number {
    return this.#cutoffMs[pattern] ?? Infinity;
  }

  /** Takes a dated hit or false positive; `session` is its id in WTF-8, empty for none. */
  offer(pattern: number, place: Place, isFalse: boolean, session: Uint8Array): void {
    if (place.timeMs <= this.#judgedUntilMs(pattern)) return;
    const { archive, offset, timeMs } = place;
    const events = (this.#events[pattern] ??= []);
    events.push({ archive, offset, timeMs, isFalse, session: binaryText(session) });
    this.#held++;
    if (events.length >= (this.#compactAt[pattern] ?? this.#firstCompaction)) this.#compact(pattern);
  }

  absorb(other: EarlyColumns, patterns: Uint32Array): void {
    // Cutoffs first: behind the least of them events are missing, and none may be taken for all there is.
    other.cutoffMs.forEach((cutoffMs, p) => this.#lowerCutoff(patterns[p] as number, cutoffMs));
    for (let i = 0, from = 0; i < other.pattern.length; i++) {
      const to = other.session.ends[i] as number;
      const pattern = patterns[other.pattern[i] as number] as number;
      const place = { timeMs: other.timeMs[i], archive: other.archive[i], offset: other.offset[i] } as Place;
      if (this.wants(pattern, place.timeMs))
        this.offer(pattern, place, other.isFalse[i] === 1, other.session.bytes.subarray(from, to));
      from = to;
    }
  }

  toColumns(): EarlyColumns {
    this.#events.forEach((_, pattern) => this.#compact(pattern));
    const sessionBytes = this.#events.reduce(
      (sum, events = []) => sum + events.reduce((bytes, { session }) => bytes + session.length, 0),
      0,
    );
    const columns = {
      cutoffMs: Float64Array.from(this.#cutoffMs, (cutoffMs) => cutoffMs ?? Infinity),
      pattern: new Uint32Array(this.#held),
      timeMs: new Float64Array(this.#held),
      isFalse: new Uint8Array(this.#held),
      archive: new Uint32Array(this.#held),
      offset: new Float64Array(this.#held),
      session: { bytes: new Uint8Array(sessionBytes), ends: new Uint32Array(this.#held) },
    };
    let [row, end] = [0, 0];
    this.#events.forEach((events = [], pattern) => {
      for (const { timeMs, isFalse, archive, offset, session } of events) {
        columns.pattern[row] = pattern;
        columns.timeMs[row] = timeMs;
        columns.isFalse[row] = Number(isFalse);
        columns.archive[row] = archive;
        columns.offset[row] = offset;
        for (let i = 0; i < session.length; i++) columns.session.bytes[end++] = session.charCodeAt(i);
        columns.session.ends[row++] = end;
      }
    });
    return columns;
  }

  /** The earliest moment at which a trigger held. */
  answer(pattern: number): EarlyAnswer {
    const events = sorted(this.#events[pattern] ?? []);
    const cutoffMs = this.#cutoffMs[pattern] ?? Infinity;
    const lastMs = Math.min(cutoffMs, this.#thresholds.untilMs ?? Infinity);
    for (const atMs of momentsOf(events)) {
      if (atMs > lastMs) break;
      const moment = momentAt(events, atMs, this.#thresholds);
      if (moment !== null) return moment;
    }
    return cutoffMs === Infinity ? "none" : "unsure";
  }

  #lowerCutoff(pattern: number, cutoffMs: number): void {
    if (cutoffMs < (this.#cutoffMs[pattern] ?? Infinity)) this.#cutoffMs[pattern] = cutoffMs;
  }

  /** Finds the cutoff and drops what is later; a list that stays long is left alone until it has doubled. */
  #compact(pattern: number): void {
    const events = sorted(this.#events[pattern] as Event[]);
    this.#lowerCutoff(pattern, cutoffOf(events, this.#thresholds));
    const kept = events.filter(({ timeMs }) => this.wants(pattern, timeMs));
    this.#events[pattern] = kept;
    this.#held -= events.length - kept.length;
    this.#compactAt[pattern] = Math.max(this.#firstCompaction, kept.length * 2);
  }
}

/** Bytes as text, one character each; in pieces, for an id may be longer than a call has room for arguments. */
function binaryText(bytes: Uint8Array): string {
  let text = "";
  // Not spread into a call: that asks an iterator for each byte, and took half of what a backfill's scan took.
  for (let i = 0; i < bytes.length; i += 4096)
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(i, i + 4096)) as string;
  return text;
}

/** Events come nearly always in order. */
function sorted(events: Event[]): Event[] {
  const isSorted = events.every((event, i) => i === 0 || byPlace(events[i - 1] as Event, event) <= 0);
  return isSorted ? events : events.toSorted(byPlace);
}

function byPlace(a: Event, b: Event): number {
  return a.timeMs - b.timeMs || a.archive - b.archive || a.offset - b.offset;
}

/** The earliest hit that ends a window with `slack` hits more than its threshold; Infinity: none does. */
function cutoffOf(events: readonly Event[], { d7Hits, d14Hits, slack }: SlidingThresholds): number {
  const times = hitsIn(events).map(({ timeMs }) => timeMs);
  const full = (i: number, hits: number, days: number): boolean => {
    const first = times[i - (hits + slack - 1)];
    return first !== undefined && first > (times[i] as number) - days * DAY_MS;
  };
  return times.find((_, i) => full(i, d7Hits, 7) || full(i, d14Hits, 14)) ?? Infinity;
}

/** When a trigger may begin to hold, ascending: with a hit, or when a false positive leaves a window that hits are in. */
function momentsOf(events: readonly Event[]): number[] {
  // They are sorted, and a moment that comes twice gives nothing new.
  if (!events.some(({ isFalse }) => isFalse)) return events.map(({ timeMs }) => timeMs);
  const moments = events.flatMap(({ isFalse, timeMs }) =>
    isFalse ? [timeMs + 7 * DAY_MS, timeMs + 14 * DAY_MS] : [timeMs],
  );
  return [...new Set(moments)].toSorted((a, b) => a - b);
}

/** The first trigger, in the table's order, that holds at `atMs`; the last events of that moment included. */
function momentAt(events: readonly Event[], atMs: number, thresholds: SlidingThresholds): EarlyMoment | null {
  const moment = (trigger: TriggerName, hits: readonly Event[]): EarlyMoment => ({
    trigger,
    atMs,
    hits: hits.slice(-SHOWN_HITS).map(placeOf),
  });
  const until = events.filter(({ timeMs, isFalse }) => timeMs < atMs || (timeMs === atMs && !isFalse));
  for (const [session, net] of netBySession(until)) {
    if (session !== "" && net >= thresholds.sameSessionHits)
      return moment("same_session", hitsIn(until.filter((event) => event.session === session)));
  }
  const windows = [
    { trigger: "cross_session_7d", days: 7, hits: thresholds.d7Hits },
    { trigger: "cross_session_14d", days: 14, hits: thresholds.d14Hits },
  ] as const;
  for (const { trigger, days, hits } of windows) {
    const inside = until.filter(({ timeMs }) => timeMs > atMs - days * DAY_MS);
    if (effectiveHits(inside) >= hits) return moment(trigger, hitsIn(inside));
  }
  return null;
}

/** Hits less false positives of each session, possibly negative. */
function netBySession(events: readonly Event[]): Map<string, number> {
  const net = new Map<string, number>();
  for (const { session, isFalse } of events) net.set(session, (net.get(session) ?? 0) + (isFalse ? -1 : 1));
  return net;
}

/** Each false positive cancels one hit of its session; one without a session cancels from the sum. */
function effectiveHits(events: readonly Event[]): number {
  let sum = 0;
  for (const [session, net] of netBySession(events)) sum += session === "" ? net : Math.max(0, net);
  return Math.max(0, sum);
}

function hitsIn(events: readonly Event[]): Event[] {
  return events.filter(({ isFalse }) => !isFalse);
}

function placeOf({ archive, offset, timeMs }: Event): Place {
  return { archive, offset, timeMs };
}
