/**
 * Merge by adoption. All lanes count in one memory with one set of pattern numbers, so a session that only one lane has
 * met stays where it is; only sessions that two have met are added up, in the first lane that has them. In a log in order
 * of time those are few.
 *
 * Sessions are merged in parts by their hash, so that threads can share the work: a part's sessions are no other part's, and
 * nothing that is looked at of another part changes but a length, to one that no id has.
 */
import { addToCell, Cell, Cells, CELLS_HEADER } from "./cells";
import { hitsAt, internGroup, NEVER, timesAt } from "./groups";
import { LaneState } from "./lane";
import { addInterceptor, MET, offerPlace, Pair, PatternRow, placeAt, ROW_BYTES, rowOf } from "./patterns";
import { CHUNK_HEADER, findIn, idOf, MERGED, Session, SESSION_BYTES, SessionChunk } from "./sessions";
import { noteTime } from "./tally";

// @ts-ignore: decorator
@inline
export function laneAt(lanes: usize, i: u32): LaneState {
  return changetype<LaneState>(<usize>load<u32>(lanes + (<usize>i << 2)));
}

// @ts-ignore: decorator
@inline
export function isInPart(session: Session, part: u32, parts: u32): bool {
  return <u32>((<u64>session.hash * parts) >> 32) == part;
}

/** Merges the sessions of a part. `lanes`: u32[count], where lanes that have ended saved their states. */
export function mergePart(lanes: usize, count: u32, part: u32, parts: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    for (let chunk = <usize>laneAt(lanes, i).firstChunk; chunk != 0; chunk = <usize>changetype<SessionChunk>(chunk).next) {
      const end = chunk + CHUNK_HEADER + <usize>changetype<SessionChunk>(chunk).used * SESSION_BYTES;
      for (let entry = chunk + CHUNK_HEADER; entry < end; entry += SESSION_BYTES) {
        const session = changetype<Session>(entry);
        if (!isInPart(session, part, parts)) continue;
        const known = findBefore(lanes, i, session);
        if (known == 0) continue;
        addSession(changetype<Session>(known), session);
        session.length = MERGED;
      }
    }
  }
}

/** The session's entry in the first lane before `lane` that has it, or 0. */
function findBefore(lanes: usize, lane: u32, session: Session): usize {
  if (session.length == 0) return <usize>laneAt(lanes, 0).nobody;
  for (let i: u32 = 0; i < lane; i++) {
    const state = laneAt(lanes, i);
    const id = idOf(changetype<usize>(session));
    const known = findIn(state.sessionIndex, state.sessionShift, id, session.length, session.hash);
    if (known != 0) return known;
  }
  return 0;
}

function addSession(to: Session, from: Session): void {
  const capacity = from.groupCapacity;
  const block = <usize>from.groups;
  for (let i: u32 = 0; i < capacity; i++) {
    const key = load<u32>(block + (<usize>i << 2));
    if (key != 0) addGroup(to, key - 1, load<u32>(hitsAt(block, capacity, i)), timesAt(block, capacity, i));
  }
  if (from.cells == 0) return;
  const cells = changetype<Cells>(<usize>from.cells);
  for (let i: u32 = 0; i < cells.capacity; i++) {
    const cell = changetype<Cell>(changetype<usize>(cells) + CELLS_HEADER + (<usize>i << 4));
    if (cell.count != 0) addToCell(to, cell.owner, cell.at, cell.count);
  }
}

function addGroup(to: Session, pattern: u32, count: u32, times: usize): void {
  const i = internGroup(to, pattern);
  const hits = hitsAt(<usize>to.groups, to.groupCapacity, i);
  store<u32>(hits, load<u32>(hits) + count);
  const ours = timesAt(<usize>to.groups, to.groupCapacity, i);
  if (load<f64>(times) != NEVER) noteTime(to, ours, pattern, load<f64>(times));
  if (load<f64>(times, 8) != NEVER) noteTime(to, ours, pattern, load<f64>(times, 8));
}

/** Adds the pattern rows of a lane that has ended to this instance's. */
export function absorbRows(at: usize): void {
  const state = changetype<LaneState>(at);
  for (let pattern: u32 = 0; pattern < state.rowCapacity; pattern++) {
    const from = changetype<PatternRow>(<usize>state.rows + <usize>pattern * ROW_BYTES);
    if ((from.marks & MET) == 0) continue;
    const to = rowOf(pattern);
    to.marks |= MET;
    to.firstMs = min(to.firstMs, from.firstMs);
    to.lastMs = max(to.lastMs, from.lastMs);
    to.undated += from.undated;
    to.future += from.future;
    to.falsePositives += from.falsePositives;
    if (from.interceptor != 0) addInterceptor(to, pattern, from.interceptor - 1, from.interceptorHits);
    for (let i: u32 = 0; i < <u32>from.placeCount; i++) {
      const place = placeAt(from, i);
      offerPlace(to, place.timeMs, place.archive, place.offset);
    }
  }
  for (let i: u32 = 0; i < state.pairCapacity; i++) {
    const pair = changetype<Pair>(<usize>state.pairs + (<usize>i << 4));
    const pattern = <u32>(pair.key >> 32) - 1;
    if (pair.key != 0) addInterceptor(rowOf(pattern), pattern, <u32>pair.key, pair.hits);
  }
}
