import { compareText } from "../core/merge/counts.js";
import { AbortedError } from "../model/errors.js";
import { headOf } from "./archive-head.js";
import {
  openSpooled,
  reasonOf,
  type ArchiveSet,
  type NamedFile,
  type OpenArchive,
  type SkippedArchive,
} from "./archives.js";
import type { Candidate } from "./decoded-duplicates.js";
import { isUnread } from "./decoding.js";
import { framingOf } from "./framing.js";
import { spool, STANDARD_INPUT, type PrepareOptions } from "./standard-input.js";

/** So much of a head is kept for a comparison. */
const HEAD_BYTES = 512;
/** Heads are looked at side by side: most of the time goes to starting decoders. */
const AT_ONCE = 4;

/**
 * What opening can't do at once: takes standard input in, looks into each archive for its framing, and finds compressed
 * copies of what is read anyway. `opened` gets what is opened here, for the caller to close.
 */
export async function prepareArchives(
  set: ArchiveSet,
  files: readonly NamedFile[],
  opened: OpenArchive[],
  options: PrepareOptions = {},
): Promise<ArchiveSet> {
  const { signal } = options;
  const skipped = [...set.skipped];
  const open = [...set.open];
  if (files.some(({ file }) => file === STANDARD_INPUT)) {
    const archive = await standardInput(options);
    if ("status" in archive) skipped.push(archive);
    else {
      opened.push(archive);
      open.push(archive);
    }
  }
  const unread = (archive: OpenArchive, error: unknown): void => {
    if (!isUnread(error)) throw error;
    skipped.push({ path: archive.path, status: "unreadable", reason: reasonOf(error) });
  };
  const looked = await lookedInto(open, unread, signal);
  const twins = await decodedDuplicates(looked, unread, signal);
  for (const [archive, twin] of twins) {
    const reason = { code: "decoded_copy", params: { twin: twin.path } } as const;
    skipped.push({ path: archive.path, status: "duplicate", reason });
  }
  const gone = new Set(skipped.map(({ path }) => path));
  const kept = looked.flatMap(({ archive }) => (gone.has(archive.path) ? [] : archive));
  return { open: kept.toSorted((a, b) => compareText(a.path, b.path)), skipped };
}

/** Told of an archive that can't be read, which costs that archive alone. */
type TellUnread = (archive: OpenArchive, error: unknown) => void;

async function decodedDuplicates(
  looked: readonly Candidate[],
  unread: TellUnread,
  signal?: AbortSignal,
): Promise<ReadonlyMap<OpenArchive, OpenArchive>> {
  if (looked.length < 2 || looked.every(({ archive }) => archive.encoding === "plain")) return new Map();
  const { findDecodedDuplicates } = await import("./decoded-duplicates.js");
  return findDecodedDuplicates(looked, unread, signal);
}

async function standardInput(options: PrepareOptions): Promise<OpenArchive | SkippedArchive> {
  const path = STANDARD_INPUT;
  try {
    return openSpooled(path, await spool(process.stdin, options));
  } catch (error) {
    if (error instanceof AbortedError) throw error;
    const params = { detail: (error as Error).message };
    return { path, status: "unreadable", reason: { code: "standard_input", params } };
  }
}

async function lookedInto(
  archives: readonly OpenArchive[],
  unread: TellUnread,
  signal?: AbortSignal,
): Promise<Candidate[]> {
  const looked: (Candidate | undefined)[] = Array.from({ length: archives.length });
  const rest = archives.entries();
  const worker = async (): Promise<void> => {
    for (const [i, archive] of rest) {
      if (signal?.aborted === true) throw new AbortedError("the scan");
      try {
        looked[i] = await lookInto(archive);
      } catch (error) {
        unread(archive, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return looked.filter((one) => one !== undefined);
}

/** Decoded once, if its framing shows soon. */
async function lookInto(archive: OpenArchive): Promise<Candidate> {
  let head = new Uint8Array(0);
  const framing = await framingOf(async (bytes) => {
    const read = await headOf(archive, bytes);
    head = Uint8Array.prototype.slice.call(read.bytes, 0, HEAD_BYTES);
    return read;
  });
  return { archive: { ...archive, framing }, head };
}
