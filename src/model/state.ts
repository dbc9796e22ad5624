import type { TriggerName } from "./options.js";
import type { Draft, DraftStatus, Source } from "./report.js";

/** The members of `mnemonic_state.json` (semantics, section 9). Shapes only; the schemas are in schemas-state.ts. */
export interface State {
  readonly state_version: number;
  /** Oldest first. */
  readonly context_log: readonly Stored[];
  /** Hits up to here have been recorded as contexts, or were too many to be; absent: none was. */
  readonly contexts_until?: string | undefined;
  readonly pattern_history: readonly Stored[];
  readonly draft_queue: readonly Stored[];
  readonly recognition_stats: Stored;
  readonly data_source?: Source | undefined;
  readonly data_source_history: Stored;
  readonly data_source_switches: readonly Stored[];
  readonly session_tracking: Stored;
}

/** An object as it stands in the file: what we know of it, and whatever else others put there. */
export type Stored = Readonly<Record<string, unknown>>;

/** What a key is the key of. Keys of two kinds never collide; `user` is a rule that a person wrote. */
export const KEY_KINDS = ["rule", "keyword", "unattributed", "error", "user"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const RISK_TYPES = ["reversible", "irreversible"] as const;

/** What happened around one hit. `rule_id` is null where the pattern is `interceptor:keyword`; then `pattern` is the key. */
export interface ContextEntry {
  readonly ts: string;
  readonly rule_id: string | null;
  readonly session_id: string | null;
  readonly summary: string;
  readonly agent_action: string;
  readonly user_intent: string;
  readonly risk_type: (typeof RISK_TYPES)[number];
  readonly pattern?: string;
}

/** What is remembered of a pattern from run to run. */
export interface HistoryEntry {
  readonly keyword: string;
  readonly count: number;
  readonly last_seen: string | null;
  readonly confidence: number;
  readonly kind: KeyKind;
  readonly pattern: string;
  readonly rule_id?: string | null;
  readonly error_type?: string;
  /** The start value that `confidence` was moved from. */
  readonly start: number;
  /** Map and end state of the folded events: `[add, lo, hi, state]`, in hundredths (confidence.ts). */
  readonly fold: readonly number[];
  /** Time of the latest folded event; null: only undated ones; absent: nothing of the logs is folded. */
  readonly folded_until?: string | null;
  /** Automatic pushing has stopped. */
  readonly held?: boolean;
  /** There was a draft of it once. */
  readonly drafted?: boolean;
  /** A person gave a verdict, which no log could tell again. */
  readonly verdicts?: number;
}

/** A draft that awaits a person. One with `source: "user"` is a rule that a person wrote and has no evidence. */
export type QueuedDraft = Omit<Draft, "trigger"> & {
  readonly kind: KeyKind;
  readonly trigger: { readonly name: TriggerName | "user"; readonly confidence: number };
};

/** What is left of a draft when a person has decided. */
export interface DecidedDraft {
  readonly draft_id: string;
  readonly status: "confirmed" | "solidified" | "rejected";
  readonly kind?: KeyKind;
  /** Absent in an entry that was restored from `errors.jsonl` and has not been met again. */
  readonly pattern?: string;
  /** Hits up to here were judged; null: there was none to judge. */
  readonly judged_until: string | null;
  readonly decided_at: string;
  /** The watermark before the decision: what `reopen` goes back to. */
  readonly judged_before?: string;
  readonly for_good?: boolean;
  /** Exact keywords, by which Canon's rule is known; until it has been seen. */
  readonly exact?: readonly string[];
  /** The rule that covers it; null once that rule has gone. */
  readonly rule?: string | null;
}

export type QueueEntry = QueuedDraft | DecidedDraft;

export const UNDECIDED: readonly DraftStatus[] = ["pending_confirm", "held", "withdrawn"];

/** A change of the data source, as it is kept in `data_source_switches`. */
export interface SourceSwitch {
  readonly at: string;
  readonly from: Source;
  readonly to: Source;
}
