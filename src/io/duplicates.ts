import { compareText } from "../core/merge/counts.js";
import { unlessLost } from "./archive-file.js";
import type { OpenArchive } from "./archives.js";
import { readFully } from "./file-identity.js";

/** So much of each archive is held while they are compared: logs that differ hardly ever begin alike for longer. */
const HEAD_BYTES = 512;
const BLOCK_BYTES = 1 << 20;

interface Candidate {
  readonly archive: OpenArchive;
  readonly sizeBytes: number;
  readonly head: Buffer;
  /** Those of which this one was found to be the beginning. */
  readonly begins: Set<Candidate>;
}

/**
 * Archives that need not be read, each with the one that is read in its place: the same file under another name, or one
 * that is how another begins (a copy made before rotation). An empty file begins like any other and is no copy of it.
 *
 * In the order of content, whatever begins any other begins its next neighbour. So only neighbours matter, and thousands
 * of archives that begin alike cost a sort, not a comparison of each with each.
 */
export function findDuplicates(archives: readonly OpenArchive[]): Map<OpenArchive, OpenArchive> {
  const twins = new Map<OpenArchive, OpenArchive>();
  const files = new Map<string, OpenArchive>();
  for (const archive of archives) {
    const name = `${archive.identity.device}:${archive.identity.inode}`;
    const known = files.get(name);
    if (known === undefined) files.set(name, archive);
    else twins.set(archive, known);
  }
  const sorted = byContent([...files.values()].filter(({ identity }) => identity.sizeBytes > 0));
  for (let i = sorted.length - 2; i >= 0; i--) {
    const [one, next] = [sorted[i] as Candidate, sorted[i + 1] as Candidate];
    if (one.begins.has(next)) twins.set(one.archive, twins.get(next.archive) ?? next.archive);
  }
  for (const [archive, twin] of twins) twins.set(archive, twins.get(twin) ?? twin);
  return twins;
}

/** Among equals the first by path comes last: it is the one that is read. */
function byContent(archives: readonly OpenArchive[]): Candidate[] {
  const candidates = archives.flatMap((archive) => candidateOf(archive) ?? []);
  // A chain of copies in the order of size is sorted already: then each is read once or twice, not log n times.
  candidates.sort((a, b) => a.sizeBytes - b.sizeBytes || compareText(b.archive.path, a.archive.path));
  const difference = contentComparer();
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

/** undefined: it is lost, and like nothing. */
function candidateOf(archive: OpenArchive): Candidate | undefined {
  const { sizeBytes } = archive.identity;
  const head = Buffer.alloc(Math.min(sizeBytes, HEAD_BYTES));
  const length = unlessLost(archive.file, (fd) => readFully(fd, head, head.length, 0), undefined);
  return length === undefined ? undefined : { archive, sizeBytes, head: head.subarray(0, length), begins: new Set() };
}

/** Compares as far as both reach; 0 where one is how the other begins. */
function contentComparer(): (a: Candidate, b: Candidate) => number {
  let blocks: Blocks | undefined;
  return (a, b) => {
    const reach = Math.min(a.sizeBytes, b.sizeBytes);
    const order = Buffer.compare(a.head.subarray(0, reach), b.head.subarray(0, reach));
    if (order !== 0 || reach <= HEAD_BYTES) return order;
    blocks ??= [Buffer.allocUnsafe(BLOCK_BYTES), Buffer.allocUnsafe(BLOCK_BYTES)];
    const compare = (left: number, right: number): number => compareBehind(left, right, reach, blocks as Blocks);
    const files = [a.archive.file, b.archive.file] as const;
    // What is lost by now is like nothing.
    const different = compareText(a.archive.path, b.archive.path);
    return unlessLost(files[0], (left) => unlessLost(files[1], (right) => compare(left, right), different), different);
  };
}

type Blocks = readonly [Buffer, Buffer];

function compareBehind(left: number, right: number, reach: number, blocks: Blocks): number {
  for (let at = HEAD_BYTES; at < reach; at += BLOCK_BYTES) {
    const difference = Buffer.compare(blockAt(left, at, reach, blocks[0]), blockAt(right, at, reach, blocks[1]));
    if (difference !== 0) return difference;
  }
  return 0;
}

function blockAt(fd: number, at: number, reach: number, into: Buffer): Buffer {
  return into.subarray(0, readFully(fd, into, Math.min(into.length, reach - at), at));
}
