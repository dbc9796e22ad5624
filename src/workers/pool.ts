import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { errorFromWire, WorkerError } from "../model/errors.js";
import type { LaneReply, LaneResult, LaneTask } from "./wire.js";

/** How long an idle worker of a resident library is kept warm. */
const IDLE_MS = 30_000;

/** The worker threads of one Mnemonic. They start with the first task and stay warm; `close` ends them. */
export class WorkerPool {
  readonly #threads: number;
  #piscina: Piscina | undefined;

  /** `threads`: how many workers at most; default: as many as the machine has. */
  constructor(threads = availableParallelism()) {
    this.#threads = threads;
  }

  /** Runs the same task once in each of `lanes` workers. Never more lanes than threads, so nothing is ever queued. */
  async runLanes(task: LaneTask, lanes: number): Promise<LaneResult[]> {
    const pool = (this.#piscina ??= this.#open());
    const settled = await Promise.allSettled(
      Array.from({ length: Math.min(lanes, this.#threads) }, async () => this.#runLane(pool, task)),
    );
    // All lanes are awaited before one's failure is told: none may still be reading when the archives are closed.
    return settled.map((lane) => {
      if (lane.status === "rejected") throw lane.reason;
      return lane.value;
    });
  }

  async close(): Promise<void> {
    await this.#piscina?.destroy();
    this.#piscina = undefined;
  }

  async #runLane(pool: Piscina, task: LaneTask): Promise<LaneResult> {
    let reply: LaneReply;
    try {
      reply = (await pool.run(task)) as LaneReply;
    } catch (error) {
      task.control.stop();
      throw new WorkerError(`a worker thread ended before its work was done: ${(error as Error).message}`, {
        cause: error,
      });
    }
    if (reply.ok) return reply;
    task.control.stop();
    throw errorFromWire(reply);
  }

  #open(): Piscina {
    return new Piscina({
      filename: workerFile(),
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: IDLE_MS,
      atomics: "disabled",
    });
  }
}

/** The built entry. From the sources (under the test runner) that is the one in dist: a worker can't run TypeScript. */
function workerFile(): string {
  const beside = fileURLToPath(new URL("./worker.js", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/workers/worker.js", import.meta.url));
}
