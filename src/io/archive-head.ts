import { unlessLost } from "./archive-file.js";
import type { OpenArchive } from "./archives.js";
import { decodedStream } from "./decoded-stream.js";
import { isUnread } from "./decoding.js";
import { readFully } from "./file-identity.js";
import type { Head } from "./framing.js";

/** The first bytes of an archive, decoded; fewer where it ends or is damaged before. */
export async function headOf({ file, identity, encoding }: OpenArchive, bytes: number): Promise<Head> {
  if (encoding !== "plain") return decodedHead({ file, sizeBytes: identity.sizeBytes, encoding }, bytes);
  const head = Buffer.allocUnsafeSlow(Math.min(bytes, identity.sizeBytes));
  const length = unlessLost(file, (fd) => readFully(fd, head, head.length, 0), 0);
  return { bytes: head.subarray(0, length), whole: identity.sizeBytes <= bytes };
}

async function decodedHead(file: Parameters<typeof decodedStream>[0], bytes: number): Promise<Head> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of decodedStream(file, () => {})) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > bytes) return { bytes: Buffer.concat(chunks).subarray(0, bytes), whole: false };
    }
  } catch (error) {
    // Of damage the scan will tell; of what can't be read nothing is known.
    if (isUnread(error)) throw error;
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}
