import { z } from "zod";
import type {
  ActivityReport,
  ArchiveReport,
  CoveredBy,
  Draft,
  Evidence,
  EvidencePlace,
  LineCounts,
  PatternReport,
  RecordCounts,
  RejectSample,
  Report,
  Timings,
  Trigger,
  Warning,
} from "./report.js";
import { REASON_CODES, type ArchiveReason } from "./archive-reasons.js";
import { TRIGGER_NAMES } from "./options.js";
import { CACHE_NOTES } from "./report.js";
import { WARNING_REASON_CODES, type WarningReason } from "./warning-reasons.js";

// Each schema is declared as that of its type in report.ts: the compiler refuses one that lets through more. That none
// lets through less is checked by test/cli/schemas.test.ts.

export const count = z.int().nonnegative();
export const confidence = z.number().min(0).max(1);
/** As Date.toISOString writes it. */
export const time = z.string().regex(/^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
export const source = z.enum(["guard_intercept", "canon_errors", "none"]);
const rejectReason = z.enum(["invalid_json", "not_object", "too_long"]);
const perInterceptor = z.record(z.string(), count).readonly();

export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item).readonly();
}

const reasonParams = z
  .object({
    form: z.string().exactOptional(),
    detail: z.string().exactOptional(),
    twin: z.string().exactOptional(),
    at: count.exactOptional(),
  })
  .readonly();

export const archiveShape = {
  path: z.string(),
  bytes: count,
  status: z.enum(["complete", "truncated", "replaced", "unreadable", "partial", "duplicate", "unsupported"]),
  reason: z.string().exactOptional(),
  code: z.enum(REASON_CODES).exactOptional(),
  params: reasonParams.exactOptional(),
};

const archive = z.object(archiveShape).readonly() satisfies z.ZodType<ArchiveReport>;

const rejectSample = z
  .object({ path: z.string(), offset: count, reason: rejectReason })
  .readonly() satisfies z.ZodType<RejectSample>;

const lines = z
  .object({
    total: count,
    blank: count,
    accepted: count,
    rejected: count,
    incomplete: count,
    reasons: z.record(rejectReason, count).readonly(),
    samples: listOf(rejectSample),
  })
  .readonly() satisfies z.ZodType<LineCounts>;

const records = z
  .object({
    hits: count,
    retries: count,
    confirmations: count,
    false_positives: count,
    contexts: count,
    errors: count,
    own: count,
    outside: count,
    unattributed: count,
    undated: count,
    future: count,
    sessionless: count,
    in_7d: count,
    in_14d: count,
    sessions: count,
  })
  .readonly() satisfies z.ZodType<RecordCounts>;

export const triggerSchema = z
  .object({ name: z.enum(TRIGGER_NAMES), confidence })
  .readonly() satisfies z.ZodType<Trigger>;

const day = z.string().regex(/^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}$/);
const perPattern = { hits: listOf(count), others: count };

const activity = z
  .object({
    from: day.nullable(),
    to: day.nullable(),
    earlier: count,
    patterns: listOf(
      z
        .object({
          pattern: z.string(),
          rule_id: z.string().nullable().exactOptional(),
          error_type: z.string().exactOptional(),
          days: listOf(count),
        })
        .readonly(),
    ),
    others: listOf(count),
    sessions: listOf(z.object({ session_id: z.string(), ...perPattern }).readonly()),
    elsewhere: z.object(perPattern).readonly(),
  })
  .readonly() satisfies z.ZodType<ActivityReport>;

export const coveredBySchema = z
  .object({
    kind: z.enum(["rule", "draft", "session", "unread"]),
    id: z.string(),
    path: z.string().exactOptional(),
    by: z.enum(["id", "keywords", "confirmed", "rejected", "pushed_this_session"]).exactOptional(),
  })
  .readonly() satisfies z.ZodType<CoveredBy>;

export const patternSchema = z
  .object({
    pattern: z.string(),
    rule_id: z.string().nullable().exactOptional(),
    error_type: z.string().exactOptional(),
    label: z.string(),
    interceptors: perInterceptor,
    counts: z.object({ total: count, d7: count, d14: count, session: count, false_positives: count }).readonly(),
    sessions: count,
    first: time.nullable(),
    last: time.nullable(),
    trigger: triggerSchema.nullable(),
    confidence,
    action: z.string(),
    covered_by: coveredBySchema.nullable(),
  })
  .readonly() satisfies z.ZodType<PatternReport>;

export const placeSchema = z
  .object({ path: z.string(), offset: count, ts: time.nullable(), session_id: z.string().nullable() })
  .readonly() satisfies z.ZodType<EvidencePlace>;

const evidence = z
  .object({
    total: count,
    d7: count,
    d14: count,
    false_positives: count,
    sessions: listOf(z.string()),
    first: time.nullable(),
    last: time.nullable(),
    interceptors: perInterceptor,
    newest: listOf(placeSchema),
  })
  .readonly() satisfies z.ZodType<Evidence>;

/** What a draft is made of, whether it stands in a report or in the queue. */
export const draftShape = {
  ts: time,
  type: z.string(),
  rule: z.string(),
  context: z.string(),
  match: z.object({ exact: listOf(z.string()), semantic: z.string() }).readonly(),
  source: z.enum(["mnemonic_pattern", "user"]),
  data_source: source,
  draft_id: z.string().regex(/^d_[0-9a-f]{16}$/),
  pattern: z.string(),
  rule_id: z.string().nullable().exactOptional(),
  error_type: z.string().exactOptional(),
  trigger: triggerSchema,
  confidence,
  status: z.enum(["pending_confirm", "confirmed", "solidified", "rejected", "held", "withdrawn"]),
  evidence,
  moment: z
    .object({ at: time, hits: listOf(placeSchema) })
    .readonly()
    .exactOptional(),
  revives: z.string().exactOptional(),
  proposed_level: z.enum(["soft", "hard"]).exactOptional(),
  unsafe: listOf(z.string()).exactOptional(),
};

/** A draft: one line of `--format ndjson`, and a member of a report's `drafts`. */
export const draftSchema = z.object(draftShape).readonly() satisfies z.ZodType<Draft>;

export const archiveReasonSchema = z
  .object({ code: z.enum(REASON_CODES), params: reasonParams.exactOptional() })
  .readonly() satisfies z.ZodType<ArchiveReason>;

export const warningReasonsSchema = listOf(
  z
    .object({
      code: z.enum(WARNING_REASON_CODES),
      params: z
        .object({
          name: z.string().exactOptional(),
          detail: z.string().exactOptional(),
          n: z.number().exactOptional(),
          line: count.exactOptional(),
          archive: archiveReasonSchema.exactOptional(),
        })
        .readonly()
        .exactOptional(),
    })
    .readonly(),
) satisfies z.ZodType<readonly WarningReason[]>;

export const warningSchema = z
  .object({
    code: z.string(),
    path: z.string().exactOptional(),
    message: z.string(),
    reasons: warningReasonsSchema.exactOptional(),
  })
  .readonly() satisfies z.ZodType<Warning>;

const ms = z.number().nonnegative();
const timings = z
  .object({
    total_ms: ms,
    plan_ms: ms,
    scan_ms: ms,
    merge_ms: ms,
    threads: count,
    bytes: count,
    read_bytes: count,
    scanner: z.string(),
    cache_notes: listOf(z.object({ code: z.enum(CACHE_NOTES), path: z.string().exactOptional() }).readonly()),
  })
  .readonly() satisfies z.ZodType<Timings>;

/** What `scan` and `backfill` print with `--format json`, and what the library returns. */
export const reportSchema = z
  .object({
    schema: z.literal("mnemonic.report/1"),
    status: z.enum(["ok", "degraded"]),
    now: time,
    mode: z.enum(["scan", "backfill"]),
    source,
    recognition: z.enum(["on", "degraded", "off"]),
    archives: listOf(archive),
    passed_over: z
      .object({ files: count, paths: listOf(z.string()) })
      .readonly()
      .exactOptional(),
    lines,
    records,
    patterns: listOf(patternSchema),
    drafts: listOf(draftSchema),
    new_drafts: listOf(z.string()),
    waiting: listOf(z.string()).exactOptional(),
    switched: z.object({ at: time, from: source, to: source }).readonly().exactOptional(),
    activity: activity.exactOptional(),
    warnings: listOf(warningSchema),
    timings,
  })
  .readonly() satisfies z.ZodType<Report>;
