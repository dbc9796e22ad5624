import { patternName } from "../merge/early-events.js";
import type { PatternCounts, Place } from "../merge/counts.js";
import type { HitText } from "./draft.js";

/** Of a pattern's newest places, in their order; undefined: not known. */
export type TextsOfNewest = readonly (HitText | undefined)[];

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
  readonly texts: TextsOfNewest;
  readonly units: number;
}

/** 16 hits of two thousand patterns, which is more than a home has that is in order. */
const MOST_TEXTS = 1 << 15;
const MOST_UNITS = 1 << 22;

/**
 * Texts of the newest hits of patterns, for the runs that come: where something was added to a pattern, nearly all of its newest
 * hits are those that were its newest before. Of files whose known part has not changed, and of the patterns that were asked for last.
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

  of(counts: PatternCounts): TextsOfNewest {
    const known = this.#patterns.get(patternName(counts.kind, counts.key));
    if (known === undefined) return counts.newest.map(() => undefined);
    let from = 0;
    return counts.newest.map((place) => {
      // What stays of the newest stays in its order.
      const at = this.#indexIn(known, place, from);
      if (at < 0) return undefined;
      from = at + 1;
      return known.texts[at];
    });
  }

  #indexIn({ newest, files }: KnownPattern, { archive, offset }: Place, from: number): number {
    for (let i = from; i < newest.length; i++) {
      const one = newest[i] as Place;
      const { mark, settledBytes } = files[one.archive] as FileThen;
      if (one.offset === offset && offset < settledBytes && mark === this.#files[archive]?.mark) return i;
    }
    return -1;
  }

  keep(counts: PatternCounts, texts: TextsOfNewest): void {
    const name = patternName(counts.kind, counts.key);
    this.#forget(name);
    let units = 0;
    for (const text of texts) if (text !== undefined) units += unitsOf(text);
    this.#patterns.set(name, { newest: counts.newest, files: this.#files, texts, units });
    this.#texts += texts.length;
    this.#units += units;
  }

  /** Call it when a run has ended: those that were kept longest ago go first. */
  trim(): void {
    for (const name of this.#patterns.keys()) {
      if (this.#texts <= MOST_TEXTS && this.#units <= MOST_UNITS) break;
      this.#forget(name);
    }
  }

  #forget(name: string): void {
    const known = this.#patterns.get(name);
    if (known === undefined) return;
    this.#patterns.delete(name);
    this.#texts -= known.texts.length;
    this.#units -= known.units;
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
