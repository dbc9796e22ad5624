// The slow, obvious reference of all that is counted: arrays of records, plain loops, one question after the other.
// Written from the semantics, not from src/core; only types of src/model are imported. Its results are compared with
// those of the scanners, whatever the cuts.
import type { LineCounts, RejectReason } from "../../src/model/report.js";
import type { ConfidenceEvent } from "./confidence.js";
import { referenceEarliest, type ReferenceMoment, type ReferenceThresholds } from "./early.js";
import { referenceLines, type ReferenceLine } from "./lines.js";
import type { ReferenceClock } from "./time.js";
import { KIND_NAMES, PATTERN_NAMES, referenceRecord, type ReferenceRecord, type Role } from "./records.js";

const DAY = 24 * 60 * 60 * 1000;
const SAMPLES = 5;
const NEWEST = 16;

export interface ReferenceArchive {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly role: Role;
}

export interface ReferenceQuestion {
  readonly nowMs: number;
  /** The current session; undefined: that of the newest record. */
  readonly session?: string | undefined;
  /** By a pattern's kind (its number) and key; -Infinity: not judged. */
  readonly judgedUntilMs?: ((kind: number, key: string) => number) | undefined;
  readonly maxLineBytes?: number;
  /** The first and the last moment that count. */
  readonly sinceMs?: number;
  readonly untilMs?: number;
  /** For times without a zone; undefined: UTC. */
  readonly clock?: ReferenceClock;
  /** By a pattern's kind (its number) and key: events up to here are folded already; undefined: none is. */
  readonly foldedUntilMs?: ((kind: number, key: string) => number | undefined) | undefined;
  /** Asks for each pattern's earliest moment, as a backfill does. */
  readonly sliding?: ReferenceThresholds | undefined;
}

export interface ReferencePlace {
  readonly archive: number;
  readonly offset: number;
  readonly timeMs: number;
}

/** `PatternCounts`, with the events in log order instead of their fold. */
export interface ReferencePattern {
  readonly kind: number;
  readonly key: string;
  readonly interceptors: ReadonlyMap<string, number>;
  readonly total: number;
  readonly future: number;
  readonly undated: number;
  readonly falsePositives: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly d7: number;
  readonly d14: number;
  readonly sessions: number;
  readonly current: number;
  readonly effectiveD7: number;
  readonly effectiveD14: number;
  readonly effectiveAll: number;
  readonly sameSessionD7: number;
  readonly sameSessionAll: number;
  readonly sameSessionEvents: number;
  readonly newest: readonly ReferencePlace[];
  /** Those not folded already, in log order. */
  readonly events: readonly ConfidenceEvent[];
  /** Newest time of those that are no dated hits; -Infinity: none. */
  readonly foldedMs: number;
  readonly foldedFalsePositives: number;
  readonly early?: ReferenceMoment | "none";
}

export interface ReferenceCounts {
  readonly patterns: readonly ReferencePattern[];
  readonly kinds: readonly number[];
  readonly lines: LineCounts;
  readonly nuls: boolean;
  readonly undated: number;
  readonly sessionless: number;
  readonly sessions: number;
  readonly currentSession: string | null;
}

/** Archives are numbered in the order of their paths, which is the order they must be given in. */
export function referenceCounts(archives: readonly ReferenceArchive[], question: ReferenceQuestion): ReferenceCounts {
  const lines = archives.map(({ bytes }) => referenceLines(bytes, question.maxLineBytes));
  const accepted = lines.flatMap((list, archive) =>
    list
      .filter(({ outcome }) => outcome === "record")
      .map((line) => referenceRecord(line, archive, archives[archive]!.role, question.clock))
      .map((record) => withinBounds(record, question)),
  );
  const records = accepted.filter(({ kind }) => !["context", "error", "own", "outside"].includes(kind));
  const hits = records.filter(({ kind }) => kind === "hit");
  const currentSession = question.session ?? newestSession(records, question.nowMs);
  return {
    patterns: patternsOf(records, question, currentSession),
    kinds: KIND_NAMES.map((name) => count(accepted, ({ kind }) => kind === name)),
    lines: lineCounts(
      lines,
      archives.map(({ path }) => path),
    ),
    nuls: lines.flat().some(({ nuls }) => nuls),
    undated: count(hits, ({ timeMs }) => Number.isNaN(timeMs)),
    sessionless: count(hits, ({ session }) => session === ""),
    sessions: sessionsOf(records).length,
    currentSession,
  };
}

function withinBounds(record: ReferenceRecord, { sinceMs, untilMs }: ReferenceQuestion): ReferenceRecord {
  if (["context", "error", "own"].includes(record.kind)) return record;
  const isOutside = record.timeMs < (sinceMs ?? -Infinity) || record.timeMs > (untilMs ?? Infinity);
  return isOutside ? { ...record, kind: "outside" } : record;
}

function count<T>(list: readonly T[], holds: (one: T) => boolean): number {
  return list.filter((one) => holds(one)).length;
}

function lineCounts(archives: readonly ReferenceLine[][], paths: readonly string[]): LineCounts {
  const all = archives.flat();
  const rejected = (reason: RejectReason): number => count(all, (line) => line.reason === reason);
  const samples = archives.flatMap((lines, archive) =>
    lines
      .filter(({ outcome }) => outcome === "rejected")
      .map(({ offset, reason }) => ({ path: paths[archive]!, offset, reason: reason! })),
  );
  return {
    total: all.length,
    blank: count(all, ({ outcome }) => outcome === "blank"),
    accepted: count(all, ({ outcome }) => outcome === "record"),
    rejected: count(all, ({ outcome }) => outcome === "rejected"),
    incomplete: count(all, ({ outcome }) => outcome === "incomplete"),
    reasons: {
      invalid_json: rejected("invalid_json"),
      not_object: rejected("not_object"),
      too_long: rejected("too_long"),
    },
    samples: samples.slice(0, SAMPLES),
  };
}

/** The session of the newest record that names one; of two at one time the later place. Future records are no newest. */
function newestSession(records: readonly ReferenceRecord[], nowMs: number): string | null {
  let newest: ReferenceRecord | null = null;
  for (const record of records) {
    if (record.session === "" || Number.isNaN(record.timeMs) || record.timeMs > nowMs) continue;
    if (newest === null || record.timeMs >= newest.timeMs) newest = record;
  }
  return newest === null ? null : newest.session;
}

function sessionsOf(records: readonly ReferenceRecord[]): string[] {
  return [...new Set(records.map(({ session }) => session))].filter((session) => session !== "");
}

function patternsOf(
  records: readonly ReferenceRecord[],
  question: ReferenceQuestion,
  currentSession: string | null,
): ReferencePattern[] {
  const ordered = logOrder(records);
  const byPattern = new Map<string, ReferenceRecord[]>();
  for (const record of records) {
    const name = `${record.patternKind}\0${record.key}`;
    byPattern.set(name, [...(byPattern.get(name) ?? []), record]);
  }
  return [...byPattern.values()]
    .map((own) => patternOf(own, ordered, question, currentSession))
    .toSorted((a, b) => byCodePoint(a.key, b.key) || a.kind - b.kind);
}

function patternOf(
  own: readonly ReferenceRecord[],
  ordered: readonly ReferenceRecord[],
  question: ReferenceQuestion,
  currentSession: string | null,
): ReferencePattern {
  const { nowMs } = question;
  const kind = PATTERN_NAMES.indexOf(own[0]!.patternKind);
  const key = own[0]!.key;
  const judged = question.judgedUntilMs?.(kind, key) ?? -Infinity;
  const hits = own.filter((record) => record.kind === "hit");
  const present = hits.filter(({ timeMs }) => !(timeMs > nowMs));
  const dated = present.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
  const within = (days: number) => (record: ReferenceRecord) =>
    record.timeMs > nowMs - days * DAY && record.timeMs <= nowMs;
  const [d7, d14] = [within(7), within(14)];
  // What thresholds look at; undated records count as judged once there is a decision.
  const open = own.filter(({ timeMs }) => !(timeMs > nowMs) && (judged === -Infinity || timeMs > judged));
  const [open7, open14] = [open.filter(d7), open.filter(d14)];
  const eventTimes = (session: string): number =>
    new Set(
      open
        .filter((record) => record.kind === "hit" && record.session === session && !Number.isNaN(record.timeMs))
        .map(({ timeMs }) => timeMs),
    ).size;
  return {
    kind,
    key,
    interceptors: interceptorCounts(hits),
    total: hits.length,
    future: hits.length - present.length,
    undated: count(hits, ({ timeMs }) => Number.isNaN(timeMs)),
    falsePositives: count(own, (record) => record.kind === "false positive"),
    firstMs: dated.length === 0 ? NaN : Math.min(...dated),
    lastMs: dated.length === 0 ? NaN : Math.max(...dated),
    d7: count(hits, d7),
    d14: count(hits, d14),
    sessions: sessionsOf(hits).length,
    current:
      currentSession === null ? 0 : count(present, ({ session }) => session !== "" && session === currentSession),
    effectiveD7: effective(open7),
    effectiveD14: effective(open14),
    effectiveAll: effective(open),
    sameSessionD7: largest(sessionsOf(open7).map((session) => effectiveOf(open7, session))),
    sameSessionAll: largest(sessionsOf(open).map((session) => effectiveOf(open, session))),
    sameSessionEvents: Math.min(2, largest(sessionsOf(open).map(eventTimes))),
    newest: newestPlaces(present),
    ...historyOf(own, ordered, nowMs, question.foldedUntilMs?.(kind, key)),
    ...(question.sliding && { early: referenceEarliest(open.filter(isHitOrFalse), question.sliding) }),
  };
}

/** What of a pattern's history is still to be folded. An undated event takes the time of the dated record before it, future ones too. */
function historyOf(
  own: readonly ReferenceRecord[],
  ordered: readonly ReferenceRecord[],
  nowMs: number,
  foldedUntilMs: number | undefined,
): Pick<ReferencePattern, "events" | "foldedMs" | "foldedFalsePositives"> {
  const timed = ordered.map((record, i) => {
    const dated = ordered.slice(0, i + 1).filter((one) => one.archive === record.archive && !Number.isNaN(one.timeMs));
    return { record, timeMs: dated.at(-1)?.timeMs ?? -Infinity };
  });
  const isEvent = ({ kind }: ReferenceRecord): boolean => isHitOrFalse({ kind }) || kind === "confirmation";
  const fresh = timed
    .filter(({ record }) => own.includes(record) && isEvent(record))
    .filter(({ timeMs }) => timeMs <= nowMs && (foldedUntilMs === undefined || timeMs > foldedUntilMs));
  const others = fresh.filter(({ record }) => record.kind !== "hit" || Number.isNaN(record.timeMs));
  return {
    events: fresh.map(({ record }) => record.kind as ConfidenceEvent),
    foldedMs: Math.max(-Infinity, ...others.map(({ timeMs }) => timeMs)),
    foldedFalsePositives: count(fresh, ({ record }) => record.kind === "false positive"),
  };
}

function isHitOrFalse({ kind }: Pick<ReferenceRecord, "kind">): boolean {
  return kind === "hit" || kind === "false positive";
}

function largest(numbers: readonly number[]): number {
  return Math.max(0, ...numbers);
}

/** Hits of one session less its false positives. */
function effectiveOf(records: readonly ReferenceRecord[], session: string): number {
  const own = records.filter((record) => record.session === session);
  const hits = count(own, ({ kind }) => kind === "hit");
  return Math.max(0, hits - count(own, ({ kind }) => kind === "false positive"));
}

/** The sum over sessions and over what has none; a false positive without a session cancels from the sum. */
function effective(records: readonly ReferenceRecord[]): number {
  let sum = 0;
  for (const session of sessionsOf(records)) sum += effectiveOf(records, session);
  const loose = records.filter(({ session }) => session === "");
  sum += count(loose, ({ kind }) => kind === "hit") - count(loose, ({ kind }) => kind === "false positive");
  return Math.max(0, sum);
}

function interceptorCounts(hits: readonly ReferenceRecord[]): Map<string, number> {
  const names = [...new Set(hits.map(({ interceptor }) => interceptor))].toSorted(byCodePoint);
  return new Map(names.map((name) => [name, count(hits, ({ interceptor }) => interceptor === name)]));
}

/** The 16 newest by time, then archive, then offset; undated ones are older than all others. */
function newestPlaces(hits: readonly ReferenceRecord[]): ReferencePlace[] {
  return hits
    .map(({ archive, offset, timeMs }) => ({ archive, offset, timeMs: Number.isNaN(timeMs) ? -Infinity : timeMs }))
    .toSorted((a, b) => {
      if (a.timeMs !== b.timeMs) return a.timeMs < b.timeMs ? 1 : -1;
      return b.archive - a.archive || b.offset - a.offset;
    })
    .slice(0, NEWEST);
}

/** Archives by their first dated record, then path (their number); then by place. */
function logOrder(records: readonly ReferenceRecord[]): ReferenceRecord[] {
  const firstDated = (archive: number): number =>
    records.find((record) => record.archive === archive && !Number.isNaN(record.timeMs))?.timeMs ?? Infinity;
  const archives = [...new Set(records.map(({ archive }) => archive))].toSorted((a, b) => {
    const [x, y] = [firstDated(a), firstDated(b)];
    return x === y ? a - b : x < y ? -1 : 1;
  });
  return archives.flatMap((archive) => records.filter((record) => record.archive === archive));
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (char) => char.codePointAt(0)!)) as [number[], number[]];
  for (let i = 0; i < left.length && i < right.length; i++) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return left.length - right.length;
}
