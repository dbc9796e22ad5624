/**
 * A lane's memory of names as they stand in the log: raw JSON text to its number. Many spellings (escapes, spaces, other
 * Unicode forms) may be one name, but one spelling is always the same name, so whatever the slow path once made of a
 * spelling holds for ever: that is how odd spellings get onto the fast path.
 */
import { equalBytes } from "./bytes";
import { allocate, allocateZeroed, release } from "./memory";

@unmanaged
export class RawNames {
  /** u64 slots, `hash << 32 | address of the entry`. */
  index: u32;
  bits: u32;
  count: u32;
}

@unmanaged
export class RawName {
  length: u32;
  number: u32;
  /** What the walk must know of the name; or, for reasons, the interceptor that it was met with. */
  tag: u32;
  _unused: u32;
}
const BYTES_AT: usize = 16;
const FIRST_BITS: u32 = 8;

export function openRawNames(): usize {
  const names = changetype<RawNames>(allocateZeroed(16));
  names.bits = FIRST_BITS;
  names.index = <u32>allocateZeroed(8 << FIRST_BITS);
  return changetype<usize>(names);
}

/** The entry of `bytes[p, p + length)`, or 0. */
// @ts-ignore: decorator
@inline
export function findRaw(names: usize, p: usize, length: u32, hash: u32): usize {
  const n = changetype<RawNames>(names);
  const mask = (1 << n.bits) - 1;
  let k = hash >> (32 - n.bits);
  while (true) {
    const slot = load<u64>(<usize>n.index + (<usize>k << 3));
    if (slot == 0) return 0;
    if (<u32>(slot >> 32) == hash) {
      const entry = <usize>slot;
      if (changetype<RawName>(entry).length == length && equalBytes(entry + BYTES_AT, p, length)) return entry;
    }
    k = (k + 1) & mask;
  }
}

/** For names that are no names without their tag. */
export function findTagged(names: usize, p: usize, length: u32, hash: u32, tag: u32): usize {
  const n = changetype<RawNames>(names);
  const mask = (1 << n.bits) - 1;
  let k = hash >> (32 - n.bits);
  while (true) {
    const slot = load<u64>(<usize>n.index + (<usize>k << 3));
    if (slot == 0) return 0;
    if (<u32>(slot >> 32) == hash) {
      const entry = changetype<RawName>(<usize>slot);
      if (entry.tag == tag && entry.length == length && equalBytes(<usize>slot + BYTES_AT, p, length)) return <usize>slot;
    }
    k = (k + 1) & mask;
  }
}

/** Adds a spelling that was not found. */
export function addRaw(names: usize, p: usize, length: u32, hash: u32, number: u32, tag: u32): usize {
  const n = changetype<RawNames>(names);
  const entry = allocate(BYTES_AT + length);
  const raw = changetype<RawName>(entry);
  raw.length = length;
  raw.number = number;
  raw.tag = tag;
  memory.copy(entry + BYTES_AT, p, length);
  if (++n.count << 1 > 1 << n.bits) grow(n);
  insert(<usize>n.index, n.bits, (<u64>hash << 32) | <u64>entry);
  return entry;
}

// @ts-ignore: decorator
@inline
function insert(index: usize, bits: u32, slot: u64): void {
  const mask = (1 << bits) - 1;
  let k = <u32>(slot >> 32) >> (32 - bits);
  while (load<u64>(index + (<usize>k << 3)) != 0) k = (k + 1) & mask;
  store<u64>(index + (<usize>k << 3), slot);
}

function grow(n: RawNames): void {
  const from = <usize>n.index;
  const slots: usize = 1 << n.bits;
  const to = allocateZeroed(slots << 4);
  for (let i: usize = 0; i < slots; i++) {
    const slot = load<u64>(from + (i << 3));
    if (slot != 0) insert(to, n.bits + 1, slot);
  }
  n.index = <u32>to;
  n.bits++;
  release(from, slots << 3);
}
