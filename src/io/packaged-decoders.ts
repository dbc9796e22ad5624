import { DamagedData, inPieces, type Damage, type Source } from "./decoding.js";
import { rescued } from "./rescued.js";
import { ZstdFrames } from "./zstd-frames.js";

// Decoders in JavaScript, for machines without the commands, which are several times faster. Each is loaded when needed.

/** A zstd block of four bytes can stand for 128 KiB: this bounds what a bomb can have in flight. */
const ZSTD_PIECE_BYTES = 1024;
/** Small, because a piece that breaks is decoded once more byte by byte, and a byte costs much here. */
const XZ_PIECE_BYTES = 4096;

/** Once for all archives: each load compiles the module anew, which for a small archive takes longer than the rest. */
let loadedHashes: ReturnType<typeof loadHashes> | undefined;

async function loadHashes() {
  const { default: load } = await import("xxhash-wasm");
  return load();
}

/** Frame by frame, for fzstd looks neither at checksums nor at the dictionary that a frame wants. */
export async function* packagedZstd(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hashes = await (loadedHashes ??= loadHashes());
  const frames = new ZstdFrames(await import("fzstd"), () => hashes.create64());
  for await (const piece of inPieces(input, () => ZSTD_PIECE_BYTES)) yield* frames.take(piece);
  if (frames.isOpen) throw new DamagedData("cut", "zstd", "unexpected end");
}

export function packagedXz(input: AsyncIterable<Uint8Array>, again: Source): AsyncGenerator<Uint8Array> {
  return rescued(unxz, input, again, () => XZ_PIECE_BYTES);
}

async function* unxz(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: xz } = await import("xz-decompress");
  Object.assign(xz.XzReadableStream, { _contextMutex: NO_MUTEX });
  const input = pieces[Symbol.asyncIterator]();
  const reader = new xz.XzReadableStream(ReadableStream.from({ [Symbol.asyncIterator]: () => input })).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } catch (error) {
    throw damageOfXz(error as Error);
  } finally {
    // A stream that has let go of its memory fails at being cancelled, and leaves its input open.
    await reader.cancel().catch(() => {});
    await input.return?.();
  }
}

/** The package lets one stream in at a time: two that are read in turns, or one within the other, would wait for ever. */
const NO_MUTEX = { acquire: async () => {}, release: () => {} };

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
