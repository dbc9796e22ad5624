import { ByteDictionary } from "./byte-dictionary.js";
import { byteStart, bytesAt, grown, joinBytes, type ByteColumn } from "./columns.js";
import type { HashSeed } from "../line/hash.js";
import { NewestPlaces, type PlaceColumns } from "./newest-places.js";
import { PairIndex } from "./pair-index.js";
import type { PatternKind } from "../line/record.js";
import { decodeWtf8, encodeWtf8 } from "../line/wtf8.js";

/** The serial form of what is counted per pattern, whatever its sessions. */
export interface PatternColumns {
  /** One byte for the pattern's kind, then its key in WTF-8. */
  readonly keys: ByteColumn;
  readonly interceptors: ByteColumn;
  /** Hits per (pattern, interceptor). */
  readonly pairs: { readonly pattern: Uint32Array; readonly interceptor: Uint32Array; readonly hits: Float64Array };
  readonly future: Uint32Array;
  readonly undated: Uint32Array;
  readonly falsePositives: Uint32Array;
  /** Times of the first and last dated hit that is not future; Infinity and -Infinity: none. */
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly newest: PlaceColumns;
}

/** Per pattern: totals per interceptor, first and last time, the newest places. Update, state, merge; finish is in windows.ts. */
export class PatternTable {
  readonly #keys: ByteDictionary;
  readonly #interceptors: ByteDictionary;
  readonly #pairs: PairIndex;
  readonly #newest = new NewestPlaces();
  #pairHits: Float64Array = new Float64Array(8);
  /** By pattern the last of its pairs and one, by pair the one before and one; 0: none. */
  #lastPair: Uint32Array = new Uint32Array(8);
  #pairBefore: Uint32Array = new Uint32Array(8);
  #future: Uint32Array = new Uint32Array(8);
  #undated: Uint32Array = new Uint32Array(8);
  #falsePositives: Uint32Array = new Uint32Array(8);
  #firstMs: Float64Array = new Float64Array(8);
  #lastMs: Float64Array = new Float64Array(8);

  constructor(seed: HashSeed) {
    this.#keys = new ByteDictionary(seed);
    this.#interceptors = new ByteDictionary(seed);
    this.#pairs = new PairIndex(seed);
  }

  get size(): number {
    return this.#keys.size;
  }

  pattern(kind: PatternKind, key: string): number {
    const text = encodeWtf8(key);
    const bytes = new Uint8Array(text.length + 1);
    bytes[0] = kind;
    bytes.set(text, 1);
    return this.#patternRow(bytes, 0, bytes.length);
  }

  /** Kind and key of a pattern by its row. */
  name(pattern: number): { kind: PatternKind; key: string } {
    const bytes = this.#keys.bytesOf(pattern);
    return { kind: bytes[0] as PatternKind, key: decodeWtf8(bytes.subarray(1)) };
  }

  interceptor(bytes: Uint8Array, start = 0, end = bytes.length): number {
    return this.#interceptors.intern(bytes, start, end);
  }

  /** Counts a hit that is dated and not future. */
  hit(pattern: number, interceptor: number, ms: number, archive: number, offset: number): void {
    this.#addPair(pattern, interceptor, 1);
    if (ms < (this.#firstMs[pattern] as number)) this.#firstMs[pattern] = ms;
    if (ms > (this.#lastMs[pattern] as number)) this.#lastMs[pattern] = ms;
    this.#newest.offer(pattern, ms, archive, offset);
  }

  undatedHit(pattern: number, interceptor: number, archive: number, offset: number): void {
    this.#addPair(pattern, interceptor, 1);
    this.#undated[pattern] = (this.#undated[pattern] as number) + 1;
    this.#newest.offer(pattern, -Infinity, archive, offset);
  }

  futureHit(pattern: number, interceptor: number): void {
    this.#addPair(pattern, interceptor, 1);
    this.#future[pattern] = (this.#future[pattern] as number) + 1;
  }

  falsePositive(pattern: number): void {
    this.#falsePositives[pattern] = (this.#falsePositives[pattern] as number) + 1;
  }

  /** Adds another table; gives the row here of each of its patterns. */
  absorb(other: PatternColumns): Uint32Array {
    const rows = new Uint32Array(other.keys.ends.length);
    for (let p = 0; p < rows.length; p++) {
      const row = this.#patternRow(other.keys.bytes, byteStart(other.keys, p), other.keys.ends[p] as number);
      rows[p] = row;
      this.#future[row] = (this.#future[row] as number) + (other.future[p] as number);
      this.#undated[row] = (this.#undated[row] as number) + (other.undated[p] as number);
      this.#falsePositives[row] = (this.#falsePositives[row] as number) + (other.falsePositives[p] as number);
      this.#firstMs[row] = Math.min(this.#firstMs[row] as number, other.firstMs[p] as number);
      this.#lastMs[row] = Math.max(this.#lastMs[row] as number, other.lastMs[p] as number);
      this.#absorbPlaces(row, other.newest, p);
    }
    this.#absorbPairs(other, rows);
    return rows;
  }

  toColumns(): PatternColumns {
    const n = this.size;
    const [pattern, interceptor] = this.#pairs.toColumns();
    return {
      keys: this.#keys.toColumn(),
      interceptors: this.#interceptors.toColumn(),
      pairs: { pattern, interceptor, hits: this.#pairHits.slice(0, this.#pairs.size) },
      future: this.#future.slice(0, n),
      undated: this.#undated.slice(0, n),
      falsePositives: this.#falsePositives.slice(0, n),
      firstMs: this.#firstMs.slice(0, n),
      lastMs: this.#lastMs.slice(0, n),
      newest: this.#newest.toColumns(n),
    };
  }

  /** Of some patterns alone, which are numbered anew in this order. */
  columnsOf(rows: Uint32Array): PatternColumns {
    return {
      keys: joinBytes(Array.from(rows, (row) => this.#keys.bytesOf(row))),
      ...this.#pairsOf(rows),
      future: rows.map((row) => this.#future[row] as number),
      undated: rows.map((row) => this.#undated[row] as number),
      falsePositives: rows.map((row) => this.#falsePositives[row] as number),
      firstMs: Float64Array.from(rows, (row) => this.#firstMs[row] as number),
      lastMs: Float64Array.from(rows, (row) => this.#lastMs[row] as number),
      newest: this.#newest.columnsOf(rows),
    };
  }

  #pairsOf(rows: Uint32Array): Pick<PatternColumns, "interceptors" | "pairs"> {
    const [pattern, interceptor, hits]: [number[], number[], number[]] = [[], [], []];
    const names = new Map<number, number>();
    rows.forEach((row, p) => {
      for (let next = this.#lastPair[row] ?? 0; next > 0; next = this.#pairBefore[next - 1] as number) {
        const name = this.#pairs.second(next - 1);
        if (!names.has(name)) names.set(name, names.size);
        pattern.push(p);
        interceptor.push(names.get(name) as number);
        hits.push(this.#pairHits[next - 1] as number);
      }
    });
    return {
      interceptors: joinBytes(Array.from(names.keys(), (name) => this.#interceptors.bytesOf(name))),
      pairs: {
        pattern: Uint32Array.from(pattern),
        interceptor: Uint32Array.from(interceptor),
        hits: Float64Array.from(hits),
      },
    };
  }

  #patternRow(bytes: Uint8Array, start: number, end: number): number {
    const known = this.size;
    const row = this.#keys.intern(bytes, start, end);
    if (row === known) {
      this.#future = grown(this.#future, row + 1);
      this.#undated = grown(this.#undated, row + 1);
      this.#falsePositives = grown(this.#falsePositives, row + 1);
      this.#firstMs = grown(this.#firstMs, row + 1);
      this.#lastMs = grown(this.#lastMs, row + 1);
      this.#firstMs[row] = Infinity;
      this.#lastMs[row] = -Infinity;
    }
    return row;
  }

  #addPair(pattern: number, interceptor: number, hits: number): void {
    const known = this.#pairs.size;
    const pair = this.#pairs.intern(pattern, interceptor);
    if (pair === known) this.#linkPair(pattern, pair);
    this.#pairHits[pair] = (this.#pairHits[pair] as number) + hits;
  }

  #linkPair(pattern: number, pair: number): void {
    this.#pairHits = grown(this.#pairHits, pair + 1);
    this.#pairBefore = grown(this.#pairBefore, pair + 1);
    this.#lastPair = grown(this.#lastPair, pattern + 1);
    this.#pairBefore[pair] = this.#lastPair[pattern] as number;
    this.#lastPair[pattern] = pair + 1;
  }

  #absorbPairs(other: PatternColumns, rows: Uint32Array): void {
    const names = other.interceptors.ends.length;
    const interceptors = Uint32Array.from({ length: names }, (_, i) =>
      this.interceptor(bytesAt(other.interceptors, i)),
    );
    for (let i = 0; i < other.pairs.hits.length; i++) {
      const pattern = rows[other.pairs.pattern[i] as number] as number;
      this.#addPair(
        pattern,
        interceptors[other.pairs.interceptor[i] as number] as number,
        other.pairs.hits[i] as number,
      );
    }
  }

  #absorbPlaces(row: number, places: PlaceColumns, list: number): void {
    for (let i = list === 0 ? 0 : (places.ends[list - 1] as number); i < (places.ends[list] as number); i++) {
      this.#newest.offer(row, places.timeMs[i] as number, places.archive[i] as number, places.offset[i] as number);
    }
  }
}
