import type { Counts } from "../core/merge/counts.js";
import { threatsOf } from "../core/recognition/draft.js";
import { marked } from "../core/memory/draft-queue.js";
import { Recogniser, type Recognition } from "../core/recognition/recognition.js";
import { sha256 } from "../io/evidence.js";
import { DEFAULT_THRESHOLDS, type Thresholds } from "../model/options.js";
import type { Rule } from "../model/rule.js";
import { momentOf } from "../scan/moment.js";

export interface RecognizeOptions {
  /** The moment that the counts were asked at. */
  readonly now: number | string | Date;
  readonly thresholds?: Thresholds;
  readonly rules?: readonly Rule[];
  readonly mode?: "scan" | "backfill";
}

/**
 * From counts to patterns and drafts, as a pure function: no file is read, so labels and keywords come from the rules
 * alone, and drafts name their evidence by archive number and offset.
 */
export function recognize(
  counts: Counts & { readonly archives?: readonly { readonly path: string }[] },
  options: RecognizeOptions,
): Recognition {
  const recogniser = new Recogniser(counts, {
    mode: options.mode ?? "scan",
    source: counts.lines.accepted > 0 ? "guard_intercept" : "none",
    nowMs: momentOf(options.now),
    thresholds: options.thresholds ?? DEFAULT_THRESHOLDS,
    // A copy: what is made of rules is kept by their list, and this one may be changed.
    rules: [...(options.rules ?? [])],
    paths: counts.archives?.map(({ path }) => path) ?? [],
    sha256,
  });
  const { patterns, drafts } = recogniser.conclude(() => undefined);
  const threats = new Map(drafts.map((draft) => [draft.draft_id, threatsOf(draft)]));
  return { patterns, drafts: drafts.map((draft) => marked(draft, threats)) };
}
