import { DamagedData, type Decoder, type Source } from "./decoding.js";
import { Peeked } from "./peeked.js";
import { behind } from "./rescued.js";

/** To start a command takes longer than to decode so much here. */
const SMALL_BYTES = 64 * 1024;

/** Undefined: this machine has none. To look for it in thousands of archives would take longer than they do. */
type FindCommand = () => ((input: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) | undefined;

/**
 * Decodes small input by the package and other input by the command, if there is one. What the package can't read is left to
 * the command: it knows more forms, and its word on damage is the same for small and large.
 */
export async function* smallOrNot(
  input: AsyncIterable<Uint8Array>,
  again: Source,
  packaged: Decoder,
  findCommand: FindCommand,
): AsyncGenerator<Uint8Array> {
  const peeked = new Peeked(input);
  const start = await peeked.start(SMALL_BYTES);
  if (peeked.isWhole) yield* packagedFirst(() => pieceOf(start), packaged, findCommand);
  else yield* findCommand()?.(peeked) ?? packaged(peeked, again);
}

async function* packagedFirst(input: Source, packaged: Decoder, findCommand: FindCommand): AsyncGenerator<Uint8Array> {
  let givenBytes = 0;
  try {
    for await (const chunk of packaged(input(), input)) {
      givenBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    const command = error instanceof DamagedData ? findCommand() : undefined;
    if (command === undefined) throw error;
    yield* behind(givenBytes, command(input()));
  }
}

async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
