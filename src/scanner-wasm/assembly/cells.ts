/**
 * A session's cells: how often an exact time or an hour was met by one of its patterns beyond the two newest times that
 * the group itself holds, and by its false positives. Most sessions have none. A hash table behind a header; a free slot
 * has count 0. Bounded by hours and patterns, however many hits there are.
 */
import { allocate, release, zeroSmall } from "./memory";
import { EXACT_HOURS, root } from "./root";
import { Session } from "./sessions";

@unmanaged
export class Cells {
  capacity: u32;
  count: u32;
  _unused: u64;
}
export const CELLS_HEADER: usize = 16;

@unmanaged
export class Cell {
  /** `2 * pattern` for hits, `2 * pattern + 1` for false positives. */
  owner: u32;
  count: u32;
  at: f64;
}
const FIRST_CAPACITY: u32 = 4;
const HOUR_MS: f64 = 3_600_000;

let lastHour: f64 = NaN; // hours repeat: whether the last one is exact is remembered
let lastIsExact: bool = false;

// @ts-ignore: decorator
@inline
export function hourOf(ms: f64): f64 {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** The time itself in an exact hour, else the start of its hour (core/precision.ts). */
export function cellOf(ms: f64): f64 {
  const count = root().exactHourCount;
  if (count == 0) return ms;
  const hour = hourOf(ms);
  if (hour != lastHour) {
    lastHour = hour;
    lastIsExact = false;
    for (let i: usize = 0; i < count; i++) if (load<f64>(EXACT_HOURS + (i << 3)) == hour) lastIsExact = true;
  }
  return lastIsExact ? ms : hour;
}

export function addToCell(session: Session, owner: u32, at: f64, count: u32): void {
  if (session.cells == 0) session.cells = <u32>newCells(FIRST_CAPACITY);
  let cells = changetype<Cells>(<usize>session.cells);
  let cell = place(cells, owner, at);
  if (cell.count == 0) {
    if ((cells.count + 1) * 4 > cells.capacity * 3) {
      cells = grow(session);
      cell = place(cells, owner, at);
    }
    cells.count++;
    cell.owner = owner;
    cell.at = at;
  }
  cell.count += count;
}

function newCells(capacity: u32): usize {
  const at = allocate(CELLS_HEADER + (<usize>capacity << 4));
  zeroSmall(at, CELLS_HEADER + (<usize>capacity << 4));
  changetype<Cells>(at).capacity = capacity;
  return at;
}

function place(cells: Cells, owner: u32, at: f64): Cell {
  const mask = cells.capacity - 1;
  const multiplier = root().multiplier;
  const mixed = ((reinterpret<u64>(at + 0.0) * multiplier) >> 32) + <u64>owner;
  let k = <u32>((mixed * multiplier) >> 32) & mask;
  while (true) {
    const cell = changetype<Cell>(changetype<usize>(cells) + CELLS_HEADER + (<usize>k << 4));
    if (cell.count == 0 || (cell.owner == owner && cell.at == at)) return cell;
    k = (k + 1) & mask;
  }
}

function grow(session: Session): Cells {
  const from = changetype<Cells>(<usize>session.cells);
  const to = changetype<Cells>(newCells(from.capacity << 1));
  for (let i: u32 = 0; i < from.capacity; i++) {
    const cell = changetype<Cell>(changetype<usize>(from) + CELLS_HEADER + (<usize>i << 4));
    if (cell.count == 0) continue;
    const copy = place(to, cell.owner, cell.at);
    v128.store(changetype<usize>(copy), v128.load(changetype<usize>(cell)));
  }
  to.count = from.count;
  session.cells = <u32>changetype<usize>(to);
  release(changetype<usize>(from), CELLS_HEADER + (<usize>from.capacity << 4));
  return to;
}
