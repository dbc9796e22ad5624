import { DamagedData, type Source } from "./decoding.js";
import { Inflating } from "./inflating.js";
import { rescued } from "./rescued.js";

const MAGIC = 0x1f;

/** Decodes gzip of any number of members, with NULs between and behind them. */
export function gunzip(input: AsyncIterable<Uint8Array>, again: Source): AsyncGenerator<Uint8Array> {
  const stride = new Stride();
  return rescued(
    (pieces) => inflated(pieces, stride),
    input,
    again,
    () => stride.bytes,
  );
}

/**
 * How much to inflate at once: so much that it makes a megabyte or two. Shorter pieces cost more hand-overs; of what longer ones
 * make, a bomb could have a lot in flight, for zlib makes up to a thousand times as much of its input.
 */
class Stride {
  static readonly #GOAL_BYTES = 3 << 19;
  static readonly #LEAST_BYTES = 4 << 10;
  static readonly #MOST_BYTES = 128 << 10;
  /** Of the next piece. */
  bytes = 64 << 10;

  note(inputBytes: number, outputBytes: number): void {
    const wanted = Math.ceil((inputBytes * Stride.#GOAL_BYTES) / Math.max(1, outputBytes));
    this.bytes = Math.min(Stride.#MOST_BYTES, Math.max(Stride.#LEAST_BYTES, wanted));
  }
}

/** While the caller works on what it got, the next piece is inflated on another thread. */
async function* inflated(pieces: AsyncIterable<Uint8Array>, stride: Stride): AsyncGenerator<Uint8Array> {
  let zlib: Inflating | undefined;
  let ready: Uint8Array[] = [];
  let damage: unknown;
  try {
    for await (const piece of pieces) {
      zlib ??= new Inflating(piece.length);
      for (let rest = piece; rest.length > 0;) {
        if (zlib.ended) {
          rest = behindNuls(rest);
          if (rest.length === 0) break;
          if (rest[0] !== MAGIC) throw new DamagedData("trailing", "gzip", "something else stands behind its end");
          zlib = new Inflating(piece.length);
        }
        const work = zlib.write(rest);
        work.catch(() => {}); // it is awaited below, unless the caller stops here
        yield* ready;
        ready = [];
        const usedBytes = rest.length - (await work);
        rest = rest.subarray(usedBytes);
        ready = zlib.take();
        stride.note(usedBytes, lengthOf(ready));
      }
    }
    await (zlib ??= new Inflating(0)).end();
  } catch (error) {
    damage = damageOf(error as Error);
  } finally {
    zlib?.close();
  }
  yield* ready;
  yield* zlib?.take() ?? [];
  if (damage !== undefined) throw damage;
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

function behindNuls(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(first < 0 ? bytes.length : first);
}

/** zlib looks at a header only where a member begins, and the first one was told by its header. */
function damageOf(error: Error): unknown {
  if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) return error;
  if (error.message === "unexpected end of file") return new DamagedData("cut", "gzip", error.message);
  const isHeader = /header|compression method/.test(error.message);
  return new DamagedData(isHeader ? "trailing" : "damaged", "gzip", error.message);
}
