import type { HitText } from "../core/recognition/draft.js";
import type { OpenArchive } from "./archives.js";

/** What was made of the records of files before. */
export interface KnownRecords<T> {
  of(archive: OpenArchive): RecordsOfFile<T>;
}

/** By offset. */
export interface RecordsOfFile<T> {
  get(offset: number): T | undefined;
  set(offset: number, record: T): unknown;
}

/** 16 hits of two thousand patterns, which is more than a home has that is in order. */
const MOST_TEXTS = 1 << 15;
const MOST_UNITS = 1 << 22;

/**
 * Texts of hits that runs have read, for those that come, of files whose known part has not changed. Two generations: what is
 * asked for stays, and when the young one has become full the old one goes; not before a run has ended, for it asks again.
 */
export class KnownTexts implements KnownRecords<HitText> {
  #young: Generation = new Map();
  #old: Generation = new Map();
  #texts = 0;
  #units = 0;

  /** Forgets what was read of other files than these. */
  hold(archives: readonly OpenArchive[]): void {
    const held = new Set(archives.map(({ identity }) => fileOf(identity)));
    for (const generation of [this.#young, this.#old])
      for (const file of generation.keys()) if (!held.has(file)) generation.delete(file);
  }

  of({ identity }: OpenArchive): RecordsOfFile<HitText> {
    const file = fileOf(identity);
    const young = this.#young.get(file) ?? new Map<number, HitText>();
    const old = this.#old.get(file);
    this.#young.set(file, young);
    const set = (offset: number, text: HitText): void => {
      young.set(offset, text);
      this.#texts++;
      this.#units += unitsOf(text);
    };
    const revive = (offset: number): HitText | undefined => {
      const text = old?.get(offset);
      if (text !== undefined) set(offset, text);
      return text;
    };
    return { get: (offset) => young.get(offset) ?? revive(offset), set };
  }

  /** Call it when a run has ended. */
  trim(): void {
    if (this.#texts < MOST_TEXTS && this.#units < MOST_UNITS) return;
    // One run's alone may be too much.
    this.#old = this.#texts < 2 * MOST_TEXTS && this.#units < 2 * MOST_UNITS ? this.#young : new Map();
    this.#young = new Map();
    this.#texts = 0;
    this.#units = 0;
  }
}

type Generation = Map<string, Map<number, HitText>>;

function fileOf({ device, inode }: OpenArchive["identity"]): string {
  return `${device}-${inode}`;
}

function unitsOf({ session, keywords, reason, type, interceptor, agentAction, userIntent }: HitText): number {
  const texts = [session ?? "", ...keywords, reason, type, interceptor, agentAction, userIntent];
  return texts.reduce((sum, { length }) => sum + length, 0);
}
