import type { Draft } from "../../model/report.js";
import { UNDECIDED, type DecidedDraft, type KeyKind, type QueuedDraft, type Stored } from "../../model/state.js";
import { compareText } from "../merge/counts.js";
import { threatsOf } from "../recognition/draft.js";
import { isSameJson, jsonBytesOf } from "../text/json-of.js";
import { nameOf, type Memory } from "./memory.js";
import { isDecided, isQueued } from "./state-guards.js";
import { storedEvidence, storedPlaces } from "./stored-evidence.js";

export const PENDING_LIMIT = 200;
export const DECIDED_LIMIT = 2000;
const ASIDE_LIMIT = 200;
const FOREIGN_LIMIT = 100;
const SHOWN_HITS = 5;

/** A draft of this run with the kind of its key; `status` is `pending_confirm` or `held`. */
export interface OfferedDraft {
  readonly kind: KeyKind;
  /** `nameOf` of its pattern. */
  readonly name: string;
  readonly draft: Draft;
}

/** A queued draft whose trigger does not hold any more, and how many false positives its pattern has. */
export interface LapsedDraft {
  readonly kind: KeyKind;
  readonly pattern: string;
  readonly falsePositives: number;
}

export interface UpdatedQueue {
  readonly queue: readonly Stored[];
  /** Ids of drafts that this run put among the pending ones. */
  readonly entered: readonly string[];
  /** Ids of drafts that found no room. */
  readonly waiting: readonly string[];
  /** What makes a draft of this run unsafe, by id; those that wait were not looked at. */
  readonly threats: ReadonlyMap<string, readonly string[]>;
}

/** Together the pending drafts take at most so much of the file. */
const PENDING_BYTES = 300_000;

/**
 * The queue after a run. A draft keeps its id and the time at which it first appeared; its evidence is the run's. Those
 * that are pending keep their place; new ones enter in draft order as long as there is room. `isShown`: whether the drafts are
 * shown or kept; if not, they are not assessed.
 */
export function updatedQueue(
  memory: Memory,
  offers: readonly OfferedDraft[],
  lapsed: readonly LapsedDraft[],
  isShown = true,
): UpdatedQueue {
  const old = memory.queue.filter(isQueued);
  const before = new Map(old.map((entry) => [nameOf(entry), entry]));
  const offered = offers.map(({ kind, name, draft }) => ({ kind, name, draft, before: before.get(name) }));
  const names = new Set(offered.filter((offer) => offer.before !== undefined).map(({ name }) => name));
  const byName = new Map(lapsed.map((one) => [nameOf(one), one]));
  const left = old.filter((entry) => !names.has(nameOf(entry))).map((entry) => afterLapse(entry, byName));
  const staying = offered.filter((offer) => wasPending(offer) && isPending(offer.draft));
  const room = new Room([
    ...left.filter(isPending).map(jsonBytesOf),
    ...staying.map((offer) => queuedBytes(memory, offer, isShown)),
  ]);
  const entered: string[] = [];
  const waiting: string[] = [];
  const taken = offered.filter((offer) => {
    const { draft } = offer;
    if (!isPending(draft) || wasPending(offer)) return true;
    // There may be thousands of those that wait: nothing is made of them.
    const isTaken = !room.isFull && room.take(queuedOf(memory, offer));
    (isTaken ? entered : waiting).push(draft.draft_id);
    return isTaken;
  });
  const updated = taken.map((offer) => entryOf(memory, offer, isShown));
  const threats = new Map(updated.map(({ entry, unsafe }) => [entry.draft_id, unsafe]));
  const fresh = updated.map(({ entry }) => entry);
  return { queue: ordered(memory.queue, [...fresh, ...left]), entered, waiting, threats };
}

interface Offered extends OfferedDraft {
  /** What the queue has of its pattern. */
  readonly before: QueuedDraft | undefined;
}

interface UpdatedEntry {
  readonly entry: QueuedDraft;
  readonly unsafe: readonly string[];
}

/** By draft. Most of them come again in the next run, and so does what the queue has of them. */
const updatedEntries = new WeakMap<
  Draft,
  UpdatedEntry & Pick<Offered, "kind" | "before"> & { readonly isShown: boolean }
>();

/** What becomes of an entry. */
function entryOf(memory: Memory, offer: Offered, isShown: boolean): UpdatedEntry {
  const { kind, draft, before } = offer;
  const known = updatedEntries.get(draft);
  if (known?.kind === kind && known.before === before && known.isShown === isShown) return known;
  const queued = queuedOf(memory, offer);
  const unsafe = isShown ? threatsOf(queued) : [];
  const updated = { kind, before, isShown, unsafe, entry: refreshed(before, withThreats(queued, unsafe)) };
  updatedEntries.set(draft, updated);
  return updated;
}

/** What a draft that stays takes: its JSON is that of its entry, if that has nothing more, in another order. */
function queuedBytes(memory: Memory, offer: Offered, isShown: boolean): number {
  const queued = queuedOf(memory, offer);
  const { entry } = entryOf(memory, offer, isShown);
  const isAll = entry.ts === queued.ts && Object.keys(entry).length === Object.keys(queued).length;
  return jsonBytesOf(isAll ? entry : queued);
}

/** The room among the pending drafts, in number and in bytes. */
class Room {
  #drafts: number;
  #bytes: number;

  /** `inside`: in bytes, what is there already. */
  constructor(inside: readonly number[]) {
    this.#drafts = PENDING_LIMIT - inside.length;
    this.#bytes = PENDING_BYTES - inside.reduce((sum, bytes) => sum + bytes, 0);
  }

  get isFull(): boolean {
    return this.#drafts <= 0 || this.#bytes < 0;
  }

  /** Once there is no room for a draft there is none for those behind it: they enter in order. */
  take(entry: QueuedDraft): boolean {
    if (this.isFull) return false;
    this.#drafts--;
    this.#bytes -= jsonBytesOf(entry);
    return this.#bytes >= 0;
  }
}

/** Foreign entries, then undecided ones in draft order, then decided ones, the newest last. */
export function ordered(queue: readonly Stored[], undecided: readonly (QueuedDraft | Stored)[]): Stored[] {
  const entries = undecided as readonly QueuedDraft[];
  const pending = entries.filter(isPending).toSorted(byDraftOrder);
  const aside = entries.filter((entry) => !isPending(entry)).toSorted(byDraftOrder);
  return [
    ...queue.filter((entry) => !isQueued(entry) && !isDecided(entry)).slice(-FOREIGN_LIMIT),
    ...(pending as unknown as Stored[]),
    ...(aside.slice(0, ASIDE_LIMIT) as unknown as Stored[]),
    ...latestDecisions(queue.filter(isDecided)),
  ];
}

/** One entry a pattern, for only its last decision says anything; the newest 2,000. */
function latestDecisions(decided: readonly (DecidedDraft & Stored)[]): Stored[] {
  const latest = new Map<string, DecidedDraft & Stored>();
  for (const entry of decided) {
    const name = entry.pattern === undefined ? entry.draft_id : nameOf(entry as never);
    const known = latest.get(name);
    if (known !== undefined && known.decided_at > entry.decided_at) continue;
    latest.delete(name);
    latest.set(name, entry);
  }
  return [...latest.values()].toSorted((a, b) => compareText(a.decided_at, b.decided_at)).slice(-DECIDED_LIMIT);
}

/** Confidence, 7-day count, total, all descending; then the key, by code point. */
export function byDraftOrder(a: QueuedDraft, b: QueuedDraft): number {
  return (
    b.confidence - a.confidence ||
    b.evidence.d7 - a.evidence.d7 ||
    b.evidence.total - a.evidence.total ||
    compareText(a.pattern, b.pattern)
  );
}

export function isPending(entry: Pick<QueuedDraft, "status">): boolean {
  return entry.status === "pending_confirm";
}

function wasPending({ draft, before }: Offered): boolean {
  return before !== undefined && isPending(before) && before.draft_id === draft.draft_id;
}

/** A draft with what makes it unsafe, if anything does. */
export function marked<T extends Draft | QueuedDraft>(draft: T, threats: UpdatedQueue["threats"]): T {
  return withThreats(draft, threats.get(draft.draft_id) ?? []);
}

function withThreats<T extends Draft | QueuedDraft>(draft: T, unsafe: readonly string[]): T {
  return unsafe.length === 0 ? draft : { ...draft, unsafe };
}

/** What only the evidence of one scan may have. */
const PASSING = ["unsafe", "moment", "revives", "proposed_level"];

/** What others put into the entry stays; what only the old evidence had goes. The entry itself, where it says the same. */
function refreshed(before: QueuedDraft | undefined, entry: QueuedDraft): QueuedDraft {
  if (before?.draft_id !== entry.draft_id) return entry;
  // In the order of before: the same draft is the same text, and nothing is written.
  const all = { ...before, ...entry, ts: before.ts };
  const gone = PASSING.filter((name) => name in before && !(name in entry));
  const members = Object.entries(all).filter(([name]) => !gone.includes(name));
  const next = gone.length === 0 ? all : (Object.fromEntries(members) as unknown as QueuedDraft);
  return isSameJson(before, next) ? before : next;
}

function queuedOf(memory: Memory, offer: OfferedDraft): QueuedDraft {
  let queued = queuedDrafts.get(offer.draft);
  if (queued?.kind !== offer.kind) queuedDrafts.set(offer.draft, (queued = newlyQueued(memory, offer)));
  return queued;
}

const queuedDrafts = new WeakMap<Draft, QueuedDraft>();

function newlyQueued(memory: Memory, { kind, draft }: OfferedDraft): QueuedDraft {
  const pattern = memory.stored(draft.pattern);
  const rule_id = typeof draft.rule_id === "string" ? { rule_id: pattern } : {};
  const error_type = draft.error_type === undefined ? {} : { error_type: pattern };
  const { moment } = draft;
  const stored = (id: string): string => memory.stored(id);
  const hits = moment && storedPlaces(moment.hits.slice(0, SHOWN_HITS), stored);
  const shown = moment === undefined || hits === undefined ? {} : { moment: { at: moment.at, hits } };
  const evidence = storedEvidence(draft.evidence, stored);
  return { ...draft, ...rule_id, ...error_type, ...shown, evidence, pattern, kind };
}

/** Hits that grew old leave a draft pending; false positives that came since it last held withdraw it. */
function afterLapse(entry: QueuedDraft & Stored, lapsed: ReadonlyMap<string, LapsedDraft>): QueuedDraft {
  const now = lapsed.get(nameOf(entry));
  const isWithdrawn = now !== undefined && now.falsePositives > entry.evidence.false_positives;
  return isWithdrawn && UNDECIDED.includes(entry.status) ? { ...entry, status: "withdrawn" } : entry;
}
