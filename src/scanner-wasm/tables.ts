import type { ByteColumn } from "../core/count/columns.js";
import type { PatternColumns } from "../core/count/pattern-table.js";
import type { ShardColumns } from "../core/count/shard.js";
import type { MemoryView } from "./memory-view.js";
import type { WasmExports } from "./wasm-module.js";

/** Offsets in structures of the memory, in bytes: assembly/*.ts has them by name. */
const ROW = {
  bytes: 64,
  firstMs: 0,
  lastMs: 8,
  interceptorHits: 24,
  interceptor: 32,
  undated: 36,
  future: 40,
  falsePositives: 44,
  places: 48,
  placeCount: 52,
  placeHead: 53,
  marks: 55,
} as const;
const MET = 1;
const PLACE = { bytes: 24, timeMs: 0, offset: 8, archive: 16 } as const;
const PLACES = 16;
const PAIR = { bytes: 16, interceptor: 0, pattern: 4, hits: 8 } as const;
const NAME = { length: 4, bytes: 8, kind: 12 } as const;
const CHUNK = { next: 0, used: 4, sessions: 64 } as const;
const SESSION = {
  bytes: 64,
  length: 4,
  groups: 8,
  groupCount: 12,
  groupCapacity: 16,
  cells: 20,
  id: 24,
  inlineId: 40,
} as const;
const MERGED = 0xffff_ffff;
const CELLS = { capacity: 0, count: 4, cells: 16 } as const;
const CELL = { bytes: 16, owner: 0, count: 4, at: 8 } as const;
const STATE = { firstChunk: 12 } as const;
const TOTALS = {
  newestMs: 0,
  newestOffset: 8,
  newestArchive: 16,
  newestSession: 20,
  validUntilMs: 24,
  undated: 32,
  sessionless: 40,
} as const;

export interface MemoryTotals {
  /** -Infinity: no record names a session. */
  readonly newestMs: number;
  readonly newestOffset: number;
  readonly newestArchive: number;
  readonly newestSession: number;
  readonly validUntilMs: number;
  readonly undated: number;
  readonly sessionless: number;
}

export interface MemoryPatterns {
  readonly columns: PatternColumns;
  /** Pattern numbers of the rows, and rows by pattern number (patterns that no record has are no rows). */
  readonly numbers: Uint32Array;
  readonly rows: Uint32Array;
}

interface Group {
  readonly pattern: number;
  readonly hits: number;
  readonly newestMs: number;
  readonly secondMs: number;
}

interface Cell {
  readonly owner: number;
  readonly at: number;
  readonly count: number;
}

/** Reads what one instance's tables hold in memory, as large as it is when this is made. */
export class Tables {
  readonly #exports: WasmExports;
  readonly #view: MemoryView;
  readonly #u8: Uint8Array;
  readonly #u32: Uint32Array;
  readonly #f64: Float64Array;
  readonly #patternCount: number;
  readonly #interceptorCount: number;

  constructor(exports: WasmExports, view: MemoryView) {
    this.#exports = exports;
    this.#view = view;
    // First: other lanes may go on to add names, in memory that grows for them and that these views do not show.
    this.#patternCount = exports.patternsFound();
    this.#interceptorCount = exports.interceptorsFound();
    [this.#u8, this.#u32, this.#f64] = [view.u8, view.u32, view.f64];
  }

  totals(): MemoryTotals {
    const at = this.#exports.totalsAt() >>> 0;
    return {
      newestMs: this.#float(at + TOTALS.newestMs),
      newestOffset: this.#float(at + TOTALS.newestOffset),
      newestArchive: this.#word(at + TOTALS.newestArchive),
      newestSession: this.#word(at + TOTALS.newestSession),
      validUntilMs: this.#float(at + TOTALS.validUntilMs),
      undated: this.#long(at + TOTALS.undated),
      sessionless: this.#long(at + TOTALS.sessionless),
    };
  }

  patterns(): MemoryPatterns {
    const exports = this.#exports;
    const count = this.#patternCount;
    const rowsAt = exports.rowsAt() >>> 0;
    const rowCount = Math.min(count, exports.rowCount());
    const met: number[] = [];
    const rows = new Uint32Array(count);
    for (let number = 0; number < rowCount; number++) {
      if ((this.#byte(rowsAt + number * ROW.bytes + ROW.marks) & MET) !== 0) met.push(number);
    }
    const numbers = this.#byKey(met);
    numbers.forEach((number, row) => (rows[number] = row));
    const filled = <Column extends Uint32Array | Float64Array>(column: Column, from: Column, field: number): Column => {
      const [first, step] = [(rowsAt + field) / column.BYTES_PER_ELEMENT, ROW.bytes / column.BYTES_PER_ELEMENT];
      // A loop: `from` with a function goes by an iterator, and most scans pass here once, with code that is not yet fast.
      for (let row = 0; row < numbers.length; row++)
        column[row] = from[first + (numbers[row] as number) * step] as number;
      return column;
    };
    const column = (field: number): Uint32Array => filled(new Uint32Array(numbers.length), this.#u32, field);
    const times = (field: number): Float64Array => filled(new Float64Array(numbers.length), this.#f64, field);
    const columns = {
      keys: this.#keys(numbers),
      interceptors: this.#interceptors(),
      pairs: this.#pairs(numbers, rows, rowsAt),
      future: column(ROW.future),
      undated: column(ROW.undated),
      falsePositives: column(ROW.falsePositives),
      firstMs: times(ROW.firstMs),
      lastMs: times(ROW.lastMs),
      newest: this.#places(numbers, rowsAt),
    };
    return { columns, numbers: Uint32Array.from(numbers), rows };
  }

  /**
   * The patterns in the order of their keys' bytes, which is that of code points. The report sorts by it with a comparison
   * in JavaScript, which is then nearly done: engines sort plain strings, and find what is in order, much faster.
   */
  #byKey(numbers: readonly number[]): number[] {
    const byName = new Map<string, number>();
    for (const number of numbers) {
      const name = this.#exports.patternEntry(number) >>> 0;
      const key = Buffer.from(this.#u8.buffer, this.#word(name + NAME.bytes), this.#word(name + NAME.length));
      byName.set(`${key.toString("latin1")}\0${this.#word(name + NAME.kind)}`, number);
    }
    // oxlint-disable-next-line require-array-sort-compare -- by code units, which here are bytes
    return [...byName.keys()].sort().map((name) => byName.get(name) as number);
  }

  patternName(number: number): { kind: number; key: Uint8Array } {
    const name = this.#exports.patternEntry(number) >>> 0;
    return {
      kind: this.#word(name + NAME.kind),
      key: this.#view.copy(this.#word(name + NAME.bytes), this.#word(name + NAME.length)),
    };
  }

  /** Where the sessions of a lane that was saved at `state` begin. */
  firstChunk(state: number): number {
    return this.#word(state + STATE.firstChunk);
  }

  /** Calls back with the address of each session in the list of chunks. */
  eachSession(chunk: number, visit: (entry: number) => void): void {
    for (let at = chunk; at !== 0; at = this.#word(at + CHUNK.next)) {
      const used = this.#word(at + CHUNK.used);
      for (let i = 0; i < used; i++) {
        const entry = at + CHUNK.sessions + i * SESSION.bytes;
        if (this.#word(entry + SESSION.length) !== MERGED) visit(entry);
      }
    }
  }

  /** Whether it stands for all records without a session. */
  isNobody(entry: number): boolean {
    return this.#word(entry + SESSION.length) === 0;
  }

  sessionId(entry: number): Uint8Array {
    return this.#view.copy(this.idStart(entry), this.idLength(entry));
  }

  /** All of the memory, in which addresses are indexes. */
  get memory(): Uint8Array {
    return this.#u8;
  }

  idStart(entry: number): number {
    return this.idLength(entry) <= SESSION.inlineId ? entry + SESSION.id : this.#word(entry + SESSION.id);
  }

  idLength(entry: number): number {
    return this.#word(entry + SESSION.length);
  }

  groupCount(entry: number): number {
    return this.#word(entry + SESSION.groupCount);
  }

  cellCount(entry: number): number {
    const block = this.#word(entry + SESSION.cells);
    return block === 0 ? 0 : this.#word(block + CELLS.count);
  }

  /** Copies a session's groups to rows from `row` on, patterns by their number; gives the row behind them. */
  copyGroups(entry: number, to: ShardColumns["groups"], row: number): number {
    const capacity = this.#word(entry + SESSION.groupCapacity);
    const block = this.#word(entry + SESSION.groups);
    let at = row;
    for (let i = 0; i < capacity; i++) {
      const key = this.#word(block + i * 4);
      if (key === 0) continue;
      const times = block + capacity * 8 + i * 16;
      to.pattern[at] = key - 1;
      to.hits[at] = this.#word(block + (capacity + i) * 4);
      to.newest[at] = this.#float(times);
      to.second[at] = this.#float(times + 8);
      at++;
    }
    return at;
  }

  /** The same of its cells; the owner is `2 * pattern number`, or that and 1. */
  copyCells(entry: number, to: ShardColumns["cells"], row: number): number {
    const block = this.#word(entry + SESSION.cells);
    const capacity = block === 0 ? 0 : this.#word(block + CELLS.capacity);
    let at = row;
    for (let i = 0; i < capacity; i++) {
      const cell = block + CELLS.cells + i * CELL.bytes;
      const count = this.#word(cell + CELL.count);
      if (count === 0) continue;
      to.owner[at] = this.#word(cell + CELL.owner);
      to.at[at] = this.#float(cell + CELL.at);
      to.count[at] = count;
      at++;
    }
    return at;
  }

  groupsOf(entry: number): Group[] {
    const capacity = this.#word(entry + SESSION.groupCapacity);
    const block = this.#word(entry + SESSION.groups);
    const groups: Group[] = [];
    for (let i = 0; i < capacity; i++) {
      const key = this.#word(block + i * 4);
      if (key === 0) continue;
      const hits = this.#word(block + (capacity + i) * 4);
      const times = block + capacity * 8 + i * 16;
      groups.push({ pattern: key - 1, hits, newestMs: this.#float(times), secondMs: this.#float(times + 8) });
    }
    return groups;
  }

  cellsOf(entry: number): Cell[] {
    const block = this.#word(entry + SESSION.cells);
    const cells: Cell[] = [];
    const capacity = block === 0 ? 0 : this.#word(block + CELLS.capacity);
    for (let i = 0; i < capacity; i++) {
      const at = block + CELLS.cells + i * CELL.bytes;
      const count = this.#word(at + CELL.count);
      if (count !== 0) cells.push({ owner: this.#word(at + CELL.owner), at: this.#float(at + CELL.at), count });
    }
    return cells;
  }

  /** The key of each pattern behind a byte for its kind. */
  #keys(numbers: readonly number[]): ByteColumn {
    const names = numbers.map((number) => this.#exports.patternEntry(number) >>> 0);
    return this.#names(names, (name) => [this.#word(name + NAME.kind)]);
  }

  #interceptors(): ByteColumn {
    const names = Array.from({ length: this.#interceptorCount }, (_, i) => this.#exports.interceptorEntry(i));
    return this.#names(
      names.map((name) => name >>> 0),
      () => [],
    );
  }

  #names(names: readonly number[], prefix: (name: number) => readonly number[]): ByteColumn {
    const ends = new Uint32Array(names.length);
    let end = 0;
    names.forEach((name, i) => (ends[i] = end += prefix(name).length + this.#word(name + NAME.length)));
    const bytes = new Uint8Array(end);
    const memory = this.#view.u8;
    names.forEach((name, i) => {
      const [at, length] = [this.#word(name + NAME.bytes), this.#word(name + NAME.length)];
      const to = (ends[i] as number) - length;
      const before = prefix(name);
      bytes.set(before, to - before.length);
      bytes.set(memory.subarray(at, at + length), to);
    });
    return { bytes, ends };
  }

  #pairs(numbers: readonly number[], rows: Uint32Array, rowsAt: number): PatternColumns["pairs"] {
    const pattern: number[] = [];
    const interceptor: number[] = [];
    const hits: number[] = [];
    const add = (p: number, i: number, n: number): void => {
      pattern.push(p);
      interceptor.push(i);
      hits.push(n);
    };
    numbers.forEach((number, row) => {
      const at = rowsAt + number * ROW.bytes;
      const first = this.#word(at + ROW.interceptor);
      if (first !== 0) add(row, first - 1, this.#long(at + ROW.interceptorHits));
    });
    const table = this.#exports.pairsAt() >>> 0;
    const slots = this.#exports.pairSlots();
    for (let i = 0; i < slots; i++) {
      const at = table + i * PAIR.bytes;
      const number = this.#word(at + PAIR.pattern);
      if (number !== 0) add(rows[number - 1] as number, this.#word(at + PAIR.interceptor), this.#long(at + PAIR.hits));
    }
    return {
      pattern: Uint32Array.from(pattern),
      interceptor: Uint32Array.from(interceptor),
      hits: Float64Array.from(hits),
    };
  }

  #places(numbers: readonly number[], rowsAt: number): PatternColumns["newest"] {
    const ends = new Uint32Array(numbers.length);
    let end = 0;
    numbers.forEach((number, row) => (ends[row] = end += this.#byte(rowsAt + number * ROW.bytes + ROW.placeCount)));
    const timeMs = new Float64Array(end);
    const archive = new Uint32Array(end);
    const offset = new Float64Array(end);
    let i = 0;
    for (const number of numbers) {
      const row = rowsAt + number * ROW.bytes;
      const [places, head] = [this.#word(row + ROW.places), this.#byte(row + ROW.placeHead)];
      for (let n = 0; n < this.#byte(row + ROW.placeCount); n++, i++) {
        const at = places + ((head + n) & (PLACES - 1)) * PLACE.bytes;
        timeMs[i] = this.#float(at + PLACE.timeMs);
        archive[i] = this.#word(at + PLACE.archive);
        offset[i] = this.#float(at + PLACE.offset);
      }
    }
    return { timeMs, archive, offset, ends };
  }

  #byte(at: number): number {
    return this.#u8[at] as number;
  }

  #word(at: number): number {
    return this.#u32[at >>> 2] as number;
  }

  #float(at: number): number {
    return this.#f64[at >>> 3] as number;
  }

  #long(at: number): number {
    return this.#word(at) + this.#word(at + 4) * 2 ** 32;
  }
}
