/**
 * JSON escapes in what is else ASCII. Stage one has checked the escapes (or spoilt the line), so here they are only
 * decoded. Logs hold a few escaped ids and keys, and each line that takes the slow path costs as much as ten or more.
 */
export const NOT_ASCII: u32 = 0xffff_ffff;

/** Decodes `bytes[p, p + length)` to `out`, which has room for as much; the length there, or NOT_ASCII. */
export function unescapeAscii(p: usize, length: u32, out: usize): u32 {
  const end = p + length;
  let at = out;
  while (p < end) {
    let c = <u32>load<u8>(p++);
    if (c == 0x5c) {
      c = <u32>load<u8>(p++);
      if (c == 0x75) {
        c = hex(p);
        p += 4;
      } else c = simple(c);
    }
    if (c >= 0x80) return NOT_ASCII;
    store<u8>(at++, c);
  }
  return <u32>(at - out);
}

function simple(c: u32): u32 {
  switch (c) {
    case 0x62:
      return 0x08;
    case 0x66:
      return 0x0c;
    case 0x6e:
      return 0x0a;
    case 0x72:
      return 0x0d;
    case 0x74:
      return 0x09;
    default:
      return c == 0x22 || c == 0x5c || c == 0x2f ? c : NOT_ASCII;
  }
}

function hex(p: usize): u32 {
  let value: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const c = <u32>load<u8>(p + i);
    const letter = (c | 0x20) - 0x61;
    if (c - 48 < 10) value = (value << 4) | (c - 48);
    else if (letter < 6) value = (value << 4) | (letter + 10);
    else return NOT_ASCII;
  }
  return value;
}
