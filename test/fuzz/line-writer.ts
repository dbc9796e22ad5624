// Writes the fuzzer's lines, one after another into one buffer and without making a string: so the scanner, not this, is what
// takes the time. A line is a seed whose fields, tokens and bytes were changed, each with knowledge of what they are.
import type { Random } from "../support/odd-lines.js";
import { keyText, type Member, type Seed, type Seeds } from "./seeds.js";

/** No line is longer, however it is doubled. */
export const LONGEST_LINE = 40_000;
/** The first seeds are ordinary records: half of all lines are made of them, or the fast path would see little. */
const ORDINARY = 16;
const NEWLINE = 0x0a;
const latin1 = (texts: readonly string[]): Uint8Array[] => texts.map((text) => Buffer.from(text, "latin1"));

const [OPEN, CLOSE] = latin1(["{", "}"]) as [Uint8Array, Uint8Array];
const COLONS = latin1([":", ":", ":", ": ", " :", "\t:\t", " : ", ":\r"]);
const COMMAS = latin1([",", ",", ",", ", ", " ,", "\t,", " ,\r ", ",\t\t"]);
const BEFORE = latin1([
  " ",
  "\t",
  "\r",
  "\xef\xbb\xbf",
  "\0",
  "\0\0\0",
  "#",
  "\xef\xbb",
  "\xc2\xa0",
  "[",
  "x",
  "\n",
  "{}\n",
  "\0 ",
]);
const AFTER = latin1([" ", "\t", "\r", "}", ",", "\0", "\xc2\xa0", "{}", "]", " \r", "\x0b", "//", '"']);
// prettier-ignore
const TOKENS = latin1([
  '"', "\\", "{", "}", "[", "]", ",", ":", "\\u", "\\\\", '\\"', "\t", "\r", "\0", "\x1f", " ", "0", "e", ".", "-", "+", "E5", '""', '","',
  '":"', '{"', '"}', "null", "true", "fals", "\\u0041", "\\ud800", "\\udc00", "\\u00g0", "\\x", "\\/", "\xc3\xa9", "\xff", "\xed\xa0\x80",
  "\xf0\x9f\x98\x80", "\xf0\x9f", "\xe2\x80\xa8", "\xef\xbb\xbf", "\x7f", "[[", "]]", "{}", "[]", "1e400", "-0", "01", "\n", "\u0085", "//",
]);
/** Bytes that shape JSON or stand at a border of some class of bytes. */
const BYTES = [
  0, 8, 9, 10, 13, 31, 32, 33, 34, 35, 43, 44, 45, 46, 47, 48, 57, 58, 65, 69, 70, 71, 90, 91, 92, 93, 97, 98, 102, 103,
  110,
];
const MORE_BYTES = [114, 116, 117, 122, 123, 125, 126, 127, 128, 191, 192, 194, 223, 224, 237, 239, 240, 244, 245, 255];
const ALL_BYTES = [...BYTES, ...MORE_BYTES];

export class LineWriter {
  readonly #seeds: Seeds;
  readonly #random: Random;
  #out: Uint8Array = new Uint8Array(0);
  #at = 0;
  #most = 0;

  constructor(seeds: Seeds, random: Random) {
    this.#seeds = seeds;
    this.#random = random;
  }

  /** Writes a line and its newline at `at`, where there is room for twice LONGEST_LINE; gives where it ends. */
  write(out: Uint8Array, at: number): number {
    const random = this.#random;
    this.#out = out;
    this.#at = at;
    this.#most = at + LONGEST_LINE;
    if (random.oneIn(30)) this.#put(random.pick(BEFORE));
    const seed = random.oneIn(2) ? random.pick(this.#seeds.all) : (this.#seeds.all[random.below(ORDINARY)] as Seed);
    if (seed.members.length === 0 || random.oneIn(6)) this.#putTokens(seed);
    else this.#putMembers(seed);
    if (random.oneIn(25)) this.#put(random.pick(AFTER));
    if (random.oneIn(3)) for (let n = 1 + random.below(3); n > 0; n--) this.#edit(at);
    this.#at = Math.min(this.#at, this.#most);
    out[this.#at] = NEWLINE;
    return this.#at + 1;
  }

  #putMembers({ members }: Seed): void {
    const random = this.#random;
    const style = random.oneIn(3) ? random.below(COLONS.length) : 0;
    const first = random.oneIn(12) ? random.below(members.length) : 0;
    const extra = random.oneIn(6) ? random.below(members.length) : -1;
    this.#put(OPEN);
    for (let i = 0, put = 0; i < members.length; i++) {
      if (random.oneIn(40)) continue;
      if (put++ > 0) this.#put(COMMAS[style] as Uint8Array);
      this.#putMember(members[(first + i) % members.length] as Member, COLONS[style] as Uint8Array);
      if (i !== extra) continue;
      this.#put(COMMAS[style] as Uint8Array);
      this.#putMember(
        random.pick(random.pick(this.#seeds.all).members) ?? (members[0] as Member),
        COLONS[style] as Uint8Array,
      );
    }
    this.#put(CLOSE);
  }

  #putMember({ key, value }: Member, colon: Uint8Array): void {
    const random = this.#random;
    const isRenamed = random.oneIn(60);
    this.#put(isRenamed ? random.pick(this.#seeds.keys) : key);
    this.#put(colon);
    const change = random.below(64);
    if (change < 9) this.#put(random.pick(this.#seeds.byKey.get(keyText(key)) as readonly Uint8Array[]));
    else if (change === 9) this.#put(random.pick(this.#seeds.values));
    else if (change === 10 && random.oneIn(16)) this.#putLong(value);
    else this.#put(value);
  }

  /** Values that reach over blocks and windows of the scanner, or hold more of something than it has room for. */
  #putLong(value: Uint8Array): void {
    const random = this.#random;
    const size = random.oneIn(8) ? random.below(LONGEST_LINE) : random.below(600);
    const end = Math.min(this.#at + size, this.#most);
    const isList = random.oneIn(2);
    this.#out[this.#at++] = isList ? 0x5b : 0x22;
    while (this.#at + value.length < end) {
      if (isList) this.#put(value);
      else this.#put(value.subarray(1, -1));
      if (isList) this.#out[this.#at++] = 0x2c;
      else if (value.length < 3) this.#out[this.#at++] = 0x61;
    }
    if (isList) this.#put(value);
    this.#out[this.#at++] = isList ? 0x5d : 0x22;
  }

  #putTokens({ tokens }: Seed): void {
    const random = this.#random;
    const edited = random.oneIn(3) ? -1 : random.below(tokens.length);
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as Uint8Array;
      const how = i === edited ? random.below(6) : 0;
      if (how === 1) continue;
      if (how === 2) this.#put(token);
      if (how === 3) this.#put(random.pick(TOKENS));
      if (how === 4 && i > 0) this.#put(tokens[random.below(tokens.length)] as Uint8Array);
      this.#put(how === 5 ? random.pick(TOKENS) : token);
    }
  }

  /** One edit of bytes somewhere in the line that begins at `start`. */
  #edit(start: number): void {
    const random = this.#random;
    if (this.#at === start) return;
    const out = this.#out;
    const at = start + random.below(this.#at - start);
    const length = 1 + random.below(random.oneIn(4) ? 70 : 4);
    switch (random.below(9)) {
      case 0:
        out[at] = random.below(256);
        break;
      case 1:
        out[at] = random.pick(ALL_BYTES);
        break;
      case 2:
        out[at] = (out[at] as number) ^ (1 << random.below(8));
        break;
      case 3:
        return this.#insert(at, random.pick(TOKENS));
      case 4:
        return this.#remove(at, length);
      case 5:
        return this.#insert(at, out.slice(at, Math.min(at + length, this.#at)));
      case 6:
        if (random.oneIn(4)) this.#at = at;
        break;
      default:
        // Digits make times, numbers and escapes: they are changed the most.
        this.#changeDigit(at);
    }
  }

  #changeDigit(from: number): void {
    for (let at = from; at < this.#at; at++) {
      const byte = this.#out[at] as number;
      if (byte < 0x30 || byte > 0x39) continue;
      this.#out[at] = 0x30 + this.#random.below(10);
      return;
    }
  }

  #insert(at: number, piece: Uint8Array): void {
    this.#out.copyWithin(at + piece.length, at, this.#at);
    this.#out.set(piece, at);
    this.#at += piece.length;
  }

  #remove(at: number, length: number): void {
    this.#out.copyWithin(at, Math.min(at + length, this.#at), this.#at);
    this.#at = Math.max(at, this.#at - length);
  }

  #put(piece: Uint8Array): void {
    const { length } = piece;
    if (length > 48) this.#out.set(piece, this.#at);
    else for (let i = 0; i < length; i++) this.#out[this.#at + i] = piece[i] as number;
    this.#at += length;
  }
}
