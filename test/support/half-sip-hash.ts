/** HalfSipHash-c-d with a 32-bit result, as the paper says it: one word after the other. */
export function halfSipHash(bytes: Uint8Array, k0: number, k1: number, c: number, d: number): number {
  const rotated = (x: bigint, bits: bigint): bigint => ((x << bits) | (x >> (32n - bits))) & 0xffff_ffffn;
  const v = [BigInt(k0), BigInt(k1), 0x6c796765n ^ BigInt(k0), 0x74656462n ^ BigInt(k1)] as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const addRotateXor = (a: number, b: number, bits: bigint): void => {
    v[a] = (v[a]! + v[b]!) & 0xffff_ffffn;
    v[b] = rotated(v[b]!, bits) ^ v[a];
  };
  const round = (): void => {
    addRotateXor(0, 1, 5n);
    v[0] = rotated(v[0], 16n);
    addRotateXor(2, 3, 8n);
    addRotateXor(0, 3, 7n);
    addRotateXor(2, 1, 13n);
    v[2] = rotated(v[2], 16n);
  };
  const padded = new Uint8Array((bytes.length & ~3) + 4);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length & 0xff;
  const words = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 4) {
    const word = BigInt(words.getUint32(at, true));
    v[3] ^= word;
    for (let i = 0; i < c; i++) round();
    v[0] ^= word;
  }
  v[2] ^= 0xffn;
  for (let i = 0; i < d; i++) round();
  return Number(v[1] ^ v[3]);
}
