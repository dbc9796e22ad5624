/**
 * Copies `from` to the start of `to`. `TypedArray.set` goes byte by byte where the target is shared memory and the two are
 * not aligned alike (1.4 GB/s); `Buffer.fill` with bytes is a plain `memcpy` (17 GB/s). A third of what a gzip archive took.
 */
export function copyInto(to: Uint8Array, from: Uint8Array): void {
  if (from.length > 0) Buffer.from(to.buffer, to.byteOffset, from.length).fill(from);
}
