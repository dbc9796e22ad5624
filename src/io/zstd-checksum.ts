/**
 * XXH64 with seed 0, of which zstd keeps the low half behind a frame. In halves of 32 bits: with BigInt it would cost many
 * times what decoding does. Not fzstd's: it passes checksums over.
 */
export class ZstdChecksum {
  /** The four accumulators, each as its low and its high half. */
  readonly #sums = Int32Array.from(START);
  readonly #rest = new Uint8Array(STRIPE_BYTES);
  #restBytes = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#restBytes > 0) {
      at = Math.min(bytes.length, STRIPE_BYTES - this.#restBytes);
      this.#rest.set(bytes.subarray(0, at), this.#restBytes);
      this.#restBytes += at;
      if (this.#restBytes < STRIPE_BYTES) return;
      this.#stripe(this.#rest, 0);
      this.#restBytes = 0;
    }
    for (; at + STRIPE_BYTES <= bytes.length; at += STRIPE_BYTES) this.#stripe(bytes, at);
    this.#rest.set(bytes.subarray(at));
    this.#restBytes = bytes.length - at;
  }

  #stripe(bytes: Uint8Array, start: number): void {
    for (let i = 0; i < 8; i += 2)
      takeLane(this.#sums, i, wordAt(bytes, start + i * 4), wordAt(bytes, start + i * 4 + 4));
  }

  /** The low 32 bits of what has come so far. */
  low32(): number {
    let hash = this.#length >= STRIPE_BYTES ? this.#merged() : P5;
    hash = u64(hash + BigInt(this.#length));
    const rest = Buffer.from(this.#rest.buffer, 0, this.#restBytes);
    let at = 0;
    for (; at + 8 <= rest.length; at += 8)
      hash = u64(rotated(hash ^ lane(0n, rest.readBigUInt64LE(at)), 27n) * P1 + P4);
    if (at + 4 <= rest.length) {
      hash = u64(rotated(hash ^ u64(BigInt(rest.readUInt32LE(at)) * P1), 23n) * P2 + P3);
      at += 4;
    }
    for (; at < rest.length; at++) hash = u64(rotated(hash ^ u64(BigInt(rest[at] as number) * P5), 11n) * P1);
    hash = u64((hash ^ (hash >> 33n)) * P2);
    hash = u64((hash ^ (hash >> 29n)) * P3);
    return Number(BigInt.asUintN(32, hash ^ (hash >> 32n)));
  }

  #merged(): bigint {
    const sums = new BigUint64Array(this.#sums.buffer);
    const rotations = [1n, 7n, 12n, 18n];
    let hash = u64(sums.reduce((sum, one, i) => sum + rotated(one, rotations[i] as bigint), 0n));
    for (const one of sums) hash = u64((hash ^ lane(0n, one)) * P1 + P4);
    return hash;
  }
}

const STRIPE_BYTES = 32;
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;
const START = [P1 + P2, P2, 0n, -P1].flatMap(halves);
const [P1_LOW, P1_HIGH] = halves(P1);
const [P2_LOW, P2_HIGH] = halves(P2);

function halves(value: bigint): [low: number, high: number] {
  return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
}

function u64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

function rotated(value: bigint, bits: bigint): bigint {
  return u64(value << bits) | (value >> (64n - bits));
}

function lane(sum: bigint, input: bigint): bigint {
  return u64(rotated(u64(sum + input * P2), 31n) * P1);
}

/** The same as `lane`, of the sum at `i`: what is done for every eight bytes. */
function takeLane(sums: Int32Array, i: number, inputLow: number, inputHigh: number): void {
  const addedLow = Math.imul(inputLow, P2_LOW);
  const addedHigh = highOf(inputLow, P2_LOW) + Math.imul(inputLow, P2_HIGH) + Math.imul(inputHigh, P2_LOW);
  const sum = ((sums[i] as number) >>> 0) + (addedLow >>> 0);
  const low = sum | 0;
  const high = ((sums[i + 1] as number) + addedHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
  const turnedLow = (low << 31) | (high >>> 1);
  const turnedHigh = (high << 31) | (low >>> 1);
  sums[i] = Math.imul(turnedLow, P1_LOW);
  sums[i + 1] = highOf(turnedLow, P1_LOW) + Math.imul(turnedLow, P1_HIGH) + Math.imul(turnedHigh, P1_LOW);
}

/** The high half of a product of two numbers of 32 bits. */
function highOf(a: number, b: number): number {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const other = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + (other >>> 16)) | 0;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}
