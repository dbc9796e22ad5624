import { DamagedData, type Source } from "./decoding.js";
import { Inflating } from "./inflating.js";
import { rescued } from "./rescued.js";

/** zlib makes at most a thousand times as much of its input: this bounds what a bomb can have in flight. */
const PIECE_BYTES = 64 * 1024;
const MAGIC = 0x1f;

/** Decodes gzip of any number of members, with NULs between and behind them. */
export function gunzip(input: AsyncIterable<Uint8Array>, again: Source): AsyncGenerator<Uint8Array> {
  return rescued(inflated, input, again, PIECE_BYTES);
}

/** While the caller works on what it got, the next piece is inflated on another thread. */
async function* inflated(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let zlib = new Inflating();
  let ready: Uint8Array[] = [];
  let damage: unknown;
  try {
    for await (const piece of pieces) {
      for (let rest = piece; rest.length > 0;) {
        if (zlib.ended) {
          rest = behindNuls(rest);
          if (rest.length === 0) break;
          if (rest[0] !== MAGIC) throw new DamagedData("trailing", "gzip", "something else stands behind its end");
          zlib = new Inflating();
        }
        const work = zlib.write(rest);
        work.catch(() => {}); // it is awaited below, unless the caller stops here
        yield* ready;
        ready = [];
        rest = rest.subarray(rest.length - (await work));
        ready = zlib.take();
      }
    }
    await zlib.end();
  } catch (error) {
    damage = damageOf(error as Error);
  } finally {
    zlib.close();
  }
  yield* ready;
  yield* zlib.take();
  if (damage !== undefined) throw damage;
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
