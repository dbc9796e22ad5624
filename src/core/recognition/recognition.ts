import type { CoveredBy, Draft, PatternReport, Source } from "../../model/report.js";
import type { Thresholds } from "../../model/options.js";
import type { Rule } from "../../model/rule.js";
import type { ContextEntry } from "../../model/state.js";
import type { HashSeed } from "../line/hash.js";
import { contextOf } from "../memory/context-log.js";
import type { ContextPartial, ContextQuestion } from "../count/context-tally.js";
import { noHits, type Counts, type PatternCounts, type Place } from "../merge/counts.js";
import { coveringDecision } from "../rules/coverage.js";
import {
  draftId,
  draftOf,
  evidenceOf,
  isTriggered,
  wordingOf,
  type DraftContext,
  type HitText,
  type HitTexts,
  type Wording,
} from "./draft.js";
import { freezeDraft, freezePattern } from "./freezing.js";
import type { LapsedDraft, OfferedDraft } from "../memory/draft-queue.js";
import { nameOf, type Memory } from "../memory/memory.js";
import type { Remembered } from "../memory/pattern-history.js";
import {
  byDraftOrder,
  coveringRule,
  recognise,
  recogniseOne,
  recommendedAction,
  type Mode,
  type Recognised,
  type RecogniseOptions,
} from "./recognise.js";
import { unknownTexts, type KnownTexts, type NewestTexts } from "./known-texts.js";
import type { Concluded, KnownPattern, RecognitionMemo, ShownWords, Standing } from "./recognition-memo.js";
import { PATTERN } from "../line/record.js";
import { NO_REVIVAL, revivalsOf, type Revival } from "../memory/revival.js";
import { ruleIndex, type RuleIndex } from "../rules/rule-index.js";
import { kindName } from "../memory/stored-key.js";
import { isoTime } from "../line/time.js";

export interface RecognitionOptions {
  readonly mode: Mode;
  readonly source: Source;
  readonly nowMs: number;
  readonly thresholds: Thresholds;
  readonly rules: readonly Rule[];
  /** Paths of the archives, by number. */
  readonly paths: readonly string[];
  /** SHA-256 of UTF-8 text, in hex. */
  readonly sha256: (text: string) => string;
  /** What is remembered; without it nothing was ever decided or folded. */
  readonly memory?: Memory | undefined;
  /** What the scan was told to be folded already (precision.ts). */
  readonly foldedUntilMs?: ((counts: PatternCounts) => number | undefined) | undefined;
  /** What lanes found in the context archive when asked `contextQuestion`, and the seed that this question has. */
  readonly archived?: readonly ContextPartial[];
  readonly seed?: HashSeed;
  /** What runs before have made of counts that may be the same. */
  readonly memo?: RecognitionMemo | undefined;
  /** What runs before have read. */
  readonly known?: KnownTexts | undefined;
}

export interface Recognition {
  readonly patterns: readonly PatternReport[];
  readonly drafts: readonly Draft[];
}

/** For contexts that are few: those of an archive are hashed under the run's own seed. */
const NO_SECRET: HashSeed = { k0: 0, k1: 0 };

/** A recognition with what the state is to remember of it. */
export interface Conclusion extends Recognition {
  readonly offers: readonly OfferedDraft[];
  readonly lapsed: readonly LapsedDraft[];
  readonly remembered: readonly Remembered[];
}

/** What becomes of one pattern. */
export interface OneConclusion {
  readonly pattern: PatternReport;
  readonly one: Remembered;
  /** Undefined: no threshold holds, or something covers it. */
  readonly draft: Draft | undefined;
  readonly revival: Revival;
}

/**
 * From counts to patterns and drafts. Two steps, because the words of a draft are in the archives and are read only for
 * patterns that a trigger holds for: `places` says where to look, `conclude` takes what stood there.
 */
export class Recogniser {
  readonly #counts: Counts;
  readonly #options: RecognitionOptions;
  readonly #rules: RuleIndex;
  /** What was looked at already: `places` and `conclude` ask the same. Not of placeholders, for contexts revive them. */
  readonly #looks = new Map<PatternCounts, Look>();
  readonly #texts = new Map<PatternCounts, NewestTexts>();
  #recognised: readonly Recognised[] | undefined;

  constructor(counts: Counts, options: RecognitionOptions) {
    this.#options = options;
    this.#rules = ruleIndex(options.rules, options.nowMs);
    this.#counts = { ...counts, patterns: this.#withUnhitPlaceholders(counts.patterns) };
    const { mode, source, thresholds, rules, nowMs, paths } = options;
    options.memo?.standOn({ mode, source, thresholds, rules, nowMs, paths });
  }

  /** What was counted, and placeholders that no record names. */
  get patterns(): readonly PatternCounts[] {
    return this.#counts.patterns;
  }

  /** Asks for the contexts of the placeholder rules: those of other days may revive them. */
  contextQuestion(): ContextQuestion {
    const rules = this.#placeholders().map(({ key }) => this.#stored(key));
    return { seed: this.#options.seed ?? NO_SECRET, rules, untilMs: this.#options.nowMs };
  }

  #placeholders(): PatternCounts[] {
    return this.#rules.hasPlaceholders ? this.#counts.patterns.filter((counts) => this.#isPlaceholder(counts)) : [];
  }

  #stored(key: string): string {
    return this.#options.memory?.stored(key) ?? key;
  }

  /** Places of the hits whose text `conclude` wants and nobody knows. */
  places(): Place[] {
    const places: Place[] = [];
    for (const { trigger, counts } of this.#recognise(() => false)) {
      const isKnown = trigger === null || this.#looks.get(counts)?.memo?.known.words !== undefined;
      if (isKnown && !this.#isPlaceholder(counts)) continue;
      const { hits } = this.#knownTexts(counts);
      for (const [i, place] of counts.newest.entries()) if (hits[i] === undefined) places.push(place);
      places.push(...momentHits(counts));
    }
    return places;
  }

  #knownTexts(counts: PatternCounts): NewestTexts {
    let texts = this.#texts.get(counts);
    if (texts === undefined) this.#texts.set(counts, (texts = this.#options.known?.of(counts) ?? unknownTexts(counts)));
    return texts;
  }

  /** What stood at its newest places, as far as that is known or was read by now. */
  #textsOf(counts: PatternCounts, read: HitTexts): NewestTexts {
    const texts = this.#knownTexts(counts);
    const fresh: HitText[] = [];
    for (const [i, place] of counts.newest.entries()) {
      const hit = texts.hits[i] === undefined ? read(place) : undefined;
      if (hit === undefined) continue;
      [texts.hits[i], texts.words[i]] = [hit, hit.words];
      fresh.push(hit);
    }
    if (fresh.length > 0) this.#options.known?.keep(counts, texts, fresh);
    return texts;
  }

  conclude(texts: HitTexts): Conclusion {
    const context: DraftContext = { ...this.#options, texts };
    const found: Writable<Conclusion> = { patterns: [], drafts: [], offers: [], lapsed: [], remembered: [] };
    const revivals = this.#revivals(texts);
    const isRevived = (counts: PatternCounts): boolean => revivals(counts).isMet;
    for (const one of this.#recognise(isRevived).toSorted(byDraftOrder)) {
      const { pattern, one: remembered, offer, lapsed } = this.#concluded(one, context, revivals(one.counts));
      found.patterns.push(pattern);
      found.remembered.push(remembered);
      const isOffered = offer !== undefined && this.#rules.unread === undefined;
      if (isOffered) found.offers.push(offer);
      if (offer !== undefined && !remembered.held)
        found.drafts.push(isOffered ? offer.draft : this.#asQueued(one.counts, offer.draft));
      if (lapsed !== undefined) found.lapsed.push(lapsed);
    }
    for (const counts of this.#counts.patterns)
      if (counts.total === 0 && !isRevived(counts)) this.#foldVerdicts(counts, found);
    return found;
  }

  /** A draft that is not offered, for rules can't be read, and its words may be theirs: the queue has looked at it before. */
  #asQueued({ kind, key }: PatternCounts, draft: Draft): Draft {
    const unsafe = this.#options.memory?.queued(kind, key)?.unsafe;
    return unsafe === undefined ? draft : { ...draft, unsafe };
  }

  /** Verdicts on a pattern whose hits were rotated away: the state has folded these hits, and folds what came after them. */
  #foldVerdicts(counts: PatternCounts, found: Writable<Conclusion>): void {
    if (counts.foldedMs === -Infinity && counts.foldedFalsePositives === 0) return;
    const known = this.#options.memory?.history(counts.kind, counts.key);
    if (known === undefined) return;
    const options = this.#recogniseOptions(() => false);
    const one = recogniseOne(counts, options);
    found.remembered.push({ ...one, label: known.keyword, held: this.#isHeld(one) });
    const { lapsed } = this.#queuedWithout(one, undefined);
    if (lapsed !== undefined) found.lapsed.push(lapsed);
  }

  /** What `conclude` makes of one pattern, also of one that a report leaves out; with what may revive it. */
  concludeOne(counts: PatternCounts, texts: HitTexts): OneConclusion {
    const revival = this.#revivals(texts)(counts);
    const options = this.#recogniseOptions(() => revival.isMet);
    const { pattern, one, offer } = this.#conclude(recogniseOne(counts, options), { ...this.#options, texts }, revival);
    return { pattern, one, draft: offer?.draft, revival };
  }

  /** Only of placeholders there is more to say the second time. */
  #recognise(isRevived: (counts: PatternCounts) => boolean): readonly Recognised[] {
    if (this.#rules.hasPlaceholders) return this.#newlyRecognised(isRevived);
    return (this.#recognised ??= this.#newlyRecognised(isRevived));
  }

  #newlyRecognised(isRevived: (counts: PatternCounts) => boolean): Recognised[] {
    const options = this.#recogniseOptions(isRevived);
    return recognise(this.#counts.patterns, options, (counts) => {
      if (this.#isPlaceholder(counts)) return recogniseOne(counts, options);
      let look = this.#looks.get(counts);
      if (look === undefined) this.#looks.set(counts, (look = this.#look(counts, options)));
      return look.one;
    });
  }

  #look(counts: PatternCounts, options: RecogniseOptions): Look {
    const known = this.#options.memo?.of(counts);
    if (known === undefined) return { one: recogniseOne(counts, options), memo: undefined };
    const standing = this.#standingOf(counts);
    let one = known.recognised(standing);
    if (one === undefined) known.keepRecognised(standing, (one = recogniseOne(counts, options)));
    return { one, memo: { known, standing } };
  }

  #standingOf(counts: PatternCounts): Standing {
    const { memory, foldedUntilMs } = this.#options;
    const { kind, key } = counts;
    const session = this.#counts.currentSession;
    return {
      history: memory?.history(kind, key),
      queued: memory?.queued(kind, key),
      decided: memory?.decided(kind, key),
      pushedIn: memory?.decidedInSession(kind, key, session) === true ? session : null,
      foldedUntilMs: foldedUntilMs?.(counts),
    };
  }

  #recogniseOptions(isRevived: (counts: PatternCounts) => boolean): RecogniseOptions {
    const { mode, thresholds, memory, foldedUntilMs = () => undefined } = this.#options;
    return { mode, thresholds, rules: this.#rules, memory, isRevived, foldedUntilMs };
  }

  #isPlaceholder({ kind, key }: PatternCounts): boolean {
    return this.#rules.hasPlaceholders && kind === PATTERN.rule && this.#rules.placeholder(key) !== undefined;
  }

  /** A placeholder whose log was rotated away has no hits here, and its contexts of then may revive it all the same. */
  #withUnhitPlaceholders(patterns: readonly PatternCounts[]): readonly PatternCounts[] {
    if (!this.#rules.hasPlaceholders) return patterns;
    const hit = new Set(patterns.filter(({ kind }) => kind === PATTERN.rule).map(({ key }) => key));
    const unhit = this.#options.rules.filter(({ id }) => !hit.has(id) && this.#rules.placeholder(id) !== undefined);
    return [...patterns, ...new Set(unhit.map(({ id }) => id))].map((one) =>
      typeof one === "string" ? noHits(PATTERN.rule, one) : one,
    );
  }

  /** What the contexts of each placeholder come to: those of its newest hits, of the state and of the archive. */
  #revivals(texts: HitTexts): (counts: PatternCounts) => Revival {
    const { memory, archived = [] } = this.#options;
    const placeholders = this.#placeholders();
    const known = [
      ...placeholders.flatMap((counts) => this.#contextsOfHits(counts, texts)),
      ...(memory?.contexts ?? []),
    ];
    const judged = placeholders.map((counts) => this.#judgedUntilMs(counts));
    const revivals = revivalsOf(this.contextQuestion(), archived, known, judged);
    const found = new Map(placeholders.map((counts, i) => [counts, revivals[i] as Revival]));
    return (counts) => found.get(counts) ?? NO_REVIVAL;
  }

  #contextsOfHits(counts: PatternCounts, texts: HitTexts): ContextEntry[] {
    const { hits } = this.#textsOf(counts, texts);
    return counts.newest.flatMap((place, i) => {
      const text = place.timeMs === -Infinity ? undefined : hits[i];
      return text === undefined ? [] : [contextOf({ counts, place }, text, this.#stored(counts.key))];
    });
  }

  #judgedUntilMs({ kind, key }: PatternCounts): number {
    return this.#options.memory?.judgedUntilMs(kind, key) ?? -Infinity;
  }

  #concluded(one: Recognised, context: DraftContext, revival: Revival): Concluded {
    const memo = this.#options.memory?.hasRestored === true ? undefined : this.#looks.get(one.counts)?.memo;
    if (memo === undefined) return this.#conclude(one, context, revival);
    const { known, standing } = memo;
    const before = known.concluded(one, standing);
    if (before !== undefined) return atMoment(before, standing, context.nowMs);
    const concluded = this.#conclude(one, context, revival);
    // They are handed out more than once.
    freezePattern(concluded.pattern);
    if (concluded.offer !== undefined) freezeDraft(concluded.offer.draft);
    known.keepConcluded(standing, one, concluded);
    return concluded;
  }

  #conclude(one: Recognised, context: DraftContext, revival: Revival): Concluded {
    const { counts } = one;
    const rule = counts.kind === PATTERN.rule ? this.#rules.any(counts.key) : undefined;
    const words = one.trigger === null ? undefined : this.#wordsOf(counts, rule, context);
    const wording = words?.wording ?? wordingOf(counts, rule, []);
    const covered = this.#coverOf(one, wording);
    const held = this.#isHeld(one);
    const draft = words && covered === null ? this.#draftOf(one, words, rule, context, revival) : undefined;
    const offered: Draft | undefined = draft && (held ? { ...draft, status: "held" } : draft);
    const { lapsed, isPending } = this.#queuedWithout(one, draft);
    const action = recommendedAction(
      one,
      covered,
      isPending || (draft !== undefined && !held),
      this.#options.thresholds,
    );
    return {
      pattern: patternReport(one, wording.label, covered, action),
      one: { ...one, label: wording.label, held },
      offer: offered && this.#offerOf(counts, offered),
      lapsed,
    };
  }

  #offerOf({ kind, key }: PatternCounts, draft: Draft): OfferedDraft {
    return { kind: kindName(kind), name: nameOf({ kind: kindName(kind), pattern: this.#stored(key) }), draft };
  }

  /** The words of a pattern that nothing is drafted of are not always at hand, and its label must not change with that. */
  #wordsOf(counts: PatternCounts, rule: Rule | undefined, context: DraftContext): ShownWords {
    const known = this.#looks.get(counts)?.memo?.known;
    if (known?.words !== undefined) return known.words;
    const { hits, words } = this.#textsOf(counts, context.texts);
    const shown = { wording: wordingOf(counts, rule, words), evidence: evidenceOf(counts, hits, context.paths) };
    if (known !== undefined && !hits.includes(undefined)) known.words = shown;
    return shown;
  }

  #draftOf(
    one: Recognised,
    words: ShownWords,
    rule: Rule | undefined,
    context: DraftContext,
    revival: Revival,
  ): Draft | undefined {
    if (!isTriggered(one)) return undefined;
    const draft = draftOf(one, words, rule, context, this.#judgedUntilMs(one.counts), revival);
    const known = this.#options.memory?.queued(one.counts.kind, one.counts.key);
    return known?.draft_id === draft.draft_id ? { ...draft, ts: known.ts } : draft;
  }

  #coverOf(one: Recognised, wording: Wording): CoveredBy | null {
    const { memory } = this.#options;
    const exact = one.trigger === null ? [] : wording.exact;
    const rule = coveringRule(one.counts, exact, this.#rules) ?? (one.trigger === null ? this.#ruleOfDraft(one) : null);
    const id = (): string => draftId(one.counts, this.#judgedUntilMs(one.counts), this.#options);
    const decision = (): CoveredBy | null =>
      memory === undefined ? null : coveringDecision(one, id, memory, this.#counts.currentSession);
    return rule ?? decision() ?? this.#doubtOf(one, id);
  }

  /** When in doubt, nothing is drafted; what awaits a person already stays. */
  #doubtOf({ counts, trigger }: Recognised, id: () => string): CoveredBy | null {
    const { unread } = this.#rules;
    if (unread === undefined || trigger === null) return null;
    const queued = this.#options.memory?.queued(counts.kind, counts.key);
    return queued?.draft_id === id() ? null : { kind: "unread", id: unread.path };
  }

  /** The rule that a pattern's draft became: keywords of a pattern without a trigger are not read, but that rule is known. */
  #ruleOfDraft({ counts }: Recognised): CoveredBy | null {
    const id = this.#options.memory?.decided(counts.kind, counts.key)?.rule;
    const rule = typeof id === "string" ? this.#rules.solid(id) : undefined;
    return rule === undefined ? null : { kind: "rule", id: rule.id, path: rule.path, by: "keywords" };
  }

  /** Whether automatic pushing has stopped: below the one bound it stops, above the other it resumes. */
  #isHeld({ counts, confidence }: Recognised): boolean {
    const { holdBelow, resumeAbove } = this.#options.thresholds;
    if (confidence < holdBelow) return true;
    return confidence <= resumeAbove && this.#options.memory?.history(counts.kind, counts.key)?.held === true;
  }

  /** What becomes of a queued draft that no trigger holds for any more, and whether it is (still) pending. */
  #queuedWithout(
    { counts }: Recognised,
    draft: Draft | undefined,
  ): { readonly lapsed: LapsedDraft | undefined; readonly isPending: boolean } {
    const queued = this.#options.memory?.queued(counts.kind, counts.key);
    if (queued === undefined || draft !== undefined) return { lapsed: undefined, isPending: false };
    const lapsed = { kind: queued.kind, pattern: queued.pattern, falsePositives: counts.falsePositives };
    const isPending = queued.status === "pending_confirm" && counts.falsePositives <= queued.evidence.false_positives;
    return { lapsed, isPending };
  }
}

/** What was looked at, and what runs before have made of it. */
interface Look {
  readonly one: Recognised;
  readonly memo: { readonly known: KnownPattern; readonly standing: Standing } | undefined;
}

/** The same at another moment: a draft that no queue has yet is as old as the run. */
function atMoment(concluded: Concluded, { queued }: Standing, nowMs: number): Concluded {
  const { offer } = concluded;
  const ts = isoTime(nowMs) as string;
  if (offer === undefined || offer.draft.ts === ts || queued?.draft_id === offer.draft.draft_id) return concluded;
  return { ...concluded, offer: { ...offer, draft: { ...offer.draft, ts } } };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

function momentHits({ early }: PatternCounts): readonly Place[] {
  return typeof early === "object" ? early.hits : [];
}

function patternReport(
  one: Recognised,
  label: string,
  covered: PatternReport["covered_by"],
  action: string,
): PatternReport {
  const { counts } = one;
  return {
    pattern: counts.key,
    ...patternIdentity(counts),
    label,
    interceptors: Object.fromEntries(counts.interceptors),
    counts: {
      total: counts.total,
      d7: counts.d7,
      d14: counts.d14,
      session: counts.current,
      false_positives: counts.falsePositives,
    },
    sessions: counts.sessions,
    first: isoTime(counts.firstMs),
    last: isoTime(counts.lastMs),
    trigger: one.trigger,
    confidence: one.confidence,
    action,
    covered_by: covered,
  };
}

/** How a report names a pattern beside its key. */
export function patternIdentity(
  counts: Pick<PatternCounts, "kind" | "key">,
): Pick<PatternReport, "rule_id" | "error_type"> {
  if (counts.kind === PATTERN.error) return { error_type: counts.key };
  return { rule_id: counts.kind === PATTERN.rule ? counts.key : null };
}
