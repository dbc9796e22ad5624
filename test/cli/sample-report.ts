// A report in which everything that the text can show appears once.
import type { Draft, PatternReport, Report } from "../../src/model/report.js";

export const NOW = "2026-05-25T12:00:00.000Z";

/** Patterns and drafts of the fallback have an error type in place of a rule. */
function keyOf(own: { readonly pattern: string; readonly error_type?: string }) {
  return own.error_type === undefined ? { rule_id: own.pattern } : {};
}

function draft(own: Partial<Draft> & Pick<Draft, "draft_id" | "pattern" | "trigger">): Draft {
  return {
    ts: NOW,
    type: "ban",
    rule: `自动识别: 高频违规${own.pattern}`,
    context: "近7天触发2次，数据源: guard_intercept",
    match: { exact: [], semantic: "" },
    source: "mnemonic_pattern",
    data_source: "guard_intercept",
    ...keyOf(own),
    confidence: own.trigger.confidence,
    status: "pending_confirm",
    evidence: {
      total: 5,
      d7: 2,
      d14: 3,
      false_positives: 0,
      sessions: ["20260525_a", "20260524_b"],
      first: "2026-05-01T08:00:00.000Z",
      last: "2026-05-25T10:10:00.250Z",
      interceptors: { Ban: 5 },
      newest: [
        { path: "intercept_log.jsonl", offset: 1048, ts: "2026-05-25T10:10:00.250Z", session_id: "20260525_a" },
        { path: "archives/2026/intercept_log.2026-05-24.jsonl", offset: 20, ts: null, session_id: null },
      ],
    },
    ...own,
  };
}

function pattern(own: Partial<PatternReport> & Pick<PatternReport, "pattern">): PatternReport {
  return {
    ...keyOf(own),
    label: own.pattern,
    interceptors: { Ban: 5 },
    counts: { total: 5, d7: 2, d14: 3, session: 0, false_positives: 0 },
    sessions: 2,
    first: "2026-05-01T08:00:00.000Z",
    last: "2026-05-25T10:10:00.250Z",
    trigger: null,
    confidence: 0.4,
    action: "观察",
    covered_by: null,
    ...own,
  };
}

export const SAMPLE: Report = {
  schema: "mnemonic.report/1",
  status: "degraded",
  now: NOW,
  mode: "scan",
  source: "guard_intercept",
  recognition: "on",
  archives: [
    { path: "intercept_log.jsonl", bytes: 1_234_567, status: "complete" },
    { path: "archives/2026/拦截日志归档/intercept_log.2026-05-24.jsonl", bytes: 20_480, status: "complete" },
    {
      path: "old.jsonl.zst",
      bytes: 0,
      status: "unsupported",
      code: "unread_form",
      params: { form: "lz4" },
      reason: "lz4 compression is not read",
    },
    {
      path: "copy.jsonl",
      bytes: 0,
      status: "duplicate",
      code: "copy",
      params: { twin: "intercept_log.jsonl" },
      reason: 'its content is part of "intercept_log.jsonl"',
    },
  ],
  lines: {
    total: 12_345,
    blank: 7,
    accepted: 12_332,
    rejected: 5,
    incomplete: 1,
    reasons: { invalid_json: 3, not_object: 1, too_long: 1 },
    samples: [
      { path: "intercept_log.jsonl", offset: 1042, reason: "invalid_json" },
      { path: "intercept_log.jsonl", offset: 99_000_000, reason: "not_object" },
      { path: "archives/2026/拦截日志归档/intercept_log.2026-05-24.jsonl", offset: 0, reason: "too_long" },
    ],
  },
  records: {
    hits: 12_000,
    retries: 1,
    confirmations: 2,
    false_positives: 3,
    contexts: 4,
    errors: 1,
    own: 1,
    outside: 2,
    unattributed: 300,
    undated: 1,
    future: 2,
    sessionless: 12,
    in_7d: 142,
    in_14d: 305,
    sessions: 1,
  },
  patterns: [
    pattern({
      pattern: "rule_ban_013",
      label: "虚构",
      counts: { total: 1234, d7: 5, d14: 9, session: 2, false_positives: 1 },
      trigger: { name: "same_session", confidence: 0.7 },
      confidence: 0.8,
      action: "建议固化",
    }),
    pattern({ pattern: "rule_gap_002", trigger: { name: "cross_session_7d", confidence: 0.5 }, action: "待确认" }),
    pattern({
      pattern: "rule_lazy_007_with_a_very_long_name_that_no_table_can_hold_in_one_line_however_wide_the_terminal_is",
      label: "Skill未加载👩‍👩‍👧⚠️",
      trigger: { name: "cross_session_14d", confidence: 0.4 },
      action: "monitor",
    }),
    pattern({ pattern: "unknown_009", trigger: { name: "revival", confidence: 0.7 }, confidence: 0.7 }),
    pattern({
      pattern: "rule_ban_001",
      label: "坐标不除2",
      action: "已固化",
      covered_by: { kind: "rule", id: "rule_ban_001", path: "rules/ban/rule_ban_001.md", by: "id" },
    }),
    pattern({
      pattern: "Ban:pyautogui截图",
      rule_id: null,
      covered_by: { kind: "draft", id: "d_00000000000000ff", by: "rejected" },
    }),
    pattern({ pattern: "rule_meta_1", covered_by: { kind: "session", id: "20260525_a", by: "pushed_this_session" } }),
    ...Array.from({ length: 20 }, (_, i) => pattern({ pattern: `rule_rare_${i}` })),
  ],
  drafts: [
    draft({
      draft_id: "d_0000000000000001",
      pattern: "rule_ban_013",
      rule: "自动识别: 高频违规虚构",
      trigger: { name: "same_session", confidence: 0.7 },
      match: { exact: ["虚构", "编造", "made up"], semantic: "关键词匹配: 虚构" },
    }),
    draft({
      draft_id: "d_0000000000000002",
      pattern: "rule_gap_002",
      trigger: { name: "cross_session_7d", confidence: 0.5 },
    }),
    draft({
      draft_id: "d_0000000000000003",
      pattern: "StepCompleteness:pyautogui截图",
      rule_id: null,
      trigger: { name: "cross_session_14d", confidence: 0.4 },
      unsafe: ["reads like an instruction"],
      match: { exact: Array.from({ length: 12 }, (_, i) => `keyword ${i}`), semantic: "" },
    }),
    draft({
      draft_id: "d_0000000000000004",
      pattern: "unknown_009",
      trigger: { name: "revival", confidence: 0.7 },
      revives: "unknown_009",
      proposed_level: "hard",
    }),
  ],
  new_drafts: ["d_0000000000000001", "d_0000000000000004"],
  waiting: ["d_0000000000000003"],
  warnings: [
    {
      code: "rule_frontmatter",
      path: "rules/ban/broken.md",
      message: '"rules/ban/broken.md": no closing ---',
      reasons: [{ code: "header_unclosed" }],
    },
    { code: "config_value", path: "config.json", message: "mnemonic.d7_hits: not a number; the default holds" },
    { code: "state_moved", message: "the state did not parse and was moved aside" },
  ],
  timings: {
    total_ms: 12,
    plan_ms: 1,
    scan_ms: 9,
    merge_ms: 2,
    threads: 2,
    bytes: 1_255_047,
    read_bytes: 1_255_047,
    scanner: "plain",
    cache_notes: [],
  },
};

/** What a home without any log gives. */
export const EMPTY: Report = {
  ...SAMPLE,
  status: "ok",
  source: "none",
  recognition: "off",
  archives: [],
  lines: {
    total: 0,
    blank: 0,
    accepted: 0,
    rejected: 0,
    incomplete: 0,
    reasons: { invalid_json: 0, not_object: 0, too_long: 0 },
    samples: [],
  },
  records: Object.fromEntries(Object.keys(SAMPLE.records).map((name) => [name, 0])) as unknown as Report["records"],
  patterns: [],
  drafts: [],
  new_drafts: [],
  waiting: [],
  warnings: [],
  timings: { ...SAMPLE.timings, bytes: 0 },
};

/** What the fallback gives. */
export const ERRORS: Report = {
  ...EMPTY,
  source: "canon_errors",
  recognition: "degraded",
  archives: [{ path: "errors.jsonl", bytes: 700, status: "complete" }],
  lines: { ...EMPTY.lines, total: 7, accepted: 6, blank: 1 },
  records: { ...EMPTY.records, hits: 6 },
  patterns: [pattern({ pattern: "type:虚构", error_type: "type:虚构", trigger: { name: "errors", confidence: 0.5 } })],
  drafts: [
    draft({
      draft_id: "d_0000000000000005",
      pattern: "type:虚构",
      error_type: "type:虚构",
      data_source: "canon_errors",
      trigger: { name: "errors", confidence: 0.5 },
    }),
  ],
  timings: { ...SAMPLE.timings, bytes: 700 },
};

/** What a pass over history gives: drafts that name their moment. */
export const BACKFILL: Report = {
  ...SAMPLE,
  mode: "backfill",
  drafts: SAMPLE.drafts.map((sample) => {
    const moment = { at: "2026-05-02T08:00:00.000Z", hits: sample.evidence.newest.toReversed() };
    return Object.assign({}, sample, { moment });
  }),
};
