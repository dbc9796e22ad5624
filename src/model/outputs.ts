import type { ArchiveReason, ReasonCode, ReasonParams } from "./archive-reasons.js";
import type { ArchiveStatus, DraftStatus, PatternReport, Source, Warning } from "./report.js";
import type { RuleType } from "./rule.js";
import type { ContextEntry, HistoryEntry, QueuedDraft, QueueEntry, SourceSwitch } from "./state.js";
import type { WarningReason } from "./warning-reasons.js";

/** What the commands beside `scan` print with `--format json`. Shapes only; the schemas are in schemas-outputs.ts. */

export interface PatternsOutput {
  readonly schema: "mnemonic.patterns/1";
  readonly now: string;
  readonly source: Source;
  /** Those that occurred more than once, or that a trigger holds for; in draft order. */
  readonly patterns: readonly PatternReport[];
  /** draft_ids that await a person, or would after a scan. */
  readonly pending: readonly string[];
}

export interface DataSourceOutput {
  readonly schema: "mnemonic.datasource/1";
  readonly now: string;
  readonly source: Source;
  /** The source of the last scan; null: there was none. */
  readonly remembered: Source | null;
  readonly recognition: "on" | "degraded" | "off";
  /** Of Guard's log: hits in the last 7 days; of Canon's: error records. */
  readonly records: number;
  readonly sessions: Readonly<Record<Source, number>>;
  /** Newest last. */
  readonly switches: readonly SourceSwitch[];
}

export interface DraftsOutput {
  readonly schema: "mnemonic.drafts/1";
  /** Pending ones in draft order, then held and withdrawn ones, then decided ones. */
  readonly drafts: readonly QueueEntry[];
}

export interface DraftOutput {
  readonly schema: "mnemonic.draft/1";
  readonly draft: QueueEntry;
}

/** What a person's decision did. */
export interface DecisionOutput {
  readonly schema: "mnemonic.decision/1";
  readonly decision: "confirmed" | "rejected" | "reopened";
  readonly drafts: readonly QueueEntry[];
  /** draft_ids that were confirmed before, and not handed to Canon again. */
  readonly repeated?: readonly string[];
  /** Of `state.json`, after a confirmation. */
  readonly errors_since_solidify?: number;
  readonly solidify_due?: boolean;
  readonly warnings: readonly Warning[];
}

export const ANSWERS = ["confirm", "reject", "reject_for_good", "skip"] as const;

/** One draft as a question that an agent can put to a person. */
export interface Question {
  readonly draft_id: string;
  readonly question: string;
  readonly answers: readonly (typeof ANSWERS)[number][];
  /** What to run for an answer; none for `skip`. */
  readonly commands: Readonly<Record<"confirm" | "reject" | "reject_for_good", string>>;
  readonly draft: QueuedDraft;
}

export interface QuestionsOutput {
  readonly schema: "mnemonic.questions/1";
  readonly questions: readonly Question[];
}

/** What came of answers that were handed in: `review --answers FILE`. */
export interface ReviewedOutput {
  readonly schema: "mnemonic.reviewed/1";
  readonly answers: readonly { readonly draft_id: string; readonly answer: (typeof ANSWERS)[number] }[];
  /** Ids among them of which the answer is what was decided before; nothing was done for them. */
  readonly repeated?: readonly string[];
  /** Of `state.json`, if something was confirmed. */
  readonly errors_since_solidify?: number;
  readonly solidify_due?: boolean;
  readonly warnings: readonly Warning[];
}

export interface ContextsOutput {
  readonly schema: "mnemonic.contexts/1";
  /** Oldest first. */
  readonly contexts: readonly ContextEntry[];
}

export interface ClearedOutput {
  readonly schema: "mnemonic.cleared/1";
  readonly contexts: number;
  readonly archive: boolean;
}

/** What is kept of a home's log between scans. */
export interface CacheStatusOutput {
  readonly schema: "mnemonic.cache/1";
  /** The folder. */
  readonly path: string;
  /** Of all its files. */
  readonly bytes: number;
  readonly files: number;
  /** "outdated": by another version, "damaged": not to be used; both are made anew by the next scan. */
  readonly state: "none" | "kept" | "outdated" | "damaged";
  readonly archives: readonly { readonly path: string; readonly known_bytes: number; readonly extents: number }[];
  readonly backfills: readonly InterruptedBackfill[];
}

/** In the library. */
export type CacheStatus = Omit<CacheStatusOutput, "schema">;

/** What is kept of a backfill that has not ended. */
export interface InterruptedBackfill {
  /** The folder. */
  readonly path: string;
  /** Of all its files. */
  readonly bytes: number;
  readonly files: number;
  /** "running": in another process, "damaged": not to be gone on from. */
  readonly state: "interrupted" | "running" | "damaged";
  /** When the first run began, and the moment it was asked about; null: that is damaged. */
  readonly began: string | null;
  readonly now: string | null;
  /** What it was asked: whole paths and patterns, and options by name. */
  readonly archives: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Bytes of its archives, and how many of them need not be read again. */
  readonly read_bytes: number;
  readonly total_bytes: number;
}

export interface CacheClearedOutput {
  readonly schema: "mnemonic.cache-cleared/1";
  readonly bytes: number;
}

export interface FeedbackOutput {
  readonly schema: "mnemonic.feedback/1";
  readonly verdict: "false_positive" | "confirmed";
  readonly pattern: HistoryEntry;
}

/** Rules of `rules/`, as `reflect status` counts them. */
export interface RuleTotals {
  readonly total: number;
  /** Those that cover something now. */
  readonly solid: number;
  readonly placeholders: number;
  readonly expired: number;
  readonly types: Readonly<Record<RuleType | "other", number>>;
}

/** What `state.json` says of Canon. */
export interface SolidifyStatus {
  readonly last_solidify_at: string | null;
  readonly last_scan_at: string | null;
  readonly errors_since_solidify: number;
  readonly threshold: number;
  readonly due: boolean;
}

export interface ReflectOutput {
  readonly schema: "mnemonic.reflect/1";
  readonly rules: RuleTotals;
  readonly solidify: SolidifyStatus;
  /** Drafts that await a person. */
  readonly pending: number;
}

/** An option of the command, or a threshold of the home. */
export interface ConfigValue {
  readonly name: string;
  /** The variable that may set it; null: none does. */
  readonly env: string | null;
  /** null: not set, and chosen by what is there. */
  readonly value: string | number | boolean | null;
  readonly from: "flag" | "env" | "config" | "default";
  /** Where it is set. */
  readonly place: string | null;
  /** What was set in its stead, and why that can't be used; in the language of the command. */
  readonly problem?: string;
}

export interface ConfigOutput {
  readonly schema: "mnemonic.config/1";
  readonly home: string;
  readonly values: readonly ConfigValue[];
  /** What can't be used or was probably mistyped, in the language of the command. */
  readonly problems: readonly { readonly place: string; readonly message: string }[];
}

export interface CompletionOutput {
  readonly schema: "mnemonic.completion/1";
  readonly shell: "bash" | "zsh" | "fish" | "powershell";
  readonly script: string;
}

export interface SchemasOutput {
  readonly schema: "mnemonic.schemas/1";
  readonly schemas: readonly { readonly name: string; readonly schema: string }[];
}

export interface FileStatus {
  /** Relative to the home. */
  readonly path: string;
  readonly bytes: number;
  /** When it was last written. */
  readonly modified: string;
}

export interface StatusOutput {
  readonly schema: "mnemonic.status/1";
  readonly now: string;
  readonly home: string;
  readonly files: readonly FileStatus[];
  readonly source: Source;
  readonly recognition: "on" | "degraded" | "off";
  readonly session: string | null;
  readonly records: {
    readonly hits: number;
    readonly in_7d: number;
    readonly in_14d: number;
    readonly sessions: number;
    readonly rejected: number;
  };
  /** Patterns that occurred, and how many drafts of each status the queue holds. */
  readonly patterns: number;
  readonly queue: Readonly<Record<DraftStatus, number>>;
  readonly contexts: number;
  readonly rules: RuleTotals;
  readonly solidify: SolidifyStatus;
}

/** What `report --html` has written. */
export interface PageOutput {
  readonly schema: "mnemonic.page/1";
  /** Absolute path of the page. */
  readonly file: string;
  readonly bytes: number;
  /** Of the report, and how many patterns and drafts it has. */
  readonly status: "ok" | "degraded";
  readonly patterns: number;
  readonly drafts: number;
}

export const FINDING_CODES = [
  "home_missing",
  "home_unwritable",
  "state_unreadable",
  "state_corrupt",
  "state_permissions",
  "state_foreign",
  "shared_state_corrupt",
  "counter_invalid",
  "config_invalid",
  "rule_frontmatter",
  "rule_field",
  "rule_encoding",
  "rule_too_large",
  "rule_unreadable",
  "rules_unreadable",
  "rules_too_many",
  "rules_legacy",
  "rule_duplicate_id",
  "source_none",
  "source_degraded",
  "guard_stale",
  "lines_rejected",
  "archive_damaged",
  "line_unreadable",
  "line_torn",
  "record_doubled",
  "errors_unreadable",
  "contexts_unreadable",
  "framing",
  "time_ahead",
  "watermark_unreadable",
  "draft_duplicates_rule",
  "draft_resembles_rule",
  "draft_unsafe",
  "orphan_rules",
  "rules_never_hit",
  "lock_abandoned",
  "lock_held",
  "temporary_left",
  "corrupt_left",
  "solidify_due",
  "other",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that `doctor` found. */
export interface Finding {
  readonly code: FindingCode;
  /** error: something does not work; warning: something is not as it should be; note: worth a look. */
  readonly severity: "error" | "warning" | "note";
  /** Relative to the home; absent: the home itself. */
  readonly path?: string;
  /** A name, time or reason that the message holds. */
  readonly what: string;
  /** The same where it is a sentence, for other languages: what a scan warned of, or why an archive was not read in full. */
  readonly reasons?: readonly WarningReason[];
  readonly archive?: ArchiveReason;
  /** How many there are of it, where that matters. */
  readonly count: number;
  /** Which ones, the first 20. */
  readonly items?: readonly string[];
}

export interface DoctorOutput {
  readonly schema: "mnemonic.doctor/1";
  readonly now: string;
  readonly home: string;
  /** The worst first. `message` and `mend` are in the language of the command. */
  readonly findings: readonly (Finding & { readonly message: string; readonly mend: string })[];
}

/** What `doctor ARCHIVE` understood of the first records of an archive. */
export interface LookedArchive {
  readonly path: string;
  readonly status: ArchiveStatus;
  readonly reason?: string;
  readonly code?: ReasonCode;
  readonly params?: ReasonParams;
  /** Null where the archive can't be read. */
  readonly encoding: string | null;
  readonly framing: "lines" | "values" | "records" | null;
  /** Records that were looked at, lines that were rejected on the way, and whether that is the whole archive. */
  readonly records: number;
  readonly rejected: number;
  readonly whole: boolean;
  /** `hits` of the records, and of those the ones without a rule or keyword, a time, a session. */
  readonly kinds: {
    readonly hits: number;
    readonly unattributed: number;
    readonly undated: number;
    readonly sessionless: number;
    readonly others: number;
  };
  readonly first: string | null;
  readonly last: string | null;
  /** Names at the top level, the commonest first, each with how many records have it. */
  readonly fields: readonly { readonly name: string; readonly records: number }[];
  /** A map that would make more of it; null: there is none to propose. */
  readonly map: string | null;
}

export interface ArchivesOutput {
  readonly schema: "mnemonic.archives/1";
  readonly now: string;
  readonly archives: readonly LookedArchive[];
}
