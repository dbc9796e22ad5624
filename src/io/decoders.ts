import type { Decoder } from "./decoding.js";
import type { Encoding } from "./encoding.js";
import { gunzip } from "./gunzip.js";
import { packagedBzip2 } from "./packaged-bzip2.js";
import { packagedXz, packagedZstd } from "./packaged-decoders.js";
import { smallOrNot } from "./small-input.js";
import { commandFile, systemDecoded } from "./system-decoder.js";

/** The decoder of each encoding. For gzip, zlib is at hand and as fast as a command. */
export const DECODERS: Readonly<Record<Exclude<Encoding, "plain">, Decoder>> = {
  gzip: gunzip,
  zstd: commandOr("zstd", packagedZstd),
  xz: commandOr("xz", packagedXz),
  bzip2: commandOr("bzip2", packagedBzip2),
  utf16le: (input) => utf8("utf-16le", input),
  utf16be: (input) => utf8("utf-16be", input),
};

function commandOr(name: string, packaged: Decoder): Decoder {
  return (input, again) =>
    smallOrNot(input, again, packaged, () => {
      const file = commandFile(name);
      return file === undefined ? undefined : (bytes) => systemDecoded(file, name, bytes);
    });
}

/** UTF-16 with a BOM to UTF-8. */
async function* utf8(label: string, input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(label);
  for await (const chunk of input) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
