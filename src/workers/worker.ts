import { errorToWire } from "../model/errors.js";
import { preload } from "./engine.js";
import { scanLane } from "./lane.js";
import { WARM_UP, type LaneReply, type LaneTask } from "./wire.js";

// Damaged lines are told apart by exceptions of JSON.parse; their stack traces are never read and cost ten times the rest.
Error.stackTraceLimit = 0;

/** Entry of a worker thread: one lane of a scan. */
export default async function lane(task: LaneTask | typeof WARM_UP): Promise<LaneReply | null> {
  try {
    if (task === WARM_UP) return await preload();
    return await scanLane(task, false);
  } catch (error) {
    return errorToWire(error);
  }
}
