import { fusedRange, inRows } from "../count/fused-range.js";
import { settledCountsIn, type Counts, type PatternCounts } from "../merge/counts.js";
import type { FoldedHistory } from "../merge/fold-history.js";
import type { ExtentHead } from "./extent-head.js";
import type { ExtentReader } from "./extent-reader.js";
import { GroupSummary } from "../merge/group-summary.js";
import type { HashSeed } from "../line/hash.js";
import { countsOf, type HourCounts } from "../count/hour-times.js";
import { HourSums } from "./hour-sums.js";
import { JudgedHits } from "./judged-hits.js";
import { foldsOf, inLogOrder, lineTotals, newestOf, type MergeQuestion } from "../merge/merge.js";
import type { NewestRecord, Partial, RangeResult } from "../count/partial.js";
import { PatternNames, rowsIn } from "./pattern-names.js";
import { PatternTable, type PatternColumns } from "../count/pattern-table.js";
import { Scratch } from "../count/scratch.js";
import { SHARD_COUNT, type ShardColumns } from "../count/shard.js";
import { DAY_MS } from "../../model/options.js";
import { batches, changeOf, emptyShard, wantedSession, type KnownExtent } from "./session-change.js";
import { SummaryWindows } from "./summary-windows.js";
import { decodeWtf8, encodeWtf8 } from "../line/wtf8.js";
import {
  isStraddled,
  LONGEST_WINDOW_MS,
  newestMs,
  partOf,
  unfolded,
  type FoldedUntil,
  type SummaryPart,
} from "./summary-part.js";
import { ToldCounts } from "./told-counts.js";

export interface SummaryQuestion extends MergeQuestion {
  /** By `patternName`: events up to here are folded in the state already. */
  readonly foldedUntilMs: ReadonlyMap<string, number>;
}

/** What a new extent holds, while that is at hand: it need not be read out of it again. */
export interface FreshParts {
  readonly head: ExtentHead;
  readonly hours: readonly HourCounts[];
  readonly shards: readonly ShardColumns[];
}

/**
 * What all extents of a home come to: enough to answer for any later moment without looking at a session. Extents are added
 * one after another; an answer asks them for nothing but the hours in which windows begin, and for the current session.
 */
export class Summary {
  readonly seed: HashSeed;
  readonly groups: GroupSummary;
  readonly parts: SummaryPart[] = [];
  readonly hours: HourSums;
  readonly judged: JudgedHits;
  readonly #table: PatternTable;
  readonly #names: PatternNames;
  /** Shared with copies: what they add does not stay. */
  readonly #told: ToldCounts;
  readonly #isCopy: boolean;
  #rows = new Uint32Array(0);
  #floorMs = -Infinity;

  private constructor(seed: HashSeed, content: Content, copied?: ToldCounts) {
    this.seed = seed;
    this.groups = content.groups;
    this.hours = content.hours;
    this.judged = content.judged;
    this.#table = content.table;
    this.#names = content.names;
    this.#told = copied ?? new ToldCounts();
    this.#isCopy = copied !== undefined;
  }

  /** Of nothing. `depth`: up to how many hits of one session are told apart. */
  static empty(seed: HashSeed, depth: number): Summary {
    return new Summary(seed, contentOf(new GroupSummary(depth), new HourSums(), new PatternTable(seed)));
  }

  /** Of nothing known, all at once: sessions are merged shard by shard. @throws DamagedSegment */
  static of(
    extents: readonly { readonly reader: ExtentReader; readonly archive: number }[],
    seed: HashSeed,
    depth: number,
  ): Summary {
    const summary = Summary.empty(seed, depth);
    for (const { reader, archive } of extents) summary.#addPart(reader.head(), archive, hoursOf(reader));
    for (let s = 0; s < SHARD_COUNT; s++) summary.#addShard(extents, s);
    return summary;
  }

  /** Out of its serial form. */
  static restored(
    seed: HashSeed,
    patterns: PatternColumns,
    parts: readonly SummaryPart[],
    hours: readonly HourCounts[],
    groups: GroupSummary,
    floorMs: number,
  ): Summary {
    const table = new PatternTable(seed);
    table.absorb(patterns);
    const summary = new Summary(seed, contentOf(groups, HourSums.of(hours), table));
    summary.#floorMs = floorMs;
    summary.parts.push(...parts);
    return summary;
  }

  /**
   * Adds an extent that stands behind all others of its archive. `known` are the extents that are in; `fresh` is what it holds.
   * @throws DamagedSegment
   */
  append(reader: ExtentReader, archive: number, known: readonly ExtentReader[], fresh: FreshParts): void {
    const before = this.#placed(known);
    const { head } = fresh;
    const part = this.#addPart(head, archive, fresh.hours);
    const { rows } = part;
    this.judged.add(fresh.hours, rows, (hourMs) => [{ rows, times: reader.times(hourMs) }]);
    const scratch = new Scratch();
    if (known.length === 0) for (const shard of fresh.shards) this.groups.add(shard, rows, scratch);
    else
      for (const shards of batches(fresh.shards))
        this.groups.replace(changeOf(shards, part.rows, before, this.groups, this.seed), head.floorMs);
    this.parts.pop();
    const behind = this.parts.findLastIndex((one) => one.archive <= archive);
    this.parts.splice(behind + 1, 0, part);
  }

  /** Another with the same content, to which something may be added that does not stay. */
  copy(): Summary {
    const table = new PatternTable(this.seed);
    table.absorb(this.#table.toColumns());
    return this.#with({
      ...contentOf(this.groups.copy(this.size), this.hours.copy(), table),
      judged: this.judged.copy(),
    });
  }

  /** The same for next to nothing, for extents without a record of any pattern or session. */
  view(): Summary {
    const { groups, hours, judged } = this;
    return this.#with({ groups, hours, judged, table: this.#table, names: this.#names });
  }

  #with(content: Content): Summary {
    const copy = new Summary(this.seed, content, this.#told);
    copy.#floorMs = this.#floorMs;
    copy.parts.push(...this.parts);
    return copy;
  }

  /** `reader` stands in the place of the parts from `first` on, which hold the same bytes in `count` pieces. */
  replaceParts(first: number, count: number, reader: ExtentReader, rowsOf: readonly Uint32Array[]): void {
    const head = reader.head();
    const rows = new Uint32Array(head.patterns.keys.ends.length);
    rowsOf.forEach((merged, i) => {
      const known = (this.parts[first + i] as SummaryPart).rows;
      merged.forEach((row, p) => (rows[row] = known[p] as number));
    });
    const { archive } = this.parts[first] as SummaryPart;
    this.parts.splice(first, count, partOf(head, archive, rows));
  }

  /** What lies before it is in no window any more, at whatever later moment. */
  forget(floorMs: number): void {
    this.#floorMs = Math.max(this.#floorMs, floorMs);
    this.hours.forget(floorMs);
    this.groups.settle(floorMs);
  }

  get patterns(): PatternColumns {
    return this.#table.toColumns();
  }

  get size(): number {
    return this.#table.size;
  }

  /** Times before this may be gone, and do not come back though the clock be set back. */
  get floorMs(): number {
    return this.#floorMs;
  }

  /** The earliest moment that can be asked for: nothing here is newer, and no window of then begins before the floor. */
  get earliestMs(): number {
    return Math.max(this.#floorMs + LONGEST_WINDOW_MS, ...this.parts.map(newestMs));
  }

  /** From then on a record that was future is not. */
  get validUntilMs(): number {
    return Math.min(Infinity, ...this.parts.map(({ validUntilMs }) => validUntilMs));
  }

  /**
   * Until when all answers are that of `nowMs`, if nothing is added: until the next hit or false positive leaves a window, or
   * a future record is not future any more. It may be later than that; not earlier. @throws DamagedSegment
   */
  unchangedUntil(nowMs: number, extents: readonly ExtentReader[]): number {
    let untilMs = this.validUntilMs;
    for (const days of [7, 14])
      untilMs = Math.min(untilMs, this.hours.nextHit(nowMs - days * DAY_MS, extents) + days * DAY_MS);
    const { falseGroups } = this.groups;
    for (const p of falseGroups.patterns()) untilMs = Math.min(untilMs, falseGroups.counts(p, nowMs).untilMs);
    return untilMs;
  }

  /** From when on a pattern may count for more, if nothing is added: a false positive leaves a window, a future record comes. */
  risesAt(nowMs: number): number {
    let at = this.validUntilMs;
    const { falseGroups } = this.groups;
    for (const p of falseGroups.patterns()) at = Math.min(at, falseGroups.counts(p, nowMs).risesAtMs);
    return at;
  }

  /**
   * Numbers of the parts whose folds do not tell what the state has not folded yet: they are to be scanned again, in just
   * that respect. Of all that was there before there is nearly always none, for a run folds what it finds.
   */
  straddled(foldedUntilMs: ReadonlyMap<string, number>): number[] {
    if (foldedUntilMs.size === 0) return [];
    const until = this.#names.foldedUntil(foldedUntilMs);
    return Array.from(this.parts.keys()).filter((i) => isStraddled(this.parts[i] as SummaryPart, until));
  }

  /** Takes in a scan of a part's bytes that passed over what the state has folded. */
  refold(part: number, { patterns, ranges, precision }: Partial, foldedUntilMs: ReadonlyMap<string, number>): void {
    const rows = rowsIn(this.#table, patterns);
    const until = this.#names.foldedUntil(foldedUntilMs);
    const result = fusedRange(ranges, rows.length, precision.asOfMs, (p) => until[rows[p] as number]);
    const { folds } = inRows(result, rows, 0);
    this.parts[part] = { ...(this.parts[part] as SummaryPart), since: { foldedUntilMs: until, folds } };
  }

  /** The same as a scan of all bytes at the same moment gives, where no part is straddled. @throws DamagedSegment */
  answer(question: SummaryQuestion, extents: readonly ExtentReader[]): Counts {
    const newest = newestOf(this.parts.map(({ newestRecord, archive }) => placed(newestRecord, archive)));
    const current = question.session ?? (newest === null ? null : decodeWtf8(newest.session));
    return {
      patterns: this.#patterns(question, current, extents),
      ...lineTotals(this.#ranges(), question.paths),
      undated: this.parts.reduce((sum, { undated }) => sum + undated, 0),
      sessionless: this.parts.reduce((sum, { sessionless }) => sum + sessionless, 0),
      sessions: this.groups.sessionCount,
      currentSession: current,
    };
  }

  #patterns(question: SummaryQuestion, current: string | null, extents: readonly ExtentReader[]): PatternCounts[] {
    const windows = new SummaryWindows(
      this,
      { nowMs: question.nowMs, judgedUntilMs: this.#names.judgedUntil(question.judgedUntilMs) },
      (hourMs) => this.#placed(extents).map(({ reader, rows }) => ({ rows, times: reader.times(hourMs) })),
    );
    const folded = this.#names.foldedUntil(question.foldedUntilMs);
    const order = inLogOrder(this.#ranges()).map(({ result }) => result.archive);
    this.#told.inLogOrder([...new Set(order)].join(" "));
    const told = { ...windows.counts(), current: this.#currentHits(current, extents) };
    return this.#told.patterns(this.size, told, folded, (rows) => {
      const toldOf = settledCountsIn(this.#table.columnsOf(rows));
      const folds = this.#foldsOf(rows, folded, question.nowMs);
      return Array.from(rows, (row, i) => toldOf(i, told, row, folds(row)));
    });
  }

  #foldsOf(wanted: Uint32Array, folded: FoldedUntil, nowMs: number): (row: number) => FoldedHistory {
    const isWanted = new Uint8Array(this.size);
    for (const row of wanted) isWanted[row] = 1;
    const rows = this.#sameRows();
    const ranges = this.parts.map((part, range) => ({ rows, result: { ...unfolded(part, folded, isWanted), range } }));
    return foldsOf(ranges, (row) => folded[row], nowMs);
  }

  /** The parts' ranges, in the order of place. */
  #ranges(): { readonly result: RangeResult }[] {
    return this.parts.map(({ result, archive }, range) => ({ result: { ...result, archive, range } }));
  }

  #addPart(head: ExtentHead, archive: number, hours: Iterable<HourCounts>): SummaryPart {
    const rows = this.#table.absorb(inArchive(head.patterns, archive));
    this.#told.touch(rows, this.#isCopy);
    this.#floorMs = Math.max(this.#floorMs, head.floorMs);
    const part = partOf(head, archive, rows);
    this.parts.push(part);
    for (const counts of hours) this.hours.add(counts, rows);
    return part;
  }

  #addShard(extents: readonly { readonly reader: ExtentReader }[], s: number): void {
    if (extents.length === 1) {
      const [only] = extents as readonly [{ readonly reader: ExtentReader }];
      const { rows } = this.parts[0] as SummaryPart;
      for (const block of only.reader.shard(s)) this.groups.add(block, rows);
      return;
    }
    const shard = emptyShard(this.seed);
    extents.forEach(({ reader }, i) => {
      for (const block of reader.shard(s)) shard.absorb(block, (this.parts[i] as SummaryPart).rows);
    });
    this.groups.add(shard.toColumns(), this.#sameRows());
  }

  /** Hits of the current session, by pattern. */
  #currentHits(current: string | null, extents: readonly ExtentReader[]): Float64Array {
    const hits = new Float64Array(this.size);
    const id = encodeWtf8(current ?? "");
    if (id.length === 0) return hits;
    const wanted = wantedSession(id, this.seed);
    for (const { reader, rows } of this.#placed(extents))
      for (const { groups, cells } of reader.heads(wanted, this.seed)) {
        groups.pattern.forEach(
          (p, g) => (hits[rows[p] as number] = (hits[rows[p] as number] as number) + (groups.hits[g] as number)),
        );
        cells.owner.forEach((owner, c) => {
          if (cells.at[c] !== Infinity) return;
          const row = rows[groups.pattern[owner >>> 1] as number] as number;
          hits[row] = (hits[row] as number) - (cells.count[c] as number);
        });
      }
    return hits;
  }

  /** Extents that stand in the order of the parts. */
  #placed(extents: readonly ExtentReader[]): KnownExtent[] {
    return extents.map((reader, i) => ({ reader, rows: (this.parts[i] as SummaryPart).rows }));
  }

  #sameRows(): Uint32Array {
    if (this.#rows.length !== this.size) this.#rows = Uint32Array.from({ length: this.size }, (_, row) => row);
    return this.#rows;
  }
}

/** What a summary adds up. */
interface Content extends Pick<Summary, "groups" | "hours" | "judged"> {
  readonly table: PatternTable;
  readonly names: PatternNames;
}

function contentOf(groups: GroupSummary, hours: HourSums, table: PatternTable): Content {
  return { groups, hours, judged: new JudgedHits(), table, names: new PatternNames(table) };
}

function* hoursOf(reader: ExtentReader): Generator<HourCounts> {
  for (const hourMs of reader.hours) {
    const times = reader.times(hourMs);
    if (times !== undefined) yield countsOf(hourMs, times);
  }
}

function placed(newestRecord: NewestRecord | null, archive: number): { newestRecord: NewestRecord | null } {
  return { newestRecord: newestRecord && { ...newestRecord, archive } };
}

function inArchive(patterns: PatternColumns, archive: number): PatternColumns {
  const { newest } = patterns;
  return { ...patterns, newest: { ...newest, archive: new Uint32Array(newest.archive.length).fill(archive) } };
}
