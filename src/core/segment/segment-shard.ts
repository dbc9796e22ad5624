import { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import type { ShardColumns } from "../count/shard.js";

/** Least bytes of a group and of a cell: one a column. */
const GROUP_BYTES = 5;
const CELL_BYTES = 3;

export function writeShard(to: ByteWriter, { sessions, groups, cells }: ShardColumns): void {
  to.strings(sessions);
  to.uint(groups.session.length);
  to.steps(groups.session);
  to.uints(groups.pattern);
  to.uints(groups.hits);
  to.floats(groups.newest);
  to.floats(groups.second, groups.newest);
  writeCells(to, cells);
}

export function writeCells(to: ByteWriter, { owner, at, count }: ShardColumns["cells"]): void {
  to.uint(owner.length);
  to.steps(owner);
  to.floats(at);
  to.uints(count);
}

/** `patterns`: how many the segment has. @throws DamagedSegment */
export function readShard(bytes: Uint8Array, patterns: number, what: string): ShardColumns {
  const from = new ByteReader(bytes, what);
  const sessions = from.strings();
  const groups = readGroups(from, sessions.ends.length, patterns);
  const cells = readCells(from, groups.session.length);
  from.end();
  return { sessions, groups, cells };
}

/** Cells alone, of so many groups. @throws DamagedSegment */
export function readCellsOf(bytes: Uint8Array, groups: number, what: string): ShardColumns["cells"] {
  const from = new ByteReader(bytes, what);
  const cells = readCells(from, groups);
  from.end();
  return cells;
}

function readGroups(from: ByteReader, sessions: number, patterns: number): ShardColumns["groups"] {
  const count = from.count(GROUP_BYTES);
  const session = from.steps(count, sessions - 1);
  const pattern = from.uints(count, patterns - 1);
  const hits = from.uints(count);
  const newest = from.floats(count);
  return { session, pattern, hits, newest, second: from.floats(count, newest) };
}

function readCells(from: ByteReader, groups: number): ShardColumns["cells"] {
  const count = from.count(CELL_BYTES);
  return { owner: from.steps(count, 2 * groups - 1), at: from.floats(count), count: from.uints(count) };
}
