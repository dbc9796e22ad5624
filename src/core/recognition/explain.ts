import { countOf } from "../memory/counters.js";
import type {
  ConfidenceStanding,
  EvidenceLine,
  Explanation,
  QueuedStanding,
  RuleStanding,
  ThresholdStanding,
  Verdict,
} from "../../model/explanation.js";
import { DAY_MS, type Thresholds } from "../../model/options.js";
import type { Source } from "../../model/report.js";
import type { Rule } from "../../model/rule.js";
import type { DecidedDraft, HistoryEntry, KeyKind, Stored } from "../../model/state.js";
import type { PatternCounts, Place } from "../merge/counts.js";
import { masked, type HitTexts } from "./draft.js";
import type { Memory } from "../memory/memory.js";
import { storedConfidence } from "../merge/pattern-fold.js";
import { standingsOf, type Standing } from "./recognise.js";
import type { OneConclusion, Recogniser } from "./recognition.js";
import { PATTERN } from "../line/record.js";
import type { Revival } from "../memory/revival.js";
import type { RuleIndex } from "../rules/rule-index.js";
import { isDecided, isQueued } from "../memory/state-guards.js";
import { kindName } from "../memory/stored-key.js";
import { isoTime } from "../line/time.js";

/** What a run knows of everything, of which one pattern is explained. */
export interface ExplainContext {
  readonly nowMs: number;
  readonly source: Source;
  readonly thresholds: Thresholds;
  readonly recogniser: Recogniser;
  readonly rules: RuleIndex;
  readonly memory: Memory;
  readonly texts: HitTexts;
  /** The queue as a scan would leave it now, and the ids that would enter it or wait for room. */
  readonly queue: readonly Stored[];
  readonly entered: readonly string[];
  readonly waiting: readonly string[];
  /** Place and line of a hit. */
  readonly evidence: (place: Place) => EvidenceLine;
}

const REVIVAL_CONTEXTS = 2;
const MOST_CLOSEST = 3;
const LAST_MS = 8.64e15;
const WINDOW_DAYS = { same_session: 7, cross_session_7d: 7, cross_session_14d: 14 } as const;

/** What a scan makes of one pattern, and why: everything in it is asked of what the scan itself asks. */
export function explanationOf(counts: PatternCounts, context: ExplainContext): Explanation {
  const { recogniser, texts, memory, nowMs, source } = context;
  const concluded = recogniser.concludeOne(counts, texts);
  const { pattern, draft } = concluded;
  const { counts: shown, covered_by, trigger, label, sessions, first, last } = pattern;
  const judgedUntilMs = memory.judgedUntilMs(counts.kind, counts.key);
  const isAttributed = counts.kind !== PATTERN.unattributed;
  return {
    schema: "mnemonic.explain/1",
    now: isoTime(nowMs) as string,
    source,
    kind: kindName(counts.kind),
    pattern: pattern.pattern,
    ...(pattern.rule_id === undefined ? {} : { rule_id: pattern.rule_id }),
    ...(pattern.error_type === undefined ? {} : { error_type: pattern.error_type }),
    label,
    verdict: verdictOf(concluded, counts, context),
    trigger: isAttributed ? trigger : null,
    counts: { ...shown, undated: counts.undated, future: counts.future },
    sessions,
    first,
    last,
    judged_until: isoTime(judgedUntilMs),
    thresholds: isAttributed ? thresholdsOf(counts, concluded.revival, judgedUntilMs, context) : [],
    covered_by: isAttributed ? covered_by : null,
    rule: counts.kind === PATTERN.rule ? ruleOf(context.rules.any(counts.key), nowMs) : null,
    confidence: confidenceOf(concluded, context),
    draft: draft === undefined || !isAttributed ? null : draftOf(draft, context),
    queued: queuedOf(memory.stored(counts.key), kindName(counts.kind), context.queue),
    evidence: counts.newest.map((place) => context.evidence(place)),
  };
}

function verdictOf({ draft, pattern }: OneConclusion, counts: PatternCounts, { waiting }: ExplainContext): Verdict {
  if (counts.kind === PATTERN.unattributed) return "unattributed";
  if (draft !== undefined) {
    if (draft.status === "held") return "held_back";
    return waiting.includes(draft.draft_id) ? "waiting" : "drafted";
  }
  if (pattern.covered_by !== null) return "covered";
  return counts.total === 0 ? "no_hits" : "missed";
}

function draftOf(
  { draft_id, status }: NonNullable<OneConclusion["draft"]>,
  { entered }: ExplainContext,
): Explanation["draft"] {
  return { draft_id, status: status === "held" ? "held" : "pending_confirm", is_new: entered.includes(draft_id) };
}

function ruleOf(rule: Rule | undefined, nowMs: number): RuleStanding | null {
  if (rule === undefined) return null;
  const { path, title, level, placeholder, expiresAtMs } = rule;
  const isExpired = expiresAtMs !== null && nowMs >= expiresAtMs;
  const state = placeholder ? "placeholder" : isExpired ? "expired" : "solid";
  return { path, title, level, state, expires_at: isoTime(expiresAtMs ?? NaN) };
}

function queuedOf(pattern: string, kind: KeyKind, queue: readonly Stored[]): QueuedStanding | null {
  const isOf = (one: Stored): boolean => one["kind"] === kind && one["pattern"] === pattern;
  const entry = queue.find((one) => isQueued(one) && isOf(one)) ?? queue.find((one) => isDecided(one) && isOf(one));
  if (entry === undefined) return null;
  const {
    draft_id,
    status,
    decided_at = null,
    for_good = false,
  } = entry as unknown as Partial<DecidedDraft> & Pick<DecidedDraft, "draft_id" | "status">;
  return { draft_id, status, decided_at, for_good };
}

function confidenceOf({ one }: OneConclusion, { thresholds, memory, nowMs }: ExplainContext): ConfidenceStanding {
  const { confidence, start, held, counts } = one;
  const before = memory.history(counts.kind, counts.key);
  return {
    value: confidence,
    held,
    hold_below: thresholds.holdBelow,
    resume_above: thresholds.resumeAbove,
    history: [
      { of: "start", at: null, value: start },
      ...remembered(before, start),
      { of: "now", at: isoTime(nowMs), value: confidence },
    ],
    verdicts: countOf(before?.verdicts) ?? 0,
  };
}

function remembered(before: HistoryEntry | undefined, start: number): ConfidenceStanding["history"] {
  if (before === undefined) return [];
  return [{ of: "remembered", at: before.folded_until ?? null, value: storedConfidence(before.fold, start) }];
}

function thresholdsOf(
  counts: PatternCounts,
  revival: Revival,
  judgedUntilMs: number,
  context: ExplainContext,
): ThresholdStanding[] {
  const hits = new CountedHits(counts, judgedUntilMs, context);
  const standings = standingsOf(counts, context.thresholds).map((one) => thresholdOf(one, hits));
  const placeholder = counts.kind === PATTERN.rule && context.rules.placeholder(counts.key) !== undefined;
  return placeholder ? [...standings, revivalOf(counts, revival)] : standings;
}

function thresholdOf({ trigger, counted, needed }: Standing, hits: CountedHits): ThresholdStanding {
  const missing = Math.max(0, needed - counted);
  const standing = { trigger, holds: missing === 0, counted, needed, missing };
  if (missing === 0 || counted === 0 || trigger === "errors" || trigger === "revival")
    return { ...standing, before: null, closest: [] };
  const days = WINDOW_DAYS[trigger];
  const { closest, oldestMs } =
    trigger === "same_session"
      ? hits.latest(hits.sessionsWith(counted))
      : { closest: [], oldestMs: hits.oldestWithin(days) };
  // The last moment that a Date can hold is before no hit of ours.
  const before = isoTime(Math.min(LAST_MS, oldestMs + days * DAY_MS));
  return { ...standing, before, closest: closest.slice(0, MOST_CLOSEST).map(masked) };
}

function revivalOf({ sameSessionEvents }: PatternCounts, { closest }: Revival): ThresholdStanding {
  const counted = Math.max(sameSessionEvents, closest[0]?.events ?? 0);
  const missing = Math.max(0, REVIVAL_CONTEXTS - counted);
  const nearest = closest.filter(({ events }) => missing > 0 && events === counted);
  const needed = REVIVAL_CONTEXTS;
  const standing = { trigger: "revival", holds: missing === 0, counted, needed, missing, before: null } as const;
  return { ...standing, closest: nearest.map(({ session }) => masked(session)) };
}

/**
 * The hits that count towards the windows, as far as their places are kept (the 16 newest of a pattern). A pattern that
 * meets no threshold has few in its windows, unless many false positives cancel them: what can't be told then is not told.
 */
class CountedHits {
  readonly #places: readonly Place[];
  readonly #isWhole: (days: number) => boolean;
  readonly #counts: PatternCounts;
  readonly #context: ExplainContext;

  constructor(counts: PatternCounts, judgedUntilMs: number, context: ExplainContext) {
    this.#counts = counts;
    this.#context = context;
    this.#places = counts.newest.filter(({ timeMs }) => timeMs > judgedUntilMs && timeMs <= context.nowMs);
    this.#isWhole = (days) => (days === 7 ? counts.d7 : counts.d14) <= counts.newest.length;
  }

  /** Epoch milliseconds; NaN: none, or it can't be told. */
  oldestWithin(days: number): number {
    const inside = this.#within(days);
    return inside.length === 0 ? NaN : Math.min(...inside.map(({ timeMs }) => timeMs));
  }

  /** Of sessions those whose hits count the longest: one moment is told, and it must hold for each that is named with it. */
  latest(sessions: readonly string[]): { closest: readonly string[]; oldestMs: number } {
    if (sessions.length === 0) return { closest: [], oldestMs: NaN };
    const oldest = sessions.map((session) => this.#oldestIn(session));
    const oldestMs = Math.max(...oldest);
    return { closest: sessions.filter((_, i) => oldest[i] === oldestMs), oldestMs };
  }

  #oldestIn(session: string): number {
    const inside = this.#within(7).filter((place) => this.#sessionOf(place) === session);
    return Math.min(...inside.map(({ timeMs }) => timeMs));
  }

  /** Sessions with so many hits in the 7-day window, newest first. Where false positives cancel some, only a lone one is sure. */
  sessionsWith(net: number): string[] {
    const bySession = new Map<string, number>();
    for (const place of this.#within(7)) {
      const session = this.#sessionOf(place);
      if (session !== null) bySession.set(session, (bySession.get(session) ?? 0) + 1);
    }
    const sessions = [...bySession].filter(([, hits]) => hits >= net).map(([session]) => session);
    return this.#counts.falsePositives === 0 || sessions.length === 1 ? sessions : [];
  }

  #within(days: number): readonly Place[] {
    const fromMs = this.#context.nowMs - days * DAY_MS;
    return this.#isWhole(days) ? this.#places.filter(({ timeMs }) => timeMs > fromMs) : [];
  }

  #sessionOf(place: Place): string | null {
    return this.#context.texts(place)?.session ?? null;
  }
}
