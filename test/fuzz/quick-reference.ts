// The reference's answers for a batch of thousands of lines: what a line is and what its record counts for is asked of
// test/reference, line by line; the sums are plain Maps, where the reference itself goes over all records for each question.
import type { RejectReason } from "../../src/model/report.js";
import type { ConfidenceEvent } from "../reference/confidence.js";
import { referenceLines, type ReferenceLine } from "../reference/lines.js";
import { KIND_NAMES, PATTERN_NAMES, referenceRecord, type ReferenceRecord, type Role } from "../reference/records.js";
import { eventProbes } from "../support/comparable.js";
import { patternText, type Answer, type Rejected } from "./answer.js";

const DAY = 24 * 60 * 60 * 1000;
const NEWEST = 16;

interface SessionTally {
  hits: number;
  /** Not future ones: all, of the last 7 days, of the last 14; hits less false positives, each. */
  present: number;
  net: [all: number, d7: number, d14: number];
  times: Set<number>;
}

interface PatternTally {
  readonly kind: number;
  readonly key: string;
  readonly interceptors: Map<string, number>;
  total: number;
  future: number;
  undated: number;
  falsePositives: number;
  firstMs: number;
  lastMs: number;
  d7: number;
  d14: number;
  readonly sessions: Map<string, SessionTally>;
  readonly places: { readonly timeMs: number; readonly offset: number }[];
  readonly events: ConfidenceEvent[];
  foldedMs: number;
  foldedFalsePositives: number;
}

/** What the lines of one archive come to at `nowMs`. */
export function quickReference(bytes: Uint8Array, role: Role, nowMs: number): Answer {
  const tally = new QuickTally(nowMs);
  for (const line of referenceLines(bytes)) tally.add(line, role);
  return tally.answer();
}

class QuickTally {
  readonly #nowMs: number;
  readonly #lines = { total: 0, blank: 0, record: 0, rejected: 0, incomplete: 0 };
  readonly #kinds = new Map<string, number>();
  readonly #rejected: Rejected[] = [];
  readonly #patterns = new Map<string, PatternTally>();
  readonly #sessions = new Set<string>();
  #nuls = false;
  #undated = 0;
  #sessionless = 0;
  #newest: ReferenceRecord | null = null;
  #lastDatedMs = -Infinity;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(line: ReferenceLine, role: Role): void {
    this.#lines.total++;
    this.#lines[line.outcome]++;
    if (line.nuls) this.#nuls = true;
    if (line.outcome === "rejected") this.#rejected.push({ offset: line.offset, reason: line.reason as RejectReason });
    if (line.outcome === "record") this.#record(referenceRecord(line, 0, role));
  }

  #record(record: ReferenceRecord): void {
    const { kind, session, timeMs } = record;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (kind === "context" || kind === "error" || kind === "own") return;
    if (session !== "") this.#sessions.add(session);
    const isPresent = !(timeMs > this.#nowMs);
    if (session !== "" && timeMs <= this.#nowMs && !(timeMs < (this.#newest?.timeMs ?? -Infinity)))
      this.#newest = record;
    if (!Number.isNaN(timeMs)) this.#lastDatedMs = timeMs;
    const pattern = this.#pattern(record);
    if (kind === "hit") this.#hit(pattern, record, isPresent);
    if (kind === "false positive") this.#falsePositive(pattern, record, isPresent);
    if (kind !== "retry") this.#event(pattern, record);
  }

  #hit(pattern: PatternTally, { session, timeMs, offset, interceptor }: ReferenceRecord, isPresent: boolean): void {
    pattern.total++;
    pattern.interceptors.set(interceptor, (pattern.interceptors.get(interceptor) ?? 0) + 1);
    if (session === "") this.#sessionless++;
    const group = sessionOf(pattern, session);
    group.hits++;
    if (!isPresent) {
      pattern.future++;
      return;
    }
    const isDated = !Number.isNaN(timeMs);
    pattern.places.push({ timeMs: isDated ? timeMs : -Infinity, offset });
    group.present++;
    this.#window(pattern, group, timeMs, 1);
    if (!isDated) {
      pattern.undated++;
      this.#undated++;
      return;
    }
    pattern.firstMs = Math.min(pattern.firstMs, timeMs);
    pattern.lastMs = Math.max(pattern.lastMs, timeMs);
    group.times.add(timeMs);
  }

  #falsePositive(pattern: PatternTally, { session, timeMs }: ReferenceRecord, isPresent: boolean): void {
    pattern.falsePositives++;
    if (isPresent) this.#window(pattern, sessionOf(pattern, session), timeMs, -1);
  }

  #window(pattern: PatternTally, group: SessionTally, timeMs: number, sign: 1 | -1): void {
    group.net[0] += sign;
    if (timeMs > this.#nowMs - 7 * DAY) {
      group.net[1] += sign;
      if (sign > 0) pattern.d7++;
    }
    if (timeMs > this.#nowMs - 14 * DAY) {
      group.net[2] += sign;
      if (sign > 0) pattern.d14++;
    }
  }

  /** An undated event takes the time of the dated record before it. */
  #event(pattern: PatternTally, { kind, timeMs }: ReferenceRecord): void {
    const isDated = !Number.isNaN(timeMs);
    const atMs = isDated ? timeMs : this.#lastDatedMs;
    if (atMs > this.#nowMs) return;
    pattern.events.push(kind as ConfidenceEvent);
    if (kind === "false positive") pattern.foldedFalsePositives++;
    if (kind !== "hit" || !isDated) pattern.foldedMs = Math.max(pattern.foldedMs, atMs);
  }

  #pattern({ patternKind, key }: ReferenceRecord): PatternTally {
    const name = `${patternKind} ${key}`;
    const known = this.#patterns.get(name);
    if (known !== undefined) return known;
    const tally: PatternTally = {
      kind: PATTERN_NAMES.indexOf(patternKind),
      key,
      interceptors: new Map<string, number>(),
      total: 0,
      future: 0,
      undated: 0,
      falsePositives: 0,
      firstMs: Infinity,
      lastMs: -Infinity,
      d7: 0,
      d14: 0,
      sessions: new Map<string, SessionTally>(),
      places: [],
      events: [],
      foldedMs: -Infinity,
      foldedFalsePositives: 0,
    };
    this.#patterns.set(name, tally);
    return tally;
  }

  answer(): Answer {
    const current = this.#newest?.session ?? null;
    const { total, blank, record, rejected, incomplete } = this.#lines;
    return {
      lineCount: total,
      lines: `${total} lines: ${blank} blank, ${record} accepted, ${rejected} rejected, ${incomplete} incomplete`,
      kinds: KIND_NAMES.map((name) => this.#kinds.get(name) ?? 0).join(),
      rest: [this.#nuls, this.#undated, this.#sessionless, this.#sessions.size, current].join(),
      rejected: this.#rejected,
      patterns: [...this.#patterns.values()].flatMap((pattern) => toldOf(pattern, current)),
    };
  }
}

function sessionOf(pattern: PatternTally, session: string): SessionTally {
  let group = pattern.sessions.get(session);
  if (group === undefined) {
    group = { hits: 0, present: 0, net: [0, 0, 0], times: new Set<number>() };
    pattern.sessions.set(session, group);
  }
  return group;
}

function toldOf(pattern: PatternTally, current: string | null): string[] {
  const sessions = [...pattern.sessions].filter(([id]) => id !== "").map(([, group]) => group);
  const loose = pattern.sessions.get("")?.net;
  const effective = (window: 0 | 1 | 2): number => {
    let sum = loose?.[window] ?? 0;
    for (const { net } of sessions) sum += Math.max(0, net[window]);
    return Math.max(0, sum);
  };
  const most = (of: (group: SessionTally) => number): number => {
    let largest = 0;
    for (const group of sessions) largest = Math.max(largest, of(group));
    return largest;
  };
  const newest = pattern.places
    .sort((a, b) => (a.timeMs === b.timeMs ? b.offset - a.offset : a.timeMs < b.timeMs ? 1 : -1))
    .slice(0, NEWEST);
  return patternText({
    ...pattern,
    interceptors: [...pattern.interceptors],
    firstMs: Number.isFinite(pattern.firstMs) ? pattern.firstMs : NaN,
    lastMs: Number.isFinite(pattern.lastMs) ? pattern.lastMs : NaN,
    sessions: sessions.filter(({ hits }) => hits > 0).length,
    current: current === null || current === "" ? 0 : (pattern.sessions.get(current)?.present ?? 0),
    effectiveD7: effective(1),
    effectiveD14: effective(2),
    effectiveAll: effective(0),
    sameSessionD7: most(({ net }) => net[1]),
    sameSessionAll: most(({ net }) => net[0]),
    sameSessionEvents: Math.min(
      2,
      most(({ times }) => times.size),
    ),
    newest,
    confidence: eventText(pattern.events),
  });
}

const probed = new Map<string, string>();

/** Histories repeat: most patterns of a batch have had a few hits. */
function eventText(events: readonly ConfidenceEvent[]): string {
  const name = events.map((event) => event[0]).join("");
  const known = probed.get(name);
  if (known !== undefined) return known;
  const text = String(eventProbes(events));
  if (probed.size > 20_000) probed.clear();
  probed.set(name, text);
  return text;
}
