import type { Counts } from "../core/merge/counts.js";
import { threatsOf } from "../core/recognition/draft.js";
import { marked } from "../core/memory/draft-queue.js";
import { Recogniser, type Recognition } from "../core/recognition/recognition.js";
import { checkArgument, checkOptions } from "../core/usage/check-options.js";
import { sha256 } from "../io/evidence.js";
import {
  isPlainObject,
  isText,
  MOMENT,
  oneOf,
  required,
  RULES,
  THRESHOLDS,
  type Check,
  type Checks,
} from "../model/option-checks.js";
import { DEFAULT_THRESHOLDS, type Thresholds } from "../model/options.js";
import type { Rule } from "../model/rule.js";
import { momentOf } from "../scan/moment.js";

export interface RecognizeOptions {
  /** The moment that the counts were asked at. */
  readonly now: number | string | Date;
  /** Default: `DEFAULT_THRESHOLDS`. */
  readonly thresholds?: Thresholds;
  /** The rules that there are already, as `readRules` gives them: they cover patterns and name them. Default: none. */
  readonly rules?: readonly Rule[];
  readonly mode?: "scan" | "backfill";
}

const CHECKS = {
  now: required(MOMENT),
  thresholds: THRESHOLDS,
  rules: RULES,
  mode: oneOf(["scan", "backfill"]),
} satisfies Checks<RecognizeOptions>;

/** Maps among them: counts that went through JSON are none any more. */
const COUNTS: Check = {
  expected: "the result of scanArchives, unchanged",
  is: (value) =>
    isPlainObject(value) &&
    isPlainObject(value["lines"]) &&
    typeof value["lines"]["accepted"] === "number" &&
    Array.isArray(value["patterns"]) &&
    value["patterns"].every(isPattern) &&
    (value["archives"] === undefined || (Array.isArray(value["archives"]) && value["archives"].every(isArchive))),
};

function isPattern(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    isText(value["key"]) &&
    typeof value["total"] === "number" &&
    value["interceptors"] instanceof Map &&
    Array.isArray(value["newest"]) &&
    isPlainObject(value["fold"])
  );
}

function isArchive(value: unknown): boolean {
  return isPlainObject(value) && isText(value["path"]);
}

/**
 * From counts to patterns and drafts, as a pure function: no file is read, so labels and keywords come from the rules
 * alone, and drafts name their evidence by archive and offset. @throws UsageError
 */
export function recognize(
  counts: Counts & { readonly archives?: readonly { readonly path: string }[] },
  options: RecognizeOptions,
): Recognition {
  checkArgument("recognize", "counts", counts, COUNTS);
  checkOptions("recognize", options, CHECKS);
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
