import type { PageTexts } from "./page-texts-en.js";

/**
 * What the page shows, as it stands in the page: a plain value that the client script reads. Every text out of a log or
 * rule is cut and has no hidden character (shown-text.ts); the client puts it into the page as text alone.
 */
export interface PageData {
  readonly texts: PageTexts["client"];
  readonly head: PageHead;
  readonly figures: readonly Figure[];
  /** Absent: no hit is dated. */
  readonly activity?: PageActivity;
  readonly sessions: PageSessions;
  readonly drafts: readonly PageDraft[];
  readonly patterns: readonly PagePattern[];
  readonly archives: readonly PageArchive[];
  readonly lines: readonly PageFact[];
  readonly rejects: readonly PageReject[];
  readonly warnings: readonly string[];
  /** How many of each list are not in the page. */
  readonly left: Readonly<Record<LimitedList, number>>;
}

/** Most entries of each list; with the longest texts a page of all of them has less than `MOST_PAGE_BYTES`. */
export const LIMITS = {
  patterns: 5000,
  drafts: 300,
  archives: 500,
  rejects: 50,
  warnings: 200,
  /** Patterns with hits by day. */
  series: 100,
  sessions: 20,
  sessionPatterns: 20,
} as const;
export const MOST_PAGE_BYTES = 24 * 2 ** 20;
type LimitedList =
  "patterns" | "drafts" | "archives" | "rejects" | "warnings" | "series" | "sessions" | "sessionPatterns";

export interface PageHead {
  readonly title: string;
  readonly status: "ok" | "degraded";
  readonly statusText: string;
  /** Moment, source and the like, one phrase each. */
  readonly facts: readonly string[];
}

export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  /** Something to look at. */
  readonly tone?: "bad";
}

/** Hits by day (UTC), from `from` on. */
export interface PageActivity {
  readonly from: string;
  readonly earlier: number;
  readonly series: readonly { readonly name: string; readonly days: readonly number[] }[];
  /** Of everything that has no series. */
  readonly others: readonly number[];
}

/** Hits by session and pattern; the last number of a row is that of all other patterns. */
export interface PageSessions {
  readonly patterns: readonly string[];
  readonly rows: readonly { readonly id: string; readonly hits: readonly number[] }[];
  readonly elsewhere: readonly number[];
}

export interface PageDraft {
  readonly id: string;
  readonly rule: string;
  readonly pattern: string;
  readonly type: string;
  readonly status: string;
  readonly isPending: boolean;
  readonly isNew: boolean;
  readonly confidence: number;
  readonly why: string;
  readonly unsafe: string;
  readonly facts: readonly PageFact[];
  readonly keywords: readonly string[];
  readonly evidence: readonly PagePlace[];
}

export interface PageFact {
  readonly label: string;
  readonly text: string;
}

export interface PagePlace {
  /** `path:offset`. */
  readonly place: string;
  readonly time: string;
  readonly session: string;
}

export interface PagePattern {
  readonly name: string;
  readonly label: string;
  readonly session: number;
  readonly d7: number;
  readonly d14: number;
  readonly total: number;
  readonly falsePositives: number;
  readonly sessions: number;
  readonly first: string;
  readonly last: string;
  readonly confidence: number;
  readonly trigger: string;
  readonly action: string;
  readonly coveredBy: string;
  readonly interceptors: string;
  /** Its number in `activity.series`; -1: it has none. */
  readonly series: number;
}

export interface PageArchive {
  readonly path: string;
  readonly bytes: string;
  readonly status: string;
  readonly isWhole: boolean;
  readonly reason: string;
}

export interface PageReject {
  readonly place: string;
  readonly reason: string;
}
