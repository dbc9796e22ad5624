import type { HitText } from "../core/recognition/draft.js";
import type { OpenArchive } from "./archives.js";

/** What was made of records before, by file and offset. */
export interface KnownRecords<T> {
  get(archive: OpenArchive, offset: number): T | undefined;
  set(archive: OpenArchive, offset: number, record: T): void;
}

/** 16 hits of two thousand patterns, which is more than a home has that is in order. */
const MOST_TEXTS = 1 << 15;
const MOST_UNITS = 1 << 22;

/**
 * Texts of hits that runs have read, for those that come, of files whose known part has not changed. Two generations: what is
 * asked for stays, and when the young one is full the old one goes.
 */
export class KnownTexts implements KnownRecords<HitText> {
  #young: Generation = new Map();
  #old: Generation = new Map();
  #texts = 0;
  #units = 0;

  /** Forgets what was read of other files than these. */
  hold(archives: readonly OpenArchive[]): void {
    const held = new Set(archives.map(fileOf));
    for (const generation of [this.#young, this.#old])
      for (const file of generation.keys()) if (!held.has(file)) generation.delete(file);
  }

  get(archive: OpenArchive, offset: number): HitText | undefined {
    const file = fileOf(archive);
    const young = this.#young.get(file)?.get(offset);
    if (young !== undefined) return young;
    const old = this.#old.get(file)?.get(offset);
    if (old !== undefined) this.set(archive, offset, old);
    return old;
  }

  set(archive: OpenArchive, offset: number, text: HitText): void {
    if (this.#texts >= MOST_TEXTS || this.#units >= MOST_UNITS) this.#turn();
    const file = fileOf(archive);
    let texts = this.#young.get(file);
    if (texts === undefined) this.#young.set(file, (texts = new Map()));
    texts.set(offset, text);
    this.#texts++;
    this.#units += unitsOf(text);
  }

  #turn(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#texts = 0;
    this.#units = 0;
  }
}

type Generation = Map<string, Map<number, HitText>>;

function fileOf({ identity }: OpenArchive): string {
  return `${identity.device}-${identity.inode}`;
}

function unitsOf({ session, keyword, reason, interceptor, agentAction, userIntent }: HitText): number {
  const texts = [session ?? "", keyword ?? "", reason, interceptor, agentAction, userIntent];
  return texts.reduce((sum, { length }) => sum + length, 0);
}
