import { compareText } from "../core/merge/counts.js";
import { unlessLost } from "./archive-file.js";
import type { OpenArchive } from "./archives.js";
import { readFully } from "./file-identity.js";

/** So much of each archive is held while they are compared: logs that differ hardly ever begin alike for longer. */
const HEAD_BYTES = 512;
const BLOCK_BYTES = 1 << 20;

interface Duplicates {
  /** Archives that need not be read, each with the one that is read in its place. */
  readonly twins: ReadonlyMap<OpenArchive, OpenArchive>;
  /** Those that could not be compared, and why: what they hold may be another's, and must not be counted twice. */
  readonly unread: ReadonlyMap<OpenArchive, unknown>;
}

interface Candidate {
  readonly archive: OpenArchive;
  readonly sizeBytes: number;
  readonly head: Buffer;
  /** Those of which this one was found to be the beginning. */
  readonly begins: Set<Candidate>;
}

/**
 * Finds archives that need not be read: the same file under another name, or one
 * that is how another begins (a copy made before rotation). An empty file begins like any other and is no copy of it.
 *
 * In the order of content, whatever begins any other begins its next neighbour. So only neighbours matter, and thousands
 * of archives that begin alike cost a sort, not a comparison of each with each.
 */
export function findDuplicates(archives: readonly OpenArchive[]): Duplicates {
  const unread = new Map<OpenArchive, unknown>();
  const twins = new Map<OpenArchive, OpenArchive>();
  const files = new Map<string, OpenArchive>();
  for (const archive of archives) {
    const name = `${archive.identity.device}:${archive.identity.inode}`;
    const known = files.get(name);
    if (known === undefined) files.set(name, archive);
    else twins.set(archive, known);
  }
  const sorted = byContent(
    [...files.values()].filter(({ identity }) => identity.sizeBytes > 0),
    unread,
  );
  for (let i = sorted.length - 2; i >= 0; i--) {
    const [one, next] = [sorted[i] as Candidate, sorted[i + 1] as Candidate];
    if (one.begins.has(next)) twins.set(one.archive, twins.get(next.archive) ?? next.archive);
  }
  for (const [archive, twin] of twins) twins.set(archive, twins.get(twin) ?? twin);
  return { twins, unread };
}

/** Among equals the first by path comes last: it is the one that is read. */
function byContent(archives: readonly OpenArchive[], unread: Map<OpenArchive, unknown>): Candidate[] {
  const before = unread.size;
  const sorted = compared(archives, unread);
  // Without those that failed others are neighbours, and have not been compared.
  if (unread.size === before) return sorted;
  return byContent(
    archives.filter((archive) => !unread.has(archive)),
    unread,
  );
}

function compared(archives: readonly OpenArchive[], unread: Map<OpenArchive, unknown>): Candidate[] {
  const candidates = archives.flatMap((archive) => candidateOf(archive, unread) ?? []);
  // A chain of copies in the order of size is sorted already: then each is read once or twice, not log n times.
  candidates.sort((a, b) => a.sizeBytes - b.sizeBytes || compareText(b.archive.path, a.archive.path));
  const difference = contentComparer(unread);
  return candidates.sort((a, b) => {
    const order = difference(a, b);
    if (order !== 0) return order;
    const first = a.sizeBytes - b.sizeBytes || compareText(b.archive.path, a.archive.path);
    // Neighbours in a sorted list have been compared, so each finds its next here: nothing is read twice to know it.
    if (first < 0) a.begins.add(b);
    else b.begins.add(a);
    return first;
  });
}

/** undefined: it is lost, and like nothing, or can't be read. */
function candidateOf(archive: OpenArchive, unread: Map<OpenArchive, unknown>): Candidate | undefined {
  const { sizeBytes } = archive.identity;
  const head = Buffer.alloc(Math.min(sizeBytes, HEAD_BYTES));
  const length = unlessLost(
    archive.file,
    (fd) => unlessUnread(archive, unread, () => readFully(fd, head, head.length, 0)),
    undefined,
  );
  return length === undefined ? undefined : { archive, sizeBytes, head: head.subarray(0, length), begins: new Set() };
}

/** undefined: it can't be read, which is noted. */
function unlessUnread<T>(archive: OpenArchive, unread: Map<OpenArchive, unknown>, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    unread.set(archive, error);
    return undefined;
  }
}

/** Compares as far as both reach; 0 where one is how the other begins. */
function contentComparer(unread: Map<OpenArchive, unknown>): (a: Candidate, b: Candidate) => number {
  let blocks: readonly [Buffer, Buffer] | undefined;
  return (a, b) => {
    const reach = Math.min(a.sizeBytes, b.sizeBytes);
    const order = Buffer.compare(a.head.subarray(0, reach), b.head.subarray(0, reach));
    if (order !== 0 || reach <= HEAD_BYTES) return order;
    blocks ??= [Buffer.allocUnsafe(BLOCK_BYTES), Buffer.allocUnsafe(BLOCK_BYTES)];
    const files = [a.archive.file, b.archive.file] as const;
    // What is lost by now, or can't be read, is like nothing.
    const different = compareText(a.archive.path, b.archive.path);
    if (unread.has(a.archive) || unread.has(b.archive)) return different;
    const [one, other] = blocks;
    const compare = (left: number, right: number): number => {
      for (let at = HEAD_BYTES; at < reach; at += BLOCK_BYTES) {
        const mine = unlessUnread(a.archive, unread, () => blockAt(left, at, reach, one));
        const theirs = unlessUnread(b.archive, unread, () => blockAt(right, at, reach, other));
        if (mine === undefined || theirs === undefined) return different;
        const difference = Buffer.compare(mine, theirs);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    return unlessLost(files[0], (left) => unlessLost(files[1], (right) => compare(left, right), different), different);
  };
}

function blockAt(fd: number, at: number, reach: number, into: Buffer): Buffer {
  return into.subarray(0, readFully(fd, into, Math.min(into.length, reach - at), at));
}
