// The package's own stream makes an array of numbers of each block, and a block of zeros has 46 million bytes.
declare module "unbzip2-stream/lib/bzip2.js" {
  import type { BitReader } from "unbzip2-stream/lib/bit_iterator.js";
  interface Bzip2 {
    /** Reads a stream's header and returns its level. */
    header(bits: BitReader): number;
    /** Decodes a block byte by byte; null at the stream's end, else the checksum for the next call. */
    decompress(
      bits: BitReader,
      output: (byte: number) => void,
      buffer: Int32Array,
      bufferLength: number,
      checksum: number,
    ): number | null;
  }
  const bzip2: Bzip2;
  export default bzip2;
}

declare module "unbzip2-stream/lib/bit_iterator.js" {
  export interface BitReader {
    (count: number | null): number;
    readonly bytesRead: number;
  }
  export default function bitIterator(nextBuffer: () => Uint8Array | undefined): BitReader;
}
