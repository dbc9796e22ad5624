import { grown } from "./columns.js";

/** How many of a pattern's newest hits are remembered by place. */
export const NEWEST_LIMIT = 16;
const SMALL = 2; // most patterns of a hostile log are met once or twice: they get little

/** Where hits stand: three columns, oldest first (time, then archive, then offset); -Infinity is an undated hit. */
export interface PlaceColumns {
  readonly timeMs: Float64Array;
  readonly archive: Uint32Array;
  readonly offset: Float64Array;
  /** Rows of list i are `[ends[i - 1], ends[i])`. */
  readonly ends: Uint32Array;
}

/** For each of many patterns the 16 newest hits. Lists live in one arena; a full list is a ring. */
export class NewestPlaces {
  #timeMs: Float64Array = new Float64Array(64);
  #archive: Uint32Array = new Uint32Array(64);
  #offset: Float64Array = new Float64Array(64);
  #used = 0;
  #at: Uint32Array = new Uint32Array(8);
  #capacity: Uint8Array = new Uint8Array(8);
  #length: Uint8Array = new Uint8Array(8);
  #head: Uint8Array = new Uint8Array(8);
  #lists = 0;

  /** Offers a hit to list `list`; only the newest 16 stay. */
  offer(list: number, timeMs: number, archive: number, offset: number): void {
    if (list >= this.#lists) this.#growLists(list + 1);
    const length = this.#length[list] as number;
    if (length === NEWEST_LIMIT) return this.#replaceOldest(list, timeMs, archive, offset);
    if (length === (this.#capacity[list] as number)) this.#enlarge(list, length === 0 ? SMALL : NEWEST_LIMIT);
    this.#length[list] = length + 1;
    this.#settle(list, length, timeMs, archive, offset);
  }

  toColumns(lists: number): PlaceColumns {
    return this.columnsOf(Uint32Array.from({ length: lists }, (_, list) => list));
  }

  /** Of some lists, in this order. */
  columnsOf(lists: Uint32Array): PlaceColumns {
    const ends = new Uint32Array(lists.length);
    let rows = 0;
    for (let n = 0; n < lists.length; n++) ends[n] = rows += this.#length[lists[n] as number] ?? 0;
    const out = {
      timeMs: new Float64Array(rows),
      archive: new Uint32Array(rows),
      offset: new Float64Array(rows),
      ends,
    };
    for (let n = 0, row = 0; n < lists.length; n++) {
      const list = lists[n] as number;
      for (let i = 0; i < (this.#length[list] ?? 0); i++, row++) {
        const slot = this.#slot(list, i);
        out.timeMs[row] = this.#timeMs[slot] as number;
        out.archive[row] = this.#archive[slot] as number;
        out.offset[row] = this.#offset[slot] as number;
      }
    }
    return out;
  }

  #slot(list: number, i: number): number {
    return (this.#at[list] as number) + (((this.#head[list] as number) + i) & (NEWEST_LIMIT - 1));
  }

  #replaceOldest(list: number, timeMs: number, archive: number, offset: number): void {
    if (this.#isAfter(this.#slot(list, 0), timeMs, archive, offset)) return;
    this.#head[list] = ((this.#head[list] as number) + 1) & (NEWEST_LIMIT - 1);
    this.#settle(list, NEWEST_LIMIT - 1, timeMs, archive, offset);
  }

  /** Puts the hit into free position `i`, moving newer ones up: none when hits arrive in order of time. */
  #settle(list: number, i: number, timeMs: number, archive: number, offset: number): void {
    let slot = this.#slot(list, i);
    for (; i > 0; i--) {
      const below = this.#slot(list, i - 1);
      if (!this.#isAfter(below, timeMs, archive, offset)) break;
      this.#copy(below, slot);
      slot = below;
    }
    this.#timeMs[slot] = timeMs;
    this.#archive[slot] = archive;
    this.#offset[slot] = offset;
  }

  #isAfter(slot: number, timeMs: number, archive: number, offset: number): boolean {
    const t = this.#timeMs[slot] as number;
    if (t !== timeMs) return t > timeMs;
    const a = this.#archive[slot] as number;
    return a === archive ? (this.#offset[slot] as number) > offset : a > archive;
  }

  #copy(from: number, to: number): void {
    this.#timeMs[to] = this.#timeMs[from] as number;
    this.#archive[to] = this.#archive[from] as number;
    this.#offset[to] = this.#offset[from] as number;
  }

  #enlarge(list: number, capacity: number): void {
    const from = this.#at[list] as number;
    const to = this.#used;
    this.#used += capacity;
    this.#timeMs = grown(this.#timeMs, this.#used);
    this.#archive = grown(this.#archive, this.#used);
    this.#offset = grown(this.#offset, this.#used);
    for (let i = 0; i < (this.#length[list] as number); i++) this.#copy(from + i, to + i);
    this.#at[list] = to;
    this.#capacity[list] = capacity;
  }

  #growLists(lists: number): void {
    this.#lists = lists;
    this.#at = grown(this.#at, lists);
    this.#capacity = grown(this.#capacity, lists);
    this.#length = grown(this.#length, lists);
    this.#head = grown(this.#head, lists);
  }
}
