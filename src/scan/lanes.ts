import type { ShareTakers } from "../workers/engine.js";
import { scanLane } from "../workers/lane.js";
import type { WorkerPool } from "../workers/pool.js";
import type { LaneResult, LaneTask } from "../workers/wire.js";

export const CHUNK_BYTES = 256 * 1024;

export type ScanTask = Omit<LaneTask, "lane">;

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
