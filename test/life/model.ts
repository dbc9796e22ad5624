// A home as semantics.md tells it, in the simplest words: the records are read anew from the files each time, every count is a
// filter over all of them, and what is remembered are a few fields of each pattern. Nothing here comes from src.
import { referenceConfidence, type ConfidenceEvent } from "../reference/confidence.js";

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = { same_session: 70, cross_session_7d: 50, cross_session_14d: 40 } as const;
export type TriggerName = keyof typeof START;

export interface LogFile {
  readonly name: string;
  readonly text: string;
}

export interface Rule {
  readonly expiresMs?: number;
}

export interface LifeRecord {
  readonly file: string;
  readonly kind: ConfidenceEvent | "retry";
  readonly rule: string;
  readonly session: string;
  readonly ms: number;
}

/** What is remembered of a pattern between scans. */
interface Memory {
  readonly events: ConfidenceEvent[];
  foldedUntilMs: number;
  judgedUntilMs: number;
  isHeld: boolean;
  decidedMs: number;
  /** A draft of it awaits a person. */
  isDrafted: boolean;
  /** False positives that the log had when its pending draft was last seen; undefined: none is pending. */
  pending?: number;
  decision?: "confirmed" | "rejected" | "rejected for good";
  /** The rule that a scan has seen cover it since it was confirmed. */
  seen?: Rule;
}

export interface PatternState {
  readonly counts: { total: number; d7: number; d14: number; session: number; false_positives: number };
  readonly sessions: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly trigger: TriggerName | null;
  readonly covered: "rule" | "confirmed" | "rejected" | "session" | null;
  /** In hundredths. */
  readonly confidence: number;
  readonly isHeld: boolean;
  /** The scan puts a draft of it among the pending ones. */
  readonly isNew: boolean;
}

export interface LifeState {
  readonly lines: { total: number; accepted: number; rejected: number; incomplete: number };
  readonly patterns: ReadonlyMap<string, PatternState>;
}

export class LifeModel {
  nowMs: number;
  readonly rules = new Map<string, Rule>();
  /** Drafts that were handed to Canon. */
  confirmed = 0;
  #memories = new Map<string, Memory>();
  #session: string | null = null;
  #decidedInSession = new Set<string>();

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** A scan that remembers what it found, unless it is a dry run. */
  scan(files: readonly LogFile[], isDry: boolean): LifeState {
    const before = structuredClone([this.#memories, this.#session, this.#decidedInSession] as const);
    const state = this.#scanned(files);
    if (isDry) [this.#memories, this.#session, this.#decidedInSession] = before;
    return state;
  }

  /** Whether a scan has met a hit of it. */
  knows(pattern: string): boolean {
    return this.#memories.get(pattern)?.events.includes("hit") === true;
  }

  judgedUntilMs(pattern: string): number {
    return this.#memory(pattern).judgedUntilMs;
  }

  confirm(pattern: string, lastShownMs: number): void {
    this.#decide(pattern, lastShownMs, "confirmed");
    this.confirmed++;
  }

  reject(pattern: string, lastShownMs: number, forGood: boolean): void {
    this.#decide(pattern, lastShownMs, forGood ? "rejected for good" : "rejected");
    this.feedback(pattern, "false positive");
  }

  reopen(pattern: string): void {
    const memory = this.#memory(pattern);
    delete memory.decision;
    memory.judgedUntilMs = -Infinity;
    delete memory.pending; // with another watermark it is another draft
    this.#decidedInSession.delete(pattern);
  }

  feedback(pattern: string, event: ConfidenceEvent): void {
    this.#memory(pattern).events.push(event);
  }

  #decide(pattern: string, lastShownMs: number, decision: NonNullable<Memory["decision"]>): void {
    const memory = this.#memory(pattern);
    memory.decision = decision;
    memory.decidedMs = this.nowMs;
    memory.isDrafted = false;
    memory.judgedUntilMs = lastShownMs;
    delete memory.seen;
    delete memory.pending;
    this.#decidedInSession.add(pattern);
  }

  #memory(pattern: string): Memory {
    const known = this.#memories.get(pattern);
    if (known !== undefined) return known;
    const memory: Memory = {
      events: [],
      foldedUntilMs: -Infinity,
      judgedUntilMs: -Infinity,
      isHeld: false,
      isDrafted: false,
      decidedMs: -Infinity,
    };
    this.#memories.set(pattern, memory);
    return memory;
  }

  #scanned(files: readonly LogFile[]): LifeState {
    const { records, lines } = readLogs(files);
    const session = newestSession(records, this.nowMs);
    if (session !== null && session !== this.#session) {
      this.#session = session;
      this.#decidedInSession.clear();
    }
    const names = new Set(records.map(({ rule }) => rule));
    for (const [name, memory] of this.#memories) this.#followRule(name, memory);
    const patterns = new Map([...names].map((name) => [name, this.#pattern(name, records)]));
    return { lines, patterns };
  }

  /** A rule that covers what was confirmed makes it solid; once it has gone, what came before is judged. */
  #followRule(name: string, memory: Memory): void {
    if (memory.decision !== "confirmed" && !memory.isDrafted && memory.seen === undefined) return;
    const rule = this.#validRule(name);
    // One that came and went between two scans was there all the same.
    const gone = this.rules.get(name);
    if (rule === undefined && memory.decision === "confirmed" && (gone?.expiresMs ?? -Infinity) > memory.decidedMs)
      memory.seen = gone as Rule;
    if (rule === undefined && memory.seen !== undefined) delete memory.decision;
    if (rule !== undefined) {
      memory.seen = rule;
      memory.isDrafted = false;
      delete memory.decision;
      delete memory.pending;
    } else if (memory.seen !== undefined) {
      const expiresMs = memory.seen.expiresMs ?? Infinity;
      memory.judgedUntilMs = expiresMs < this.nowMs ? expiresMs : this.nowMs;
      this.#decidedInSession.delete(name);
      delete memory.seen;
    }
  }

  #validRule(name: string): Rule | undefined {
    const rule = this.rules.get(name);
    return rule === undefined || (rule.expiresMs ?? Infinity) < this.nowMs ? undefined : rule;
  }

  #pattern(name: string, records: readonly LifeRecord[]): PatternState {
    const memory = this.#memory(name);
    const own = records.filter(({ rule }) => rule === name);
    const hits = own.filter(({ kind }) => kind === "hit");
    const present = hits.filter(({ ms }) => ms <= this.nowMs);
    const within = (days: number, list: readonly LifeRecord[]): LifeRecord[] =>
      list.filter(({ ms }) => ms > this.nowMs - days * DAY && ms <= this.nowMs);
    const trigger = triggerOf((days) => within(days, own).filter(({ ms }) => ms > memory.judgedUntilMs));
    this.#fold(memory, own);
    const confidence = referenceConfidence(trigger === null ? 40 : START[trigger], memory.events);
    if (confidence < 30) memory.isHeld = true;
    if (confidence > 50) memory.isHeld = false;
    const times = present.map(({ ms }) => ms);
    const covered = this.#covered(name, memory, trigger);
    const isOffered = trigger !== null && covered === null;
    if (isOffered) memory.isDrafted = true;
    const falsePositives = own.filter(({ kind }) => kind === "false positive").length;
    return {
      counts: {
        total: hits.length,
        d7: within(7, hits).length,
        d14: within(14, hits).length,
        session: present.filter((hit) => hit.session === newestSession(records, this.nowMs)).length,
        false_positives: falsePositives,
      },
      sessions: new Set(hits.map((hit) => hit.session)).size,
      firstMs: Math.min(...times),
      lastMs: Math.max(...times),
      trigger,
      covered,
      confidence,
      isHeld: memory.isHeld,
      isNew: this.#enters(memory, isOffered, falsePositives),
    };
  }

  /** Whether a draft comes among the pending ones. One that does not hold any more stays, until a false positive takes it back. */
  #enters(memory: Memory, isOffered: boolean, falsePositives: number): boolean {
    const before = memory.pending;
    if (isOffered && !memory.isHeld) memory.pending = falsePositives;
    else if (isOffered || falsePositives > (before ?? Infinity)) delete memory.pending;
    return before === undefined && memory.pending !== undefined;
  }

  #fold(memory: Memory, own: readonly LifeRecord[]): void {
    // Of a pattern that has no hits nothing is remembered, and verdicts alone make none.
    if (memory.events.length === 0 && !own.some(({ kind }) => kind === "hit")) return;
    const fresh = own.filter(({ kind, ms }) => kind !== "retry" && ms > memory.foldedUntilMs && ms <= this.nowMs);
    for (const { kind } of fresh) memory.events.push(kind as ConfidenceEvent);
    memory.foldedUntilMs = Math.max(memory.foldedUntilMs, ...fresh.map(({ ms }) => ms));
  }

  #covered(name: string, { decision }: Memory, trigger: TriggerName | null): PatternState["covered"] {
    if (this.#validRule(name) !== undefined) return "rule";
    if (decision === "confirmed") return "confirmed";
    if (decision === "rejected for good" || (decision === "rejected" && trigger === null)) return "rejected";
    return this.#decidedInSession.has(name) ? "session" : null;
  }
}

/** The table of section 5, of hits and false positives of a window that ends now. */
function triggerOf(open: (days: number) => LifeRecord[]): TriggerName | null {
  const [d7, d14] = [netBySession(open(7)), netBySession(open(14))];
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  if (d7.some((net) => net >= 2)) return "same_session";
  if (sum(d7) >= 2) return "cross_session_7d";
  return sum(d14) >= 3 ? "cross_session_14d" : null;
}

function netBySession(records: readonly LifeRecord[]): number[] {
  return [...new Set(records.map(({ session }) => session))].map((session) => {
    const own = records.filter((record) => record.session === session);
    const count = (kind: string): number => own.filter((record) => record.kind === kind).length;
    return Math.max(0, count("hit") - count("false positive"));
  });
}

/** In the order of the log: files by their first record, then by name. */
export function readLogs(files: readonly LogFile[]): { records: LifeRecord[]; lines: LifeState["lines"] } {
  const lines = { total: 0, accepted: 0, rejected: 0, incomplete: 0 };
  const read = files.filter(isNoCopy).map(({ name, text }) => {
    const all = text.split("\n");
    const tail = all.pop() as string;
    if (tail !== "") all.push(tail);
    lines.total += all.length;
    return all.flatMap((line, i) => {
      const record = recordOf(name, line);
      if (record !== undefined) lines.accepted++;
      else if (tail !== "" && i === all.length - 1) lines.incomplete++;
      else lines.rejected++;
      return record ?? [];
    });
  });
  const firstMs = (records: readonly LifeRecord[]): number => records[0]?.ms ?? Infinity;
  const ordered = read.toSorted((a, b) => {
    const [x, y] = [firstMs(a), firstMs(b)];
    return x === y ? 0 : x - y;
  });
  return { records: ordered.flat(), lines };
}

/** A file whose whole content is how another's begins is a copy of it, and of two that are alike the first is read. */
function isNoCopy({ name, text }: LogFile, _i: number, files: readonly LogFile[]): boolean {
  const begins = files.filter((other) => other.name !== name && text !== "" && other.text.startsWith(text));
  return !begins.some((other) => other.text.length > text.length || other.name < name);
}

function recordOf(file: string, line: string): LifeRecord | undefined {
  let value: Record<string, string>;
  try {
    value = JSON.parse(line) as Record<string, string>;
  } catch {
    return undefined;
  }
  const { ts = "", rule_id: rule = "", session_id: session = "", interceptor, action } = value;
  const isCorrection = interceptor === "UserCorrection";
  const kind =
    action === "false_positive"
      ? "false positive"
      : isCorrection
        ? "confirmation"
        : action === "retry"
          ? "retry"
          : "hit";
  return { file, kind, rule, session, ms: Date.parse(ts) };
}

function newestSession(records: readonly LifeRecord[], nowMs: number): string | null {
  const past = records.filter(({ ms }) => ms <= nowMs);
  const newest = past.reduce<LifeRecord | null>((best, one) => (best === null || one.ms > best.ms ? one : best), null);
  return newest?.session ?? null;
}
