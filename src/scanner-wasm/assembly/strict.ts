/**
 * What is not a string, by RFC 8259 to the letter: what this accepts `JSON.parse` accepts, and what it refuses (0) that
 * refuses too, but for `isTooDeep`. Every loop ends at a newline at the latest, for a newline is no part of any value.
 */

// @ts-ignore: decorator
@inline
export function skipSpace(p: usize): usize {
  while (true) {
    const c = load<u8>(p);
    if (c != 0x20 && c != 0x09 && c != 0x0d) return p;
    p++;
  }
}

/** The position behind the literal or number at `p`, or 0. */
export function skipScalar(p: usize): usize {
  const word = load<u32>(p);
  if (word == 0x6c6c_756e || word == 0x6575_7274) return p + 4; // null, true
  if (<u8>word == 0x66) return load<u32>(p, 1) == 0x6573_6c61 ? p + 5 : 0; // false
  return skipNumber(p);
}

// @ts-ignore: decorator
@inline
function isDigit(p: usize): bool {
  return <u32>load<u8>(p) - 48 < 10;
}

function skipNumber(p: usize): usize {
  if (load<u8>(p) == 0x2d) p++;
  if (!isDigit(p)) return 0;
  if (load<u8>(p) == 0x30) p++;
  else while (isDigit(p)) p++;
  if (load<u8>(p) == 0x2e) {
    if (!isDigit(++p)) return 0;
    while (isDigit(p)) p++;
  }
  if ((load<u8>(p) | 0x20) == 0x65) {
    p++;
    if (load<u8>(p) == 0x2b || load<u8>(p) == 0x2d) p++;
    if (!isDigit(p)) return 0;
    while (isDigit(p)) p++;
  }
  return p;
}

/** Where the walk stands in the entries (structure.ts): the first entry not behind what was read. */
export let cursor: usize = 0;

export function setCursor(entry: usize): void {
  cursor = entry;
}

/** The position behind the string that opens at `p`, or 0. */
function skipString(p: usize): usize {
  while (<usize>load<u32>(cursor) < p) cursor += 4;
  const close = <usize>load<u32>(cursor, 4);
  if (<usize>load<u32>(cursor) != p || load<u8>(close) != 0x22) return 0;
  cursor += 8;
  return close + 1;
}

/** Whether `skipNested` gave up for depth alone. */
export let isTooDeep: bool = false;

/**
 * The position behind the object or array that opens at `p`, or 0. What is open at each depth stands in the bits of
 * `kinds`, 1 for an object; what nests deeper than its bits takes the slow path.
 */
export function skipNested(p: usize): usize {
  let kinds: u64 = 0;
  let depth: u64 = 0;
  isTooDeep = false;
  while (true) {
    // Here a value is due.
    const c = load<u8>(p);
    if (c == 0x7b || c == 0x5b) {
      if (++depth == 64) {
        isTooDeep = true;
        return 0;
      }
      const object = c == 0x7b;
      kinds = object ? kinds | ((<u64>1) << depth) : kinds & ~((<u64>1) << depth);
      p = skipSpace(p + 1);
      if (load<u8>(p) != (object ? 0x7d : 0x5d)) {
        if (object) {
          p = skipKey(p);
          if (p == 0) return 0;
        }
        continue;
      }
    } else {
      p = c == 0x22 ? skipString(p) : skipScalar(p);
      if (p == 0) return 0;
      p = skipSpace(p);
    }
    // Here a value has ended, or an empty container is about to.
    while (true) {
      const object = ((kinds >> depth) & 1) != 0;
      if (load<u8>(p) == 0x2c) {
        p = skipSpace(p + 1);
        if (object) {
          p = skipKey(p);
          if (p == 0) return 0;
        }
        break;
      }
      if (load<u8>(p) != (object ? 0x7d : 0x5d)) return 0;
      if (--depth == 0) return p + 1;
      p = skipSpace(p + 1);
    }
  }
}

/** A nested key and its colon; the position of its value, or 0. */
function skipKey(p: usize): usize {
  if (load<u8>(p) != 0x22) return 0;
  p = skipString(p);
  if (p == 0) return 0;
  p = skipSpace(p);
  return load<u8>(p) == 0x3a ? skipSpace(p + 1) : 0;
}
