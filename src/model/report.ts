import type { ReasonCode, ReasonParams } from "./archive-reasons.js";
import type { TriggerName } from "./options.js";
import type { WarningReason } from "./warning-reasons.js";

/** The report of `scan` and `backfill`: what the library returns and `--format json` prints. Shapes only; the schemas are in schemas.ts. */
export interface Report {
  readonly schema: "mnemonic.report/1";
  /** "degraded": a result, but something was rejected, skipped or damaged, and is named below. */
  readonly status: "ok" | "degraded";
  readonly now: string;
  readonly mode: "scan" | "backfill";
  readonly source: Source;
  readonly recognition: "on" | "degraded" | "off";
  readonly archives: readonly ArchiveReport[];
  /** Files of named folders that were not read, for they have no archive's name: how many, and the first five. */
  readonly passed_over?: { readonly files: number; readonly paths: readonly string[] };
  readonly lines: LineCounts;
  readonly records: RecordCounts;
  readonly patterns: readonly PatternReport[];
  readonly drafts: readonly Draft[];
  /** draft_ids among `drafts` that this run put into the queue (with a dry run: would put). */
  readonly new_drafts: readonly string[];
  /** draft_ids that hold but found no room in the queue. */
  readonly waiting?: readonly string[];
  /** The data source is another than at the last run. */
  readonly switched?: { readonly at: string; readonly from: Source; readonly to: Source };
  /** Present if it was asked for. */
  readonly activity?: ActivityReport;
  readonly warnings: readonly Warning[];
  readonly timings: Timings;
}

/** A report without its drafts. */
export type Survey = Omit<Report, "drafts">;

export type Source = "guard_intercept" | "canon_errors" | "none";
export type ArchiveStatus =
  "complete" | "truncated" | "replaced" | "unreadable" | "partial" | "duplicate" | "unsupported";

export interface ArchiveReport {
  readonly path: string;
  /** Bytes that were read of it (before decompression). */
  readonly bytes: number;
  readonly status: ArchiveStatus;
  /** Why it is not complete, in English; `code` is stable, `params` is what the sentence names. */
  readonly reason?: string;
  readonly code?: ReasonCode;
  readonly params?: ReasonParams;
}

export const REJECT_REASONS = ["invalid_json", "not_object", "too_long"] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export interface RejectSample {
  readonly path: string;
  /** Byte offset of the line's first byte (in a compressed archive: of the decompressed stream). */
  readonly offset: number;
  readonly reason: RejectReason;
}

/** `total = blank + accepted + rejected + incomplete`. Comment lines and lines of NULs are blank. */
export interface LineCounts {
  readonly total: number;
  readonly blank: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly incomplete: number;
  readonly reasons: Readonly<Record<RejectReason, number>>;
  readonly samples: readonly RejectSample[];
}

/**
 * `accepted = hits + retries + confirmations + false_positives + contexts + errors + own + outside`.
 * `undated`, `future` and `sessionless` count hits; `in_7d` and `in_14d` too (unattributed ones included).
 */
export interface RecordCounts {
  readonly hits: number;
  readonly retries: number;
  readonly confirmations: number;
  readonly false_positives: number;
  readonly contexts: number;
  readonly errors: number;
  /** Mnemonic's own records (`source: mnemonic_pattern`), skipped everywhere. */
  readonly own: number;
  /** Hits, retries, confirmations and false positives before `since` or after `until`: they count nowhere else. */
  readonly outside: number;
  readonly unattributed: number;
  readonly undated: number;
  readonly future: number;
  readonly sessionless: number;
  readonly in_7d: number;
  readonly in_14d: number;
  /** Distinct session ids among hits, retries, confirmations and false positives. */
  readonly sessions: number;
}

/** Hits by day, and by session and pattern; future ones are not among them. Days are of UTC. */
export interface ActivityReport {
  /** The first and last day that is counted, `2026-05-25`; null: no hit is dated. */
  readonly from: string | null;
  readonly to: string | null;
  /** Dated hits before `from`. */
  readonly earlier: number;
  /** The patterns with the most hits, those first; `days` holds hits from `from` to `to`. */
  readonly patterns: readonly {
    readonly pattern: string;
    readonly rule_id?: string | null;
    readonly error_type?: string;
    readonly days: readonly number[];
  }[];
  /** Hits of all other patterns, and those of no pattern, by day. */
  readonly others: readonly number[];
  /** The sessions with the most hits: hits by pattern, of the first 40 of `patterns`, and of all others. */
  readonly sessions: readonly {
    readonly session_id: string;
    readonly hits: readonly number[];
    readonly others: number;
  }[];
  /** The same of all other sessions together, and of hits in no session. */
  readonly elsewhere: { readonly hits: readonly number[]; readonly others: number };
}

export interface CoveredBy {
  /** `unread`: rules that could not be read may cover it; `id` is their path. */
  readonly kind: "rule" | "draft" | "session" | "unread";
  readonly id: string;
  readonly path?: string;
  readonly by?: "id" | "keywords" | "confirmed" | "rejected" | "pushed_this_session";
}

export interface PatternReport {
  readonly pattern: string;
  /** Null where the pattern is `interceptor:keyword`; absent for the error fallback. */
  readonly rule_id?: string | null;
  /** Present for the error fallback only. */
  readonly error_type?: string;
  readonly label: string;
  readonly interceptors: Readonly<Record<string, number>>;
  readonly counts: {
    readonly total: number;
    readonly d7: number;
    readonly d14: number;
    /** Hits in the current session. */
    readonly session: number;
    readonly false_positives: number;
  };
  readonly sessions: number;
  readonly first: string | null;
  readonly last: string | null;
  /** Null: no threshold holds. */
  readonly trigger: Trigger | null;
  /** From 0 to 1. */
  readonly confidence: number;
  /**
   * What is to be done, as the agent's tables say it: `已固化` (a rule covers it), `待确认` (its draft awaits a person), `建议固化`
   * (often enough and sure enough to be made a rule), else `monitor` (a confidence of at least 0.5) or `观察` (less). Others may come.
   */
  readonly action: string;
  readonly covered_by: CoveredBy | null;
}

export interface Trigger {
  readonly name: TriggerName;
  readonly confidence: number;
}

export type DraftStatus = "pending_confirm" | "confirmed" | "solidified" | "rejected" | "held" | "withdrawn";

export interface EvidencePlace {
  readonly path: string;
  readonly offset: number;
  readonly ts: string | null;
  readonly session_id: string | null;
}

export interface Evidence {
  readonly total: number;
  readonly d7: number;
  readonly d14: number;
  readonly false_positives: number;
  /** Up to five, those of the newest hits first. */
  readonly sessions: readonly string[];
  readonly first: string | null;
  readonly last: string | null;
  readonly interceptors: Readonly<Record<string, number>>;
  /** The five newest hits, newest first. */
  readonly newest: readonly EvidencePlace[];
}

/** Canon's record form, plus what a person needs to judge it (semantics, section 8). */
export interface Draft {
  readonly ts: string;
  readonly type: string;
  readonly rule: string;
  readonly context: string;
  readonly match: { readonly exact: readonly string[]; readonly semantic: string };
  readonly source: "mnemonic_pattern" | "user";
  readonly data_source: Source;
  readonly draft_id: string;
  readonly pattern: string;
  readonly rule_id?: string | null;
  readonly error_type?: string;
  readonly trigger: Trigger;
  readonly confidence: number;
  readonly status: DraftStatus;
  readonly evidence: Evidence;
  /** Of a backfill: when the trigger first held, and the hits that met it (up to 16, oldest first). */
  readonly moment?: { readonly at: string; readonly hits: readonly EvidencePlace[] };
  readonly revives?: string;
  readonly proposed_level?: "soft" | "hard";
  readonly unsafe?: readonly string[];
}

export interface Warning {
  readonly code: string;
  readonly path?: string;
  /** In English. */
  readonly message: string;
  /** What the message says, for other languages; absent: there is nothing to say it by. */
  readonly reasons?: readonly WarningReason[];
}

/** The one member that may differ between two runs on the same input and state. Times are in milliseconds. */
export interface Timings {
  readonly total_ms: number;
  readonly plan_ms: number;
  readonly scan_ms: number;
  readonly merge_ms: number;
  readonly threads: number;
  /** Bytes of all archives, and how many of them were read: the rest is known from before. */
  readonly bytes: number;
  readonly read_bytes: number;
  readonly scanner: string;
  /** Why something that was known before had to be read again. */
  readonly cache_notes: readonly CacheNote[];
}

export const CACHE_NOTES = [
  "truncated",
  "rewritten",
  "replaced",
  "earlier_now",
  "clock_set_back",
  "folds",
  "damaged",
  "outdated",
  "too_large",
  "outgrown",
  "many_archives",
  "unwritable",
  "mistaken",
  "resumed",
  "progress_changed",
  "progress_damaged",
  "progress_unwritable",
] as const;

export interface CacheNote {
  readonly code: (typeof CACHE_NOTES)[number];
  readonly path?: string;
}
