/** Comparisons of bytes. Loads may reach up to 15 bytes over an end, never before a start. */

// @ts-ignore: decorator
@inline
export function equalBytes(a: usize, b: usize, length: u32): bool {
  if (length >= 16) {
    // The last 16 bytes may overlap those before them: no rest to do one by one.
    const last = length - 16;
    for (let i: u32 = 0; i < last; i += 16) {
      if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false;
    }
    return !v128.any_true(v128.xor(v128.load(a + last), v128.load(b + last)));
  }
  if (length >= 8) return load<u64>(a) == load<u64>(b) && load<u64>(a + length - 8) == load<u64>(b + length - 8);
  if (length == 0) return true;
  const unused = 64 - (<u64>length << 3);
  return load<u64>(a) << unused == load<u64>(b) << unused;
}

/** Whether all of it is ASCII without a backslash: raw JSON text that is its own meaning. */
export function isPlainAscii(p: usize, length: u32): bool {
  for (let i: u32 = 0; i < length; i++) {
    const c = load<u8>(p + i);
    if (c >= 0x80 || c == 0x5c) return false;
  }
  return true;
}

/** The same, and nothing at its ends that trimming would take. Not for empty text. */
export function isCleanAsciiId(p: usize, length: u32): bool {
  return load<u8>(p) > 0x20 && load<u8>(p + length - 1) > 0x20 && isPlainAscii(p, length);
}

/** Whether there is a backslash in the first 16 bytes or fewer. */
// @ts-ignore: decorator
@inline
export function hasBackslash16(p: usize, length: u32): bool {
  return (i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x5c))) & ((1 << length) - 1)) != 0;
}

export function hasBackslash(p: usize, length: u32): bool {
  for (let i: u32 = 0; i < length; i += 16) if (hasBackslash16(p + i, min<u32>(16, length - i))) return true;
  return false;
}

/**
 * `isCleanAsciiId` by vectors, for it is asked on every line: a byte beyond ASCII shows in its own sign bit, a backslash in
 * that of its comparison. The last 16 bytes may overlap those before them.
 */
// @ts-ignore: decorator
@inline
export function isPlainId(p: usize, length: u32): bool {
  const slash = i8x16.splat(0x5c);
  let odd: i32;
  if (length >= 16) {
    const last = v128.load(p + length - 16);
    let seen = v128.or(last, i8x16.eq(last, slash));
    for (let i: u32 = 0; i < length - 16; i += 16) {
      const v = v128.load(p + i);
      seen = v128.or(seen, v128.or(v, i8x16.eq(v, slash)));
    }
    odd = i8x16.bitmask(seen);
  } else {
    const v = v128.load(p);
    odd = i8x16.bitmask(v128.or(v, i8x16.eq(v, slash))) & ((1 << length) - 1);
  }
  return odd == 0 && load<u8>(p) > 0x20 && load<u8>(p + length - 1) > 0x20;
}
