/**
 * A lane's memory of names as they stand in the log: raw JSON text to its number. Many spellings (escapes, spaces, other
 * Unicode forms) may be one name, but one spelling is always the same name, so whatever the slow path once made of a
 * spelling holds for ever: that is how odd spellings get onto the fast path.
 *
 * A hash table whose slots hold the name itself up to 16 bytes: one look at one place, where an index of addresses takes
 * two that wait for each other (a quarter of `acceptRecord` by the profile; with other caches idle it measures as nothing).
 */
import { equalBytes } from "./bytes";
import { allocate, allocateZeroed, release } from "./memory";

@unmanaged
export class RawNames {
  slots: u32;
  bits: u32;
  count: u32;
}

@unmanaged
export class RawName {
  hash: u32;
  /** Length + 1; 0: the slot is free. */
  length: u32;
  number: u32;
  /** What the walk must know of the name; or, for reasons, the interceptor that it was met with. */
  tag: u32;
  // Then 16 bytes: the name, zeros behind it; or where it stands if it is longer.
}
const SLOT_BITS: u32 = 5;
const NAME_AT: usize = 16;
const INLINE: u32 = 16;
const FIRST_BITS: u32 = 8;

/** For each length up to 16 a mask of so many bytes. */
let masks: usize = 0;

export function openRawNames(): usize {
  if (masks == 0) {
    masks = allocateZeroed(17 << 4);
    for (let length: usize = 0; length <= 16; length++) memory.fill(masks + (length << 4), 255, length);
  }
  const names = changetype<RawNames>(allocateZeroed(16));
  names.bits = FIRST_BITS;
  names.slots = <u32>allocateZeroed(1 << (FIRST_BITS + SLOT_BITS));
  return changetype<usize>(names);
}

// @ts-ignore: decorator
@inline
function isName(slot: RawName, p: usize, length: u32): bool {
  const name = changetype<usize>(slot) + NAME_AT;
  if (length <= INLINE) {
    const masked = v128.and(v128.load(p), v128.load(masks + (<usize>length << 4)));
    return !v128.any_true(v128.xor(masked, v128.load(name)));
  }
  return equalBytes(<usize>load<u32>(name), p, length);
}

/** The entry of `bytes[p, p + length)`, or null. */
// @ts-ignore: decorator
@inline
export function findRaw(names: usize, p: usize, length: u32, hash: u32): RawName | null {
  const n = changetype<RawNames>(names);
  const mask = (1 << n.bits) - 1;
  let k = hash >> (32 - n.bits);
  while (true) {
    const slot = changetype<RawName>(<usize>n.slots + (<usize>k << SLOT_BITS));
    if (slot.hash == hash && slot.length == length + 1 && isName(slot, p, length)) return slot;
    if (slot.length == 0) return null;
    k = (k + 1) & mask;
  }
}

/** For names that are no names without their tag. */
export function findTagged(names: usize, p: usize, length: u32, hash: u32, tag: u32): RawName | null {
  const n = changetype<RawNames>(names);
  const mask = (1 << n.bits) - 1;
  let k = hash >> (32 - n.bits);
  while (true) {
    const slot = changetype<RawName>(<usize>n.slots + (<usize>k << SLOT_BITS));
    if (slot.hash == hash && slot.length == length + 1 && slot.tag == tag && isName(slot, p, length)) return slot;
    if (slot.length == 0) return null;
    k = (k + 1) & mask;
  }
}

/** Adds a spelling that was not found. */
export function addRaw(names: usize, p: usize, length: u32, hash: u32, number: u32, tag: u32): RawName {
  const n = changetype<RawNames>(names);
  if (++n.count << 1 > 1 << n.bits) grow(n);
  const slot = freeSlot(<usize>n.slots, n.bits, hash);
  slot.hash = hash;
  slot.length = length + 1;
  slot.number = number;
  slot.tag = tag;
  const name = changetype<usize>(slot) + NAME_AT;
  if (length <= INLINE) v128.store(name, v128.and(v128.load(p), v128.load(masks + (<usize>length << 4))));
  else {
    const bytes = allocate(length);
    memory.copy(bytes, p, length);
    store<u32>(name, <u32>bytes);
  }
  return slot;
}

function freeSlot(slots: usize, bits: u32, hash: u32): RawName {
  const mask = (1 << bits) - 1;
  let k = hash >> (32 - bits);
  while (changetype<RawName>(slots + (<usize>k << SLOT_BITS)).length != 0) k = (k + 1) & mask;
  return changetype<RawName>(slots + (<usize>k << SLOT_BITS));
}

function grow(n: RawNames): void {
  const from = <usize>n.slots;
  const bytes: usize = 1 << (n.bits + SLOT_BITS);
  const to = allocateZeroed(bytes << 1);
  for (let at = from; at < from + bytes; at += 1 << SLOT_BITS) {
    const slot = changetype<RawName>(at);
    if (slot.length == 0) continue;
    const copy = changetype<usize>(freeSlot(to, n.bits + 1, slot.hash));
    v128.store(copy, v128.load(at));
    v128.store(copy, v128.load(at, 16), 16);
  }
  n.slots = <u32>to;
  n.bits++;
  release(from, bytes);
}
