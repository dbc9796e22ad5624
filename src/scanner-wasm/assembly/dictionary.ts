/**
 * Names to small numbers, one dictionary for all lanes: so pattern 7 is pattern 7 in every lane, groups hold a number in
 * place of a name, and lanes merge without translating.
 *
 * Lanes come here only with names they have not met (raw-names.ts remembers the others), so one lock is enough. Nobody waits
 * for it for ever: a lane may have died that holds it.
 */
import { equalBytes } from "./bytes";
import { hashOf } from "./hash";
import { allocateLasting, outOfMemory } from "./memory";
import { Dictionary, DICTIONARY_BYTES, DICTIONARY_CHUNKS, root, Root, ROOT } from "./root";

/** Throws in JavaScript; it does not return. */
@external("env", "lockAbandoned")
declare function throwLockAbandoned(): void;

@unmanaged
export class NameEntry {
  hash: u32;
  length: u32;
  bytes: u32;
  /** Kind of pattern (core/record.ts, PATTERN); 0 for interceptors. */
  kind: u32;
}

const FIRST_CHUNK_BITS: u32 = 10;
const FIRST_INDEX_BITS: u32 = 10;

/** The number of name `kind, bytes[p, p + length)`, a new one if it is not known. */
export function internName(dictionary: usize, kind: u32, p: usize, length: u32): u32 {
  const hash = hashOf(p, length) ^ (kind * 0x9e3779b1);
  lock(dictionary);
  const number = internLocked(dictionary, kind, p, length, hash);
  unlock(dictionary);
  return number;
}

export function entryOf(dictionary: usize, number: u32): NameEntry {
  const chunk = <u32>(31 - clz((number >> FIRST_CHUNK_BITS) + 1));
  const first = ((1 << chunk) - 1) << FIRST_CHUNK_BITS;
  return changetype<NameEntry>(<usize>load<u32>(chunkSlot(dictionary, chunk)) + (<usize>(number - first) << 4));
}

// A lock that sleeps (`atomic.wait`, `atomic.notify`) let two lanes in at once, about once in 300 scans of tiny ranges by eight
// lanes under load: names were then doubled or mixed up. One that spins has not, and it is held for a name at a time.
function lock(dictionary: usize): void {
  let tries = root().patience;
  while (atomic.cmpxchg<u32>(dictionary, 0, 1) != 0) {
    // Whoever holds the lock may have failed for want of memory.
    if (atomic.load<u32>(ROOT + offsetof<Root>("failed")) != 0) outOfMemory();
    if (--tries == 0) {
      throwLockAbandoned();
      unreachable();
    }
  }
}

function unlock(dictionary: usize): void {
  atomic.store<u32>(dictionary, 0);
}

// @ts-ignore: decorator
@inline
function chunkSlot(dictionary: usize, chunk: u32): usize {
  return dictionary + 16 + (<usize>chunk << 2);
}

function internLocked(dictionary: usize, kind: u32, p: usize, length: u32, hash: u32): u32 {
  const d = changetype<Dictionary>(dictionary);
  if (d.index == 0) {
    d.indexBits = FIRST_INDEX_BITS;
    d.index = <u32>allocateLasting(8 << FIRST_INDEX_BITS);
  }
  const mask = (1 << d.indexBits) - 1;
  let k = hash >> (32 - d.indexBits);
  for (; ; k = (k + 1) & mask) {
    const slot = load<u64>(<usize>d.index + (<usize>k << 3));
    if (slot == 0) break;
    if (<u32>(slot >> 32) != hash) continue;
    const number = <u32>slot - 1;
    const entry = entryOf(dictionary, number);
    if (entry.kind == kind && entry.length == length && equalBytes(entry.bytes, p, length)) return number;
  }
  const number = d.count;
  addEntry(dictionary, number, kind, p, length, hash);
  store<u64>(<usize>d.index + (<usize>k << 3), (<u64>hash << 32) | (number + 1));
  atomic.store<u32>(dictionary + offsetof<Dictionary>("count"), number + 1);
  if ((number + 1) << 1 > 1 << d.indexBits) growIndex(d);
  return number;
}

/** How many names there are: all of them can be read, without the lock, while others are added. */
export function namesIn(dictionary: usize): u32 {
  return atomic.load<u32>(dictionary + offsetof<Dictionary>("count"));
}

function addEntry(dictionary: usize, number: u32, kind: u32, p: usize, length: u32, hash: u32): void {
  const chunk = <u32>(31 - clz((number >> FIRST_CHUNK_BITS) + 1));
  if (chunk >= DICTIONARY_CHUNKS) outOfMemory();
  const slot = chunkSlot(dictionary, chunk);
  if (load<u32>(slot) == 0) store<u32>(slot, <u32>allocateLasting(<usize>16 << (FIRST_CHUNK_BITS + chunk)));
  const entry = entryOf(dictionary, number);
  const bytes = allocateLasting(max<u32>(length, 1));
  memory.copy(bytes, p, length);
  entry.hash = hash;
  entry.length = length;
  entry.bytes = <u32>bytes;
  entry.kind = kind;
}

function growIndex(d: Dictionary): void {
  const from = <usize>d.index;
  const fromSlots: usize = 1 << d.indexBits;
  const bits = d.indexBits + 1;
  const mask = (1 << bits) - 1;
  const to = allocateLasting(<usize>8 << bits);
  for (let i: usize = 0; i < fromSlots; i++) {
    const slot = load<u64>(from + (i << 3));
    if (slot == 0) continue;
    let k = <u32>(slot >> 32) >> (32 - bits);
    while (load<u64>(to + (<usize>k << 3)) != 0) k = (k + 1) & mask;
    store<u64>(to + (<usize>k << 3), slot);
  }
  d.index = <u32>to;
  d.indexBits = bits;
}

export function emptyDictionary(dictionary: usize): void {
  memory.fill(dictionary, 0, DICTIONARY_BYTES);
}
