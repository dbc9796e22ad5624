/**
 * The seeded hash. Ids come from outside: whoever can foresee collisions can make every table a list.
 *
 * Up to 64 bytes: NH (of UMAC, RFC 4418) over words of 8 bytes, then multiply-shift to 32 bits. Two ids that differ
 * collide with a chance of about 3 in 2^32, whatever they are, because keys and multiplier are secret; that is what a plain
 * multiplicative hash lacks: with it, differences in the top bits cancel under every seed. NH has no chain: the
 * products of all words run side by side.
 * Longer: HalfSipHash-1-3, as in core/hash.ts.
 *
 * The universal bits are the top ones, so tables take those: `hash >>> (32 - bits)`.
 */
import { root } from "./root";

// @ts-ignore: decorator
@inline
function nh(word: u64, key: u64): u64 {
  return <u64>(<u32>word + <u32>key) * <u64>(<u32>(word >> 32) + <u32>(key >> 32));
}

// @ts-ignore: decorator
@inline
export function hashOf(p: usize, length: u32): u32 {
  if (length > 64) return longHash(p, length);
  const r = root();
  let sum = <u64>length;
  if (length > 8) {
    // The last word may overlap the one before it: with the length known the words still tell all bytes.
    const last = p + length - 8;
    sum += nh(load<u64>(last), r.key7) + nh(load<u64>(p), r.key0);
    if (length > 16) {
      sum += nh(load<u64>(p, 8), r.key1);
      if (length > 24) {
        sum += nh(load<u64>(p, 16), r.key2);
        if (length > 32) {
          sum += nh(load<u64>(p, 24), r.key3);
          if (length > 40) {
            sum += nh(load<u64>(p, 32), r.key4);
            if (length > 48) {
              sum += nh(load<u64>(p, 40), r.key5);
              if (length > 56) sum += nh(load<u64>(p, 48), r.key6);
            }
          }
        }
      }
    }
  } else if (length != 0) sum += nh(load<u64>(p) << (64 - (<u64>length << 3)), r.key0);
  return <u32>((sum * r.multiplier) >> 32);
}

function longHash(p: usize, length: u32): u32 {
  let v0 = root().sip0;
  let v1 = root().sip1;
  let v2: u32 = 0x6c796765 ^ v0;
  let v3: u32 = 0x74656462 ^ v1;
  const words = p + (length & ~3);
  let rest = length << 24;
  for (let q = words; q < p + length; q++) rest |= <u32>load<u8>(q) << (<u32>(q - words) << 3);
  for (let q = p; q <= words; q += 4) {
    const m = q == words ? rest : load<u32>(q);
    v3 ^= m;
    v0 += v1, (v1 = rotl(v1, 5) ^ v0), (v0 = rotl(v0, 16));
    v2 += v3, (v3 = rotl(v3, 8) ^ v2);
    v0 += v3, (v3 = rotl(v3, 7) ^ v0);
    v2 += v1, (v1 = rotl(v1, 13) ^ v2), (v2 = rotl(v2, 16));
    v0 ^= m;
  }
  v2 ^= 0xff;
  for (let round = 0; round < 3; round++) {
    v0 += v1, (v1 = rotl(v1, 5) ^ v0), (v0 = rotl(v0, 16));
    v2 += v3, (v3 = rotl(v3, 8) ^ v2);
    v0 += v3, (v3 = rotl(v3, 7) ^ v0);
    v2 += v1, (v1 = rotl(v1, 13) ^ v2), (v2 = rotl(v2, 16));
  }
  return v1 ^ v3;
}
