import { lstatSync } from "node:fs";
import { join } from "node:path";
import { mostLanes, workBytes } from "./lane-count.js";
import { planLanes, runLanes, scanTask, type CutInto } from "./lanes.js";
import type { ContextPartial, ContextQuestion } from "../core/count/context-tally.js";
import { closeArchives, openArchives, type ArchiveSet } from "../io/archives.js";
import { CONTEXT_ARCHIVE } from "../io/context-archive.js";
import { planRanges } from "../io/ranges.js";
import type { Warning } from "../model/report.js";
import { warningOf } from "../model/warning-reasons.js";
import { watched } from "./scan-watch.js";
import type { WorkerPool } from "../workers/pool.js";

export interface ContextScanOptions {
  readonly threads?: number | undefined;
  readonly rangeBytes?: number | undefined;
  readonly inlineBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly openPool: () => Promise<WorkerPool>;
}

export interface ScannedContexts {
  readonly partials: readonly ContextPartial[];
  readonly warnings: readonly Warning[];
}

const NOTHING: ScannedContexts = { partials: [], warnings: [] };

/**
 * Scans the home's context archive as logs are scanned: plan, lanes; the merge (core/revival.ts) comes when the state is
 * known that is committed to. Without a rule to ask for nothing is read. @throws AbortedError, WorkerError
 */
export async function scanContexts(
  home: string,
  question: ContextQuestion,
  options: ContextScanOptions,
): Promise<ScannedContexts> {
  const file = join(home, CONTEXT_ARCHIVE);
  if (question.rules.length === 0 || lstatSync(file, { throwIfNoEntry: false }) === undefined) return NOTHING;
  const set = openArchives([{ path: CONTEXT_ARCHIVE, file, role: "intercepts" }]);
  try {
    return await scanSet(set, question, options);
  } finally {
    closeArchives(set.open);
  }
}

async function scanSet(
  set: ArchiveSet,
  question: ContextQuestion,
  options: ContextScanOptions,
): Promise<ScannedContexts> {
  const bytes = set.open.reduce((sum, { identity }) => sum + identity.sizeBytes, 0);
  const most = mostLanes(workBytes(set.open), options);
  const cut: CutInto = (size) => planRanges(set.open, size);
  const { ranges, lanes, pool } = await planLanes(most, options, cut, options.openPool);
  const task = scanTask(set.open, ranges, { name: "contexts", question });
  const results = await watched(task.control, bytes, { signal: options.signal }, () => runLanes(task, lanes, pool));
  const failures = results.flatMap(({ ends }) => ends.flatMap(({ failure }) => failure ?? []));
  const reasons = [...set.skipped.map(({ reason }) => reason), ...failures];
  return {
    partials: results.map(({ partial }) => partial as ContextPartial),
    warnings: reasons
      .slice(0, 1)
      .map((archive) =>
        warningOf("contexts_unreadable", CONTEXT_ARCHIVE, { code: "contexts_unread", params: { archive } }),
      ),
  };
}
