import { DamagedSegment } from "../core/segment/byte-reader.js";
import type { HashSeed } from "../core/line/hash.js";
import type { ShardedPartial } from "../core/count/partial.js";
import { KEY_BYTES, SegmentReader } from "../io/segment-file.js";
import { SpillFiles } from "../io/spill-files.js";
import { MnemonicError } from "../model/errors.js";
import type { SpillPlan } from "../workers/lane-segments.js";
import type { LaneResult } from "../workers/wire.js";

/** The temporary files of one scan. */
export interface Spill {
  readonly plan: SpillPlan;
  /** What lanes have put by. */
  partials(results: readonly LaneResult[]): ShardedPartial[];
  close(): void;
}

/** Opens files for what the lanes of a scan can't hold in `laneBytes` each. */
export function openSpill(
  archives: number,
  lanes: number,
  seed: HashSeed,
  laneBytes: number,
  folder: string | undefined,
): Spill {
  const header = { archives, seed, key: new Uint8Array(KEY_BYTES) };
  let files: SpillFiles;
  try {
    files = new SpillFiles(lanes, folder);
  } catch (error) {
    // It only matters if they are wanted.
    const plan = { laneBytes, header, files: (error as Error).message };
    return { plan, partials: () => [], close: () => {} };
  }
  return {
    plan: { laneBytes, header, files: files.files },
    partials: (results) => results.flatMap((result, lane) => partialsOf(files.files[lane] as number, result)),
    close: () => files.close(),
  };
}

function partialsOf(fd: number, { segments = [] }: LaneResult): ShardedPartial[] {
  const own = segments.filter(({ name }) => name === undefined);
  return own.map(({ at, end }) => readBack(fd, at, end, "a temporary file"));
}

/** What this scan has written. What is wrong with it can't be mended. @throws MnemonicError TEMP_UNWRITABLE */
export function readBack(fd: number, at: number, end: number, what: string): ShardedPartial {
  return told(() => checked(new SegmentReader(fd, at, end, what).partial()));
}

/** What is wrong with a shard is found when it is read. */
function checked({ shard, early, ...rest }: ShardedPartial): ShardedPartial {
  return { ...rest, shard: (i) => told(() => shard(i)), early: () => told(early) };
}

function told<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedSegment)) throw error;
    const hint = "run the same command again; if it happens again, the disk of --temp-dir is failing";
    throw new MnemonicError("TEMP_UNWRITABLE", `what was written is not what is read: ${error.message}`, hint);
  }
}
