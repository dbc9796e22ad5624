/**
 * Stage one: 64 bytes at a time to the positions of everything that shapes a line (simdjson's first stage, less of it).
 * An entry is the position of a quote that is not escaped, or of any byte below 0x20: newlines, and control characters,
 * which the walk then meets where it expects a quote. Taking "below 0x20" in place of "is a newline" finds raw control
 * characters at no cost.
 *
 * Only where there are backslashes are escapes worked out, and checked: a bad one (`\x`, `\u12`) spoils its block, and
 * lines that reach into the spoilt stretch take the slow path.
 */

/** u32 positions. */
export let entries: usize = 0;
export let entriesEnd: usize = 0;

/** Carried from block to block: the next byte is escaped; the first bytes of the next block must be hex digits. */
let escapeCarry: u64 = 0;
let hexCarry: u64 = 0;

/** Stretch of bytes that bad escapes spoil. */
export let spoiltFrom: usize = 0xffff_ffff;
export let spoiltTo: usize = 0;

export function openStructure(at: usize, bytes: usize): void {
  entries = at;
  entriesEnd = at + bytes;
}

/** Before bytes that begin with a line. */
export function resetStructure(): void {
  escapeCarry = 0;
  hexCarry = 0;
  spoiltFrom = 0xffff_ffff;
  spoiltTo = 0;
}

/** Forgets the spoilt stretch, once the walk is past it. */
export function clearSpoilt(): void {
  spoiltFrom = 0xffff_ffff;
  spoiltTo = 0;
}

// @ts-ignore: decorator
@inline
function mask64(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>(i8x16.bitmask(a) | (i8x16.bitmask(b) << 16));
  const high = <u32>(i8x16.bitmask(c) | (i8x16.bitmask(d) << 16));
  return <u64>low | (<u64>high << 32);
}

/** `max(v, 31) == 31` is "below 0x20" in two instructions; an unsigned comparison is none of the machine's, and takes four. */
// @ts-ignore: decorator
@inline
function shaping(v: v128): v128 {
  const top = i8x16.splat(0x1f);
  return v128.or(i8x16.eq(v, i8x16.splat(0x22)), i8x16.eq(i8x16.max_u(v, top), top));
}

/**
 * Class of each byte, by its two nibbles: bits of 79 where it may follow a backslash (64: it is `u`), bits of 48 where it
 * is a hex digit. Two table look-ups answer all three; comparing with nine letters and three ranges takes four times
 * the instructions, and logs written with ASCII escapes hold a backslash in every block.
 */
// @ts-ignore: decorator
@inline
function classesOf(v: v128): v128 {
  const low = i8x16(16, 48, 61, 48, 56, 112, 52, 16, 16, 16, 0, 0, 2, 0, 4, 1);
  const high = i8x16(0, 0, 1, 16, 32, 2, 36, 72, 0, 0, 0, 0, 0, 0, 0, 0);
  const lowNibbles = v128.and(v, i8x16.splat(15));
  return v128.and(i8x16.swizzle(low, lowNibbles), i8x16.swizzle(high, i8x16.shr_u(v, 4)));
}

// @ts-ignore: decorator
@inline
function has(classes: v128, bits: i8): v128 {
  return i8x16.ne(v128.and(classes, i8x16.splat(bits)), i8x16.splat(0));
}

// @ts-ignore: decorator
@inline
function takeEight(out: usize, p: u32, m: u64): u64 {
  store<u32>(out, p + <u32>ctz(m));
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 4);
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 8);
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 12);
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 16);
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 20);
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 24);
  m &= m - 1;
  store<u32>(out, p + <u32>ctz(m), 28);
  return m & (m - 1);
}

/** Appends the entries of `[p, end)` at `out`; gives their end. There must be room for 64 entries a block. */
export function indexBytes(p: usize, end: usize, out: usize): usize {
  for (; p < end; p += 64) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    const qa = shaping(a);
    const qb = shaping(b);
    const qc = shaping(c);
    const qd = shaping(d);
    const sa = i8x16.eq(a, i8x16.splat(0x5c));
    const sb = i8x16.eq(b, i8x16.splat(0x5c));
    const sc = i8x16.eq(c, i8x16.splat(0x5c));
    const sd = i8x16.eq(d, i8x16.splat(0x5c));
    const slashes = v128.or(v128.or(sa, sb), v128.or(sc, sd));
    const shapes = v128.or(v128.or(qa, qb), v128.or(qc, qd));
    const carried = (escapeCarry | hexCarry) != 0;
    // The inside of a long string: no mask is made of what holds nothing.
    if (!carried && !v128.any_true(v128.or(slashes, shapes))) continue;
    let m = mask64(qa, qb, qc, qd);
    if (carried || v128.any_true(slashes)) {
      m &= ~escapedQuotes(p, mask64(sa, sb, sc, sd), a, b, c, d);
    }
    if (p + 64 > end) m &= ((<u64>1) << (<u64>(end - p))) - 1;
    if (m == 0) continue;
    // Stores in groups of eight, whether or not there are so many: a loop over the bits mispredicts its end every time.
    const n = <usize>popcnt(m);
    m = takeEight(out, <u32>p, m);
    if (n > 8) {
      m = takeEight(out + 32, <u32>p, m);
      if (n > 16) {
        for (let at = out + 64; m != 0; at += 4, m &= m - 1) store<u32>(at, <u32>p + <u32>ctz(m));
      }
    }
    out += n << 2;
  }
  return out;
}

/** The escaped quotes of a block, which are no entries; checks its escapes. Newlines always stay entries. */
function escapedQuotes(p: usize, backslashes: u64, a: v128, b: v128, c: v128, d: v128): u64 {
  // Runs of backslashes: every second byte is escaped, counted from where the run begins (simdjson).
  const starts = backslashes & ~escapeCarry;
  const odd: u64 = 0xaaaa_aaaa_aaaa_aaaa;
  const escapes = (((starts << 1) | odd) - starts) ^ odd;
  const escaped = escapes ^ (backslashes | escapeCarry);
  escapeCarry = (escapes & backslashes) >> 63;

  const ka = classesOf(a);
  const kb = classesOf(b);
  const kc = classesOf(c);
  const kd = classesOf(d);
  const allowed = mask64(has(ka, 79), has(kb, 79), has(kc, 79), has(kd, 79));
  let wrong = escaped & ~allowed;
  const units = escaped & mask64(has(ka, 64), has(kb, 64), has(kc, 64), has(kd, 64));
  if ((units | hexCarry) != 0) {
    const digits = mask64(has(ka, 48), has(kb, 48), has(kc, 48), has(kd, 48));
    wrong |= ((units << 1) | (units << 2) | (units << 3) | (units << 4) | hexCarry) & ~digits;
    hexCarry = (units >> 63) | (units >> 62) | (units >> 61) | (units >> 60);
  }
  if (wrong != 0) {
    spoiltFrom = min(spoiltFrom, p);
    spoiltTo = p + 63;
  }
  // Of the allowed ones only quotes are entries.
  return escaped & allowed;
}
