import type { BitReader } from "unbzip2-stream/lib/bit_iterator.js";
import { DamagedData, inPieces } from "./decoding.js";

const PIECE_BYTES = 16 * 1024;
const MOST_OUTPUT_BYTES = 1 << 20;
const LEAST_OUTPUT_BYTES = 1 << 14;
const BLOCK_BYTES = 100_000;
/** So much more than a block's size its encoded form can be. */
const SPARE_BYTES = 25_000;
const HEADER_BYTES = 4;

/** Decodes bzip2 without the command, block by block; what a block becomes, at most 46 MB, is in memory at once. */
export async function* packagedBzip2(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const blocks = new Blocks(await loadBzip2());
  for await (const piece of inPieces(input, () => PIECE_BYTES)) {
    blocks.add(piece);
    while (blocks.hasNext) yield* blocks.next();
  }
  blocks.isLast = true;
  while (blocks.hasNext) yield* blocks.next();
  if (blocks.isOpen) throw new DamagedData("cut", "bzip2", "unexpected end");
}

async function loadBzip2() {
  const [{ default: bzip2 }, { default: bitIterator }] = await Promise.all([
    import("unbzip2-stream/lib/bzip2.js"),
    import("unbzip2-stream/lib/bit_iterator.js"),
  ]);
  return { bzip2, bitIterator };
}

/** What a block is worked out in: for each of thousands of small archives anew it would cost more than their decoding. */
let scratch: Int32Array | undefined;

function scratchOf(size: number): Int32Array {
  if (scratch === undefined || scratch.length < size) scratch = new Int32Array(size);
  return scratch;
}

class Blocks {
  /** Whether all input has come: before that, a block is begun only when all of it must be there. */
  isLast = false;
  readonly #modules: Awaited<ReturnType<typeof loadBzip2>>;
  readonly #pieces: Uint8Array[] = [];
  #givenBytes = 0;
  #bits: BitReader | undefined;
  /** 0: a header comes next. */
  #level = 0;
  #checksum = 0;

  constructor(modules: Awaited<ReturnType<typeof loadBzip2>>) {
    this.#modules = modules;
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#givenBytes += piece.length;
  }

  /** Whether a stream has begun and not ended. */
  get isOpen(): boolean {
    return this.#level > 0;
  }

  get hasNext(): boolean {
    const restBytes = this.#givenBytes - (this.#bits?.bytesRead ?? 0);
    if (this.isLast) return restBytes > 0;
    return restBytes >= (this.isOpen ? SPARE_BYTES + BLOCK_BYTES * this.#level : HEADER_BYTES);
  }

  /** What the next header or block gives. @throws DamagedData */
  next(): Uint8Array[] {
    this.#bits ??= this.#modules.bitIterator(() => this.#pieces.shift());
    const output = new Output();
    try {
      if (this.isOpen) this.#block(this.#bits, output);
      else this.#level = this.#modules.bzip2.header(this.#bits);
    } catch (error) {
      throw damageOf(error as Error);
    }
    return output.chunks();
  }

  #block(bits: BitReader, output: Output): void {
    const size = BLOCK_BYTES * this.#level;
    const write = (byte: number): void => output.write(byte);
    const checksum = this.#modules.bzip2.decompress(bits, write, scratchOf(size), size, this.#checksum);
    if (checksum === null) this.#level = 0;
    this.#checksum = checksum ?? 0;
  }
}

class Output {
  readonly #full: Uint8Array[] = [];
  #last = new Uint8Array(0);
  #length = 0;

  write(byte: number): void {
    if (this.#length === this.#last.length) {
      if (this.#length > 0) this.#full.push(this.#last);
      this.#last = new Uint8Array(Math.min(MOST_OUTPUT_BYTES, Math.max(LEAST_OUTPUT_BYTES, this.#length * 4)));
      this.#length = 0;
    }
    this.#last[this.#length++] = byte;
  }

  chunks(): Uint8Array[] {
    return [...this.#full, this.#last.subarray(0, this.#length)];
  }
}

function damageOf({ message }: Error): DamagedData {
  // Where its input ends, it reads on in what is not there.
  if (message.includes("of undefined")) return new DamagedData("cut", "bzip2", "unexpected end");
  const isOther = message.includes("No magic number");
  return new DamagedData(isOther ? "trailing" : "damaged", "bzip2", message.replace(/^Error in bzip2: /, ""));
}
