/**
 * A session's groups, one for each of its patterns: a block of columns.
 *
 *   u32 pattern + 1 [capacity] | u32 hits [capacity] | { f64 newest, f64 second } [capacity]
 *
 * 0 in the first column is a free place. Up to 16 places the block is filled in order and searched with SIMD, four
 * patterns at a time; above, it is a hash table. Sessions are small and a session's lines lie close together, so this
 * stays in the cache; one global table over (session, pattern) cost 1.7 times the CPU.
 */
import { allocate, release, zeroSmall } from "./memory";
import { root } from "./root";
import { Session } from "./sessions";

export const NEVER: f64 = -Infinity;
const FIRST_CAPACITY: u32 = 4;
const LAST_SEARCHED: u32 = 16;

// @ts-ignore: decorator
@inline
export function hitsAt(block: usize, capacity: u32, i: u32): usize {
  return block + (<usize>(capacity + i) << 2);
}

// @ts-ignore: decorator
@inline
export function timesAt(block: usize, capacity: u32, i: u32): usize {
  return block + (<usize>capacity << 3) + (<usize>i << 4);
}

// @ts-ignore: decorator
@inline
function bytesOf(capacity: u32): usize {
  return <usize>capacity * 24;
}

/** The place of a pattern's group, a new one if need be. The block may move. */
// @ts-ignore: decorator
@inline
export function internGroup(session: Session, pattern: u32): u32 {
  const capacity = session.groupCapacity;
  const i = findGroup(<usize>session.groups, capacity, pattern);
  return i != 0xffff_ffff ? i : addGroup(session, pattern);
}

/** The place of a pattern's group, or 0xffffffff. */
// @ts-ignore: decorator
@inline
export function findGroup(block: usize, capacity: u32, pattern: u32): u32 {
  if (capacity - 1 < LAST_SEARCHED) {
    const key = i32x4.splat(pattern + 1);
    let found = <u32>i32x4.bitmask(i32x4.eq(v128.load(block), key));
    if (capacity > 4) {
      found |= <u32>i32x4.bitmask(i32x4.eq(v128.load(block, 16), key)) << 4;
      if (capacity > 8) {
        found |= <u32>i32x4.bitmask(i32x4.eq(v128.load(block, 32), key)) << 8;
        found |= <u32>i32x4.bitmask(i32x4.eq(v128.load(block, 48), key)) << 12;
      }
    }
    return found != 0 ? ctz(found) : 0xffff_ffff;
  }
  return capacity == 0 ? 0xffff_ffff : findHashed(block, capacity, pattern);
}

function findHashed(block: usize, capacity: u32, pattern: u32): u32 {
  const mask = capacity - 1;
  let k = spread(pattern) & mask;
  while (true) {
    const key = load<u32>(block + (<usize>k << 2));
    if (key == pattern + 1) return k;
    if (key == 0) return 0xffff_ffff;
    k = (k + 1) & mask;
  }
}

// @ts-ignore: decorator
@inline
function spread(pattern: u32): u32 {
  return <u32>((<u64>(pattern + 1) * root().multiplier) >> 32);
}

function addGroup(session: Session, pattern: u32): u32 {
  const capacity = session.groupCapacity;
  const full = capacity <= LAST_SEARCHED ? session.groupCount == capacity : (session.groupCount + 1) * 3 > capacity * 2;
  if (full) grow(session);
  const block = <usize>session.groups;
  const i = freePlace(block, session.groupCapacity, session.groupCount, pattern);
  store<u32>(block + (<usize>i << 2), pattern + 1);
  store<u32>(hitsAt(block, session.groupCapacity, i), 0);
  const times = timesAt(block, session.groupCapacity, i);
  store<f64>(times, NEVER);
  store<f64>(times, NEVER, 8);
  session.groupCount++;
  return i;
}

function freePlace(block: usize, capacity: u32, count: u32, pattern: u32): u32 {
  if (capacity <= LAST_SEARCHED) return count;
  const mask = capacity - 1;
  let k = spread(pattern) & mask;
  while (load<u32>(block + (<usize>k << 2)) != 0) k = (k + 1) & mask;
  return k;
}

function grow(session: Session): void {
  const from = <usize>session.groups;
  const old = session.groupCapacity;
  const capacity = old == 0 ? FIRST_CAPACITY : old << 1;
  const to = allocate(bytesOf(capacity));
  zeroSmall(to, <usize>capacity << 2);
  let count: u32 = 0;
  for (let i: u32 = 0; i < old; i++) {
    const key = load<u32>(from + (<usize>i << 2));
    if (key == 0) continue;
    const k = freePlace(to, capacity, count++, key - 1);
    store<u32>(to + (<usize>k << 2), key);
    store<u32>(hitsAt(to, capacity, k), load<u32>(hitsAt(from, old, i)));
    v128.store(timesAt(to, capacity, k), v128.load(timesAt(from, old, i)));
  }
  session.groups = <u32>to;
  session.groupCapacity = capacity;
  release(from, bytesOf(old));
}
