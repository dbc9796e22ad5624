import type { Draft, EvidencePlace, Source } from "../../model/report.js";
import type { Rule } from "../../model/rule.js";
import type { KeyKind } from "../../model/state.js";
import { MAX_KEYWORD, cleanText } from "../text/safe-text.js";
import { assessDraft, type DraftTexts } from "../safety/safety.js";
import { maskSecrets } from "../safety/secrets.js";
import { compareText, type PatternCounts, type Place } from "../merge/counts.js";
import type { Mode, Recognised } from "./recognise.js";
import { NO_REVIVAL, type Revival } from "../memory/revival.js";
import { PATTERN } from "../line/record.js";
import { isoTime } from "../line/time.js";

/** What the line of a hit says beyond its counts: read late, by place, for the hits that are shown. */
export interface HitText {
  readonly session: string | null;
  readonly words: HitWords;
  readonly interceptor: string;
  /** Empty: the record names none. */
  readonly agentAction: string;
  readonly userIntent: string;
  /** Whether action, reason or context names something that can't be undone. */
  readonly irreversible: boolean;
  /** Its session as it is shown; few are. */
  shownSession: string | undefined;
  /** As evidence, where it was some. */
  shownPlace: EvidencePlace | undefined;
}

/** What a hit says of its violation. Hits of a pattern have the same few: those that read alike are nearly always one object. */
export interface HitWords {
  readonly keywords: readonly string[];
  readonly reason: string;
  /** What an error record says that it is; empty for a hit of Guard's. */
  readonly type: string;
  /** Made when they are first shown, for to clean them is most of what a hit costs. */
  shown?: ShownWords;
}

interface ShownWords {
  readonly keywords: readonly string[];
  readonly reason: string;
  readonly type: string;
  /** What they come to where all hits say the same and no rule says more. */
  wording?: Wording;
}

export type HitTexts = (place: Place) => HitText | undefined;

export interface DraftContext {
  readonly source: Source;
  readonly mode: Mode;
  readonly nowMs: number;
  /** Paths of the archives, by number. */
  readonly paths: readonly string[];
  readonly texts: HitTexts;
  /** SHA-256 in hex, of UTF-8 text: handed in, because core imports nothing of the platform. */
  readonly sha256: (text: string) => string;
}

const RULE_PREFIX = "自动识别: 高频违规";
const MAX_LABEL = 80;
const MAX_KEYWORDS = 8;
const MAX_SEMANTIC = 200;
const SHOWN_HITS = 5;
const TYPE_OF_INTERCEPTOR: Readonly<Record<string, string>> = {
  Ban: "ban",
  Fabrication: "ban",
  StepCompleteness: "gap",
  Clarify: "gap",
  SkillLoad: "lazy",
};
const PATTERN_KIND_NAMES = ["rule", "keyword", "unattributed", "error"] as const;

/** Label and exact keywords of a pattern: from its rule, and from the words of its 16 newest hits. */
export interface Wording {
  readonly label: string;
  readonly exact: readonly string[];
  readonly semantic: string;
  /** What error records say that they are; empty: nothing. */
  readonly type: string;
}

export function wordingOf(
  counts: PatternCounts,
  rule: Rule | undefined,
  words: readonly (HitWords | undefined)[],
): Wording {
  const tally = tallied(words);
  const [only] = tally.keys();
  if (only === undefined || tally.size > 1 || rule !== undefined || only.keywords.length === 0)
    return wordingOfTally(counts, rule, tally);
  return (shownWords(only).wording ??= wordingOfTally(counts, rule, tally));
}

/** How many hits say the same. */
function tallied(words: readonly (HitWords | undefined)[]): Map<HitWords, number> {
  const tally = new Map<HitWords, number>();
  // Nearly always all are the same.
  let [last, times]: [HitWords | undefined, number] = [words[0], 0];
  const add = (): void => {
    if (last !== undefined) tally.set(last, (tally.get(last) ?? 0) + times);
  };
  for (const one of words) {
    if (one !== last) {
      add();
      [last, times] = [one, 0];
    }
    times++;
  }
  add();
  return tally;
}

function wordingOfTally(counts: PatternCounts, rule: Rule | undefined, tally: ReadonlyMap<HitWords, number>): Wording {
  const [keywords, reasons, types] = [new Times(), new Times(), new Times()];
  const cleaned = new Map<string, string>();
  for (const [words, times] of tally) {
    const shown = shownWords(words);
    if (shown.reason !== "") reasons.add(shown.reason, times);
    if (shown.type !== "") types.add(shown.type, times);
    for (const [i, keyword] of words.keywords.entries()) {
      keywords.add(keyword, times);
      cleaned.set(keyword, shown.keywords[i] as string);
    }
  }
  const found = keywords.byFrequency();
  const ruled = (rule?.keywords ?? []).map((keyword) => cleanText(keyword, MAX_KEYWORD));
  const shown = [...ruled, ...found.map((keyword) => cleaned.get(keyword) as string)];
  const exact = [...new Set(shown)].filter((text) => text !== "");
  const label = rule?.title ?? found[0] ?? counts.key;
  return {
    label: cleanText(label, MAX_LABEL),
    exact: exact.slice(0, MAX_KEYWORDS),
    semantic: reasons.byFrequency()[0] ?? "",
    type: types.byFrequency()[0] ?? "",
  };
}

function shownWords(words: HitWords): ShownWords {
  return (words.shown ??= {
    keywords: words.keywords.map((keyword) => cleanText(keyword, MAX_KEYWORD)),
    reason: cleanText(words.reason, MAX_SEMANTIC),
    type: cleanText(words.type, MAX_KEYWORD),
  });
}

/** How often texts were met. */
class Times {
  readonly #times = new Map<string, number>();

  add(text: string, times: number): void {
    this.#times.set(text, (this.#times.get(text) ?? 0) + times);
  }

  /** The commonest first; ties by text. */
  byFrequency(): string[] {
    if (this.#times.size < 2) return [...this.#times.keys()];
    return [...this.#times].toSorted(([a, n], [b, m]) => m - n || compareText(a, b)).map(([text]) => text);
  }
}

type Triggered = Recognised & { readonly trigger: NonNullable<Recognised["trigger"]> };

export function isTriggered(one: Recognised): one is Triggered {
  return one.trigger !== null;
}

/** The draft of a pattern whose trigger holds. Same input, same draft, on every machine. */
export function draftOf(
  one: Triggered,
  { wording, evidence }: { readonly wording: Wording; readonly evidence: Draft["evidence"] },
  rule: Rule | undefined,
  context: DraftContext,
  judgedUntilMs = -Infinity,
  revived = NO_REVIVAL,
): Draft {
  const { counts, trigger } = one;
  const revival = revived.summaries.length === 0 ? "" : cleanText(revived.summaries.join("；"), MAX_SEMANTIC);
  return {
    ts: isoTime(context.nowMs) as string,
    type: typeOf(counts, rule, wording),
    rule: `${RULE_PREFIX}${wording.label}`,
    context: `${windowText(one, context.mode, revived.events)}次，数据源: ${context.source}`,
    match: { exact: wording.exact, semantic: revival || wording.semantic },
    source: "mnemonic_pattern",
    data_source: context.source,
    draft_id: draftId(counts, judgedUntilMs, context),
    pattern: counts.key,
    ...(counts.kind === PATTERN.error
      ? { error_type: counts.key }
      : { rule_id: counts.kind === PATTERN.rule ? counts.key : null }),
    trigger,
    confidence: one.confidence,
    status: "pending_confirm",
    evidence,
    ...momentOf(counts, context),
    ...revivedRule(rule, revived),
  };
}

export function draftId(
  counts: Pick<PatternCounts, "kind" | "key">,
  judgedUntilMs: number,
  { source, sha256 }: Pick<DraftContext, "source" | "sha256">,
): string {
  const judged = isoTime(judgedUntilMs) ?? "";
  const name = [source, PATTERN_KIND_NAMES[counts.kind], counts.key, judged].join("\0");
  const known = draftIds.get(name);
  if (known !== undefined) return known;
  const id = `d_${sha256(name).slice(0, 16)}`;
  if (name.length <= MOST_NAME) {
    if (draftIds.size === MOST_IDS) draftIds.clear();
    draftIds.set(name, id);
  }
  return id;
}

/** A pattern has the same one in every run, until it is decided. */
const MOST_IDS = 1 << 12;
const MOST_NAME = 256;
const draftIds = new Map<string, string>();

function windowText({ counts, trigger }: Recognised, mode: Mode, contexts: number): string {
  if (trigger?.name === "revival") return `累计触发${Math.max(counts.total, contexts)}`;
  if (mode === "backfill" || trigger?.name === "errors") return `累计触发${counts.total}`;
  return trigger?.name === "cross_session_14d" ? `近14天触发${counts.d14}` : `近7天触发${counts.d7}`;
}

/** The rule's own type if known, else by the commonest interceptor (ties by text); errors keep theirs. */
function typeOf(counts: PatternCounts, rule: Rule | undefined, wording: Wording): string {
  if (rule?.type != null) return rule.type;
  if (counts.kind === PATTERN.error) return wording.type || "ban";
  const commonest = commonestOf(counts.interceptors);
  return Object.hasOwn(TYPE_OF_INTERCEPTOR, commonest) ? (TYPE_OF_INTERCEPTOR[commonest] as string) : "ban";
}

/** Ties by text. */
function commonestOf(interceptors: PatternCounts["interceptors"]): string {
  let [commonest, most] = ["", 0];
  for (const [name, times] of interceptors)
    if (times > most || (times === most && compareText(name, commonest) < 0)) [commonest, most] = [name, times];
  return commonest;
}

/** `hits`: the texts of its newest. */
export function evidenceOf(
  counts: PatternCounts,
  hits: readonly (HitText | undefined)[],
  paths: readonly string[],
): Draft["evidence"] {
  return {
    total: counts.total,
    d7: counts.d7,
    d14: counts.d14,
    false_positives: counts.falsePositives,
    sessions: newestSessions(hits),
    first: isoTime(counts.firstMs),
    last: isoTime(counts.lastMs),
    interceptors: shownInterceptors(counts.interceptors),
    newest: counts.newest.slice(0, SHOWN_HITS).map((place, i) => shownPlace(place, hits[i], paths)),
  };
}

function shownInterceptors(interceptors: PatternCounts["interceptors"]): Record<string, number> {
  return Object.fromEntries(Array.from(interceptors, ([name, times]) => [masked(name), times]));
}

/** Those of the newest hits first; what is not shown is not looked at. */
function newestSessions(hits: readonly (HitText | undefined)[]): string[] {
  const sessions: string[] = [];
  for (const hit of hits) {
    const session = sessionOf(hit);
    if (session !== null && !sessions.includes(session)) sessions.push(session);
    if (sessions.length === SHOWN_HITS) break;
  }
  return sessions;
}

function shownPlace(place: Place, hit: HitText | undefined, paths: readonly string[]): EvidencePlace {
  const [path, { offset, timeMs }] = [paths[place.archive] as string, place];
  const known = hit?.shownPlace;
  if (known?.path === path && known.offset === offset) return known;
  const shown = Object.freeze({ path, offset, ts: isoTime(timeMs), session_id: sessionOf(hit) });
  if (hit !== undefined) hit.shownPlace = shown;
  return shown;
}

function sessionOf(hit: HitText | undefined): string | null {
  if (hit === undefined || hit.session === null) return null;
  return (hit.shownSession ??= masked(hit.session));
}

/** Evidence stays as it stands in the log, but for secrets. */
export function masked(text: string): string {
  return maskSecrets(text).text;
}

/** Of a backfill: when the trigger first held, and the hits that met it. */
function momentOf({ early }: PatternCounts, { texts, paths }: DraftContext): Pick<Draft, "moment"> {
  if (typeof early !== "object") return {};
  const hits = early.hits.map((place) => shownPlace(place, texts(place), paths));
  return { moment: { at: isoTime(early.atMs) as string, hits } };
}

/**
 * Why a draft should not reach an agent's prompt unread; empty for one that may. Asked only of drafts that enter the queue:
 * it costs more than all the rest of a draft, and a log may be made to trigger hundreds of thousands.
 */
export function threatsOf({ rule, match, pattern, context, type, kind }: DraftText): readonly string[] {
  const label = rule.startsWith(RULE_PREFIX) ? rule.slice(RULE_PREFIX.length) : rule;
  // Entries that others put into the queue need not have all that ours have.
  const { exact, semantic = "" } = match as Partial<Draft["match"]> & Pick<Draft["match"], "exact">;
  // The key of a person's own rule is its first wording, and goes nowhere.
  const others = [...(kind === "user" ? [] : [pattern]), ...(isOurs(context, type) ? [] : [context, type])];
  return knownThreats({ label, exact, semantic, others: others.filter((text) => text !== label) });
}

/** The queue's drafts come again in every run, and few of their words change. */
const MOST_ASSESSED = 1024;
const MOST_UNITS = 2000;
const assessedTexts = new Map<string, readonly string[]>();

function knownThreats(texts: DraftTexts): readonly string[] {
  const name = JSON.stringify(texts);
  if (name.length > MOST_UNITS) return assessDraft(texts).unsafe;
  let unsafe = assessedTexts.get(name);
  if (unsafe === undefined) {
    if (assessedTexts.size === MOST_ASSESSED) assessedTexts.clear();
    assessedTexts.set(name, (unsafe = assessDraft(texts).unsafe));
  }
  return unsafe;
}

type DraftText = Pick<Draft, "rule" | "match" | "pattern" | "context" | "type"> & { readonly kind?: KeyKind };

/** What draft makers of this file write holds nothing of a log beyond a short type. */
function isOurs(context: string, type: string): boolean {
  return (
    /^(?:近7天|近14天|累计)触发\d{1,15}次，数据源: [a-z_]{1,20}$|^手动添加$/.test(context) && /^[\w-]{0,20}$/.test(type)
  );
}

/** An entry of the queue with what makes it unsafe as it stands now, whatever was noted there. */
export function assessed<T extends DraftText & { readonly unsafe?: readonly string[] }>(entry: T): T {
  const { unsafe: _noted, ...rest } = entry;
  const unsafe = threatsOf(entry);
  return (unsafe.length === 0 ? rest : { ...rest, unsafe }) as T;
}

/** The level follows from what the contexts of a placeholder's hits put at risk. */
function revivedRule(rule: Rule | undefined, { irreversible }: Revival): Partial<Draft> {
  if (rule?.placeholder !== true) return {};
  return { revives: rule.id, proposed_level: irreversible ? "hard" : "soft" };
}
