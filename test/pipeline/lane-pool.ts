// A pool without threads, so that a test can act in the middle of a lane: what it does happens between two given chunks.
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { runLane } from "../../src/workers/lane.js";
import type { WorkerPool } from "../../src/workers/pool.js";
import type { LaneResult, LaneTask } from "../../src/workers/wire.js";

/** `betweenChunks` is called before each chunk is scanned, with how many were before it. */
export function lanePool(betweenChunks: (chunks: number) => void): () => WorkerPool {
  const pool: Pick<WorkerPool, "runLanes" | "warmUp"> = {
    warmUp: () => {},
    runLanes: async (task: Omit<LaneTask, "lane">): Promise<LaneResult[]> => {
      let chunks = 0;
      if (task.engine.name !== "plain") throw new Error("this pool scans with the plain scanner alone");
      const { seed, precision, sliding } = task.engine.settings;
      class Interrupted extends PlainScanner {
        override scan(start: number, end: number, offset: number): void {
          betweenChunks(chunks++);
          super.scan(start, end, offset);
        }
      }
      const scanner = new Interrupted(seed, precision, sliding);
      const ends = await runLane({ ...task, lane: 0 }, scanner, false);
      return [{ ok: true, partial: scanner.finish(), ends }];
    },
  };
  return () => pool as WorkerPool;
}
