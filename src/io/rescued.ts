import { inPieces, type Source } from "./decoding.js";

/**
 * For a decoder that drops what it made of a piece of its input when the piece breaks. On damage the input is decoded
 * once more, and the piece that broke byte by byte: what can be had before the damage is had, and always the same.
 *
 * `decode` takes one piece after another, and asks for the next when the one before is decoded. `pieceBytes`: of the next.
 */
export async function* rescued(
  decode: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
  input: AsyncIterable<Uint8Array>,
  again: Source,
  pieceBytes: () => number,
): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces(inPieces(input, pieceBytes));
  let givenBytes = 0;
  try {
    for await (const chunk of decode(pieces)) {
      givenBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (pieces.error !== undefined) throw pieces.error;
    yield* behind(givenBytes, decode(inPieces(singlyFrom(pieces.doneBytes, again()), pieceBytes)));
    throw error;
  }
}

class Pieces implements AsyncIterable<Uint8Array> {
  /** Input before the piece at hand. */
  doneBytes = 0;
  /** What is wrong with the input itself. */
  error: unknown;
  readonly #pieces: AsyncIterable<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#pieces) {
        yield piece;
        this.doneBytes += piece.length;
      }
    } catch (error) {
      this.error = error;
      throw error;
    }
  }
}

/** From the `start`th byte on, every byte for itself. */
async function* singlyFrom(start: number, input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of input) {
    const whole = Math.max(0, Math.min(chunk.length, start - at));
    if (whole > 0) yield chunk.subarray(0, whole);
    for (let i = whole; i < chunk.length; i++) yield chunk.subarray(i, i + 1);
    at += chunk.length;
  }
}

/** What comes behind the first `bytes` bytes. */
export async function* behind(bytes: number, input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let skip = bytes;
  for await (const chunk of input) {
    if (skip < chunk.length) yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}
