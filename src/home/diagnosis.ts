import { eventOf } from "../core/memory/context-log.js";
import {
  draftFindings,
  finding,
  foreignEntries,
  ruleFindings,
  ruleTotals,
  sourceFindings,
  timeFindings,
  warningFindings,
  worstFirst,
} from "../core/recognition/diagnosis.js";
import { isContext } from "../core/memory/state-guards.js";
import { countOf, unusableShared } from "../core/memory/counters.js";
import { counterWarnings, ERRORS_NAME } from "../io/canon.js";
import { readConfig } from "../io/config.js";
import {
  accessTo,
  homeFiles,
  leftovers,
  LOCK_NAME,
  newestRecordMs,
  openMode,
  sharedState,
} from "../io/diagnosis-files.js";
import { lineFaults } from "../io/diagnosis-lines.js";
import { CONTEXT_ARCHIVE } from "../io/context-archive.js";
import { LOG_NAME } from "../io/home.js";
import { readRules } from "../io/rules-directory.js";
import { readState, SHARED_STATE_NAME, STATE_NAME } from "../io/state-store.js";
import { MnemonicError } from "../model/errors.js";
import type { Finding, ReflectOutput, SolidifyStatus, StatusOutput } from "../model/outputs.js";
import type { DraftStatus } from "../model/report.js";
import type { QueueEntry, Stored } from "../model/state.js";
import type { Mnemonic } from "../mnemonic.js";
import { momentOf } from "../scan/moment.js";
import type { ScanOptions } from "../model/options.js";

const SHOWN_PLACES = 20;

/** What a diagnosis asks of an open home. */
type Diagnosed = Pick<Mnemonic, "home" | "survey" | "drafts" | "draftStatuses" | "contexts" | "dataSource">;

/** What `state.json` says of Canon's solidifying, and whether it is due (semantics, section 9). */
export function solidifyState(home: string): SolidifyStatus {
  const shared = sharedState(home) ?? {};
  const text = (name: string): string | null => (typeof shared[name] === "string" ? shared[name] : null);
  const errors = countOf(shared["errors_since_solidify"]) ?? 0;
  const threshold = readConfig(home).thresholds.autoSolidifyThreshold;
  return {
    last_solidify_at: text("last_solidify_at"),
    last_scan_at: text("last_scan_at"),
    errors_since_solidify: errors,
    threshold,
    due: errors >= threshold,
  };
}

/** The answer of `reflect status`: reads the rules, not the logs. */
export async function reflectStatus(mnemonic: Diagnosed, { now, signal }: ScanOptions): Promise<ReflectOutput> {
  const { home } = mnemonic;
  const { rules } = await readRules(home, signal === undefined ? {} : { signal });
  return {
    schema: "mnemonic.reflect/1",
    rules: ruleTotals(rules, momentOf(now)),
    solidify: solidifyState(home),
    pending: queueCounts(await mnemonic.draftStatuses()).pending_confirm,
  };
}

/** What is there. Nothing is written. */
export async function statusOf(mnemonic: Diagnosed, options: ScanOptions): Promise<StatusOutput> {
  const { home } = mnemonic;
  const report = await mnemonic.survey(options);
  const { currentSession } = await mnemonic.dataSource();
  const { hits, in_7d, in_14d, sessions } = report.records;
  const { rules, solidify } = await reflectStatus(mnemonic, options);
  return {
    schema: "mnemonic.status/1",
    now: report.now,
    home,
    files: homeFiles(home),
    source: report.source,
    recognition: report.recognition,
    session: currentSession,
    records: { hits, in_7d, in_14d, sessions, rejected: report.lines.rejected },
    patterns: report.patterns.length,
    queue: queueCounts(await mnemonic.draftStatuses()),
    contexts: (await mnemonic.contexts()).length,
    rules,
    solidify,
  };
}

function queueCounts(queue: readonly Pick<QueueEntry, "status">[]): Record<DraftStatus, number> {
  const counts = { pending_confirm: 0, held: 0, withdrawn: 0, confirmed: 0, solidified: 0, rejected: 0 };
  for (const { status } of queue) counts[status]++;
  return counts;
}

/** What is wrong, the worst first. Nothing is written. @throws MnemonicError if the home can't be looked at */
export async function findingsOf(
  mnemonic: Diagnosed,
  options: ScanOptions,
  staleDays: number,
): Promise<{ readonly now: string; readonly findings: readonly Finding[] }> {
  const { home } = mnemonic;
  const report = await mnemonic.survey(options);
  const nowMs = momentOf(report.now);
  const access = accessTo(home);
  if (access === "missing") return { now: report.now, findings: [finding("home_missing", "error")] };
  const { rules } = await readRules(home);
  const findings = [
    ...(access === "unwritable" ? [finding("home_unwritable", "error")] : []),
    ...warningFindings(report.warnings),
    ...stateFindings(home, nowMs),
    ...leftoverFindings(home),
    ...lineFindings(home, ERRORS_NAME, confirmedId, report.source !== "canon_errors"),
    ...lineFindings(home, CONTEXT_ARCHIVE, contextEvent, true),
    ...placed(sourceFindings(report, newestRecordMs(home, nowMs), staleDays)),
    ...placed(ruleFindings(report, rules, nowMs)),
    ...draftFindings(await queueOf(mnemonic), rules, nowMs),
    ...dueFindings(home),
  ];
  return { now: report.now, findings: worstFirst(findings) };
}

/** A state that can't be read is a finding already, and then there is no queue to look into. */
async function queueOf(mnemonic: Diagnosed): Promise<readonly QueueEntry[]> {
  try {
    return await mnemonic.drafts();
  } catch (error) {
    if (error instanceof MnemonicError) return [];
    throw error;
  }
}

/** `tells`: whether nobody else tells of lines that can't be read, as a scan does of the archives that it counts. */
function lineFindings(
  home: string,
  path: string,
  identityOf: (record: Stored) => string | undefined,
  tells: boolean,
): Finding[] {
  const { unreadable, isTorn, doubled } = lineFaults(home, path, identityOf);
  const places = (offsets: readonly number[]) => ({
    path,
    count: offsets.length,
    items: offsets.slice(0, SHOWN_PLACES).map((offset) => `${path}:${offset}`),
  });
  return [
    ...(tells && unreadable.length > 0 ? [finding("line_unreadable", "warning", places(unreadable))] : []),
    ...(isTorn ? [finding("line_torn", "note", { path })] : []),
    ...(doubled.length > 0 ? [finding("record_doubled", "warning", places(doubled))] : []),
  ];
}

function confirmedId({ draft_id }: Stored): string | undefined {
  return typeof draft_id === "string" ? draft_id : undefined;
}

function contextEvent(entry: Stored): string | undefined {
  return isContext(entry) ? eventOf(entry) : undefined;
}

function stateFindings(home: string, nowMs: number): Finding[] {
  const mode = openMode(home);
  return [
    ...(mode === undefined ? [] : [finding("state_permissions", "warning", { path: STATE_NAME, what: mode })]),
    ...entryFindings(home, nowMs),
    ...sharedFindings(home),
  ];
}

function sharedFindings(home: string): Finding[] {
  const shared = sharedState(home);
  if (shared === null) return [finding("shared_state_corrupt", "warning", { path: SHARED_STATE_NAME })];
  return warningFindings(counterWarnings(unusableShared(shared ?? {}), SHARED_STATE_NAME));
}

function entryFindings(home: string, nowMs: number): Finding[] {
  try {
    const { state } = readState(home);
    const count = foreignEntries(state);
    return [
      ...(count === 0 ? [] : [finding("state_foreign", "note", { path: STATE_NAME, count })]),
      ...timeFindings(state, nowMs, STATE_NAME),
    ];
  } catch {
    return []; // the scan has warned of it
  }
}

function leftoverFindings(home: string): Finding[] {
  const { lock, temporary, corrupt } = leftovers(home);
  return [
    ...(lock === "abandoned" ? [finding("lock_abandoned", "note", { path: LOCK_NAME })] : []),
    ...(lock === "held" ? [finding("lock_held", "note", { path: LOCK_NAME })] : []),
    ...temporary.map((path) => finding("temporary_left", "note", { path })),
    ...corrupt.map((path) => finding("corrupt_left", "warning", { path })),
  ];
}

function dueFindings(home: string): Finding[] {
  const { due, errors_since_solidify } = solidifyState(home);
  return due ? [finding("solidify_due", "note", { path: SHARED_STATE_NAME, count: errors_since_solidify })] : [];
}

/** The file that a finding is about where the finding itself names none. */
const PLACES: Partial<Record<Finding["code"], string>> = {
  source_none: LOG_NAME,
  source_degraded: ERRORS_NAME,
  guard_stale: LOG_NAME,
  lines_rejected: LOG_NAME,
  orphan_rules: LOG_NAME,
  rules_never_hit: "rules",
};

function placed(findings: readonly Finding[]): Finding[] {
  return findings.map((one) => {
    const path = one.path ?? PLACES[one.code];
    return path === undefined ? one : { ...one, path };
  });
}
