import { joinBytes } from "../core/columns.js";
import { hashBytes, type HashSeed } from "../core/hash.js";
import { SHARD_COUNT, shardOf, type ShardColumns } from "../core/shard.js";
import type { Tables } from "./tables.js";

/** A lane's sessions as shards, copied out of the memory: the slow way out, for a cache or another machine. */
export function shardsOf(tables: Tables, firstChunk: number, rows: Uint32Array, seed: HashSeed): ShardColumns[] {
  const shards = Array.from({ length: SHARD_COUNT }, () => new ShardBuilder());
  tables.eachSession(firstChunk, (entry) => {
    const id = tables.sessionId(entry);
    const groups = tables.groupsOf(entry);
    if (id.length === 0 && groups.length === 0) return;
    const shard = id.length === 0 ? 0 : shardOf(hashBytes(id, 0, id.length, seed));
    (shards[shard] as ShardBuilder).add(id, groups, tables.cellsOf(entry), rows);
  });
  return shards.map((shard) => shard.toColumns());
}

class ShardBuilder {
  readonly #ids: Uint8Array[] = [];
  readonly #session: number[] = [];
  readonly #pattern: number[] = [];
  readonly #hits: number[] = [];
  readonly #newest: number[] = [];
  readonly #second: number[] = [];
  readonly #owner: number[] = [];
  readonly #at: number[] = [];
  readonly #count: number[] = [];

  add(
    id: Uint8Array,
    groups: ReturnType<Tables["groupsOf"]>,
    cells: ReturnType<Tables["cellsOf"]>,
    rows: Uint32Array,
  ): void {
    const session = this.#ids.push(id) - 1;
    const groupOf = new Map<number, number>();
    for (const { pattern, hits, newestMs, secondMs } of groups) {
      groupOf.set(pattern, this.#session.push(session) - 1);
      this.#pattern.push(rows[pattern] as number);
      this.#hits.push(hits);
      this.#newest.push(newestMs);
      this.#second.push(secondMs);
    }
    for (const { owner, at, count } of cells) {
      this.#owner.push((groupOf.get(owner >>> 1) as number) * 2 + (owner & 1));
      this.#at.push(at);
      this.#count.push(count);
    }
  }

  toColumns(): ShardColumns {
    return {
      sessions: joinBytes(this.#ids),
      groups: {
        session: Uint32Array.from(this.#session),
        pattern: Uint32Array.from(this.#pattern),
        hits: Uint32Array.from(this.#hits),
        newest: Float64Array.from(this.#newest),
        second: Float64Array.from(this.#second),
      },
      cells: {
        owner: Uint32Array.from(this.#owner),
        at: Float64Array.from(this.#at),
        count: Uint32Array.from(this.#count),
      },
    };
  }
}
