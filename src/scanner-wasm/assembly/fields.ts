/**
 * The wanted keys (core/fields.ts), and the slots that remember keys by their place in the line. Writers keep one key
 * order for long runs, so the n-th key is nearly always the n-th key of the line before: one comparison of 16 bytes
 * then tells which it is, in place of a search. Measured on the prototype: a fifth of the scan.
 */
import { hasBackslash, hasBackslash16 } from "./bytes";
import { unescapeAscii } from "./unescape";

export const OTHER: u32 = 0;
export const TS: u32 = 1;
export const TIMESTAMP: u32 = 2;
export const SESSION_ID: u32 = 3;
export const RULE_ID: u32 = 4;
export const INTERCEPTOR: u32 = 5;
export const ACTION: u32 = 6;
export const REASON: u32 = 7;
export const FALSE_POSITIVE_FLAG: u32 = 8;
export const FROM_LEVEL: u32 = 9;
export const TO_LEVEL: u32 = 10;
export const SUMMARY: u32 = 11;
export const MATCH: u32 = 12;
export const ERROR_TYPE: u32 = 13;
export const SOURCE: u32 = 14;

@unmanaged
export class Slot {
  length: u32;
  field: u32;
  _unused: u64;
  // Then 16 bytes of the key, and 16 bytes that mask its length.
}
export const SLOT_KEY: usize = 16;
export const SLOT_MASK: usize = 32;
export const SLOT_BYTES: usize = 48;
export const SLOT_COUNT: usize = 64;
const LONGEST_REMEMBERED: u32 = 16;

/** Slots, masks for 0 to 16 bytes, and where wanted values stand: u32 start, u32 length by field. */
export let slots: usize = 0;
let masks: usize = 0;
export let values: usize = 0;
/** Room for a decoded key. */
let unescaped: usize = 0;
export const FIELDS_BYTES: usize = SLOT_COUNT * SLOT_BYTES + 17 * 16 + 16 * 8 + 128;

export function openFields(at: usize): void {
  slots = at;
  masks = slots + SLOT_COUNT * SLOT_BYTES;
  values = masks + 17 * 16;
  unescaped = values + 16 * 8;
  memory.fill(at, 0, FIELDS_BYTES);
  for (let i: usize = 0; i < SLOT_COUNT; i++) store<u32>(slots + i * SLOT_BYTES, 0xffff_ffff);
  for (let length: usize = 0; length <= 16; length++) memory.fill(masks + (length << 4), 255, length);
}

/** The field of a key that its slot did not know; the slot learns it. */
export function learnKey(slot: usize, p: usize, length: u32): u32 {
  if (length > LONGEST_REMEMBERED) return hasBackslash(p, length) ? escapedField(p, length) : OTHER;
  if (hasBackslash16(p, length)) return escapedField(p, length);
  const field = fieldOf(p, length);
  const s = changetype<Slot>(slot);
  s.length = length;
  s.field = field;
  const mask = v128.load(masks + (<usize>length << 4));
  v128.store(slot, v128.and(v128.load(p), mask), SLOT_KEY);
  v128.store(slot, mask, SLOT_MASK);
  return field;
}

/** Every wanted key is ASCII, and none is longer than 14 characters of at most 6 bytes each. */
function escapedField(p: usize, length: u32): u32 {
  if (length > 14 * 6) return OTHER;
  const decoded = unescapeAscii(p, length, unescaped);
  return decoded > LONGEST_REMEMBERED ? OTHER : fieldOf(unescaped, decoded);
}

/** Keys as little-endian words. */
function fieldOf(p: usize, length: u32): u32 {
  const masked = v128.and(v128.load(p), v128.load(masks + (<usize>length << 4)));
  const low = <u64>i64x2.extract_lane(masked, 0);
  const high = <u64>i64x2.extract_lane(masked, 1);
  switch (length) {
    case 2:
      return low == 0x7374 ? TS : OTHER;
    case 5:
      return low == 0x68_6374_616d ? MATCH : OTHER;
    case 6:
      if (low == 0x6e6f_6974_6361) return ACTION;
      if (low == 0x6e6f_7361_6572) return REASON;
      return low == 0x6563_7275_6f73 ? SOURCE : OTHER;
    case 7:
      if (low == 0x64_695f_656c_7572) return RULE_ID;
      return low == 0x79_7261_6d6d_7573 ? SUMMARY : OTHER;
    case 8:
      return low == 0x6c65_7665_6c5f_6f74 ? TO_LEVEL : OTHER;
    case 9:
      return low == 0x6d61_7473_656d_6974 && high == 0x70 ? TIMESTAMP : OTHER;
    case 10:
      if (low == 0x5f6e_6f69_7373_6573 && high == 0x6469) return SESSION_ID;
      if (low == 0x7665_6c5f_6d6f_7266 && high == 0x6c65) return FROM_LEVEL;
      return low == 0x7974_5f72_6f72_7265 && high == 0x6570 ? ERROR_TYPE : OTHER;
    case 11:
      return low == 0x7065_6372_6574_6e69 && high == 0x72_6f74 ? INTERCEPTOR : OTHER;
    case 14:
      return low == 0x6f70_5f65_736c_6166 && high == 0x6576_6974_6973 ? FALSE_POSITIVE_FLAG : OTHER;
    default:
      return OTHER;
  }
}
