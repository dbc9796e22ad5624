import { z } from "zod";
import {
  ANSWERS,
  FINDING_CODES,
  type ArchivesOutput,
  type CacheClearedOutput,
  type CacheStatusOutput,
  type InterruptedBackfill,
  type ClearedOutput,
  type CompletionOutput,
  type ConfigOutput,
  type ContextsOutput,
  type DataSourceOutput,
  type DecisionOutput,
  type DoctorOutput,
  type DraftOutput,
  type DraftsOutput,
  type FeedbackOutput,
  type PageOutput,
  type PatternsOutput,
  type QuestionsOutput,
  type ReflectOutput,
  type ReviewedOutput,
  type RuleTotals,
  type SchemasOutput,
  type SolidifyStatus,
  type StatusOutput,
} from "./outputs.js";
import { TRIGGER_NAMES } from "./options.js";
import {
  VERDICTS,
  type ConfidenceStanding,
  type Explanation,
  type RuleStanding,
  type ThresholdStanding,
} from "./explanation.js";
import {
  archiveReasonSchema,
  archiveShape,
  confidence,
  count,
  coveredBySchema,
  draftShape,
  listOf,
  patternSchema,
  placeSchema,
  source,
  time,
  triggerSchema,
  warningReasonsSchema,
  warningSchema,
} from "./schemas.js";
import {
  KEY_KINDS,
  RISK_TYPES,
  type ContextEntry,
  type DecidedDraft,
  type HistoryEntry,
  type QueuedDraft,
} from "./state.js";

// What the commands beside `scan` print with `--format json`, one schema each. Entries of the state may hold members of
// others: those pass.

const recognition = z.enum(["on", "degraded", "off"]);
const kind = z.enum(KEY_KINDS);
const perSource = z.object({ guard_intercept: count, canon_errors: count, none: count }).readonly();

const queued = z
  .looseObject({
    ...draftShape,
    kind,
    trigger: z.object({ name: z.enum([...TRIGGER_NAMES, "user"]), confidence }).readonly(),
  })
  .readonly() satisfies z.ZodType<QueuedDraft>;

const decided = z
  .looseObject({
    draft_id: z.string(),
    status: z.enum(["confirmed", "solidified", "rejected"]),
    kind: kind.exactOptional(),
    pattern: z.string().exactOptional(),
    judged_until: z.string().nullable(),
    decided_at: z.string(),
    judged_before: z.string().exactOptional(),
    for_good: z.boolean().exactOptional(),
    exact: listOf(z.string()).exactOptional(),
    rule: z.string().nullable().exactOptional(),
  })
  .readonly() satisfies z.ZodType<DecidedDraft>;

const entry = z.union([queued, decided]);

const context = z
  .looseObject({
    ts: z.string(),
    rule_id: z.string().nullable(),
    session_id: z.string().nullable(),
    summary: z.string(),
    agent_action: z.string(),
    user_intent: z.string(),
    risk_type: z.enum(RISK_TYPES),
    pattern: z.string().exactOptional(),
  })
  .readonly() satisfies z.ZodType<ContextEntry>;

const history = z
  .looseObject({
    keyword: z.string(),
    count,
    last_seen: time.nullable(),
    confidence,
    kind,
    pattern: z.string(),
    rule_id: z.string().nullable().exactOptional(),
    error_type: z.string().exactOptional(),
    start: confidence,
    fold: listOf(z.int()),
    folded_until: z.string().nullable().exactOptional(),
    held: z.boolean().exactOptional(),
    drafted: z.boolean().exactOptional(),
    verdicts: count.exactOptional(),
  })
  .readonly() satisfies z.ZodType<HistoryEntry>;

const rules = z
  .object({
    total: count,
    solid: count,
    placeholders: count,
    expired: count,
    types: z.object({ ban: count, gap: count, lazy: count, meta: count, other: count }).readonly(),
  })
  .readonly() satisfies z.ZodType<RuleTotals>;

const solidify = z
  .object({
    last_solidify_at: z.string().nullable(),
    last_scan_at: z.string().nullable(),
    errors_since_solidify: z.number(),
    threshold: count,
    due: z.boolean(),
  })
  .readonly() satisfies z.ZodType<SolidifyStatus>;

const patterns = z.object({
  schema: z.literal("mnemonic.patterns/1"),
  now: time,
  source,
  patterns: listOf(patternSchema),
  pending: listOf(z.string()),
}) satisfies z.ZodType<PatternsOutput>;

const datasource = z.object({
  schema: z.literal("mnemonic.datasource/1"),
  now: time,
  source,
  remembered: source.nullable(),
  recognition,
  records: count,
  sessions: perSource,
  switches: listOf(z.object({ at: time, from: source, to: source }).readonly()),
}) satisfies z.ZodType<DataSourceOutput>;

const drafts = z.object({
  schema: z.literal("mnemonic.drafts/1"),
  drafts: listOf(entry),
}) satisfies z.ZodType<DraftsOutput>;

const draft = z.object({ schema: z.literal("mnemonic.draft/1"), draft: entry }) satisfies z.ZodType<DraftOutput>;

const decision = z.object({
  schema: z.literal("mnemonic.decision/1"),
  decision: z.enum(["confirmed", "rejected", "reopened"]),
  drafts: listOf(entry),
  repeated: listOf(z.string()).exactOptional(),
  errors_since_solidify: z.number().exactOptional(),
  solidify_due: z.boolean().exactOptional(),
  warnings: listOf(warningSchema),
}) satisfies z.ZodType<DecisionOutput>;

const commands = z.object({ confirm: z.string(), reject: z.string(), reject_for_good: z.string() }).readonly();
const questions = z.object({
  schema: z.literal("mnemonic.questions/1"),
  questions: listOf(
    z
      .object({
        draft_id: z.string(),
        question: z.string(),
        answers: listOf(z.enum(ANSWERS)),
        commands,
        draft: queued,
      })
      .readonly(),
  ),
}) satisfies z.ZodType<QuestionsOutput>;

/** What `review --answers FILE` takes: the answers to its questions. */
export const answersSchema = z.strictObject({
  schema: z.literal("mnemonic.answers/1").exactOptional(),
  answers: z.array(
    z.strictObject({
      draft_id: z.string(),
      answer: z.enum(ANSWERS),
      /** Confirm it although it is unsafe. */
      force: z.boolean().exactOptional(),
      edits: z
        .strictObject({
          rule: z.string().min(1).exactOptional(),
          type: z.string().min(1).exactOptional(),
          exact: z.array(z.string()).exactOptional(),
          semantic: z.string().exactOptional(),
        })
        .exactOptional(),
    }),
  ),
});

const reviewed = z.object({
  schema: z.literal("mnemonic.reviewed/1"),
  answers: listOf(z.object({ draft_id: z.string(), answer: z.enum(ANSWERS) }).readonly()),
  repeated: listOf(z.string()).exactOptional(),
  errors_since_solidify: z.number().exactOptional(),
  solidify_due: z.boolean().exactOptional(),
  warnings: listOf(warningSchema),
}) satisfies z.ZodType<ReviewedOutput>;

const contexts = z.object({
  schema: z.literal("mnemonic.contexts/1"),
  contexts: listOf(context),
}) satisfies z.ZodType<ContextsOutput>;

const cleared = z.object({
  schema: z.literal("mnemonic.cleared/1"),
  contexts: count,
  archive: z.boolean(),
}) satisfies z.ZodType<ClearedOutput>;

const interruptedBackfill = z.object({
  path: z.string(),
  bytes: count,
  files: count,
  state: z.enum(["interrupted", "running", "damaged"]),
  began: z.string().nullable(),
  now: z.string().nullable(),
  archives: listOf(z.string()),
  options: z.record(z.string(), z.unknown()),
  read_bytes: count,
  total_bytes: count,
}) satisfies z.ZodType<InterruptedBackfill>;

const cache = z.object({
  schema: z.literal("mnemonic.cache/1"),
  path: z.string(),
  bytes: count,
  files: count,
  state: z.enum(["none", "kept", "outdated", "damaged"]),
  archives: listOf(z.object({ path: z.string(), known_bytes: count, extents: count }).readonly()),
  backfills: listOf(interruptedBackfill.readonly()),
}) satisfies z.ZodType<CacheStatusOutput>;

const cacheCleared = z.object({
  schema: z.literal("mnemonic.cache-cleared/1"),
  bytes: count,
}) satisfies z.ZodType<CacheClearedOutput>;

const feedback = z.object({
  schema: z.literal("mnemonic.feedback/1"),
  verdict: z.enum(["false_positive", "confirmed"]),
  pattern: history,
}) satisfies z.ZodType<FeedbackOutput>;

const reflect = z.object({
  schema: z.literal("mnemonic.reflect/1"),
  rules,
  solidify,
  pending: count,
}) satisfies z.ZodType<ReflectOutput>;

const config = z.object({
  schema: z.literal("mnemonic.config/1"),
  home: z.string(),
  values: listOf(
    z
      .object({
        name: z.string(),
        env: z.string().nullable(),
        value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        from: z.enum(["flag", "env", "config", "default"]),
        place: z.string().nullable(),
        problem: z.string().exactOptional(),
      })
      .readonly(),
  ),
  problems: listOf(z.object({ place: z.string(), message: z.string() }).readonly()),
}) satisfies z.ZodType<ConfigOutput>;

const completion = z.object({
  schema: z.literal("mnemonic.completion/1"),
  shell: z.enum(["bash", "zsh", "fish", "powershell"]),
  script: z.string(),
}) satisfies z.ZodType<CompletionOutput>;

const schemas = z.object({
  schema: z.literal("mnemonic.schemas/1"),
  schemas: listOf(z.object({ name: z.string(), schema: z.string() }).readonly()),
}) satisfies z.ZodType<SchemasOutput>;

const status = z.object({
  schema: z.literal("mnemonic.status/1"),
  now: time,
  home: z.string(),
  files: listOf(z.object({ path: z.string(), bytes: count, modified: time }).readonly()),
  source,
  recognition,
  session: z.string().nullable(),
  records: z.object({ hits: count, in_7d: count, in_14d: count, sessions: count, rejected: count }).readonly(),
  patterns: count,
  queue: z
    .object({
      pending_confirm: count,
      held: count,
      withdrawn: count,
      confirmed: count,
      solidified: count,
      rejected: count,
    })
    .readonly(),
  contexts: count,
  rules,
  solidify,
}) satisfies z.ZodType<StatusOutput>;

const doctor = z.object({
  schema: z.literal("mnemonic.doctor/1"),
  now: time,
  home: z.string(),
  findings: listOf(
    z
      .object({
        code: z.enum(FINDING_CODES),
        severity: z.enum(["error", "warning", "note"]),
        path: z.string().exactOptional(),
        what: z.string(),
        reasons: warningReasonsSchema.exactOptional(),
        archive: archiveReasonSchema.exactOptional(),
        count,
        items: listOf(z.string()).exactOptional(),
        message: z.string(),
        mend: z.string(),
      })
      .readonly(),
  ),
}) satisfies z.ZodType<DoctorOutput>;

const threshold = z
  .object({
    trigger: z.enum(TRIGGER_NAMES),
    holds: z.boolean(),
    counted: count,
    needed: count,
    missing: count,
    before: time.nullable(),
    closest: listOf(z.string()),
  })
  .readonly() satisfies z.ZodType<ThresholdStanding>;

const ruleStanding = z
  .object({
    path: z.string(),
    title: z.string().nullable(),
    level: z.string().nullable(),
    state: z.enum(["solid", "placeholder", "expired"]),
    expires_at: time.nullable(),
  })
  .readonly() satisfies z.ZodType<RuleStanding>;

const confidenceStanding = z
  .object({
    value: confidence,
    held: z.boolean(),
    hold_below: confidence,
    resume_above: confidence,
    history: listOf(
      z.object({ of: z.enum(["start", "remembered", "now"]), at: z.string().nullable(), value: confidence }).readonly(),
    ),
    verdicts: count,
  })
  .readonly() satisfies z.ZodType<ConfidenceStanding>;

const explain = z.object({
  schema: z.literal("mnemonic.explain/1"),
  now: time,
  source,
  kind,
  pattern: z.string(),
  rule_id: z.string().nullable().exactOptional(),
  error_type: z.string().exactOptional(),
  label: z.string(),
  verdict: z.enum(VERDICTS),
  trigger: triggerSchema.nullable(),
  counts: z
    .object({
      total: count,
      d7: count,
      d14: count,
      session: count,
      false_positives: count,
      undated: count,
      future: count,
    })
    .readonly(),
  sessions: count,
  first: time.nullable(),
  last: time.nullable(),
  judged_until: time.nullable(),
  thresholds: listOf(threshold),
  covered_by: coveredBySchema.nullable(),
  rule: ruleStanding.nullable(),
  confidence: confidenceStanding,
  draft: z
    .object({ draft_id: z.string(), status: z.enum(["pending_confirm", "held"]), is_new: z.boolean() })
    .readonly()
    .nullable(),
  queued: z
    .object({
      draft_id: z.string(),
      status: draftShape.status,
      decided_at: z.string().nullable(),
      for_good: z.boolean(),
    })
    .readonly()
    .nullable(),
  evidence: listOf(placeSchema.unwrap().extend({ line: z.string().nullable(), cut: z.boolean() }).readonly()),
}) satisfies z.ZodType<Explanation>;

const { path: archivePath, status: archiveStatus, reason, code, params } = archiveShape;
const archives = z.object({
  schema: z.literal("mnemonic.archives/1"),
  now: time,
  archives: listOf(
    z
      .object({
        path: archivePath,
        status: archiveStatus,
        reason,
        code,
        params,
        encoding: z.string().nullable(),
        framing: z.enum(["lines", "values", "records"]).nullable(),
        records: count,
        rejected: count,
        whole: z.boolean(),
        kinds: z
          .object({ hits: count, unattributed: count, undated: count, sessionless: count, others: count })
          .readonly(),
        first: time.nullable(),
        last: time.nullable(),
        fields: listOf(z.object({ name: z.string(), records: count }).readonly()),
        map: z.string().nullable(),
      })
      .readonly(),
  ),
}) satisfies z.ZodType<ArchivesOutput>;
const page = z.object({
  schema: z.literal("mnemonic.page/1"),
  file: z.string(),
  bytes: count,
  status: z.enum(["ok", "degraded"]),
  patterns: count,
  drafts: count,
}) satisfies z.ZodType<PageOutput>;

/** By the name in `schema`: `mnemonic.patterns/1` is `patterns`. */
export const outputSchemas = {
  patterns,
  datasource,
  drafts,
  draft,
  decision,
  questions,
  reviewed,
  contexts,
  cleared,
  cache,
  "cache-cleared": cacheCleared,
  feedback,
  reflect,
  status,
  doctor,
  explain,
  config,
  completion,
  schemas,
  archives,
  page,
};
