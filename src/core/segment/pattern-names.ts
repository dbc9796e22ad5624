import { byteStart } from "../count/columns.js";
import type { PatternColumns, PatternTable } from "../count/pattern-table.js";
import type { PatternKind } from "../line/record.js";
import { decodeWtf8 } from "../line/wtf8.js";
import { patternName } from "../merge/early-events.js";
import type { FoldedUntil } from "./summary-part.js";

interface PatternName {
  readonly kind: PatternKind;
  readonly key: string;
  /** `patternName` of both. */
  readonly name: string;
}

/** Kind and key of a table's patterns by row, as far as they were asked for; and what is told of patterns by them. */
export class PatternNames {
  readonly #table: PatternTable;
  readonly #names: PatternName[] = [];
  /** A run asks twice. */
  #folded: { readonly of: ReadonlyMap<string, number>; readonly until: FoldedUntil } | undefined;

  constructor(table: PatternTable) {
    this.#table = table;
  }

  foldedUntil(known: ReadonlyMap<string, number>): FoldedUntil {
    if (this.#folded?.of === known && this.#folded.until.length === this.#table.size) return this.#folded.until;
    const until = new Float64Array(this.#table.size).fill(NaN);
    if (known.size > 0) for (let row = 0; row < until.length; row++) until[row] = known.get(this.#of(row).name) ?? NaN;
    this.#folded = { of: known, until };
    return until;
  }

  judgedUntil(judgedUntilMs: ((kind: number, key: string) => number) | undefined): Float64Array {
    if (judgedUntilMs === undefined) return new Float64Array(this.#table.size).fill(-Infinity);
    const judged = new Float64Array(this.#table.size);
    for (let row = 0; row < judged.length; row++) {
      const { kind, key } = this.#of(row);
      judged[row] = judgedUntilMs(kind, key);
    }
    return judged;
  }

  #of(row: number): PatternName {
    const known = this.#names[row];
    if (known !== undefined) return known;
    const { kind, key } = this.#table.name(row);
    return (this.#names[row] = { kind, key, name: patternName(kind, key) });
  }
}

/** Rows in the table of the patterns of columns. */
export function rowsIn(table: PatternTable, columns: PatternColumns): Uint32Array {
  const { keys } = columns;
  return Uint32Array.from({ length: keys.ends.length }, (_, row) => {
    const at = byteStart(keys, row);
    const kind = keys.bytes[at] as PatternKind;
    return table.pattern(kind, decodeWtf8(keys.bytes.subarray(at + 1, keys.ends[row])));
  });
}
