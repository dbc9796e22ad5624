import type { Draft, PatternReport, Source } from "../model/report.js";
import type { Thresholds } from "../model/options.js";
import type { Rule } from "../model/rule.js";
import type { Counts, PatternCounts, Place } from "./counts.js";
import { draftOf, wordingOf, type DraftContext, type HitTexts } from "./draft.js";
import { coveringRule, recognise, recommendedAction, type Mode, type Recognised } from "./recognise.js";
import { PATTERN } from "./record.js";
import { RuleIndex } from "./rule-index.js";
import { isoTime } from "./time.js";

export interface RecognitionOptions {
  readonly mode: Mode;
  readonly source: Source;
  readonly nowMs: number;
  readonly thresholds: Thresholds;
  readonly rules: readonly Rule[];
  /** Paths of the archives, by number. */
  readonly paths: readonly string[];
  /** SHA-256 of UTF-8 text, in hex. */
  readonly sha256: (text: string) => string;
}

export interface Recognition {
  readonly patterns: readonly PatternReport[];
  readonly drafts: readonly Draft[];
}

/**
 * From counts to patterns and drafts. Two steps, because the words of a draft are in the archives and are read only for
 * patterns that a trigger holds for: `assess` says which places are needed, `conclude` takes what stood there.
 */
export class Recogniser {
  readonly #options: RecognitionOptions;
  readonly #rules: RuleIndex;
  readonly #recognised: readonly Recognised[];

  constructor(counts: Counts, options: RecognitionOptions) {
    this.#options = options;
    this.#rules = new RuleIndex(options.rules, options.nowMs);
    this.#recognised = recognise(counts.patterns, options.mode, options.thresholds, this.#rules);
  }

  /** Places of the hits whose text `conclude` wants. */
  places(): Place[] {
    return this.#recognised.flatMap(({ trigger, counts }) =>
      trigger === null ? [] : [...counts.newest, ...momentHits(counts)],
    );
  }

  conclude(texts: HitTexts): Recognition {
    const context: DraftContext = { ...this.#options, texts };
    const drafts: Draft[] = [];
    const patterns = this.#recognised.map((one) => {
      const rule = one.counts.kind === PATTERN.rule ? this.#rules.any(one.counts.key) : undefined;
      const wording = wordingOf(one.counts, rule, texts);
      const covered = coveringRule(one.counts, one.trigger === null ? [] : wording.exact, this.#rules);
      if (one.trigger !== null && covered === null)
        drafts.push(draftOf({ ...one, trigger: one.trigger }, wording, rule, context));
      return patternReport(
        one,
        wording.label,
        covered,
        recommendedAction(one, covered, false, this.#options.thresholds),
      );
    });
    return { patterns, drafts };
  }
}

function momentHits({ early }: PatternCounts): readonly Place[] {
  return typeof early === "object" ? early.hits : [];
}

function patternReport(
  one: Recognised,
  label: string,
  covered: PatternReport["covered_by"],
  action: string,
): PatternReport {
  const { counts } = one;
  return {
    pattern: counts.key,
    ...identity(counts),
    label,
    interceptors: Object.fromEntries(counts.interceptors),
    counts: {
      total: counts.total,
      d7: counts.d7,
      d14: counts.d14,
      session: counts.current,
      false_positives: counts.falsePositives,
    },
    sessions: counts.sessions,
    first: isoTime(counts.firstMs),
    last: isoTime(counts.lastMs),
    trigger: one.trigger,
    confidence: one.confidence,
    action,
    covered_by: covered,
  };
}

function identity(counts: PatternCounts): Pick<PatternReport, "rule_id" | "error_type"> {
  if (counts.kind === PATTERN.error) return { error_type: counts.key };
  return { rule_id: counts.kind === PATTERN.rule ? counts.key : null };
}
