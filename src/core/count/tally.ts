import { EarlyEvents, patternName, type SlidingQuestion } from "../merge/early-events.js";
import type { RejectReason } from "../../model/report.js";
import { hashBytes, type HashSeed } from "../line/hash.js";
import type { NewestRecord, Partial, RangeResult } from "./partial.js";
import { PARTIAL_VERSION } from "./partial.js";
import { PatternTable } from "./pattern-table.js";
import type { Precision } from "./precision.js";
import { RangeTally } from "./range-tally.js";
import { AS_WRITTEN, type Reading } from "../line/reading.js";
import { KIND, type Kind } from "../line/record.js";
import { SHARD_COUNT, Shard, shardOf } from "./shard.js";

/** Collects a partial: the plain scanner's tables. One for each worker, over all the ranges that it takes. */
export class Tally {
  readonly patterns: PatternTable;
  readonly #seed: HashSeed;
  readonly #precision: Precision;
  readonly #sinceMs: number;
  readonly #untilMs: number;
  readonly #shards: Shard[];
  readonly #early: EarlyEvents | undefined;
  readonly #ranges: RangeResult[] = [];
  #range: RangeTally;
  /** By pattern, for those met so far: `precision.foldedUntilMs`; NaN: nothing is folded. */
  #foldedUntilMs: number[] = [];
  #newest: { timeMs: number; archive: number; offset: number; shard: Shard; session: number } | null = null;
  #validUntilMs = Infinity;
  #undated = 0;
  #sessionless = 0;

  /** With `sliding`, the early events of each pattern are kept too (backfill). */
  constructor(
    seed: HashSeed,
    precision: Precision,
    sliding?: SlidingQuestion,
    { sinceMs, untilMs }: Pick<Reading, "sinceMs" | "untilMs"> = AS_WRITTEN,
  ) {
    this.#seed = seed;
    this.#sinceMs = sinceMs;
    this.#untilMs = untilMs;
    this.#precision = precision;
    this.patterns = new PatternTable(seed);
    this.#shards = Array.from({ length: SHARD_COUNT }, () => new Shard(seed, precision));
    this.#range = new RangeTally(0, 0);
    this.#early = sliding && new EarlyEvents(sliding.thresholds, (pattern) => this.#watermark(pattern, sliding));
  }

  beginRange(archive: number, range: number): void {
    this.#range = new RangeTally(archive, range, this.#precision.asOfMs);
  }

  endRange(): void {
    this.#ranges.push(this.#range.toResult());
  }

  blank(nuls: boolean): void {
    this.#range.blank(nuls);
  }

  rejected(reason: RejectReason, offset: number, nuls: boolean): void {
    this.#range.rejected(reason, offset, nuls);
  }

  incomplete(nuls: boolean): void {
    this.#range.incomplete(nuls);
  }

  nuls(): void {
    this.#range.nuls = true;
  }

  /** Whether a record of that time lies beyond the bounds of the scan: then it is counted as such (`other`) and no more. */
  isOutside(ms: number): boolean {
    return ms < this.#sinceMs || ms > this.#untilMs;
  }

  /** Counts an accepted record that is nobody's hit (a context, an error, Mnemonic's own). */
  other(kind: Kind): void {
    this.#range.record(kind, NaN);
  }

  /**
   * Counts an accepted record of kinds hit, false positive, confirmation or retry. Its session is
   * `bytes[start, end)`, empty for none; `ms` is NaN when undated; `offset` is where its line begins.
   */
  record(
    kind: Kind,
    pattern: number,
    interceptor: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    ms: number,
    offset: number,
  ): void {
    this.#range.record(kind, ms);
    const hash = hashBytes(bytes, start, end, this.#seed);
    const shard = this.#shards[start === end ? 0 : shardOf(hash)] as Shard;
    const session = shard.session(bytes, start, end, hash);
    const future = ms > this.#precision.asOfMs;
    if (future) this.#validUntilMs = Math.min(this.#validUntilMs, ms);
    else if (start !== end && ms === ms) this.#noteNewest(shard, session, ms, offset);
    if (kind === KIND.hit) this.#hit(shard, session, pattern, interceptor, ms, offset, future);
    else if (kind === KIND.falsePositive) this.#falsePositive(shard, session, pattern, ms, future);
    if (
      this.#early !== undefined &&
      ms <= this.#precision.asOfMs &&
      kind <= KIND.falsePositive &&
      this.#early.wants(pattern, ms)
    ) {
      const place = { timeMs: ms, archive: this.#range.archive, offset };
      this.#early.offer(pattern, place, kind === KIND.falsePositive, bytes.subarray(start, end));
    } else if (kind === KIND.confirmation && !future) this.#range.confirmation(pattern, ms, this.#foldedUntil(pattern));
    if (kind === KIND.hit && start === end) this.#sessionless++;
  }

  /** Bytes of the shards' tables and of early events: nearly all that grows. */
  get tableBytes(): number {
    return this.#shards.reduce((sum, shard) => sum + shard.tableBytes, this.#early?.bytes ?? 0);
  }

  toPartial(): Partial {
    const newest = this.#newest;
    const newestRecord: NewestRecord | null =
      newest === null
        ? null
        : {
            timeMs: newest.timeMs,
            archive: newest.archive,
            offset: newest.offset,
            session: newest.shard.sessionId(newest.session).slice(),
          };
    return {
      version: PARTIAL_VERSION,
      precision: this.#precision,
      patterns: this.patterns.toColumns(),
      shards: this.#shards.map((shard) => shard.toColumns()),
      ranges: this.#ranges,
      newestRecord,
      validUntilMs: this.#validUntilMs,
      undated: this.#undated,
      sessionless: this.#sessionless,
      ...(this.#early && { early: this.#early.toColumns() }),
    };
  }

  #watermark(pattern: number, { watermarksMs }: SlidingQuestion): number {
    if (watermarksMs.size === 0) return -Infinity;
    const { kind, key } = this.patterns.name(pattern);
    return watermarksMs.get(patternName(kind, key)) ?? -Infinity;
  }

  #foldedUntil(pattern: number): number | undefined {
    const known = this.#precision.foldedUntilMs;
    if (known === undefined || known.size === 0) return undefined;
    for (let p = this.#foldedUntilMs.length; p <= pattern; p++) {
      const { kind, key } = this.patterns.name(p);
      this.#foldedUntilMs.push(known.get(patternName(kind, key)) ?? NaN);
    }
    return this.#foldedUntilMs[pattern];
  }

  #hit(
    shard: Shard,
    session: number,
    pattern: number,
    interceptor: number,
    ms: number,
    offset: number,
    future: boolean,
  ): void {
    if (future) {
      this.patterns.futureHit(pattern, interceptor);
      shard.futureHit(session, pattern);
      return;
    }
    if (ms === ms) this.patterns.hit(pattern, interceptor, ms, this.#range.archive, offset);
    else {
      this.patterns.undatedHit(pattern, interceptor, this.#range.archive, offset);
      this.#undated++;
    }
    shard.hit(session, pattern, ms);
    this.#range.hit(pattern, ms, this.#foldedUntil(pattern));
  }

  #falsePositive(shard: Shard, session: number, pattern: number, ms: number, future: boolean): void {
    this.patterns.falsePositive(pattern);
    if (future) return;
    shard.falsePositive(session, pattern, ms);
    this.#range.falsePositive(pattern, ms, this.#foldedUntil(pattern));
  }

  /** A worker takes ranges in ascending order, so at equal times the one that comes later stands later. */
  #noteNewest(shard: Shard, session: number, timeMs: number, offset: number): void {
    if (this.#newest !== null && timeMs < this.#newest.timeMs) return;
    const archive = this.#range.archive;
    if (this.#newest === null) this.#newest = { timeMs, archive, offset, shard, session };
    else {
      this.#newest.timeMs = timeMs;
      this.#newest.archive = archive;
      this.#newest.offset = offset;
      this.#newest.shard = shard;
      this.#newest.session = session;
    }
  }
}
