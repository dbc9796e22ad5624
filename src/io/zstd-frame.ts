import { DamagedData } from "./decoding.js";

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
/** The command's own limit: a frame can ask for more memory than this machine has. */
const MOST_WINDOW_BYTES = 1 << 27;

// The parts of a frame that tell how it goes on.
const MAGIC_PART = 0;
const SKIP_SIZE = 1;
const DESCRIPTOR = 2;
const HEADER = 3;
const BLOCK = 4;
const CHECKSUM = 5;

/** Follows a zstd frame through its bytes: where it ends, and what it says of itself that fzstd passes over. */
export class ZstdFrame {
  isEnded = false;
  isSkippable = false;
  /** The low half of the XXH64 of its content, if it has one and has ended. */
  checksum: number | undefined;
  #part = MAGIC_PART;
  readonly #held = Buffer.alloc(14);
  #heldBytes = 0;
  /** So many bytes are the part at hand. */
  #wantedBytes = 4;
  /** So many bytes tell nothing. */
  #skipBytes = 0;
  #isLastBlock = false;
  /** Its fields tell which others there are, and how long. */
  #fields = { single: false, checksum: false, dictionaryBytes: 0, sizeBytes: 0 };

  /** How many of the bytes from `start` on belong to it. @throws DamagedData */
  take(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length && !this.isEnded) {
      if (this.#skipBytes > 0) {
        const skipped = Math.min(this.#skipBytes, bytes.length - at);
        this.#skipBytes -= skipped;
        at += skipped;
        if (this.#skipBytes === 0) this.#skipped();
      } else {
        this.#held[this.#heldBytes++] = bytes[at++] as number;
        if (this.#heldBytes === this.#wantedBytes) this.#take();
      }
    }
    return at - start;
  }

  #take(): void {
    this.#heldBytes = 0;
    if (this.#part === MAGIC_PART) this.#magic(this.#held.readUInt32LE());
    else if (this.#part === SKIP_SIZE) this.#skip(this.#held.readUInt32LE());
    else if (this.#part === DESCRIPTOR) this.#descriptor(this.#held[0] as number);
    else if (this.#part === HEADER) this.#header();
    else if (this.#part === BLOCK) this.#block(this.#held.readUIntLE(0, 3));
    else {
      this.checksum = this.#held.readUInt32LE();
      this.isEnded = true;
    }
  }

  #next(part: number, bytes: number): void {
    this.#part = part;
    this.#wantedBytes = bytes;
  }

  #skip(bytes: number): void {
    this.#skipBytes = bytes;
    if (bytes === 0) this.#skipped();
  }

  #magic(magic: number): void {
    this.isSkippable = (magic & ~0xf) === SKIPPABLE;
    if (!this.isSkippable && magic !== MAGIC) throw new DamagedData("trailing", "zstd", "unsupported format");
    if (this.isSkippable) this.#next(SKIP_SIZE, 4);
    else this.#next(DESCRIPTOR, 1);
  }

  #descriptor(byte: number): void {
    const single = (byte & 0x20) !== 0;
    const size = byte >> 6;
    this.#fields = {
      single,
      checksum: (byte & 4) !== 0,
      dictionaryBytes: [0, 1, 2, 4][byte & 3] as number,
      sizeBytes: size === 0 ? Number(single) : 1 << size,
    };
    const { dictionaryBytes, sizeBytes } = this.#fields;
    this.#next(HEADER, Number(!single) + dictionaryBytes + sizeBytes);
  }

  #header(): void {
    const { single, dictionaryBytes, sizeBytes } = this.#fields;
    const dictionaryAt = Number(!single);
    const dictionary = dictionaryBytes === 0 ? 0 : this.#held.readUIntLE(dictionaryAt, dictionaryBytes);
    if (dictionary !== 0) throw new DamagedData("damaged", "zstd", `it wants the dictionary ${dictionary}`);
    const window = single
      ? this.#contentBytes(dictionaryAt + dictionaryBytes, sizeBytes)
      : windowBytes(this.#held[0] as number);
    if (window > MOST_WINDOW_BYTES)
      throw new DamagedData("damaged", "zstd", `it wants ${Math.round(window / (1 << 20))} MiB of memory`);
    this.#next(BLOCK, 3);
  }

  #contentBytes(at: number, bytes: number): number {
    if (bytes === 8) return Number(this.#held.readBigUInt64LE(at));
    return this.#held.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
  }

  #block(header: number): void {
    this.#isLastBlock = (header & 1) !== 0;
    const isRepeated = ((header >> 1) & 3) === 1;
    this.#skip(isRepeated ? 1 : header >> 3);
  }

  #skipped(): void {
    if (this.isSkippable) this.isEnded = true;
    else if (!this.#isLastBlock) this.#next(BLOCK, 3);
    else if (this.#fields.checksum) this.#next(CHECKSUM, 4);
    else this.isEnded = true;
  }
}

function windowBytes(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
