import { bytesAt } from "../count/columns.js";
import { hashesOf, sessionHash } from "../count/session-blocks.js";
import { Shard, type ShardColumns } from "../count/shard.js";
import type { HashSeed } from "../line/hash.js";
import { newlyFalse, type GroupSummary, type SessionChange } from "../merge/group-summary.js";
import type { ExtentReader, WantedSessions } from "./extent-reader.js";

/** An extent that is known, with the summary's rows of its pattern numbers. */
export interface KnownExtent {
  readonly reader: ExtentReader;
  readonly rows: Uint32Array;
}

const BATCH_GROUPS = 1 << 15;

/** Shards by several at once, as long as they are small. */
export function* batches(shards: readonly ShardColumns[]): Generator<ShardColumns[]> {
  let batch: ShardColumns[] = [];
  let groups = 0;
  for (const shard of shards) {
    batch.push(shard);
    groups += shard.groups.session.length;
    if (groups < BATCH_GROUPS) continue;
    yield batch;
    [batch, groups] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/**
 * What has come to the sessions of some shards, and what was known of them: but for groups that have their first false
 * positive, the newest times of each. All in the summary's pattern numbers.
 */
export function changeOf(
  shards: readonly ShardColumns[],
  rows: Uint32Array,
  known: readonly KnownExtent[],
  groups: GroupSummary,
  seed: HashSeed,
): SessionChange {
  const [fresh, before, after] = [emptyShard(seed), emptyShard(seed), emptyShard(seed)];
  for (const shard of shards) {
    fresh.absorb(shard, rows);
    after.absorb(shard, rows);
  }
  const come = fresh.toColumns();
  const wanted = wantedSessions(come, come.sessions.ends.keys(), seed);
  for (const { reader, rows: own } of known)
    for (const found of reader.heads(wanted, seed)) {
      before.absorb(found, own);
      after.absorb(found, own);
    }
  const had = before.toColumns();
  const whole = wholeSessions(wantedSessions(come, newlyFalse(groups, come, had), seed), known, seed);
  return { known: had, next: after.toColumns(), fresh: come, whole };
}

/** All that is known of some sessions. */
export function wholeSessions(wanted: WantedSessions, known: readonly KnownExtent[], seed: HashSeed): ShardColumns {
  const shard = emptyShard(seed);
  if (wanted.size > 0)
    for (const { reader, rows } of known) for (const found of reader.sessions(wanted, seed)) shard.absorb(found, rows);
  return shard.toColumns();
}

export function wantedSession(id: Uint8Array, seed: HashSeed): WantedSessions {
  return new Map([[sessionHash(id, 0, id.length, seed), [id]]]);
}

/** Keeps all that extents hold. */
export function emptyShard(seed: HashSeed): Shard {
  return new Shard(seed, { asOfMs: Infinity, floorMs: -Infinity, exactHours: [] });
}

function wantedSessions({ sessions }: ShardColumns, rows: Iterable<number>, seed: HashSeed): WantedSessions {
  const wanted = new Map<number, Uint8Array[]>();
  const hashes = hashesOf(sessions, seed);
  for (const row of rows) {
    const hash = hashes[row] as number;
    const list = wanted.get(hash);
    if (list === undefined) wanted.set(hash, [bytesAt(sessions, row)]);
    else list.push(bytesAt(sessions, row));
  }
  return wanted;
}
