import { compareText } from "../core/merge/counts.js";
import { AbortedError } from "../model/errors.js";
import type { OpenArchive } from "./archives.js";
import { decodedStream } from "./decoded-stream.js";
import { isUnread } from "./decoding.js";

/**
 * An archive with its first bytes, decoded, as many of each; fewer where it ends or is damaged before. What begins alike is
 * compared as a whole.
 */
export interface Candidate {
  readonly archive: OpenArchive;
  readonly head: Uint8Array;
}

/**
 * Encoded archives whose content another holds as well, or that hold another's: a log kept both compressed and plain.
 * Each archive that need not be read, with the one that is read in its place. Decodes no more than the heads unless two
 * begin alike.
 */
export async function findDecodedDuplicates(
  candidates: readonly Candidate[],
  unread: (archive: OpenArchive, error: unknown) => void,
  signal?: AbortSignal,
): Promise<Map<OpenArchive, OpenArchive>> {
  const twins = new Map<OpenArchive, OpenArchive>();
  for (const family of families(candidates))
    for (const [archive, twin] of await readableTwins(family, unread, signal)) twins.set(archive, twin);
  for (const [archive, twin] of twins) twins.set(archive, twins.get(twin) ?? twin);
  return twins;
}

/**
 * What may begin alike stands together: in the order of content, all that a head begins follow it. Thousands of archives cost
 * a sort, not a comparison of each with each. An empty one is like nothing.
 */
function families(candidates: readonly Candidate[]): Candidate[][] {
  const found: Candidate[][] = [];
  let first: Candidate | undefined;
  const begun = candidates.filter(({ head }) => head.length > 0);
  for (const one of begun.toSorted((a, b) => Buffer.compare(a.head, b.head))) {
    if (first !== undefined && beginAlike(first, one)) found.at(-1)?.push(one);
    else found.push([(first = one)]);
  }
  return found;
}

/** Those of a family, without what can't be read: nothing is its copy. */
async function readableTwins(
  family: readonly Candidate[],
  unread: (archive: OpenArchive, error: unknown) => void,
  signal?: AbortSignal,
): Promise<ReadonlyMap<OpenArchive, OpenArchive>> {
  try {
    return await findInFamily(family, signal);
  } catch (error) {
    if (!(error instanceof UnreadArchive)) throw error;
    unread(error.archive, error.cause);
    const rest = family.filter(({ archive }) => archive !== error.archive);
    return readableTwins(rest, unread, signal);
  }
}

class UnreadArchive extends Error {
  readonly archive: OpenArchive;

  constructor(archive: OpenArchive, cause: unknown) {
    super(archive.path, { cause });
    this.archive = archive;
  }
}

async function findInFamily(
  family: readonly Candidate[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<OpenArchive, OpenArchive>> {
  const twins = new Map<OpenArchive, OpenArchive>();
  // Plain ones first: of two equals the one that costs less is read, and among those the first by path.
  const sorted = family.toSorted(
    (a, b) => Number(isPlain(b)) - Number(isPlain(a)) || compareText(a.archive.path, b.archive.path),
  );
  let kept: Candidate[] = [];
  for (const one of sorted) {
    if (!isPlain(one)) kept = await withoutTwins(one, kept, twins, signal);
    if (!twins.has(one.archive)) kept.push(one);
  }
  return twins;
}

function isPlain({ archive }: Candidate): boolean {
  return archive.encoding === "plain";
}

async function withoutTwins(
  one: Candidate,
  others: readonly Candidate[],
  twins: Map<OpenArchive, OpenArchive>,
  signal?: AbortSignal,
): Promise<Candidate[]> {
  const kept: Candidate[] = [];
  for (const other of others) {
    const longer = twins.has(one.archive) || !beginAlike(one, other) ? undefined : await longerOf(other, one, signal);
    if (longer === other) twins.set(one.archive, other.archive);
    if (longer === one) twins.set(other.archive, one.archive);
    else kept.push(other);
  }
  return kept;
}

function beginAlike(a: Candidate, b: Candidate): boolean {
  const reach = Math.min(a.head.length, b.head.length);
  return reach > 0 && Buffer.compare(a.head.subarray(0, reach), b.head.subarray(0, reach)) === 0;
}

/** The one that begins with the whole of the other; `a` where they are equal, undefined where they differ. */
async function longerOf(a: Candidate, b: Candidate, signal?: AbortSignal): Promise<Candidate | undefined> {
  const [left, right] = [new Cursor(a.archive), new Cursor(b.archive)];
  try {
    for (;;) {
      if (signal?.aborted === true) throw new AbortedError("the scan");
      const length = Math.min(await left.fill(), await right.fill());
      if (length === 0) return (await right.fill()) === 0 ? a : b;
      if (Buffer.compare(left.take(length), right.take(length)) !== 0) return undefined;
    }
  } finally {
    await Promise.all([left.close(), right.close()]);
  }
}

/** The decoded bytes of an archive, as many at a time as there are; damaged data ends where it is damaged. */
class Cursor {
  readonly #archive: OpenArchive;
  readonly #iterator: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(archive: OpenArchive) {
    const { file, identity, encoding } = archive;
    this.#archive = archive;
    const encoded = { file, sizeBytes: identity.sizeBytes, encoding };
    this.#iterator = decodedStream(encoded, () => {})[Symbol.asyncIterator]();
  }

  /** How many bytes are at hand; 0 at the end. */
  async fill(): Promise<number> {
    try {
      while (this.#chunk.length === 0) {
        const { value, done } = await this.#iterator.next();
        if (done === true) break;
        this.#chunk = value;
      }
    } catch (error) {
      // Of damage the scan will tell. What can't be read now may go on in any way.
      if (isUnread(error)) throw new UnreadArchive(this.#archive, error);
    }
    return this.#chunk.length;
  }

  take(bytes: number): Uint8Array {
    const taken = this.#chunk.subarray(0, bytes);
    this.#chunk = this.#chunk.subarray(bytes);
    return taken;
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}
