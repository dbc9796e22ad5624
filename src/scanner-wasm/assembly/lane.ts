/** A lane's state beside its globals: what the merge needs of a lane that has ended stands in memory. */
import { flushBatch, totals } from "./batch";
import { allocate, release } from "./memory";
import { adoptPatterns, pairCapacity, pairCount, pairs, rowCapacity, rows } from "./patterns";
import { adoptSessions, firstChunk, nobody, sessionCount, sessionIndex, sessionShift } from "./sessions";

@unmanaged
export class LaneState {
  sessionIndex: u32;
  sessionShift: u32;
  sessionCount: u32;
  firstChunk: u32;
  nobody: u32;
  rows: u32;
  rowCapacity: u32;
  pairs: u32;
  pairCapacity: u32;
  pairCount: u32;
  totals: u32;
}

export function saveLane(): usize {
  const at = allocate(64);
  const state = changetype<LaneState>(at);
  state.sessionIndex = <u32>sessionIndex;
  state.sessionShift = sessionShift;
  state.sessionCount = sessionCount;
  state.firstChunk = <u32>firstChunk;
  state.nobody = <u32>nobody;
  state.rows = <u32>rows;
  state.rowCapacity = rowCapacity;
  state.pairs = <u32>pairs;
  state.pairCapacity = pairCapacity;
  state.pairCount = pairCount;
  state.totals = <u32>totals;
  return at;
}

/** Makes this instance go on where that lane ended. */
export function adoptLane(at: usize): void {
  const state = changetype<LaneState>(at);
  adoptSessions(state.sessionIndex, state.sessionShift, state.sessionCount, state.firstChunk, state.nobody);
  adoptPatterns(state.rows, state.rowCapacity, state.pairs, state.pairCapacity, state.pairCount);
}

// The input buffer: whole lines stand in it, with room behind them that vector loads may touch.
const PADDING: usize = 256;
let buffer: usize = 0;
let bufferBytes: usize = 0;

/** A buffer of at least `bytes` bytes whose first `keep` bytes are those of the last one. */
export function reserveBuffer(bytes: usize, keep: usize): usize {
  if (bytes <= bufferBytes) return buffer;
  const to = allocate(bytes + PADDING);
  memory.copy(to, buffer, min(keep, bufferBytes));
  if (buffer != 0) release(buffer, bufferBytes + PADDING);
  buffer = to;
  bufferBytes = bytes;
  return to;
}

/** The buffer of an instance before this one; where it stands, `recycle` must leave it alone. */
export function adoptBuffer(at: usize, bytes: usize): void {
  buffer = at;
  bufferBytes = bytes;
}

export function bufferSize(): usize {
  return bufferBytes;
}

// Bytes that JavaScript hands over with a record or a name. They must stand until the batch they went into is counted.
let scratch: usize = 0;
let scratchAt: usize = 0;
let scratchBytes: usize = 0;

export function reserveScratch(bytes: usize): usize {
  if (scratchAt + bytes > scratch + scratchBytes) {
    flushBatch();
    if (bytes > scratchBytes) {
      release(scratch, scratchBytes);
      scratchBytes = max<usize>(bytes, 1 << 16);
      scratch = allocate(scratchBytes);
    }
    scratchAt = scratch;
  }
  const at = scratchAt;
  scratchAt += (bytes + 15) & ~15;
  return at;
}
