import { cleanForTerminal } from "../core/text/safe-text.js";
import { maskSecrets } from "../core/safety/secrets.js";
import type { ArchiveReport, Report } from "../model/report.js";

/** How much of each list the text shows; `json` has all of it. */
const LIMITS = { archives: 12, samples: 10, patterns: 20, drafts: 5, warnings: 10 } as const;
/** Longest text out of a log or rule on the terminal. */
const MOST_TEXT = 200;

/** What the text is made of: a report that is cut to what is shown, in which every text is safe for a terminal. */
export interface Shown {
  readonly report: Report;
  /** How many entries of each list are not shown. */
  readonly hidden: Readonly<Record<keyof typeof LIMITS, number>>;
}

/** Cleans everything at one place, so that no renderer has to remember which of its texts came from outside. */
export function shownOf(report: Report): Shown {
  const { patterns, drafts, warnings, lines } = report;
  const cut = {
    ...report,
    archives: troubledFirst(report.archives).slice(0, LIMITS.archives),
    lines: { ...lines, samples: lines.samples.slice(0, LIMITS.samples) },
    patterns: patterns.slice(0, LIMITS.patterns),
    drafts: drafts.slice(0, LIMITS.drafts),
    warnings: warnings.slice(0, LIMITS.warnings),
  };
  return {
    report: cleaned(cut),
    hidden: {
      archives: report.archives.length - cut.archives.length,
      samples: Math.max(0, lines.rejected - cut.lines.samples.length),
      patterns: patterns.length - cut.patterns.length,
      drafts: drafts.length - cut.drafts.length,
      warnings: warnings.length - cut.warnings.length,
    },
  };
}

/** An archive with a problem is never among those that are not shown, as far as there is room. */
function troubledFirst(archives: readonly ArchiveReport[]): readonly ArchiveReport[] {
  if (archives.length <= LIMITS.archives) return archives;
  return archives.toSorted((a, b) => Number(a.status === "complete") - Number(b.status === "complete"));
}

/** The same value with every text in it safe for a terminal. Names of members are texts too: interceptors come from the log. */
export function cleaned<T>(value: T): T {
  return cleanedAny(value) as T;
}

/** Behind the cut a secret may go on that begins before it. */
const BEHIND_THE_CUT = 1024;

/**
 * One text as a person sees it: safe for a terminal, secrets masked. Keys stay what they are in the state and in `json`: two
 * that differ in a secret are two, and programs name them to us; but nobody has to see them.
 */
export function shownText(text: string, maxLength: number): string {
  if (text.length < 8) return cleanForTerminal(text, maxLength);
  return cleanForTerminal(maskSecrets(text.slice(0, maxLength + BEHIND_THE_CUT)).text, maxLength);
}

function cleanedAny(value: unknown): unknown {
  if (typeof value === "string") return shownText(value, MOST_TEXT);
  if (Array.isArray(value)) return value.map(cleanedAny);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [shownText(key, MOST_TEXT), cleanedAny(member)]),
  );
}
