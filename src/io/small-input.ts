import { DamagedData, type Decoder } from "./decoding.js";
import { Peeked } from "./peeked.js";
import { behind } from "./rescued.js";

/** To start a command takes longer than to decode so much here. */
const SMALL_BYTES = 64 * 1024;

type Command = (input: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/**
 * Decodes small input by the package and other input by the command. What the package can't read is left to the command:
 * it knows more forms, and its word on damage is the same for small and large.
 */
export async function* smallOrNot(
  input: AsyncIterable<Uint8Array>,
  packaged: Decoder,
  command: Command,
): AsyncGenerator<Uint8Array> {
  const peeked = new Peeked(input);
  const start = await peeked.start(SMALL_BYTES);
  if (peeked.isWhole) yield* packagedFirst(start, packaged, command);
  else yield* command(peeked);
}

async function* packagedFirst(bytes: Uint8Array, packaged: Decoder, command: Command): AsyncGenerator<Uint8Array> {
  const input = (): AsyncIterable<Uint8Array> => pieceOf(bytes);
  let givenBytes = 0;
  try {
    for await (const chunk of packaged(input(), input)) {
      givenBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof DamagedData)) throw error;
    yield* behind(givenBytes, command(input()));
  }
}

async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
