import { z } from "zod";
import { RISK_TYPES } from "./state.js";

/*
 * The schemas of `mnemonic_state.json`: what the hand guards of core/state-guards.ts and core/state-shape.ts check, as zod
 * and, by `z.toJSONSchema`, for others. A scan never loads this. Members that are not named here are kept as they are.
 */

const text = z.string();
const keyKind = z.enum(["rule", "keyword", "unattributed", "error", "user"]);

export const contextEntry = z.looseObject({
  ts: text,
  rule_id: text.nullable(),
  session_id: text.nullish(),
  summary: text,
  agent_action: z.unknown().describe("text").optional(),
  user_intent: z.unknown().describe("text").optional(),
  risk_type: z.unknown().describe(RISK_TYPES.join(" or ")).optional(),
  pattern: text.optional(),
});

export const historyEntry = z.looseObject({
  kind: keyKind,
  pattern: text,
  start: z.number().min(0).max(1),
  fold: z.tuple([z.int().min(-100).max(100), z.int().min(0).max(100), z.int().min(0).max(100), z.int().min(0).max(13)]),
  folded_until: text.nullish(),
});

export const queuedDraft = z.looseObject({
  draft_id: text,
  status: z.enum(["pending_confirm", "held", "withdrawn"]),
  kind: keyKind,
  pattern: text,
  ts: text,
  rule: text,
  context: text,
  type: text,
  match: z.looseObject({ exact: z.array(text) }),
  trigger: z.looseObject({ name: text }),
  evidence: z.looseObject({}),
});

export const decidedDraft = z.looseObject({
  draft_id: text,
  status: z.enum(["confirmed", "solidified", "rejected"]),
  kind: keyKind.optional(),
  pattern: text.optional(),
  judged_until: text.nullable(),
  decided_at: text,
  judged_before: text.optional(),
  exact: z.array(text).optional(),
  rule: text.nullish(),
});

/** Objects of another form are some other program's entries: they stay where they are. */
const foreign = z.looseObject({});

export const stateFile = z.looseObject({
  state_version: z.int().optional(),
  data_source: text.optional(),
  data_source_history: z.looseObject({}).optional(),
  data_source_switches: z.array(foreign).optional(),
  session_tracking: z.looseObject({}).optional(),
  recognition_stats: z.looseObject({}).optional(),
  draft_queue: z.array(foreign).optional(),
  pattern_history: z.array(foreign).optional(),
  contexts_until: text.optional(),
  context_log: z.array(foreign).optional(),
});
