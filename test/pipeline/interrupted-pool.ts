// A pool without threads whose lanes can be interrupted between two given pieces of input: by a stop, or as if killed.
import { LaneCheckpoints } from "../../src/workers/lane-checkpoints.js";
import { LaneSegments } from "../../src/workers/lane-segments.js";
import { openLaneScanner } from "../../src/workers/engine.js";
import { runLane } from "../../src/workers/lane.js";
import type { WorkerPool } from "../../src/workers/pool.js";
import { LaneControl, type LaneResult, type LaneTask } from "../../src/workers/wire.js";

/** What a process that was killed leaves is on the disk: this ends all lanes without another word. */
export class Killed extends Error {}

/** `beforeScan` is called before each piece is scanned; it may throw `Killed`. */
export function interruptedPool(beforeScan: () => void): () => WorkerPool {
  const pool: Pick<WorkerPool, "runLanes" | "warmUp"> = {
    warmUp: () => {},
    runLanes: async (task, lanes) =>
      Promise.all(Array.from({ length: lanes }, async (_, lane) => scanInterrupted({ ...task, lane }, beforeScan))),
  };
  return () => pool as WorkerPool;
}

async function scanInterrupted(task: LaneTask, beforeScan: () => void): Promise<LaneResult> {
  const { scanner, tables, finish } = await openLaneScanner(task.engine, task.lane);
  const scan = scanner.scan.bind(scanner);
  scanner.scan = (...line) => {
    beforeScan();
    scan(...line);
  };
  const checkpoints = task.checkpoint && new LaneCheckpoints(task.checkpoint);
  const segments = new LaneSegments(tables!, task.lane, task.spill, checkpoints);
  const ends = await runLane(task, scanner, false, segments);
  if (LaneControl.from(task.control).stopped) return { ok: true, ends };
  if (segments.places.length === 0) return { ok: true, partial: finish(), ends };
  segments.spill();
  return { ok: true, segments: segments.places, ends };
}
