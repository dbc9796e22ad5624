import type { HistoryEntry, Stored } from "../../model/state.js";
import { continued, NO_EVENTS, storedConfidence } from "../merge/pattern-fold.js";
import { foldedUntilOf, nameOf, type Memory } from "./memory.js";
import type { Recognised } from "../recognition/recognise.js";
import { PATTERN } from "../line/record.js";
import { isParsed, noteParsed } from "../text/json-of.js";
import { MAX_KEYWORD, cleanText } from "../text/safe-text.js";
import { countOf } from "./counters.js";
import { historyName } from "./history-name.js";
import { isHistory } from "./state-guards.js";
import { kindName } from "./stored-key.js";
import { isoTime, parseTime } from "../line/time.js";
import { falsePositiveFold, confirmationFold } from "./confidence.js";

export const HISTORY_LIMIT = 2000;

/** One pattern of a run, as the history keeps it. */
export interface Remembered extends Recognised {
  readonly label: string;
  readonly held: boolean;
}

/**
 * The history after a run. Entries stand where they stood, new ones at the end; what is more than there is room for
 * leaves, the longest unseen first, but held patterns and those with a person's verdict last.
 */
export function updatedHistory(
  memory: Memory,
  patterns: readonly Remembered[],
  drafted: ReadonlySet<string>,
): readonly Stored[] {
  const fresh = new Map<string, Told>();
  for (const one of patterns) {
    const next = toldOf(memory, one, drafted);
    if (next !== undefined && !next.isSaid) fresh.set(next.name, next);
  }
  const { pattern_history: history } = memory.state;
  if (fresh.size === 0) return withinLimit(history, HISTORY_LIMIT);
  const byLabel = history.every((old) => historyName(old) !== null) ? NO_LABELS : labels(history, fresh);
  const kept = history.map((old) => {
    const name = historyName(old) ?? seedName(old, byLabel);
    const next = name === undefined ? undefined : fresh.get(name);
    if (name === undefined || next === undefined) return old;
    fresh.delete(name);
    return told(old, next);
  });
  const added = Array.from(fresh.values(), ({ entry }) => noteParsed(entry) as unknown as Stored);
  return withinLimit([...kept, ...added], HISTORY_LIMIT);
}

/** An entry that stays as it is stays the same object: whoever knows it need not look again. */
function told(old: Stored, next: Told): Stored {
  if (saysMore(old, next.entry)) {
    const entry = { ...old, ...next.entry };
    return isParsed(old) ? noteParsed(entry) : entry;
  }
  next.isSaid = old === (next.before as Stored | undefined);
  return old;
}

/** What the history is to say of a pattern, by what it said before. */
interface Told {
  readonly name: string;
  readonly before: HistoryEntry | undefined;
  readonly isDrafted: boolean;
  readonly entry: HistoryEntry;
  /** It says that already. */
  isSaid: boolean;
}

/** A pattern comes again in the next run as the same object, where nothing has happened to it. */
const toldBefore = new WeakMap<Remembered, Told>();

/** undefined: it can't be told. */
function toldOf(memory: Memory, one: Remembered, drafted: ReadonlySet<string>): Told | undefined {
  const known = toldBefore.get(one);
  const { kind, key } = one.counts;
  const before = known === undefined ? memory.history(kind, key) : memory.historyOf(known.name);
  const isDrafted = before?.drafted === true || drafted.has(key);
  if (known !== undefined && known.before === before && known.isDrafted === isDrafted) return known;
  const entry = historyEntry(memory, one, before, isDrafted);
  if (entry === undefined) return undefined;
  const next = { name: nameOf(entry), before, isDrafted, entry, isSaid: false };
  toldBefore.set(one, next);
  return next;
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();

/** Names of what is told, by the labels that no entry of ours has. */
function labels(history: readonly Stored[], fresh: ReadonlyMap<string, Told>): ReadonlyMap<string, string> {
  const byLabel = new Map([...fresh].toReversed().map(([name, { entry }]) => [entry.keyword, name]));
  for (const old of history) if (historyName(old) !== null) byLabel.delete(old["keyword"] as string);
  return byLabel;
}

function saysMore(old: Stored, next: HistoryEntry): boolean {
  const isSame = (a: unknown, b: unknown): boolean =>
    a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => one === b[i]));
  for (const [key, value] of Object.entries(next)) if (!isSame(old[key], value)) return true;
  return false;
}

/** An entry of the seed's own form belongs to the rule that it names, else to the pattern that its keyword is the label of. */
function seedName(entry: Stored, byLabel: ReadonlyMap<string, string>): string | undefined {
  const { rule_id, keyword } = entry;
  if (typeof rule_id === "string") return nameOf({ kind: "rule", pattern: rule_id });
  return typeof keyword === "string" ? byLabel.get(keyword) : undefined;
}

function historyEntry(
  memory: Memory,
  one: Remembered,
  before: HistoryEntry | undefined,
  drafted: boolean,
): HistoryEntry | undefined {
  const { counts } = one;
  const pattern = memory.stored(counts.key);
  // A key that is cut can't be told to a scanner, so nothing of it can be marked as folded.
  if (pattern !== counts.key) return undefined;
  const isUnseen = counts.total === 0 && before !== undefined;
  // All of it is as JSON would give it back.
  const entry: Writable<HistoryEntry> = {
    keyword: one.label,
    count: isUnseen ? before.count : counts.total,
    last_seen: isUnseen ? before.last_seen : isoTime(counts.lastMs),
    confidence: one.confidence,
    kind: kindName(counts.kind),
    pattern,
    ...identity(one),
    start: one.start,
    fold: one.fold,
  };
  const until = foldedUntil(before, one);
  if (until !== undefined) entry.folded_until = until;
  if (before?.held === true || one.held) entry.held = one.held;
  if (drafted) entry.drafted = true;
  return entry;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function identity({ counts }: Remembered): Pick<HistoryEntry, "rule_id" | "error_type"> {
  if (counts.kind === PATTERN.error) return { error_type: counts.key };
  return { rule_id: counts.kind === PATTERN.rule ? counts.key : null };
}

/** The latest folded time; null where only undated events are. What another run folded meanwhile stays as it is. */
function foldedUntil(before: HistoryEntry | undefined, { counts, isFolded }: Remembered): string | null | undefined {
  if (!isFolded) return before?.folded_until;
  const lastMs = Number.isNaN(counts.lastMs) ? -Infinity : counts.lastMs;
  return isoTime(Math.max(lastMs, counts.foldedMs, foldedUntilOf(before) ?? -Infinity));
}

/** A person's verdict on a pattern, folded at once. `start` is the start value where nothing is known of the pattern. */
export function withVerdict(
  history: readonly Stored[],
  key: Pick<HistoryEntry, "kind" | "pattern">,
  verdict: "false_positive" | "confirmed",
  start: number,
): readonly Stored[] {
  const known = history.find((entry) => isHistory(entry) && nameOf(entry) === nameOf(key)) as
    (HistoryEntry & Stored) | undefined;
  const before: HistoryEntry = known ?? { ...newEntry(key, start) };
  const fold = continued(before.fold, verdict === "confirmed" ? confirmationFold : falsePositiveFold);
  const entry = {
    ...before,
    fold,
    confidence: storedConfidence(fold, before.start),
    count: countOf(before.count) ?? 0,
    verdicts: (countOf(before.verdicts) ?? 0) + 1,
  };
  if (known === undefined) return withinLimit([...history, entry], HISTORY_LIMIT);
  return history.map((old) => (old === known ? (entry as unknown as Stored) : old));
}

function newEntry({ kind, pattern }: Pick<HistoryEntry, "kind" | "pattern">, start: number): HistoryEntry {
  return {
    keyword: cleanText(pattern, MAX_KEYWORD),
    count: 0,
    last_seen: null,
    confidence: start,
    kind,
    pattern,
    start,
    fold: NO_EVENTS,
  };
}

function withinLimit(entries: readonly Stored[], limit: number): readonly Stored[] {
  if (entries.length <= limit) return entries;
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry), seenMs: seenMsOf(entry) }));
  const sorted = ranked.sort((a, b) => b.rank - a.rank || (b.seenMs === a.seenMs ? 0 : b.seenMs - a.seenMs));
  const kept = new Set(sorted.slice(0, limit).map(({ entry }) => entry));
  return entries.filter((entry) => kept.has(entry));
}

function rankOf(entry: Stored): number {
  return (entry["held"] === true ? 2 : 0) + (entry["verdicts"] === undefined ? 0 : 1);
}

function seenMsOf(entry: Stored): number {
  const ms = parseTime(entry["last_seen"]);
  return Number.isNaN(ms) ? -Infinity : ms;
}
