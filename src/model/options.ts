/** In the order in which they are tried; the first that holds is the draft's trigger. */
export const TRIGGER_NAMES = ["same_session", "cross_session_7d", "cross_session_14d", "revival", "errors"] as const;
export type TriggerName = (typeof TRIGGER_NAMES)[number];

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** When a pattern is drafted. A home's `config.json` may change these, and `recognize` takes them. Hits are whole numbers from 1. */
export interface Thresholds {
  /** So many hits in one session within 7 days: the trigger `same_session`. */
  readonly sameSessionHits: number;
  /** So many hits within 7 days: `cross_session_7d`. */
  readonly d7Hits: number;
  /** So many hits within 14 days: `cross_session_14d`. */
  readonly d14Hits: number;
  /** So many records of one error type in `errors.jsonl`, where there is no log of intercepts: `errors`. */
  readonly errorsHits: number;
  /** The confidence that a draft of each trigger begins with, from 0 to 1. */
  readonly startConfidence: Readonly<Record<TriggerName, number>>;
  /** Below this confidence a draft is held back; held ones come back above `resumeAbove`. */
  readonly holdBelow: number;
  readonly resumeAbove: number;
  /** So many hits within 7 days and a confidence of 0.7: `PatternReport.action` proposes to make the rule permanent. */
  readonly autoSolidifyThreshold: number;
}

/**
 * What holds where `config.json` says nothing else: 2 hits in a session or 2 in 7 days, 3 in 14 days, 5 of an error type; held
 * below a confidence of 0.3, shown again above 0.5.
 */
export const DEFAULT_THRESHOLDS: Thresholds = {
  sameSessionHits: 2,
  d7Hits: 2,
  d14Hits: 3,
  errorsHits: 5,
  startConfidence: { same_session: 0.7, cross_session_7d: 0.5, cross_session_14d: 0.4, revival: 0.7, errors: 0.5 },
  holdBelow: 0.3,
  resumeAbove: 0.5,
  autoSolidifyThreshold: 3,
};

/** More threads than that no machine has. */
export const MOST_THREADS = 512;
/** No longer line can become a string. */
export const MOST_LINE_BYTES = 511 * 1024 * 1024;

/** Longest line that is read; a longer one is one reject (`too_long`) and its neighbours count. */
export const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024;

export interface Progress {
  /** Bytes of archives that were read so far, of `totalBytes`. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly elapsedMs: number;
  /** How many of `doneBytes` an interrupted run has read; absent: none. */
  readonly knownBytes?: number;
  /** The archive that was begun last, as it was named; absent before the first. */
  readonly archive?: string;
}

/** How much of the hits by day and by session is asked for; the rest is summed. */
export interface ActivityLimits {
  /** Days (UTC) up to the current one. A scan keeps the times of so many days, so more of them cost memory. */
  readonly days: number;
  /** Patterns, those with the most hits. */
  readonly patterns: number;
  /** Sessions, those with the most hits. */
  readonly sessions: number;
}

export const DEFAULT_ACTIVITY: ActivityLimits = { days: 3660, patterns: 200, sessions: 40 };
export const MOST_ACTIVITY: ActivityLimits = { days: 3660, patterns: 5000, sessions: 1000 };

/** How records are read. */
export interface ReadingOptions {
  /** Zone of times that name none: an IANA name such as `Asia/Shanghai`, or an offset such as `+08:00`; default UTC. */
  readonly tz?: string;
  /**
   * Records before or after these moments are counted as `outside` and nothing else; both moments still count. Epoch
   * milliseconds, a Date, text as logs have it, or how long before `now` (`7d`, `36h`); a date alone is the whole day.
   * Records without a time are outside of nothing.
   */
  readonly since?: number | string | Date;
  readonly until?: number | string | Date;
  /** Where fields stand under another name: `ts=@timestamp,rule_id=.policy.id`, or a preset (`ecs`, `otel`, `docker`). */
  readonly map?: string;
}

export interface ScanOptions extends ReadingOptions {
  /** The moment the windows end at: epoch milliseconds, an ISO 8601 string or a Date; default: the clock. */
  readonly now?: number | string | Date;
  /** Files or folders; default: the home's own log with its rotated siblings. */
  readonly archives?: readonly string[];
  /** How many threads may scan, the caller's among them. Default: as many as the machine has; a small archive takes one. */
  readonly threads?: number;
  /** The current session; default: the session of the newest record. */
  readonly session?: string;
  /** Write nothing. */
  readonly dryRun?: boolean;
  /** Puts hits by day and by session into the report too; what is not named is as in `DEFAULT_ACTIVITY`. */
  readonly activity?: Partial<ActivityLimits>;
  readonly maxLineBytes?: number;
  /**
   * Every rejected line goes to this file too, as NDJSON: `path`, `offset`, `reason`, and the line as `text`, or as
   * `base64` where it is no UTF-8; of a line longer than 64 KiB or `maxLineBytes` the beginning, with `cut: true`. Also with `dryRun`.
   */
  readonly rejects?: string;
  /** Whether `rejects` may replace a file that is empty, or that an earlier run has written so. */
  readonly overwrite?: boolean;
  /** Memory to stay within; what does not fit goes to temporary files. Default: a quarter of the machine's. */
  readonly maxMemoryBytes?: number;
  /** Folder for temporary files; default: the system's. */
  readonly tempDir?: string;
  /** Read everything, and leave what is known from before as it is. */
  readonly noCache?: boolean;
  /** Read everything, and see whether what is known from before is what the logs hold. */
  readonly verify?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}
