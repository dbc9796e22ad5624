/**
 * Stage two: from entry to entry through each line, key by key.
 *
 * Fast: members `"key":"value"` parted by `,` or `, ` (and `: `): three bytes after a quote tell that the next entry is the
 * opening quote and the one after it the closing one. Careful: any other space and every value that is no string, by the
 * letter (strict.ts). Slow: deep nesting, what begins no object, and what accept.ts does not take. `slowLine` hands such lines to JavaScript at
 * once, so records are counted in the order of the log, which the fold of confidence needs. Where the grammar is broken
 * there is nothing to ask: the exception that `JSON.parse` throws cost 16 µs a line, a valid line costs 0.4.
 *
 * A line that is taken here is valid: between two entries there is no quote, newline or control character; escapes were
 * checked by stage one (`spoilt`); every byte outside strings is compared with what the grammar wants there.
 */
import { acceptRecord, forgetLearning } from "./accept";
import { flushBatch } from "./batch";
import {
  learnKey,
  Slot,
  SLOT_BYTES,
  SLOT_COUNT,
  SLOT_KEY,
  SLOT_MASK,
  slots,
  values,
} from "./fields";
import { RangeCounts, rangeCounts } from "./range";
import { cursor, isTooDeep, setCursor, skipNested, skipScalar, skipSpace } from "./strict";
import {
  clearSpoilt,
  entries,
  entriesEnd,
  indexBytes,
  resetStructure,
  spoiltFrom,
  spoiltTo,
} from "./structure";

/** Counts the line `[start, end)` by the oracle. */
@external("env", "slowLine")
declare function slowLine(start: usize, end: usize): void;

/** Counts a line that begins an object and surely is none. */
@external("env", "invalidLine")
declare function invalidLine(start: usize): void;

/** Notes that NULs stand before a line. */
@external("env", "noteNuls")
declare function noteNuls(): void;

const QUOTE: u32 = 0x22;
const NEWLINE: u32 = 0x0a;
const COMMA: u32 = 0x2c;
const COLON: u32 = 0x3a;
const OPEN: u32 = 0x7b;
const CLOSE: u32 = 0x7d;
/** Bytes indexed at once: they and their entries stay in the first-level cache. */
const WINDOW: usize = 16 << 10;

let base: f64 = 0; // offset of address 0 in the archive

/** Scans whole lines `[start, end)`; `offset` is the place of the first byte in the archive. */
export function scanLines(start: usize, end: usize, offset: f64): void {
  base = offset - <f64>start;
  resetStructure();
  let line = start; // first line that is not walked yet
  let out = entries;
  for (let p = start; p < end; ) {
    const to = min(p + WINDOW, end);
    if (out + (WINDOW << 2) > entriesEnd) {
      // A line with more entries than there is room for.
      p = skipLine(line, p, end);
      line = p;
      out = entries;
      continue;
    }
    out = indexBytes(p, to, out);
    p = to;
    let last = out;
    while (last > entries && load<u8>(<usize>load<u32>(last - 4)) != NEWLINE) last -= 4;
    if (last == entries) continue;
    line = walkLines(line, last);
    memory.copy(entries, last, out - last);
    out = entries + (out - last);
  }
  flushBatch();
}

/** Takes the slow path for the line at `line`, whose newline is not before `p`; gives where the next begins. */
function skipLine(line: usize, p: usize, end: usize): usize {
  while (p < end && load<u8>(p) != NEWLINE) p++;
  forgetLearning();
  slowLine(line, p);
  resetStructure();
  return p + 1;
}

/** Walks the lines from `p` on whose entries end at `last`; gives where the next line begins. */
function walkLines(p: usize, last: usize): usize {
  const firstSlot = slots;
  const lastSlot = slots + (SLOT_COUNT - 1) * SLOT_BYTES;
  const found = values;
  let i = entries;
  while (i < last) {
    const lineEntry = i;
    let newline: usize = 0;
    let text: u32 = 0;
    let numbers: u32 = 0;
    let truths: u32 = 0;
    let present: u32 = 0;
    let seen: u32 = 0;
    let unsure = false;
    let slot = firstSlot;
    let k: usize;
    if (<u32>load<u16>(p) == 0x227b) k = p + 2;
    else {
      if (load<u8>(p) == NEWLINE) {
        changetype<RangeCounts>(rangeCounts).blank++;
        p++;
        i += 4;
        continue;
      }
      k = skipSpace(skipPrefix(p));
      if (load<u8>(k) == NEWLINE) {
        changetype<RangeCounts>(rangeCounts).blank++;
        p = k + 1;
        while (<usize>load<u32>(i) < k) i += 4;
        i += 4;
        continue;
      }
      if (load<u8>(k) == OPEN) {
        k = skipSpace(k + 1);
        while (<usize>load<u32>(i) < k) i += 4;
        k = load<u8>(k) == QUOTE ? k + 1 : 0;
      } else k = 0;
    }
    if (k == 0) unsure = true;
    else {
      // `i` is the entry of the key's opening quote.
      i += 4;
      while (true) {
        const quote = <usize>load<u32>(i);
        const length = <u32>(quote - k);
        let field: u32;
        if (
          changetype<Slot>(slot).length == length &&
          !v128.any_true(v128.and(v128.xor(v128.load(k), v128.load(slot, SLOT_KEY)), v128.load(slot, SLOT_MASK)))
        ) {
          field = changetype<Slot>(slot).field;
        } else {
          if (load<u8>(quote) != QUOTE) break;
          field = learnKey(slot, k, length);
        }
        if (slot < lastSlot) slot += SLOT_BYTES;
        const bit: u32 = (1 << field) & ~1; // OTHER is no bit
        if ((seen & bit) != 0) {
          // A duplicate key: the last one wins.
          text &= ~bit;
          numbers &= ~bit;
          truths &= ~bit;
          present &= ~bit;
        }
        seen |= bit;

        const colon = load<u32>(quote);
        let value: usize; // first byte of a string
        if ((colon & 0xff_ffff) == 0x22_3a22) value = quote + 3;
        else if (colon == 0x2220_3a22) value = quote + 4;
        else {
          if (<u8>colon != QUOTE) break;
          value = skipSpace(quote + 1);
          if (load<u8>(value) != COLON) break;
          value = skipSpace(value + 1);
          const c = load<u8>(value);
          if (c != QUOTE) {
            setCursor(i + 4);
            const nested = c == OPEN || c == 0x5b;
            const end = nested ? skipNested(value) : skipScalar(value);
            if (end == 0) {
              unsure = nested && isTooDeep;
              break;
            }
            store<u32>(found + (<usize>field << 3), <u32>value);
            store<u32>(found + (<usize>field << 3), <u32>(end - value), 4);
            if (c != 0x6e) present |= bit;
            if (c == 0x74) truths |= bit;
            if (c == 0x2d || <u32>c - 48 < 10) numbers |= bit;
            i = cursor;
            k = nextMember(end, i);
            i = cursor;
            if (k != 0) continue;
            newline = lineEnd;
            break;
          }
          // Spaces may be entries (tabs are); the opening quote shall be the one before the closing quote.
          while (<usize>load<u32>(i, 4) < value) i += 4;
          value++;
        }
        const close = <usize>load<u32>(i, 8);
        store<u32>(found + (<usize>field << 3), <u32>value);
        store<u32>(found + (<usize>field << 3), <u32>(close - value), 4);
        text |= bit;
        const after = load<u32>(close);
        if ((after & 0xff_ffff) == 0x22_2c22) {
          k = close + 3;
          i += 16;
          continue;
        }
        if (after == 0x2220_2c22) {
          k = close + 4;
          i += 16;
          continue;
        }
        if ((after & 0xff_ffff) == 0x0a_7d22) {
          newline = close + 2;
          i += 16;
          break;
        }
        if (<u8>after != QUOTE) break;
        k = nextMember(close + 1, i + 12);
        i = cursor;
        if (k == 0) {
          newline = lineEnd;
          break;
        }
      }
    }
    if (newline != 0) {
      if (newline < spoiltFrom || p > spoiltTo) {
        present |= text;
        if (acceptRecord(text, numbers, truths, present, base + <f64>p)) {
          p = newline + 1;
          continue;
        }
      } else forgetLearning();
    } else {
      i = lineEntry;
      while (load<u8>(<usize>load<u32>(i)) != NEWLINE) i += 4;
      newline = <usize>load<u32>(i);
      i += 4;
      if (!unsure && (newline < spoiltFrom || p > spoiltTo)) {
        invalidLine(p);
        p = newline + 1;
        continue;
      }
      forgetLearning();
    }
    slowLine(p, newline);
    p = newline + 1;
  }
  if (spoiltTo != 0 && p > spoiltTo) clearSpoilt();
  return p;
}

/** Skips byte order marks, and the holes of NULs that a log has where it was truncated under an open writer. */
function skipPrefix(p: usize): usize {
  while (true) {
    const word = load<u32>(p);
    if ((word & 0xff_ffff) == 0xbf_bbef) p += 3;
    else if (<u8>word == 0) {
      while (load<u8>(p) == 0) p++;
      noteNuls();
    } else return p;
  }
}

/** Where the line ends, if `nextMember` found no further member; 0 if it found neither. */
let lineEnd: usize = 0;

/**
 * After a value that ends at `p`, its entries before `i`: the next key's first byte, or 0 and `lineEnd`. `cursor` is then
 * behind the key's opening quote, or behind the newline.
 */
function nextMember(p: usize, i: usize): usize {
  lineEnd = 0;
  p = skipSpace(p);
  const c = load<u8>(p);
  const wanted = c == COMMA ? QUOTE : c == CLOSE ? NEWLINE : 0;
  p = skipSpace(p + 1);
  if (wanted == 0 || load<u8>(p) != wanted) return 0;
  while (<usize>load<u32>(i) < p) i += 4;
  setCursor(i + 4);
  if (wanted == QUOTE) return p + 1;
  lineEnd = p;
  return 0;
}
