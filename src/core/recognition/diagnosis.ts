import type { Finding, FindingCode, RuleTotals } from "../../model/outputs.js";
import type { PatternReport, Survey, Warning } from "../../model/report.js";
import { RULE_TYPES, type Rule } from "../../model/rule.js";
import type { QueueEntry, QueuedDraft, State, Stored } from "../../model/state.js";
import { FINDING_CODES } from "../../model/outputs.js";
import { ruleIndex, type RuleIndex } from "../rules/rule-index.js";
import { AHEAD_MS } from "../memory/set-back.js";
import { isContext, isDecided, isHistory, isQueued } from "../memory/state-guards.js";
import { isoTime, parseTime } from "../line/time.js";

const SHOWN_ITEMS = 20;
const DAY_MS = 86_400_000;

/** Rules by type, and how many of them cover something at `nowMs`. */
export function ruleTotals(rules: readonly Rule[], nowMs: number): RuleTotals {
  const types = { ban: 0, gap: 0, lazy: 0, meta: 0, other: 0 };
  for (const { type } of rules) types[type !== null && RULE_TYPES.includes(type) ? type : "other"]++;
  const placeholders = rules.filter(({ placeholder }) => placeholder).length;
  const expired = rules.filter((rule) => !rule.placeholder && isExpired(rule, nowMs)).length;
  return { total: rules.length, solid: rules.length - placeholders - expired, placeholders, expired, types };
}

function isExpired({ expiresAtMs }: Rule, nowMs: number): boolean {
  return expiresAtMs !== null && nowMs >= expiresAtMs;
}

/** What a scan warned of: each of its codes has a mend of its own. */
export function warningFindings(warnings: readonly Warning[]): Finding[] {
  return warnings.map(({ code, path, message, reasons }) => {
    const known = FINDING_CODES.find((one) => one === code) ?? "other";
    const severity = known === "state_corrupt" || known === "state_unreadable" ? "error" : "warning";
    const told = reasons === undefined ? {} : { reasons };
    return { code: known, severity, ...(path === undefined ? {} : { path }), what: message, ...told, count: 1 };
  });
}

/** Where the records come from, and whether they still come. `newestMs`: time of the log's newest record; NaN: unknown. */
export function sourceFindings(report: Survey, newestMs: number, staleDays: number): Finding[] {
  const { source, lines, archives, records, patterns } = report;
  const found: Finding[] = [];
  if (source === "none") found.push(finding("source_none", "warning"));
  if (source === "canon_errors") found.push(finding("source_degraded", "warning", { count: records.hits }));
  if (source === "guard_intercept") {
    const times = [newestMs, ...patterns.map(({ last }) => parseTime(last))].filter((ms) => !Number.isNaN(ms));
    const lastMs = times.reduce((latest, ms) => Math.max(latest, ms), -Infinity);
    const days = Math.floor((parseTime(report.now) - lastMs) / DAY_MS);
    if (lastMs !== -Infinity && days >= staleDays)
      found.push(finding("guard_stale", "warning", { what: isoTime(lastMs) as string, count: days }));
  }
  for (const { path, status, reason, code, params } of archives)
    if (status !== "complete" && status !== "duplicate") {
      const why = code === undefined ? {} : { archive: { code, ...(params && { params }) } };
      found.push(finding("archive_damaged", "warning", { path, what: reason ?? status, ...why }));
    }
  const places = lines.samples.map(({ path, offset }) => `${path}:${offset}`);
  if (lines.rejected > 0) found.push(finding("lines_rejected", "warning", { count: lines.rejected, items: places }));
  return found;
}

/** Ids that are hit and have no rule file; rules that nothing hits; files that bear one id. */
export function ruleFindings(report: Survey, rules: readonly Rule[], nowMs: number): Finding[] {
  const index = ruleIndex(rules, nowMs);
  const hit = report.patterns.filter(({ counts }) => counts.total > 0);
  const orphans = hit.filter((pattern) => isOrphan(pattern, index)).toSorted(byHits);
  const names = new Set(
    hit.flatMap(({ rule_id, covered_by }) => [rule_id ?? "", covered_by?.kind === "rule" ? covered_by.id : ""]),
  );
  const idle =
    report.source === "guard_intercept" ? rules.filter(({ id, placeholder }) => !placeholder && !names.has(id)) : [];
  return [
    ...listed(
      "orphan_rules",
      orphans.map(({ rule_id, counts }) => `${rule_id} (${counts.total})`),
    ),
    ...listed(
      "rules_never_hit",
      idle.map(({ path }) => path),
    ),
    ...sameIds(rules),
  ];
}

function isOrphan({ rule_id, covered_by }: PatternReport, index: RuleIndex): boolean {
  return typeof rule_id === "string" && index.any(rule_id) === undefined && covered_by?.kind !== "rule";
}

function byHits(a: PatternReport, b: PatternReport): number {
  return b.counts.total - a.counts.total;
}

function sameIds(rules: readonly Rule[]): Finding[] {
  const first = new Map<string, Rule>();
  return rules.flatMap((rule) => {
    const known = first.get(rule.id);
    if (known === undefined) first.set(rule.id, rule);
    return known === undefined
      ? []
      : [finding("rule_duplicate_id", "warning", { path: rule.path, what: `${rule.id} (${known.path})` })];
  });
}

/** Drafts that await a person and should not, or not as they are. */
export function draftFindings(queue: readonly QueueEntry[], rules: readonly Rule[], nowMs: number): Finding[] {
  const index = ruleIndex(rules, nowMs);
  const pending = queue.filter(
    (entry): entry is QueuedDraft & QueueEntry => isQueued(entry) && entry.status === "pending_confirm",
  );
  const unsafe = pending.filter(({ unsafe: reasons }) => (reasons?.length ?? 0) > 0);
  return [
    ...pending.flatMap((draft) => likeRule(draft, index)),
    ...listed(
      "draft_unsafe",
      unsafe.map(({ draft_id }) => draft_id),
    ),
  ];
}

function likeRule({ draft_id, kind, pattern, match }: QueuedDraft, index: RuleIndex): Finding[] {
  const same = (kind === "rule" ? index.solid(pattern) : undefined) ?? index.coveringKeywords(match.exact);
  if (same !== undefined) return [finding("draft_duplicates_rule", "warning", { path: same.path, what: draft_id })];
  const [alike] = match.exact.flatMap((keyword) => index.coveringKeywords([keyword]) ?? []);
  return alike === undefined ? [] : [finding("draft_resembles_rule", "note", { path: alike.path, what: draft_id })];
}

/** Entries of the state that are not of our making: they are kept, and say nothing to us. */
export function foreignEntries({ draft_queue, pattern_history, context_log }: State): number {
  const isSeeds = (entry: { readonly keyword?: unknown }): boolean => typeof entry.keyword === "string";
  return [
    draft_queue.filter((entry) => !isQueued(entry) && !isDecided(entry)),
    pattern_history.filter((entry) => !isHistory(entry) && !isSeeds(entry)),
    context_log.filter((entry) => !isContext(entry)),
  ].reduce((sum, entries) => sum + entries.length, 0);
}

/**
 * Times by which the state knows what it has seen, where they lie a day or more ahead (a clock was wrong: nothing that
 * happens until then counts as new), and decisions whose watermark is no time.
 */
export function timeFindings(state: State, nowMs: number, path: string): Finding[] {
  const isAhead = (time: unknown): boolean => parseTime(time) - nowMs >= AHEAD_MS;
  const decided = state.draft_queue.filter(isDecided);
  const ahead = [
    ...(isAhead(state.contexts_until) ? ["contexts_until"] : []),
    ...state.pattern_history.filter((one) => isHistory(one) && isAhead(one.folded_until)).map(nameOfEntry),
    ...decided.filter(({ judged_until }) => isAhead(judged_until)).map(nameOfEntry),
  ];
  const unreadable = decided.filter(({ judged_until: at }) => at !== null && Number.isNaN(parseTime(at)));
  return [...listed("time_ahead", ahead, path), ...listed("watermark_unreadable", unreadable.map(nameOfEntry), path)];
}

function nameOfEntry({ draft_id, pattern }: Stored): string {
  return String(draft_id ?? pattern);
}

export function finding(
  code: FindingCode,
  severity: Finding["severity"],
  own: Partial<Pick<Finding, "path" | "what" | "archive" | "count" | "items">> = {},
): Finding {
  return { code, severity, what: "", count: 1, ...own };
}

/** One finding for all of a kind: there may be thousands. */
function listed(code: FindingCode, names: readonly string[], path?: string): Finding[] {
  const own = { count: names.length, items: names.slice(0, SHOWN_ITEMS), ...(path === undefined ? {} : { path }) };
  return names.length === 0 ? [] : [finding(code, "note", own)];
}

const WORST_FIRST = { error: 0, warning: 1, note: 2 } as const;

export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => WORST_FIRST[a.severity] - WORST_FIRST[b.severity]);
}
