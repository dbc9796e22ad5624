import { GroupTimes } from "../count/group-times.js";
import type { Scratch } from "../count/scratch.js";
import type { ShardColumns } from "../count/shard.js";

type Cells = ShardColumns["cells"];

/**
 * A group's cells in two: those that tell its `depth` newest hit times (each as often as it was met) and how many of its hits
 * are future, and all others, false positives among them. The first are few however many hits there are, and the `depth`
 * newest times of several pieces together are told by those of each. Both stand in `scratch`, or in the columns.
 */
export function partedCells(
  columns: ShardColumns,
  depth: number,
  scratch: Scratch,
): { heads: ShardColumns; rest: Cells } {
  const { cells, groups } = columns;
  if (cells.owner.length === 0) return { heads: columns, rest: cells };
  const oldest = oldestNeeded(columns, depth, scratch);
  const isHead = (c: number): boolean => {
    const owner = cells.owner[c] as number;
    return (owner & 1) === 0 && (cells.at[c] as number) >= (oldest[owner >>> 1] as number);
  };
  const [heads, rest]: [number[], number[]] = [[], []];
  for (let c = 0; c < cells.owner.length; c++) (isHead(c) ? heads : rest).push(c);
  return {
    heads: { sessions: columns.sessions, groups, cells: picked(cells, heads, scratch) },
    rest: picked(cells, rest, scratch),
  };
}

/** By group: no hit before it is one of the `depth` newest. */
function oldestNeeded(columns: ShardColumns, depth: number, scratch: Scratch): Float64Array {
  const times = new GroupTimes(columns, scratch);
  const newest = new Float64Array(depth);
  const oldest = scratch.array(Float64Array, columns.groups.session.length);
  for (let g = 0; g < oldest.length; g++) {
    times.newest(g, newest);
    oldest[g] = newest[depth - 1] as number;
  }
  return oldest;
}

function picked({ owner, at, count }: Cells, rows: readonly number[], scratch: Scratch): Cells {
  const to = {
    owner: scratch.array(Uint32Array, rows.length),
    at: scratch.array(Float64Array, rows.length),
    count: scratch.array(Uint32Array, rows.length),
  };
  rows.forEach((row, i) => {
    to.owner[i] = owner[row] as number;
    to.at[i] = at[row] as number;
    to.count[i] = count[row] as number;
  });
  return to;
}

/** The columns with the other cells behind their own. */
export function withCells({ sessions, groups, cells }: ShardColumns, rest: Cells): ShardColumns {
  const [own, all] = [cells.owner.length, cells.owner.length + rest.owner.length];
  const joined = { owner: new Uint32Array(all), at: new Float64Array(all), count: new Uint32Array(all) };
  for (const name of ["owner", "at", "count"] as const) {
    joined[name].set(cells[name]);
    joined[name].set(rest[name], own);
  }
  return { sessions, groups, cells: joined };
}
