import { read, readSync } from "node:fs";
import { openForUse, type ArchiveFile } from "./archive-file.js";
import { DamagedData, type Source } from "./decoding.js";
import { encodingOf, SIGNATURE_BYTES, type Encoding } from "./encoding.js";
import { Peeked } from "./peeked.js";

const CHUNK_BYTES = 256 * 1024;
/** To have fewer read by another thread takes longer than to read them. */
const FEW_BYTES = 64 * 1024;
/** A compressed file in a compressed file happens, by a rotation that ran twice; deeper ones are made to harm. */
const MAX_LAYERS = 3;

/** A file as far as it went when it was looked at, and what it began with. */
export interface EncodedFile {
  readonly file: ArchiveFile;
  readonly sizeBytes: number;
  readonly encoding: Encoding;
}

/**
 * The decoded bytes of a file, layer by layer until no encoding is left. Ends with a DamagedData if the encoded
 * form is damaged; what came before it is good. `onRead` is told of each piece of the file as it is read.
 */
export function decodedStream(encoded: EncodedFile, onRead: (bytes: number) => void): AsyncIterable<Uint8Array> {
  let toldBytes = 0;
  const onReadTo = (bytes: number): void => {
    // A decoder may read the file twice.
    if (bytes > toldBytes) onRead(bytes - toldBytes);
    toldBytes = Math.max(toldBytes, bytes);
  };
  return decoded(encoded.encoding, () => bytesOf(encoded, onReadTo), 0);
}

async function* bytesOf(
  { file, sizeBytes }: EncodedFile,
  onReadTo: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const { fd, close } = openForUse(file);
  try {
    for (let at = 0; at < sizeBytes;) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, sizeBytes - at));
      const bytes =
        buffer.length < FEW_BYTES ? readSync(fd, buffer, 0, buffer.length, at) : await readAt(fd, buffer, at);
      if (bytes === 0) return;
      at += bytes;
      onReadTo(at);
      yield buffer.subarray(0, bytes);
    }
  } finally {
    close();
  }
}

async function readAt(fd: number, into: Buffer, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, 0, into.length, at, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

function decoded(encoding: Encoding, open: Source, layers: number): AsyncIterable<Uint8Array> {
  return encoding === "plain" ? open() : decodedFrom(encoding, open, layers);
}

async function* decodedFrom(
  encoding: Exclude<Encoding, "plain">,
  open: Source,
  layers: number,
): AsyncGenerator<Uint8Array> {
  // A quarter of what a scan would else load: most archives are plain.
  const { DECODERS } = await import("./decoders.js");
  const decode = DECODERS[encoding];
  const input = open();
  yield* peeled(
    firstOf(decode(input, open), () => decode(open(), open)),
    layers + 1,
  );
}

/** What a layer gives may be encoded itself. */
async function* peeled(open: Source, layers: number): AsyncGenerator<Uint8Array> {
  const input = new Peeked(open());
  const encoding = encodingOf(await input.start(SIGNATURE_BYTES));
  if (typeof encoding !== "string") throw new DamagedData("damaged", encoding.unread, "it is not read");
  if (encoding === "plain") yield* input;
  else if (layers === MAX_LAYERS) throw new DamagedData("damaged", encoding, `more than ${MAX_LAYERS} layers`);
  else yield* decoded(encoding, firstOf(input, open), layers);
}

/** What was opened already serves the first time. */
function firstOf(first: AsyncIterable<Uint8Array>, again: Source): Source {
  let next: Source = () => first;
  return () => {
    const stream = next();
    next = again;
    return stream;
  };
}
