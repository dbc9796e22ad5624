import { errorToWire } from "../model/errors.js";
import { openLaneScanner } from "./engine.js";
import { runLane } from "./lane.js";
import type { LaneReply, LaneTask } from "./wire.js";

// Damaged lines are told apart by exceptions of JSON.parse; their stack traces are never read and cost ten times the rest.
Error.stackTraceLimit = 0;

/** Entry of a worker thread: one lane of a scan. */
export default async function lane(task: LaneTask): Promise<LaneReply> {
  try {
    const { scanner, finish } = await openLaneScanner(task.engine, task.lane);
    const ends = await runLane(task, scanner, false);
    return { ok: true, partial: finish(), ends };
  } catch (error) {
    return errorToWire(error);
  }
}
