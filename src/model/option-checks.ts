import {
  MOST_ACTIVITY,
  MOST_LINE_BYTES,
  MOST_THREADS,
  type ActivityLimits,
  type ReadingOptions,
  type ScanOptions,
  type Thresholds,
  type TriggerName,
} from "./options.js";
import { RULE_TYPES, type Rule } from "./rule.js";

/** What the value of an option or argument must be. */
export interface Check {
  /** Ends the sentence "it must be …". */
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
  /** It can't be left out. */
  readonly isRequired?: true;
  /** Of an object: what its members must be. */
  readonly members?: CheckTable;
  /** Of a list: what the members of each of its objects must be. */
  readonly each?: CheckTable;
  /** For tests and benchmarks: no part of the types, and never proposed. */
  readonly isInternal?: true;
}

export type CheckTable = Readonly<Record<string, Check>>;
/** A check for each member of T: an option that is added to the type must be added to its table. */
export type Checks<T> = { readonly [K in keyof T]-?: Check };

export const isText = (value: unknown): value is string => typeof value === "string";
/** A NUL ends a path for the system, and Node refuses it with an error of its own. */
const isPath = (value: unknown): boolean => isText(value) && value !== "" && !value.includes("\0");
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === "[object Object]";

export const TEXT: Check = { expected: "text", is: isText };
export const FLAG: Check = { expected: "true or false", is: (value) => typeof value === "boolean" };
export const PATH: Check = { expected: "a path (text that is not empty)", is: isPath };
export const PATHS: Check = {
  expected: 'a list of paths, such as ["logs/"]',
  is: (value) => Array.isArray(value) && value.every(isPath),
};
export const TEXTS: Check = {
  expected: "a list of texts",
  is: (value) => Array.isArray(value) && value.every(isText),
};
export const CALLBACK: Check = { expected: "a function", is: (value) => typeof value === "function" };
/** By its shape: one of another realm is as good. */
export const SIGNAL: Check = {
  expected: "an AbortSignal",
  is: (value) =>
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<AbortSignal>).aborted === "boolean" &&
    typeof (value as Partial<AbortSignal>).addEventListener === "function" &&
    typeof (value as Partial<AbortSignal>).removeEventListener === "function",
};
export const MOMENT: Check = {
  expected: "a moment (ISO 8601 text, epoch milliseconds or a Date)",
  is: (value) => isText(value) || Number.isFinite(value) || value instanceof Date,
};

export function oneOf(values: readonly string[]): Check {
  const names = values.map((value) => JSON.stringify(value)).join(" or ");
  return { expected: names, is: (value) => isText(value) && values.includes(value) };
}

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const is = (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return { expected: `a whole number ${range}`, is };
}

/** Infinity may be meant, as in "wait for ever". */
export function numberFrom(least: number, most = Infinity): Check {
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  const is = (value: unknown): boolean => typeof value === "number" && value >= least && value <= most;
  return { expected: `a number ${range}`, is };
}

export function objectOf(members: CheckTable): Check {
  return { expected: `an object with ${Object.keys(members).join(", ")}`, is: isPlainObject, members };
}

export function required(check: Check): Check {
  return { ...check, isRequired: true };
}

/** The same table with every member required. */
export function whollyRequired(checks: CheckTable): CheckTable {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, required(check)]));
}

export const THREADS = whole(1, MOST_THREADS);

/** What a scan chooses else by the archive's size and the machine (`CountOptions`). */
const TUNING: Check = { expected: "as in CountOptions", is: () => true, isInternal: true };

/** Of whatever counts archives. */
export const COUNT_CHECKS = {
  now: MOMENT,
  archives: PATHS,
  threads: THREADS,
  session: TEXT,
  tz: TEXT,
  since: MOMENT,
  until: MOMENT,
  map: TEXT,
  maxLineBytes: whole(1, MOST_LINE_BYTES),
  maxMemoryBytes: whole(1),
  tempDir: PATH,
  signal: SIGNAL,
  onProgress: CALLBACK,
  scanner: TUNING,
  chunkBytes: TUNING,
  rangeBytes: TUNING,
  inlineBytes: TUNING,
  laneBytes: TUNING,
} satisfies Checks<ReadingOptions> & CheckTable;

export const SCAN_CHECKS = {
  ...COUNT_CHECKS,
  dryRun: FLAG,
  activity: objectOf({
    days: whole(1, MOST_ACTIVITY.days),
    patterns: whole(0, MOST_ACTIVITY.patterns),
    sessions: whole(0, MOST_ACTIVITY.sessions),
  } satisfies Checks<ActivityLimits>),
  rejects: PATH,
  overwrite: FLAG,
  noCache: FLAG,
  verify: FLAG,
} satisfies Checks<ScanOptions> & CheckTable;

const HITS = whole(1);
const SHARE = numberFrom(0, 1);

export const THRESHOLDS: Check = objectOf(
  whollyRequired({
    sameSessionHits: HITS,
    d7Hits: HITS,
    d14Hits: HITS,
    errorsHits: HITS,
    startConfidence: objectOf(
      whollyRequired({
        same_session: SHARE,
        cross_session_7d: SHARE,
        cross_session_14d: SHARE,
        revival: SHARE,
        errors: SHARE,
      } satisfies Checks<Record<TriggerName, number>>),
    ),
    holdBelow: SHARE,
    resumeAbove: SHARE,
    autoSolidifyThreshold: HITS,
  } satisfies Checks<Thresholds>),
);

const orNull = (check: Check): Check => ({
  expected: `${check.expected}, or null`,
  is: (value) => value === null || check.is(value),
});

/** Rules as they are read of a home. */
export const RULES: Check = {
  expected: "a list of rules, as readRules gives them",
  is: Array.isArray,
  each: {
    ...whollyRequired({
      id: TEXT,
      path: TEXT,
      title: orNull(TEXT),
      type: orNull(oneOf(RULE_TYPES)),
      level: orNull(TEXT),
      keywords: TEXTS,
      placeholder: FLAG,
      expiresAtMs: orNull(numberFrom(-Infinity)),
    } satisfies Checks<Omit<Rule, "unread">>),
    unread: FLAG,
  },
};
