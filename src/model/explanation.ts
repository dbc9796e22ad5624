import type { TriggerName } from "./options.js";
import type { CoveredBy, Draft, DraftStatus, EvidencePlace, PatternReport, Source } from "./report.js";
import type { KeyKind } from "./state.js";

export const VERDICTS = [
  "drafted",
  "waiting",
  "held_back",
  "covered",
  "missed",
  "no_hits",
  "unattributed",
  "by_hand",
] as const;

/**
 * What a scan makes of a pattern now:
 * - `drafted`: a threshold holds, nothing covers it, and its draft awaits a person; `waiting`: the same, but the queue is full;
 * - `held_back`: a threshold holds, but its confidence is too low for it to be offered;
 * - `covered`: a rule or a decision covers it; `missed`: no threshold holds; `no_hits`: nothing was logged of it;
 * - `unattributed`: hits without rule and keyword, which are counted and never drafted; `by_hand`: a person wrote it.
 */
export type Verdict = (typeof VERDICTS)[number];

/** What `explain` says of one pattern. Counts are of hits; times are ISO 8601. */
export interface Explanation {
  readonly schema: "mnemonic.explain/1";
  readonly now: string;
  readonly source: Source;
  readonly kind: KeyKind;
  readonly pattern: string;
  readonly rule_id?: string | null;
  readonly error_type?: string;
  readonly label: string;
  readonly verdict: Verdict;
  /** The first threshold that holds. */
  readonly trigger: PatternReport["trigger"];
  readonly counts: PatternReport["counts"] & { readonly undated: number; readonly future: number };
  readonly sessions: number;
  readonly first: string | null;
  readonly last: string | null;
  /** Only later hits count towards thresholds; null: nothing was judged yet. */
  readonly judged_until: string | null;
  /** Those that the pattern is judged by, in the order in which they are tried. */
  readonly thresholds: readonly ThresholdStanding[];
  readonly covered_by: CoveredBy | null;
  /** The rule file of this id, whether it covers anything or not. */
  readonly rule: RuleStanding | null;
  readonly confidence: ConfidenceStanding;
  /** The draft that a scan gives now. */
  readonly draft:
    | (Pick<Draft, "draft_id"> & {
        readonly status: "pending_confirm" | "held";
        readonly is_new: boolean;
      })
    | null;
  /** What the queue holds of the pattern. */
  readonly queued: QueuedStanding | null;
  /** The newest hits with their lines, the newest first. */
  readonly evidence: readonly EvidenceLine[];
}

export interface ThresholdStanding {
  readonly trigger: TriggerName;
  readonly holds: boolean;
  /** Hits that count: later than `judged_until`, less false positives. Of `revival`: contexts in one session. */
  readonly counted: number;
  readonly needed: number;
  readonly missing: number;
  /** So many more hits are enough if they come before this moment; null: at any time, or it can't be told. */
  readonly before: string | null;
  /** Sessions that come closest, of `same_session` and `revival`; up to 3. Those of which `before` is true, if it is told. */
  readonly closest: readonly string[];
}

export interface RuleStanding {
  readonly path: string;
  readonly title: string | null;
  readonly level: string | null;
  readonly state: "solid" | "placeholder" | "expired";
  readonly expires_at: string | null;
}

export interface ConfidenceStanding {
  readonly value: number;
  readonly held: boolean;
  readonly hold_below: number;
  readonly resume_above: number;
  /** How it came about: its start, what earlier runs had folded, what this log adds. */
  readonly history: readonly {
    readonly of: "start" | "remembered" | "now";
    readonly at: string | null;
    readonly value: number;
  }[];
  /** Verdicts that a person gave by `feedback` or by rejecting. */
  readonly verdicts: number;
}

export interface QueuedStanding {
  readonly draft_id: string;
  readonly status: DraftStatus;
  readonly decided_at: string | null;
  readonly for_good: boolean;
}

/** A hit's place with its line as it stands there, secrets masked. */
export interface EvidenceLine extends EvidencePlace {
  /** null: it can't be read any more. */
  readonly line: string | null;
  /** The line is longer than is shown. */
  readonly cut: boolean;
}
