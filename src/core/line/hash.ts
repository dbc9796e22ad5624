/**
 * HalfSipHash-1-3 over bytes, seeded: ids come from outside, and whoever knows the hash could else choose ids that all
 * collide. 32-bit adds, rotations and xors only, which JavaScript engines keep in registers.
 * Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (the 32-bit variant).
 */
export interface HashSeed {
  readonly k0: number;
  readonly k1: number;
}

export function hashBytes(bytes: Uint8Array, start: number, end: number, seed: HashSeed): number {
  let v0 = seed.k0;
  let v1 = seed.k1;
  let v2 = 0x6c796765 ^ v0;
  let v3 = 0x74656462 ^ v1;
  const words = start + ((end - start) & ~3);
  let last = (end - start) << 24;
  for (let i = words; i < end; i++) last |= (bytes[i] as number) << ((i - words) << 3);
  // One round for each word and one for the last, then three to finish; unrolled no further, so that all stays in registers.
  const rounds = ((words - start) >>> 2) + 4;
  for (let round = 0, i = start; round < rounds; round++, i += 4) {
    const m = i < words ? wordAt(bytes, i) : i === words ? last : 0;
    if (i === words + 4) v2 ^= 0xff;
    v3 ^= m;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= m;
  }
  return (v1 ^ v3) >>> 0;
}

function wordAt(bytes: Uint8Array, i: number): number {
  return (
    (bytes[i] as number) |
    ((bytes[i + 1] as number) << 8) |
    ((bytes[i + 2] as number) << 16) |
    ((bytes[i + 3] as number) << 24)
  );
}
