import type { OpenArchive } from "../io/archives.js";
import { rangeSizeFor, type ByteRange } from "../io/ranges.js";
import { DEFAULT_MAX_LINE_BYTES } from "../model/options.js";
import type { ShareTakers } from "../workers/engine.js";
import { scanLane } from "../workers/lane.js";
import type { WorkerPool } from "../workers/pool.js";
import { LaneControl, type LaneResult, type LaneTask } from "../workers/wire.js";
import type { CountOptions } from "./count-options.js";

const CHUNK_BYTES = 256 * 1024;

export type ScanTask = Omit<LaneTask, "lane">;
export type OpenPool = () => WorkerPool | Promise<WorkerPool>;

/** Cuts what is to be scanned into ranges of the sizes that it is given. */
export type CutInto = (rangeSize: ReturnType<typeof rangeSizeFor>) => readonly ByteRange[];

export interface PlannedLanes {
  readonly ranges: readonly ByteRange[];
  readonly lanes: number;
  /** undefined: the main thread is the only lane. */
  readonly pool: WorkerPool | undefined;
}

/** Cuts the work for `most` lanes, and has the workers start: they take as long as the scanner to compile, so both at once. */
export async function planLanes(
  most: number,
  { rangeBytes }: Pick<CountOptions, "rangeBytes">,
  cut: CutInto,
  openPool: OpenPool,
): Promise<PlannedLanes> {
  const ranges = cut(rangeBytes === undefined ? rangeSizeFor(most) : () => rangeBytes);
  const lanes = Math.max(1, Math.min(most, ranges.length));
  const pool = lanes > 1 ? await openPool() : undefined;
  pool?.warmUp(lanes - 1);
  return { ranges, lanes, pool };
}

/** What lanes are told to do. */
export function scanTask(
  archives: readonly OpenArchive[],
  ranges: readonly ByteRange[],
  engine: ScanTask["engine"],
  { chunkBytes, maxLineBytes }: Pick<CountOptions, "chunkBytes" | "maxLineBytes"> = {},
  control = new LaneControl(),
): ScanTask {
  return {
    archives: archives.map(({ file, role, encoding, framing }) => ({ file, role, encoding, framing })),
    ranges,
    control,
    engine,
    limits: { chunkBytes: chunkBytes ?? CHUNK_BYTES, maxLineBytes: maxLineBytes ?? DEFAULT_MAX_LINE_BYTES },
  };
}

/**
 * One lane is the main thread, which would else wait: it scans while workers start, and there is one less to start. The
 * others are workers. All have ended when this returns or throws: none may still be reading when the archives are closed.
 */
export async function runLanes(task: ScanTask, lanes: number, pool: WorkerPool | undefined): Promise<LaneResult[]> {
  const [workers, own] = await Promise.allSettled([pool?.runLanes(task, lanes - 1) ?? [], ownLane(task)]);
  // What a worker tells comes first: where one has died, the main thread may only have missed it.
  if (workers.status === "rejected") throw workers.reason;
  if (own.status === "rejected") throw own.reason;
  return [own.value, ...workers.value];
}

async function ownLane(task: ScanTask): Promise<LaneResult> {
  try {
    return await scanLane({ ...task, lane: 0 }, true);
  } catch (error) {
    task.control.stop();
    throw error;
  }
}

/** The workers that have scanned. */
export function helpersIn(pool: WorkerPool | undefined, results: readonly LaneResult[]): ShareTakers | undefined {
  if (pool === undefined) return undefined;
  return {
    count: results.length - 1,
    answer: async (shares) => {
      const answered = await pool.runShares(shares.map((share) => ({ share })));
      return answered.map(({ sessions }) => sessions);
    },
  };
}
