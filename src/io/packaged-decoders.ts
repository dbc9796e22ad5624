import { DamagedData, inPieces, type Damage, type Source } from "./decoding.js";
import { rescued } from "./rescued.js";

// Decoders in JavaScript, for machines without the commands, which are several times faster. Each is loaded when needed.

/** A zstd block of four bytes can stand for 128 KiB: this bounds what a bomb can have in flight. */
const ZSTD_PIECE_BYTES = 1024;
/** Small, because a piece that breaks is decoded once more byte by byte, and a byte costs much here. */
const XZ_PIECE_BYTES = 4096;

export async function* packagedZstd(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress, ZstdErrorCode } = await import("fzstd");
  const ready: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => ready.push(chunk));
  const push = (piece: Uint8Array, isLast: boolean): DamagedData | undefined => {
    try {
      decoder.push(piece, isLast);
      return undefined;
    } catch (error) {
      const { code, message } = error as Error & { code?: number };
      return new DamagedData(code === ZstdErrorCode.UnexpectedEOF ? "cut" : "damaged", "zstd", message);
    }
  };
  for await (const piece of inPieces(input, () => ZSTD_PIECE_BYTES)) {
    const damage = push(piece, false);
    yield* ready.splice(0);
    if (damage !== undefined) throw damage;
  }
  const damage = push(new Uint8Array(0), true);
  yield* ready.splice(0);
  if (damage !== undefined) throw damage;
}

export function packagedXz(input: AsyncIterable<Uint8Array>, again: Source): AsyncGenerator<Uint8Array> {
  return rescued(unxz, input, again, () => XZ_PIECE_BYTES);
}

async function* unxz(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: xz } = await import("xz-decompress");
  try {
    yield* new xz.XzReadableStream(ReadableStream.from(pieces));
  } catch (error) {
    throw damageOfXz(error as Error);
  }
}

const XZ_ERRORS: Readonly<Record<string, readonly [Damage, string]>> = {
  "2": ["damaged", "its kind of check needs the xz command"],
  "3": ["damaged", "out of memory"],
  "5": ["trailing", "no xz data"],
  "6": ["damaged", "its options need the xz command"],
  "7": ["damaged", "corrupt data"],
  "8": ["cut", "unexpected end"],
};

/** The package tells the numbers of xz-embedded alone. */
function damageOfXz({ message }: Error): DamagedData {
  const [damage, text] = XZ_ERRORS[/error code (\d+)/.exec(message)?.[1] ?? ""] ?? ["damaged", message];
  return new DamagedData(damage, "xz", text);
}
