/**
 * Memory: one heap for all lanes, and in each lane an allocator over slabs of it.
 *
 * The heap only grows, by atomic adds to `root.top`; it never gives back. So what a lane outgrows it keeps for itself, in
 * free lists by size class: without them linear memory leaks half of every table that doubled.
 */
import { Root, ROOT, root } from "./root";

/** Throws in JavaScript; it does not return. */
@external("env", "outOfMemory")
declare function throwOutOfMemory(): void;

const SLAB: usize = 512 << 10;
/** Behind the heap's end stay bytes that vector loads may touch. */
const MARGIN: u64 = 256;
const SMALL: usize = 1024; // up to here sizes are multiples of 16, above there are four steps to a doubling
const CLASSES: usize = 160;
const OWN_CLASS: usize = 65 + 6 * 4 + 3; // from 128 KiB on: blocks with a region of their own
const LARGE_CLASS: usize = 65 + 6 * 4; // from 64 KiB on: worth cutting up anew

let freeLists: usize = 0; // u32[CLASSES]: heads of lists that run through the free blocks
let slabAt: usize = 0;
let slabEnd: usize = 0;

/** What a lane took of the heap, so that its next instance can have it: pairs of u32 (address, size) behind this header. */
@unmanaged
class Regions {
  count: u32;
  capacity: u32;
}
let regions: usize = 0;
/** Bytes of slabs and of blocks with a region of their own that are in use. */
let used: u64 = 0;

export function openAllocator(): void {
  freeLists = takeShared(CLASSES << 2);
  memory.fill(freeLists, 0, CLASSES << 2);
}

/**
 * Takes over what an instance before this one had, which is not used any more. But for the region in which `kept` lies:
 * its block lives on.
 */
export function recycle(list: usize, kept: usize): void {
  regions = list;
  const count = <usize>changetype<Regions>(list).count;
  for (let i: usize = 0; i < count; i++) {
    const at = <usize>load<u32>(list + 8 + (i << 3));
    const size = <usize>load<u32>(list + 8 + (i << 3), 4);
    if (kept < at || kept >= at + size) release(at, size);
  }
  used = 0;
}

export function regionsAt(): usize {
  return regions;
}

export function usedBytes(): f64 {
  return <f64>used;
}

function takeRegion(size: usize): usize {
  if (regions == 0 || changetype<Regions>(regions).count == changetype<Regions>(regions).capacity) growRegions();
  const at = takeShared(size);
  const list = changetype<Regions>(regions);
  const slot = regions + 8 + (<usize>list.count << 3);
  list.count++;
  store<u32>(slot, <u32>at);
  store<u32>(slot, <u32>size, 4);
  used += size;
  return at;
}

function growRegions(): void {
  const count = regions == 0 ? 0 : changetype<Regions>(regions).count;
  const capacity = max<u32>(count << 1, 64);
  const to = takeShared(8 + (<usize>capacity << 3));
  if (regions != 0) memory.copy(to + 8, regions + 8, <usize>count << 3);
  changetype<Regions>(to).count = count;
  changetype<Regions>(to).capacity = capacity;
  regions = to;
}

export function outOfMemory(): void {
  // Others may wait for a lock that this lane holds: they shall see at once that there is nothing to wait for.
  atomic.store<u32>(ROOT + offsetof<Root>("failed"), 1);
  throwOutOfMemory();
  unreachable();
}

/** Bytes of the shared heap, for good. Aligned to cache lines; not zeroed by this, but zero where memory is new. */
export function takeShared(bytes: usize): usize {
  const size = (<u64>bytes + 63) & ~63;
  const at = atomic.add<u64>(ROOT + offsetof<Root>("top"), size);
  const end = at + size + MARGIN;
  if (end > root().limit) outOfMemory();
  while ((<u64>(<u32>memory.size())) << 16 < end) {
    const missing = <u32>((end + 0xffff) >> 16) - <u32>memory.size();
    if (<i32>missing <= 0) break; // another lane was faster
    const step = max<u32>(missing, 64);
    if (memory.grow(step) < 0 && memory.grow(missing) < 0 && <u64>(<u32>memory.size()) << 16 < end) outOfMemory();
  }
  return <usize>at;
}

// @ts-ignore: decorator
@inline
function classOf(bytes: usize): usize {
  if (bytes <= SMALL) return (bytes + 15) >> 4;
  const k = 31 - clz<u32>(<u32>bytes - 1);
  return 65 + ((k - 10) << 2) + ((bytes - 1 - (1 << k)) >> (k - 2));
}

// @ts-ignore: decorator
@inline
function sizeOf(class_: usize): usize {
  if (class_ < 65) return class_ << 4;
  const k = ((class_ - 65) >> 2) + 10;
  return (1 << k) + ((((class_ - 65) & 3) + 1) << (k - 2));
}

/** A block of at least `bytes`, aligned to 16; its content is anything. */
export function allocate(bytes: usize): usize {
  if (bytes > 0x7fff_ffff) outOfMemory();
  const class_ = classOf(bytes);
  const list = freeLists + (class_ << 2);
  const free = <usize>load<u32>(list);
  if (free != 0) {
    store<u32>(list, load<u32>(free));
    if (class_ >= OWN_CLASS) used += sizeOf(class_);
    return free;
  }
  const size = sizeOf(class_);
  if (class_ >= OWN_CLASS) return takeRegion(size);
  if (slabAt + size > slabEnd) openSlab();
  const at = slabAt;
  slabAt = at + size;
  return at;
}

const LASTING_SLAB: usize = 64 << 10;
let lastingAt: usize = 0;
let lastingEnd: usize = 0;

/** Bytes for what all lanes share: they stay when the lane's own memory is used anew. Zeroed, and not to be released. */
export function allocateLasting(bytes: usize): usize {
  const size = (bytes + 15) & ~15;
  if (size >= LASTING_SLAB >> 2) return takeShared(size);
  if (lastingAt + size > lastingEnd) {
    lastingAt = takeShared(LASTING_SLAB);
    lastingEnd = lastingAt + LASTING_SLAB;
  }
  const at = lastingAt;
  lastingAt = at + size;
  return at;
}

/** Zeroes a small block, 16 bytes at a time. `memory.fill` is a call out of the module, however short. */
// @ts-ignore: decorator
@inline
export function zeroSmall(at: usize, bytes: usize): void {
  const zero = i64x2.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) v128.store(at + i, zero);
}

/** Copies a short run of bytes, 16 at a time: there must be room for up to 15 bytes behind it. */
// @ts-ignore: decorator
@inline
export function copyShort(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i));
}

export function allocateZeroed(bytes: usize): usize {
  const at = allocate(bytes);
  memory.fill(at, 0, bytes);
  return at;
}

/** Gives back what `allocate(bytes)` gave. */
export function release(at: usize, bytes: usize): void {
  if (at == 0) return;
  const class_ = classOf(bytes);
  if (class_ >= OWN_CLASS) used -= sizeOf(class_);
  const list = freeLists + (class_ << 2);
  store<u32>(at, load<u32>(list));
  store<u32>(list, <u32>at);
}

/** A new slab: an outgrown table if there is one, else fresh memory. */
function openSlab(): void {
  for (let class_ = LARGE_CLASS; class_ < CLASSES; class_++) {
    const list = freeLists + (class_ << 2);
    const free = <usize>load<u32>(list);
    if (free == 0) continue;
    store<u32>(list, load<u32>(free));
    slabAt = free;
    slabEnd = free + sizeOf(class_);
    if (class_ >= OWN_CLASS) used += sizeOf(class_);
    return;
  }
  slabAt = takeRegion(SLAB);
  slabEnd = slabAt + SLAB;
}
