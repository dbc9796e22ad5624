import { patternName } from "../merge/early-events.js";
import type { PatternCounts, Place } from "../merge/counts.js";
import type { HitText, HitWords } from "./draft.js";

/**
 * Of a pattern's newest places, in their order; undefined: not known. Words stand apart too: all of them are wanted, and of the
 * hits only the first few, and to look at each of them costs more than all else, for they lie anywhere in memory.
 */
export interface NewestTexts {
  readonly hits: (HitText | undefined)[];
  readonly words: (HitWords | undefined)[];
}

export function unknownTexts({ newest }: PatternCounts): NewestTexts {
  return { hits: newest.map(() => undefined), words: newest.map(() => undefined) };
}

/** A file, by what it is and not by its name. */
interface Identified {
  readonly identity: { readonly device: string; readonly inode: string };
}

/** A file as it was in one run. */
interface FileThen {
  /** Stands for the file as long as its known part has not changed. */
  readonly mark: object;
  /** Up to here it was known then: what stood behind may be another line by now, though the known part has not changed. */
  readonly settledBytes: number;
}

interface KnownPattern {
  readonly newest: readonly Place[];
  /** By the number of the archive, as it was then. */
  readonly files: readonly FileThen[];
  readonly texts: NewestTexts;
  /** In UTF-16 units: no text of it was longer. */
  readonly longest: number;
  /** At most so many together. */
  readonly units: number;
}

/** 16 hits of two thousand patterns, which is more than a home has that is in order. */
const MOST_TEXTS = 1 << 15;
const MOST_UNITS = 1 << 22;

/**
 * Texts of the newest hits of patterns, for the runs that come: where something was added to a pattern, nearly all of its newest
 * hits are those that were its newest before. Of files whose known part has not changed, and of as many patterns as there is room for.
 */
export class KnownTexts {
  #marks = new Map<string, object>();
  #files: readonly FileThen[] = [];
  readonly #patterns = new Map<string, KnownPattern>();
  #texts = 0;
  #units = 0;

  /**
   * Call it first in each run. `archives`: by number; `held`: those whose known part has not changed; `settledBytes`: by number,
   * up to where each is known now.
   */
  hold(archives: readonly Identified[], held: readonly Identified[], settledBytes: readonly number[]): void {
    const isHeld = new Set(held.map(fileOf));
    const before = this.#marks;
    this.#marks = new Map();
    this.#files = archives.map((archive, i) => {
      const file = fileOf(archive);
      const mark = (isHeld.has(file) ? before.get(file) : undefined) ?? {};
      this.#marks.set(file, mark);
      return { mark, settledBytes: settledBytes[i] ?? 0 };
    });
  }

  of({ kind, key, newest }: PatternCounts): NewestTexts {
    const texts: NewestTexts = { hits: [], words: [] };
    const known = this.#patterns.get(patternName(kind, key));
    let from = 0;
    for (const place of newest) {
      // What stays of the newest stays in its order.
      const at = known === undefined ? -1 : this.#indexIn(known, place, from);
      texts.hits.push(at < 0 ? undefined : known?.texts.hits[at]);
      texts.words.push(at < 0 ? undefined : known?.texts.words[at]);
      if (at >= 0) from = at + 1;
    }
    return texts;
  }

  #indexIn({ newest, files }: KnownPattern, { archive, offset }: Place, from: number): number {
    for (let i = from; i < newest.length; i++) {
      const one = newest[i] as Place;
      const { mark, settledBytes } = files[one.archive] as FileThen;
      if (one.offset === offset && offset < settledBytes && mark === this.#files[archive]?.mark) return i;
    }
    return -1;
  }

  /** `fresh`: those of the texts that were read by this run. */
  keep({ kind, key, newest }: PatternCounts, texts: NewestTexts, fresh: readonly HitText[]): void {
    const name = patternName(kind, key);
    const before = this.#patterns.get(name);
    const longest = fresh.reduce((most, text) => Math.max(most, unitsOf(text)), before?.longest ?? 0);
    const known = { newest, files: this.#files, texts, longest, units: longest * newest.length };
    this.#patterns.set(name, known);
    this.#texts += newest.length - (before?.newest.length ?? 0);
    this.#units += known.units - (before?.units ?? 0);
  }

  /** Call it when a run has ended: patterns that came first go first. */
  trim(): void {
    for (const [name, { newest, units }] of this.#patterns) {
      if (this.#texts <= MOST_TEXTS && this.#units <= MOST_UNITS) break;
      this.#patterns.delete(name);
      this.#texts -= newest.length;
      this.#units -= units;
    }
  }
}

function fileOf({ identity: { device, inode } }: Identified): string {
  return `${device}-${inode}`;
}

function unitsOf({ session, words, interceptor, agentAction, userIntent }: HitText): number {
  const { reason, type, keywords } = words;
  let units = reason.length + type.length + interceptor.length + agentAction.length + userIntent.length;
  if (session !== null) units += session.length;
  for (const { length } of keywords) units += length;
  return units;
}
