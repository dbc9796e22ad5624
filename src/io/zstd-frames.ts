import { DamagedData } from "./decoding.js";
import { ZstdFrame } from "./zstd-frame.js";

type Fzstd = typeof import("fzstd");
type NewHash = () => import("xxhash-wasm").XXHash<bigint>;

const LOW_HALF = 0xffff_ffffn;

/** Decodes frames one after another, in whatever pieces they come, and checks what each says of its content. */
export class ZstdFrames {
  readonly #fzstd: Fzstd;
  readonly #newHash: NewHash;
  #frame: ZstdFrame | undefined;
  #decoder: InstanceType<Fzstd["Decompress"]> | undefined;
  #hash: ReturnType<NewHash>;
  #ready: Uint8Array[] = [];

  /** `newHash` begins an XXH64, of which zstd keeps the low half behind a frame; fzstd passes it over. */
  constructor(fzstd: Fzstd, newHash: NewHash) {
    this.#fzstd = fzstd;
    this.#newHash = newHash;
    this.#hash = newHash();
  }

  /** Whether a frame has begun and not ended. */
  get isOpen(): boolean {
    return this.#frame !== undefined;
  }

  /** What the piece gives. @throws DamagedData */
  *take(piece: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < piece.length;) {
      const frame = (this.#frame ??= new ZstdFrame());
      const bytes = frame.take(piece, at);
      if (!frame.isSkippable) yield* this.#decode(piece.subarray(at, at + bytes), frame);
      if (frame.isEnded) this.#end(frame);
      at += bytes;
    }
  }

  *#decode(bytes: Uint8Array, { isEnded }: ZstdFrame): Generator<Uint8Array> {
    this.#decoder ??= new this.#fzstd.Decompress((chunk) => this.#ready.push(chunk));
    let damage: DamagedData | undefined;
    try {
      this.#decoder.push(bytes, isEnded);
    } catch (error) {
      damage = new DamagedData("damaged", "zstd", (error as Error).message);
    }
    const ready = this.#ready.filter(({ length }) => length > 0);
    this.#ready = [];
    for (const chunk of ready) this.#hash.update(chunk);
    yield* ready;
    if (damage !== undefined) throw damage;
  }

  #end({ checksum }: ZstdFrame): void {
    if (checksum !== undefined && checksum !== Number(this.#hash.digest() & LOW_HALF))
      throw new DamagedData("damaged", "zstd", "its checksum is that of other content");
    this.#frame = undefined;
    this.#decoder = undefined;
    this.#hash = this.#newHash();
  }
}
