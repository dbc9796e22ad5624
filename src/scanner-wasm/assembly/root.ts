/**
 * What all lanes of a scan share, at a fixed address. The main thread fills it before any lane opens. `top`, `failed` and
 * the dictionaries (under their locks) change later; all else is constant.
 */
export const ROOT: usize = 1024;
export const DICTIONARY_CHUNKS: u32 = 22;

/** A shared dictionary (dictionary.ts). */
@unmanaged
export class Dictionary {
  lock: u32;
  count: u32;
  /** Hash index: u64 slots, `hash << 32 | number + 1`. */
  index: u32;
  indexBits: u32;
  // Then u32[DICTIONARY_CHUNKS]: chunk c holds `1024 << c` entries, so entries never move.
}
export const DICTIONARY_BYTES: usize = 16 + 22 * 4;

@unmanaged
export class Root {
  /** First free byte of the heap. */
  top: u64;
  /** The heap may not grow beyond this. */
  limit: u64;
  failed: u32;
  exactHourCount: u32;
  /** Precision (core/precision.ts). */
  asOfMs: f64;
  floorMs: f64;
  /** Secrets of the hash (hash.ts). */
  multiplier: u64;
  sip0: u32;
  sip1: u32;
  key0: u64;
  key1: u64;
  key2: u64;
  key3: u64;
  key4: u64;
  key5: u64;
  key6: u64;
  key7: u64;
  /** How often a lane tries another's lock before it takes that lane for dead. */
  patience: u64;
}

/** f64[exactHourCount]; the main thread writes them. */
export const EXACT_HOURS: usize = ROOT + 256;
export const MAX_EXACT_HOURS: u32 = 512;
export const PATTERNS: usize = EXACT_HOURS + 512 * 8;
export const INTERCEPTORS: usize = PATTERNS + 256;
export const ROOT_END: usize = INTERCEPTORS + 256;

// @ts-ignore: decorator
@inline
export function root(): Root {
  return changetype<Root>(ROOT);
}

/** A try takes some 10 ns where nobody else has the processor, more where somebody has. */
const TRIES_A_MS: u64 = 100_000;

/** Fills the root; `heap` is where free memory begins. */
export function fillRoot(k0: u32, k1: u32, asOfMs: f64, floorMs: f64, exactHourCount: u32, limit: f64, patienceMs: u32): void {
  const r = root();
  r.patience = <u64>patienceMs * TRIES_A_MS;
  r.top = (<u64>max<usize>(__heap_base, ROOT_END) + 0xffff) & ~0xffff;
  r.limit = <u64>limit;
  r.asOfMs = asOfMs;
  r.floorMs = floorMs;
  r.exactHourCount = exactHourCount;
  r.sip0 = k0;
  r.sip1 = k1;
  let state = (<u64>k0 << 32) | <u64>k1;
  for (let i: usize = 0; i < 9; i++) {
    // splitmix64: independent words from the 64 bits of the seed.
    state += 0x9e3779b97f4a7c15;
    let z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    if (i == 8) r.multiplier = z | 1;
    else store<u64>(ROOT + offsetof<Root>("key0") + (i << 3), z);
  }
}
