import { unlessLost } from "../io/archive-file.js";
import type { OpenArchive } from "../io/archives.js";
import type { FileStamp } from "../io/file-identity.js";
import { changeOf } from "../io/known-file.js";

/** What is stored of an archive that a backfill has begun to read. */
export interface StoredArchive {
  readonly path: string;
  readonly encoding: OpenArchive["encoding"];
  readonly framing: OpenArchive["framing"];
  readonly stamp: FileStamp;
  readonly head: string;
  readonly tail: string;
}

export function storedOf({ path, encoding, framing, identity }: OpenArchive): StoredArchive {
  const { head, tail, ...stamp } = identity;
  return { path, encoding, framing, stamp, head, tail };
}

/** By path, the archives that still hold what was stored of them, as they were then: one may have grown since. */
export function asTheyWere(
  open: readonly OpenArchive[],
  stored: readonly StoredArchive[],
): ReadonlyMap<string, OpenArchive> {
  const known = new Map(stored.map((one) => [one.path, one]));
  return new Map(
    open.flatMap((archive) => {
      const one = known.get(archive.path);
      return one !== undefined && holds(archive, one) ? [[archive.path, asItWas(archive, one)]] : [];
    }),
  );
}

function holds({ file, identity, encoding, framing }: OpenArchive, stored: StoredArchive): boolean {
  const { stamp, head, tail } = stored;
  const known = { stamp, knownBytes: stamp.sizeBytes, head, tail, blocks: [] };
  const change = unlessLost(file, (fd) => changeOf(fd, identity, known), "rewritten");
  return encoding === stored.encoding && framing === stored.framing && (change === "none" || change === "appended");
}

function asItWas(archive: OpenArchive, { stamp, head, tail }: StoredArchive): OpenArchive {
  return { ...archive, identity: { ...archive.identity, sizeBytes: stamp.sizeBytes, head, tail } };
}
