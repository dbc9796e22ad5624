import type { Rescan } from "../rescan/rescan.js";
import type { ArchiveScan } from "../scan/archive-scan.js";
import type { Counted } from "../scan/count-options.js";
import { randomSeed } from "../scan/random-seed.js";
import type { ContextPartial, ContextQuestion } from "../core/count/context-tally.js";
import { contextOf, contextPlaces, newestHitMs, type ContextPlace } from "../core/memory/context-log.js";
import type { PatternCounts } from "../core/merge/counts.js";
import type { HitTexts } from "../core/recognition/draft.js";
import { marked } from "../core/memory/draft-queue.js";
import { patternName } from "../core/merge/early-events.js";
import type { Memory } from "../core/memory/memory.js";
import type { RecordReading } from "../core/line/reading.js";
import { Recogniser, type Conclusion } from "../core/recognition/recognition.js";
import type { Mode } from "../core/recognition/recognise.js";
import { contextsUntilMs, remember, type Remembrance } from "../core/memory/remember.js";
import { readHitTexts, sha256 } from "../io/evidence.js";
import type { KnownTexts } from "../core/recognition/known-texts.js";
import type { RecognitionMemo } from "../core/recognition/recognition-memo.js";
import type { Explanation } from "../model/explanation.js";
import type { Thresholds } from "../model/options.js";
import type { Source } from "../model/report.js";
import type { Rule } from "../model/rule.js";
import type { ContextEntry } from "../model/state.js";
import { explainPattern } from "./explain-pattern.js";
import type { PassedOver } from "../io/archive-paths.js";
import { memoryOf } from "./remembered-home.js";

/** What a run has counted. */
export interface Counting {
  readonly intercepts: Counted;
  readonly errors: Counted | undefined;
  /** The scan whose patterns are recognised. */
  readonly used: Counted;
  readonly scan: Pick<ArchiveScan, "set" | "paths"> & Partial<Pick<Rescan, "held" | "settledBytes">>;
  readonly source: Source;
  readonly reading: RecordReading;
  /** What the scan was told to be folded already, by `patternName`. */
  readonly foldedUntilMs: ReadonlyMap<string, number>;
  /** What named folders hold that has no archive's name. */
  readonly passedOver: PassedOver;
}

/** What runs before have made of the same archives. */
export interface KnownRecognition {
  readonly texts: KnownTexts;
  readonly recognised: RecognitionMemo;
}

export type ScanContexts = (question: ContextQuestion) => Promise<readonly ContextPartial[]>;

export interface RunOutcome {
  readonly conclusion: Conclusion;
  readonly remembrance: Remembrance;
}

/** Recognition of what was counted, asked once of the state that was read, and again if another is found at the commit. */
export class RunRecognition {
  readonly #mode: Mode;
  readonly #nowMs: number;
  readonly #rules: readonly Rule[];
  readonly #thresholds: Thresholds;
  readonly #counting: Counting;
  readonly #ownLog: boolean;
  readonly #known: KnownRecognition | undefined;
  readonly #isShown: boolean;
  #texts: HitTexts = () => undefined;
  #contextPlaces: readonly ContextPlace[] = [];
  readonly #seed = randomSeed();
  #archived: readonly ContextPartial[] = [];
  /** Of the memory that was asked last: what it has looked at it need not look at again. */
  #last: { readonly memory: Memory; readonly recogniser: Recogniser } | undefined;

  constructor(
    mode: Mode,
    nowMs: number,
    rules: readonly Rule[],
    thresholds: Thresholds,
    counting: Counting,
    ownLog: boolean,
    known?: KnownRecognition,
    isShown = true,
  ) {
    this.#mode = mode;
    this.#nowMs = nowMs;
    this.#rules = rules;
    this.#thresholds = thresholds;
    this.#counting = counting;
    this.#ownLog = ownLog;
    this.#known = known;
    this.#isShown = isShown;
  }

  memoryOf(state: Memory["state"]): Memory {
    return memoryOf(state, this.#rules, this.#nowMs);
  }

  /** Reads what was not counted: the lines of the hits that are shown or kept, and archived contexts of placeholders. */
  async readTexts(memory: Memory, scanContexts: ScanContexts): Promise<void> {
    const { scan, used, source } = this.#counting;
    // Of a scan of another source nothing is held.
    this.#known?.texts.hold(scan.set.open, scan.held ?? [], scan.settledBytes ?? []);
    const recogniser = this.#recogniser(memory);
    this.#archived = await scanContexts(recogniser.contextQuestion());
    if (this.#archived.length > 0) this.#last = undefined;
    if (this.#ownLog && source === "guard_intercept")
      this.#contextPlaces = contextPlaces(used.counts.patterns, contextsUntilMs(memory.state, this.#nowMs));
    const places = [...recogniser.places(), ...this.#contextPlaces.map(({ place }) => place)];
    this.#texts = await readHitTexts(scan.set.open, places, this.#counting.reading);
  }

  conclude(memory: Memory): RunOutcome {
    const { used, source } = this.#counting;
    const conclusion = this.#recogniser(memory).conclude(this.#texts);
    const remembrance = remember(memory, {
      nowMs: this.#nowMs,
      source,
      session: used.counts.currentSession,
      ownLog: this.#ownLog,
      offers: conclusion.offers,
      lapsed: conclusion.lapsed,
      patterns: conclusion.remembered,
      contexts: this.#contexts(memory),
      newestHitMs: source === "guard_intercept" ? newestHitMs(used.counts.patterns) : -Infinity,
      isShown: this.#isShown,
    });
    const drafts = conclusion.drafts.map((draft) => marked(draft, remembrance.threats));
    return { conclusion: { ...conclusion, drafts }, remembrance };
  }

  /** What `conclude` makes of one pattern, and why. @throws PatternNotFoundError */
  async explain(name: string, memory: Memory): Promise<Explanation> {
    return explainPattern(name, {
      nowMs: this.#nowMs,
      source: this.#counting.source,
      thresholds: this.#thresholds,
      rules: this.#rules,
      memory,
      recogniser: this.#recogniser(memory),
      archives: this.#counting.scan.set.open,
      reading: this.#counting.reading,
      outcome: this.conclude(memory),
    });
  }

  #recogniser(memory: Memory): Recogniser {
    if (this.#last?.memory !== memory) this.#last = { memory, recogniser: this.#newRecogniser(memory) };
    return this.#last.recogniser;
  }

  #newRecogniser(memory: Memory): Recogniser {
    const { used, source, scan, foldedUntilMs } = this.#counting;
    return new Recogniser(used.counts, {
      mode: this.#mode,
      source,
      nowMs: this.#nowMs,
      thresholds: this.#thresholds,
      rules: this.#rules,
      paths: scan.paths,
      sha256,
      memory,
      foldedUntilMs: ({ kind, key }: PatternCounts) => foldedUntilMs.get(patternName(kind, key)),
      archived: this.#archived,
      seed: this.#seed,
      memo: this.#known?.recognised,
      known: this.#known?.texts,
    });
  }

  #contexts(memory: Memory): ContextEntry[] {
    return this.#contextPlaces.flatMap((one) => {
      const text = this.#texts(one.place);
      return text === undefined ? [] : [contextOf(one, text, memory.stored(one.counts.key))];
    });
  }
}
