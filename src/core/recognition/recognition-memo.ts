import type { Draft, PatternReport, Source } from "../../model/report.js";
import type { Thresholds } from "../../model/options.js";
import type { Rule } from "../../model/rule.js";
import type { DecidedDraft, HistoryEntry, QueuedDraft } from "../../model/state.js";
import type { LapsedDraft, OfferedDraft } from "../memory/draft-queue.js";
import type { Remembered } from "../memory/pattern-history.js";
import type { PatternCounts } from "../merge/counts.js";
import type { Wording } from "./draft.js";
import type { Mode, Recognised } from "./recognise.js";

/** What all patterns of a run are judged by, beside their counts. */
export interface Ground {
  readonly mode: Mode;
  readonly source: Source;
  readonly thresholds: Thresholds;
  readonly rules: readonly Rule[];
  readonly nowMs: number;
  readonly paths: readonly string[];
}

/** What the state says of one pattern: entries are the same objects as long as they say the same. */
export interface Standing {
  readonly history: HistoryEntry | undefined;
  readonly queued: QueuedDraft | undefined;
  readonly decided: DecidedDraft | undefined;
  /** The current session, if the pattern was decided in it. */
  readonly pushedIn: string | null;
  /** What the scan was told to be folded already. */
  readonly foldedUntilMs: number | undefined;
}

/** What the lines of a pattern's newest hits come to. */
export interface ShownWords {
  readonly wording: Wording;
  readonly evidence: Draft["evidence"];
}

/** All that comes of one pattern. */
export interface Concluded {
  readonly pattern: PatternReport;
  readonly one: Remembered;
  readonly offer: OfferedDraft | undefined;
  readonly lapsed: LapsedDraft | undefined;
}

/** What was made of one pattern. */
export class KnownPattern {
  words: ShownWords | undefined;
  #recognised: { readonly standing: Standing; readonly one: Recognised } | undefined;
  #concluded: { readonly standing: Standing; readonly one: Recognised; readonly concluded: Concluded } | undefined;

  recognised({ history, foldedUntilMs }: Standing): Recognised | undefined {
    const known = this.#recognised;
    const isSame = known?.standing.history === history && known?.standing.foldedUntilMs === foldedUntilMs;
    return isSame ? known?.one : undefined;
  }

  keepRecognised(standing: Standing, one: Recognised): void {
    this.#recognised = { standing, one };
  }

  concluded(one: Recognised, { queued, decided, pushedIn }: Standing): Concluded | undefined {
    const known = this.#concluded;
    if (known?.one !== one) return undefined;
    const { standing } = known;
    const isSame = standing.queued === queued && standing.decided === decided && standing.pushedIn === pushedIn;
    return isSame ? known.concluded : undefined;
  }

  keepConcluded(standing: Standing, one: Recognised, concluded: Concluded): void {
    this.#concluded = { standing, one, concluded };
  }
}

/**
 * What was made of patterns in the runs before. It is kept by the very object that holds a pattern's counts: as long as nothing
 * has happened to a pattern that is the same one (core/segment/told-counts.ts).
 */
export class RecognitionMemo {
  #ground = "";
  #rules: readonly Rule[] = [];
  #known = new WeakMap<PatternCounts, KnownPattern>();

  /** Call it first in each run: on other ground, all is to be looked at anew. */
  standOn({ rules, nowMs, ...rest }: Ground): void {
    const expired = rules.filter(({ expiresAtMs }) => expiresAtMs !== null && expiresAtMs <= nowMs).length;
    const ground = JSON.stringify([rest, expired]);
    if (ground !== this.#ground || rules !== this.#rules) this.#known = new WeakMap();
    this.#ground = ground;
    this.#rules = rules;
  }

  of(counts: PatternCounts): KnownPattern {
    let known = this.#known.get(counts);
    if (known === undefined) this.#known.set(counts, (known = new KnownPattern()));
    return known;
  }
}
