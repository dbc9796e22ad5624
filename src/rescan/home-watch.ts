import { setTimeout } from "node:timers/promises";
import { checkOptions } from "../core/usage/check-options.js";
import { MnemonicError, UsageError } from "../model/errors.js";
import { CALLBACK, numberFrom, SCAN_CHECKS, type Checks } from "../model/option-checks.js";
import type { ScanOptions } from "../model/options.js";
import type { Draft, Report } from "../model/report.js";

export interface HomeWatchOptions extends Pick<ScanOptions, "session" | "dryRun" | "maxLineBytes" | "threads"> {
  /** Ends the watch; what is being scanned is left as it is. */
  readonly signal?: AbortSignal;
  /** How often it is looked whether anything has changed, in milliseconds, up to a day; default 1000. */
  readonly intervalMs?: number;
  /** Told of each scan, also of those that give no new draft. */
  readonly onReport?: (report: Report) => void;
  /** Told of what went wrong; the watch goes on and tries again, less and less often. */
  readonly onProblem?: (problem: Error) => void;
}

const LONGEST_INTERVAL_MS = 86_400_000;
const CHECKS = {
  session: SCAN_CHECKS.session,
  dryRun: SCAN_CHECKS.dryRun,
  maxLineBytes: SCAN_CHECKS.maxLineBytes,
  threads: SCAN_CHECKS.threads,
  signal: SCAN_CHECKS.signal,
  intervalMs: numberFrom(1, LONGEST_INTERVAL_MS),
  onReport: CALLBACK,
  onProblem: CALLBACK,
} satisfies Checks<HomeWatchOptions>;

/** What the watch asks of the home. */
export interface WatchedHome {
  readonly scan: (options: ScanOptions) => Promise<Report>;
  /** Whether a scan could find something that the last one did not. */
  readonly mayHaveChanged: () => boolean;
}

const INTERVAL_MS = 1000;
/** A writer that is at it is given so long to finish before its lines are read. */
const DEBOUNCE_MS = 50;
const LONGEST_PAUSE_MS = 60_000;

/** The drafts that scans put into the queue (or with a dry run: would put), each once, as they arise. */
export async function* watchHome(home: WatchedHome, options: HomeWatchOptions): AsyncGenerator<Draft, void, undefined> {
  checkOptions("watch", options, CHECKS);
  const { signal, intervalMs = INTERVAL_MS, onReport, onProblem, ...scan } = options;
  let told: ReadonlySet<string> = new Set();
  let failures = 0;
  for (let isFirst = true; ; isFirst = false) {
    if (signal?.aborted === true) return;
    if (!isFirst && !(await paused(pauseMs(intervalMs, failures), signal))) return;
    if (!isFirst && failures === 0 && !isChanged(home)) continue;
    if (!isFirst && !(await paused(Math.min(DEBOUNCE_MS, intervalMs), signal))) return;
    try {
      const report = await home.scan({ ...scan, ...(signal && { signal }) });
      failures = 0;
      onReport?.(report);
      const fresh = report.drafts.filter(({ draft_id }) => report.new_drafts.includes(draft_id));
      const known = told;
      told = new Set(report.new_drafts);
      yield* fresh.filter(({ draft_id }) => !known.has(draft_id));
    } catch (error) {
      if (isEnd(error, signal)) return;
      if (error instanceof UsageError || !(error instanceof MnemonicError)) throw error;
      failures++;
      onProblem?.(error);
    }
  }
}

/** What can't be looked at, a scan has more to say of. */
function isChanged(home: WatchedHome): boolean {
  try {
    return home.mayHaveChanged();
  } catch {
    return true;
  }
}

function pauseMs(intervalMs: number, failures: number): number {
  return Math.min(Math.max(LONGEST_PAUSE_MS, intervalMs), intervalMs * 2 ** Math.min(failures, 16));
}

function isEnd(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || (error instanceof MnemonicError && error.code === "CLOSED");
}

/** False: it was to end meanwhile. */
async function paused(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, signal && { signal });
    return true;
  } catch {
    return false;
  }
}
