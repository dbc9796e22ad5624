import { inRows } from "../count/fused-range.js";
import type { HashSeed } from "../line/hash.js";
import { newestOf } from "./merge.js";
import { PARTIAL_VERSION, type Partial } from "../count/partial.js";
import type { Precision } from "../count/precision.js";
import { PatternTable } from "../count/pattern-table.js";
import { SHARD_COUNT, Shard, type ShardColumns } from "../count/shard.js";

/** A partial, or what stands for one whose shards are read as they are wanted. */
export interface PartialSource extends Omit<Partial, "version" | "precision" | "shards" | "early"> {
  readonly shard: (shard: number) => Iterable<ShardColumns>;
}

export interface MergedPartial {
  readonly partial: Partial;
  /** By source: the row of each of its patterns. */
  readonly rows: readonly Uint32Array[];
}

/** Several partials as one: of other cuts, with the same meaning. What lies before the precision's floor keeps its count alone. */
export function mergedPartial(sources: readonly PartialSource[], precision: Precision, seed: HashSeed): MergedPartial {
  const table = new PatternTable(seed);
  const rows = sources.map(({ patterns }) => table.absorb(patterns));
  const shards = Array.from({ length: SHARD_COUNT }, (_, s) => {
    const shard = new Shard(seed, precision);
    sources.forEach((source, i) => {
      for (const columns of source.shard(s)) shard.absorb(columns, rows[i] as Uint32Array);
    });
    return shard.toColumns();
  });
  const sum = (of: (source: PartialSource) => number): number => sources.reduce((total, one) => total + of(one), 0);
  const partial: Partial = {
    version: PARTIAL_VERSION,
    precision,
    patterns: table.toColumns(),
    shards,
    ranges: sources.flatMap(({ ranges }, i) => ranges.map((one) => inRows(one, rows[i] as Uint32Array, one.archive))),
    newestRecord: newestOf(sources),
    validUntilMs: Math.min(...sources.map(({ validUntilMs }) => validUntilMs)),
    undated: sum(({ undated }) => undated),
    sessionless: sum(({ sessionless }) => sessionless),
  };
  return { partial, rows };
}

export function sourceOf({ shards, ...partial }: Partial): PartialSource {
  return { ...partial, shard: (s) => [shards[s] as ShardColumns] };
}
