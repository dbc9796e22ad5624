import { createReadStream } from "node:fs";
import { Transform, type TransformCallback } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Encoding } from "./archives.js";

/** At zlib's default of 16 KiB the hand-over of chunks costs three times what inflating does. */
const CHUNK_BYTES = 1 << 20;

/**
 * The decoded bytes of an open archive. Ends with an error whose message says what is wrong with the encoded form; what
 * came before it is good. `onRead` is told of each piece of the file as it is read, in bytes before decoding.
 */
export function decodedStream(
  fd: number,
  encoding: Exclude<Encoding, "plain">,
  onRead: (bytes: number) => void,
): AsyncIterable<Uint8Array> {
  const file = createReadStream("", { fd, start: 0, autoClose: false, highWaterMark: CHUNK_BYTES });
  file.on("data", (chunk) => onRead(chunk.length));
  const decoder = encoding === "gzip" ? createGunzip({ chunkSize: CHUNK_BYTES }) : new Utf16Decoder(encoding);
  // pipe() does not carry errors on; without this one of the file would be nobody's.
  file.on("error", (error) => decoder.destroy(error));
  return file.pipe(decoder);
}

/** UTF-16 with a BOM to UTF-8. */
class Utf16Decoder extends Transform {
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding: "utf16le" | "utf16be") {
    super();
    this.#decoder = new TextDecoder(encoding === "utf16le" ? "utf-16le" : "utf-16be");
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, Buffer.from(this.#decoder.decode(chunk, { stream: true })));
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.from(this.#decoder.decode()));
  }
}
