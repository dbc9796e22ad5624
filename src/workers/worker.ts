import { errorToWire } from "../model/errors.js";
import { answerShare, preload } from "./engine.js";
import { scanLane } from "./lane.js";
import { WARM_UP, type WorkerReply, type WorkerTask } from "./wire.js";

// Damaged lines are told apart by exceptions of JSON.parse; their stack traces are never read and cost ten times the rest.
Error.stackTraceLimit = 0;

/** Entry of a worker thread: one lane of a scan, or a share of its merge. */
export default async function work(task: WorkerTask): Promise<WorkerReply | null> {
  try {
    if (task === WARM_UP) return await preload();
    if ("share" in task) return { ok: true, sessions: await answerShare(task.share) };
    return await scanLane(task, false);
  } catch (error) {
    return errorToWire(error);
  }
}
