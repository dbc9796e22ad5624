/**
 * A lane's sessions: a hash index over entries of one cache line each. Entries never move, so other tables and other
 * lanes may hold their address.
 *
 * An id that raw JSON text could take for itself though it means another (it holds a backslash, or a lone surrogate) is
 * "exotic": it comes from the slow path and is filed under the complement of its hash, so that the fast path, which
 * looks raw text up as it stands, can't meet it. That costs the fast path nothing.
 */
import { equalBytes } from "./bytes";
import { allocate, allocateZeroed, copyShort, release } from "./memory";

@unmanaged
export class Session {
  hash: u32;
  /** Of the id in bytes; 0 for "no session". */
  length: u32;
  /** Groups block (groups.ts), or 0. */
  groups: u32;
  groupCount: u32;
  groupCapacity: u32;
  /** Cells block (cells.ts), or 0. */
  cells: u32;
  // Then 40 bytes: the id itself, or where it stands if it is longer.
}
export const SESSION_BYTES: usize = 64;
const ID_AT: usize = 24;
const INLINE_ID: u32 = 40;
/** `length` of an entry whose content went over to another lane's entry. */
export const MERGED: u32 = 0xffff_ffff;

/** Entries lie in chunks, which form a list. */
@unmanaged
export class SessionChunk {
  next: u32;
  used: u32;
}
export const CHUNK_HEADER: usize = 64;
const CHUNK_BYTES: usize = 64 << 10;
const CHUNK_SESSIONS: u32 = 1022; // and room behind the last one
const FIRST_BITS: u32 = 10;

/** u64 slots, `hash << 32 | address of the entry`. */
export let sessionIndex: usize = 0;
export let sessionShift: u32 = 0;
export let sessionCount: u32 = 0;
export let firstChunk: usize = 0;
export let nobody: usize = 0;

export function openSessions(): void {
  sessionShift = 32 - FIRST_BITS;
  sessionIndex = allocateZeroed(8 << FIRST_BITS);
  sessionCount = 0;
  firstChunk = 0;
  nobody = newEntry(0, 0, 0);
}

export function firstChunkAt(): usize {
  return firstChunk;
}

/** Takes over the sessions of a lane that has ended. */
export function adoptSessions(index: usize, shift: u32, count: u32, chunk: usize, nobodyEntry: usize): void {
  sessionIndex = index;
  sessionShift = shift;
  sessionCount = count;
  firstChunk = chunk;
  nobody = nobodyEntry;
}

// @ts-ignore: decorator
@inline
export function idOf(session: usize): usize {
  return changetype<Session>(session).length <= INLINE_ID ? session + ID_AT : <usize>load<u32>(session, ID_AT);
}

/** The entry of a session that may be new. */
// @ts-ignore: decorator
@inline
export function internSession(p: usize, length: u32, hash: u32): usize {
  let slot = sessionIndex + (<usize>(hash >> sessionShift) << 3);
  while (true) {
    const word = load<u64>(slot);
    if (word == 0) return addSession(p, length, hash);
    if (<u32>(word >> 32) == hash) {
      const entry = <usize>word;
      if (changetype<Session>(entry).length == length && equalBytes(idOf(entry), p, length)) return entry;
    }
    slot = nextSlot(slot);
  }
}

export function findSession(p: usize, length: u32, hash: u32): usize {
  return findIn(sessionIndex, sessionShift, p, length, hash);
}

/** The entry in the index of this or another lane, or 0. */
export function findIn(index: usize, shift: u32, p: usize, length: u32, hash: u32): usize {
  const mask: u32 = (1 << (32 - shift)) - 1;
  let k = hash >> shift;
  while (true) {
    const word = load<u64>(index + (<usize>k << 3));
    if (word == 0) return 0;
    if (<u32>(word >> 32) == hash) {
      const entry = <usize>word;
      if (changetype<Session>(entry).length == length && equalBytes(idOf(entry), p, length)) return entry;
    }
    k = (k + 1) & mask;
  }
}

// @ts-ignore: decorator
@inline
function nextSlot(slot: usize): usize {
  const next = slot + 8;
  return next == sessionIndex + (<usize>8 << (32 - sessionShift)) ? sessionIndex : next;
}

function addSession(p: usize, length: u32, hash: u32): usize {
  const entry = newEntry(p, length, hash);
  if (++sessionCount << 1 > 1 << (32 - sessionShift)) growIndex();
  insert(sessionIndex, sessionShift, (<u64>hash << 32) | <u64>entry);
  return entry;
}

function newEntry(p: usize, length: u32, hash: u32): usize {
  let chunk = changetype<SessionChunk>(firstChunk);
  if (firstChunk == 0 || chunk.used == CHUNK_SESSIONS) {
    const at = allocate(CHUNK_BYTES);
    chunk = changetype<SessionChunk>(at);
    chunk.next = <u32>firstChunk;
    chunk.used = 0;
    firstChunk = at;
  }
  const entry = firstChunk + CHUNK_HEADER + <usize>chunk.used * SESSION_BYTES;
  chunk.used++;
  const session = changetype<Session>(entry);
  if (length > INLINE_ID) {
    const id = allocate(length);
    memory.copy(id, p, length);
    store<u32>(entry, <u32>id, ID_AT);
  } else copyShort(entry + ID_AT, p, length); // what it copies beyond the entry belongs to the next one, which is not made yet
  session.hash = hash;
  session.length = length;
  session.groups = 0;
  session.groupCount = 0;
  session.groupCapacity = 0;
  session.cells = 0;
  return entry;
}

function insert(index: usize, shift: u32, slot: u64): void {
  const mask: u32 = (1 << (32 - shift)) - 1;
  let k = <u32>(slot >> 32) >> shift;
  while (load<u64>(index + (<usize>k << 3)) != 0) k = (k + 1) & mask;
  store<u64>(index + (<usize>k << 3), slot);
}

function growIndex(): void {
  const from = sessionIndex;
  const slots: usize = 1 << (32 - sessionShift);
  const shift = sessionShift - 1;
  const to = allocateZeroed(slots << 4);
  // The slots hold whole hashes, so no entry is touched; and as the top bits lead, old and new are met in one order.
  for (let i: usize = 0; i < slots; i++) {
    const slot = load<u64>(from + (i << 3));
    if (slot != 0) insert(to, shift, slot);
  }
  sessionIndex = to;
  sessionShift = shift;
  release(from, slots << 3);
}
