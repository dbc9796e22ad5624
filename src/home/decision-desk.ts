import { decided, reopened, withFeedback, type Decision, type Verdict } from "../core/memory/decisions.js";
import { threatsOf } from "../core/recognition/draft.js";
import { isPending, ordered, PENDING_LIMIT } from "../core/memory/draft-queue.js";
import { isDecided, isHistory, isQueued } from "../core/memory/state-guards.js";
import { nearNames } from "../core/text/near-names.js";
import { cleanText } from "../core/text/safe-text.js";
import { appendConfirmed, confirmedRecords, countConfirmed, ERRORS_NAME } from "../io/canon.js";
import { sha256 } from "../io/evidence.js";
import { holdState, SHARED_STATE_NAME, unwritable, type StateHold } from "../io/state-store.js";
import type { LockOptions } from "../io/state-lock.js";
import { storedKey } from "../core/memory/stored-key.js";
import { DraftNotFoundError, MnemonicError, type ErrorReason } from "../model/errors.js";
import type { Warning } from "../model/report.js";
import type { DecidedDraft, HistoryEntry, QueuedDraft, QueueEntry, State, Stored } from "../model/state.js";
import { knownState, stateCounters } from "./remembered-home.js";

/** What a person changes in a draft while confirming it. */
export interface DraftEdits {
  readonly rule?: string;
  readonly type?: string;
  readonly exact?: readonly string[];
  readonly semantic?: string;
}

export interface ConfirmOptions {
  /** Confirm drafts that are unsafe, held or withdrawn as well. */
  readonly force?: boolean;
  readonly edits?: DraftEdits;
}

export interface Confirmation {
  /** In the order of the ids. */
  readonly drafts: readonly QueueEntry[];
  /** Ids among them that were confirmed before, and so were not handed to Canon again. */
  readonly repeated: readonly string[];
  readonly errorsSinceSolidify: number;
  readonly warnings: readonly Warning[];
}

const MAX_EDIT = 500;
const MAX_KEYWORDS = 8;
/** A draft is not decided on less of its id. */
const LEAST_PREFIX = 4;
/** Of the drafts that an id may mean. */
const MOST_NAMED = 8;

/** Confirms drafts one after the other: each is in `errors.jsonl` once, whatever is interrupted and repeated. */
export async function confirmDrafts(
  home: string,
  ids: readonly string[],
  options: ConfirmOptions,
  nowMs: number,
  lock: LockOptions,
): Promise<Confirmation> {
  return desk(home, nowMs, lock, (hold, start) => {
    const found = entriesOf(start, ids);
    for (const entry of found) checkConfirmable(entry, options);
    const at = new Date(nowMs).toISOString();
    const warnings: Warning[] = [...hold.warnings, ...stateCounters(hold.read.state)];
    let state = start;
    let errorsSinceSolidify = 0;
    for (const entry of found.filter(isQueued)) {
      const draft = edited(entry, options.edits);
      const counted = handToCanon(home, draft, at, false);
      warnings.push(...counted.warnings);
      errorsSinceSolidify = counted.errorsSinceSolidify;
      state = decided(state, draft, { status: "confirmed", at });
      hold.write(state);
    }
    return {
      drafts: found.map((entry) => entryOf(state.draft_queue, entry.draft_id)),
      repeated: found.filter((entry) => !isQueued(entry)).map(({ draft_id }) => draft_id),
      errorsSinceSolidify,
      warnings,
    };
  });
}

export interface Rejection {
  readonly drafts: readonly QueueEntry[];
  readonly warnings: readonly Warning[];
}

export async function rejectDrafts(
  home: string,
  ids: readonly string[],
  forGood: boolean,
  nowMs: number,
  lock: LockOptions,
): Promise<Rejection> {
  return desk(home, nowMs, lock, (hold, start) => {
    const found = entriesOf(start, ids);
    for (const entry of found) checkRejectable(entry);
    const decision: Decision = { status: "rejected", at: new Date(nowMs).toISOString(), forGood };
    const state = found.reduce((before, entry) => rejectOne(before, entry, decision), start);
    hold.write(state);
    const warnings = [...hold.warnings, ...stateCounters(hold.read.state)];
    return { drafts: found.map(({ draft_id }) => entryOf(state.draft_queue, draft_id)), warnings };
  });
}

function rejectOne(state: State, entry: QueueEntry & Stored, decision: Decision): State {
  if (isQueued(entry)) return decided(state, entry, decision);
  if (decision.forGood !== true) return state;
  const replace = (one: Stored): Stored => (one === entry ? { ...one, for_good: true } : one);
  return { ...state, draft_queue: state.draft_queue.map(replace) };
}

export async function reopenDraft(home: string, id: string, nowMs: number, lock: LockOptions): Promise<DecidedDraft> {
  return desk(home, nowMs, lock, (hold, start) => {
    const entry = entryOf(start.draft_queue, id);
    if (!isDecided(entry) || entry.status !== "rejected")
      throw statusError(entry, "draft_not_rejected", "only a rejected draft can be reopened");
    hold.write(reopened(start, entry));
    return entry;
  });
}

export async function giveFeedback(
  home: string,
  { kind, pattern }: Pick<HistoryEntry, "kind" | "pattern">,
  verdict: Verdict,
  nowMs: number,
  lock: LockOptions,
): Promise<HistoryEntry> {
  const stored = storedKey(pattern, sha256);
  return desk(home, nowMs, lock, (hold, start) => {
    const key = { kind, pattern: stored };
    const state = withFeedback(start, key, verdict);
    hold.write(state);
    return state.pattern_history.find(
      (entry) => isHistory(entry) && entry.kind === key.kind && entry.pattern === stored,
    ) as unknown as HistoryEntry;
  });
}

/** Queues a rule that a person wrote. Written twice, it is queued once. */
export async function addDraft(
  home: string,
  draft: QueuedDraft,
  nowMs: number,
  lock: LockOptions,
): Promise<QueueEntry> {
  return desk(home, nowMs, lock, (hold, start) => {
    const known = start.draft_queue.find(({ draft_id }) => draft_id === draft.draft_id);
    if (known !== undefined && (isQueued(known) || isDecided(known))) return known;
    const queued = start.draft_queue.filter(isQueued);
    if (queued.filter(isPending).length >= PENDING_LIMIT)
      throw new MnemonicError(
        "DRAFT_STATUS",
        `the queue is full (${PENDING_LIMIT} drafts)`,
        "confirm or reject some first",
        { reason: { code: "queue_full", n: PENDING_LIMIT } },
      );
    hold.write({ ...start, draft_queue: ordered(start.draft_queue, [...queued, draft]) });
    return draft;
  });
}

/**
 * One visit under the lock. A confirmation that was interrupted is completed first: what `errors.jsonl` holds is confirmed,
 * whatever the state says, and confirmations stay one after the other.
 */
async function desk<T>(
  home: string,
  nowMs: number,
  lock: LockOptions,
  work: (hold: StateHold, state: State) => T,
): Promise<T> {
  return holdState(
    home,
    (hold) => {
      const state = completed(home, knownState(home, hold.read, nowMs), nowMs);
      hold.write(state);
      return work(hold, state);
    },
    lock,
  );
}

function completed(home: string, state: State, nowMs: number): State {
  const queued = state.draft_queue.filter(isQueued);
  if (queued.length === 0) return state;
  const handed = handedTo(home);
  const at = new Date(nowMs).toISOString();
  return queued.reduce((before, draft) => {
    if (!handed.has(draft.draft_id)) return before;
    handToCanon(home, draft, at, true);
    return decided(before, draft, { status: "confirmed", at });
  }, state);
}

/** A draft that was handed over and is not found would be handed over twice. */
function handedTo(home: string): ReturnType<typeof confirmedRecords> {
  try {
    return confirmedRecords(home);
  } catch (error) {
    throw unwritable(home, ERRORS_NAME, error, "read");
  }
}

function handToCanon(
  home: string,
  draft: QueuedDraft,
  at: string,
  isThere: boolean,
): ReturnType<typeof countConfirmed> {
  if (!isThere) written(home, ERRORS_NAME, () => appendConfirmed(home, draft));
  return written(home, SHARED_STATE_NAME, () => countConfirmed(home, draft.draft_id, at));
}

function written<T>(home: string, name: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unwritable(home, name, error, "write");
  }
}

/** Each once, in the order in which they were named. */
function entriesOf({ draft_queue }: State, ids: readonly string[]): (QueueEntry & Stored)[] {
  return [...new Set(ids.map((id) => entryOf(draft_queue, id)))];
}

/** The entry with this id, or with an id that begins so if there is just one. @throws MnemonicError DRAFT_NOT_FOUND */
export function entryOf(queue: readonly Stored[], id: string): QueueEntry & Stored {
  const entries = queue.filter((entry): entry is QueueEntry & Stored => isQueued(entry) || isDecided(entry));
  const exact = entries.find((entry) => entry.draft_id === id);
  if (exact !== undefined) return exact;
  const begun = entries.filter(({ draft_id }) => draft_id.startsWith(id));
  if (begun.length === 1 && id.length >= LEAST_PREFIX) return begun[0] as QueueEntry & Stored;
  const matches = begun.length > 1 ? begun.map(({ draft_id }) => draft_id) : [];
  const ids = entries.map(({ draft_id }) => draft_id);
  const near = matches.length > 0 ? [] : nearNames(id.trim(), ids);
  throw new DraftNotFoundError(id, matches.slice(0, MOST_NAMED), Math.max(0, matches.length - MOST_NAMED), near);
}

function checkConfirmable(entry: QueueEntry & Stored, { force, edits }: ConfirmOptions): void {
  const { draft_id: id } = entry;
  if (entry.status === "rejected")
    throw statusError(entry, "draft_rejected", `reopen it first: mnemonic drafts reopen ${id}, or reopen(id)`);
  if (!isQueued(entry) || force === true) return;
  // Looked at anew: the text that is handed over counts, not what a file says of it.
  const unsafe = threatsOf(edited(entry, edits));
  if (unsafe.length > 0)
    throw new MnemonicError(
      "DRAFT_UNSAFE",
      `draft ${id} is unsafe: ${unsafe.join(", ")}`,
      `read it with: mnemonic drafts show ${id}, or draft(id); --force (force: true) confirms it all the same`,
      { reason: { code: "draft_unsafe", name: id } },
    );
  if (entry.status !== "pending_confirm")
    throw statusError(entry, "draft_aside", `--force (force: true) confirms it all the same`);
}

function checkRejectable(entry: QueueEntry): void {
  if (entry.status === "confirmed" || entry.status === "solidified")
    throw statusError(
      entry,
      "draft_handed",
      `it was handed to Canon: take its rule out of rules/, or its record out of ${ERRORS_NAME}`,
    );
}

function statusError({ draft_id: id, status }: QueueEntry, code: ErrorReason["code"], hint: string): MnemonicError {
  return new MnemonicError("DRAFT_STATUS", `draft ${id} is ${status}`, hint, { reason: { code, name: id } });
}

function edited(draft: QueuedDraft & Stored, edits: DraftEdits = {}): QueuedDraft {
  const { rule = draft.rule, type = draft.type, exact = draft.match.exact, semantic = draft.match.semantic } = edits;
  const clean = (text: unknown): string => (typeof text === "string" ? cleanText(text, MAX_EDIT) : "");
  return {
    ...draft,
    rule: clean(rule),
    type: clean(type),
    context: clean(draft.context),
    match: { exact: exact.map(clean).filter(Boolean).slice(0, MAX_KEYWORDS), semantic: clean(semantic) },
  };
}
