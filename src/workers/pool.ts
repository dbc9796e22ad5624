import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { errorFromWire, WorkerError } from "../model/errors.js";
import { WARM_UP, type LaneReply, type LaneResult, type LaneTask } from "./wire.js";

/** How long an idle worker of a resident library is kept warm. */
const IDLE_MS = 30_000;

/** The worker threads of one Mnemonic. They start with the first task and stay warm; `close` ends them. */
export class WorkerPool {
  readonly #threads: number;
  #piscina: Piscina | undefined;
  /** What the pool said last of a worker that had no task. */
  #death: unknown;

  /** `threads`: how many workers at most; default: as many as the machine has. */
  constructor(threads = availableParallelism()) {
    this.#threads = threads;
  }

  /** Runs a task once in each of `lanes` workers. Never more lanes than threads. */
  async runLanes(task: Omit<LaneTask, "lane">, lanes: number): Promise<LaneResult[]> {
    const pool = (this.#piscina ??= this.#open());
    this.#death = undefined;
    const forget = failWhenNoneStarts(pool);
    const running = Array.from({ length: Math.min(lanes, this.#threads) }, async (_, lane) =>
      this.#runLane(pool, { ...task, lane }),
    );
    // All lanes are awaited before one's failure is told: none may still be reading when the archives are closed.
    const settled = await Promise.allSettled(running);
    forget();
    return settled.map((lane) => {
      if (lane.status === "rejected") throw lane.reason;
      return lane.value;
    });
  }

  /** Has up to `lanes` workers start and load, and does not wait for it. What goes wrong is told by the first real task. */
  warmUp(lanes: number): void {
    if (this.#piscina !== undefined) return;
    const pool = (this.#piscina = this.#open());
    for (let i = 0; i < Math.min(lanes, this.#threads); i++) pool.run(WARM_UP).catch(() => {});
  }

  async close(): Promise<void> {
    const pool = this.#piscina;
    this.#piscina = undefined;
    await pool?.destroy();
  }

  async #runLane(pool: Piscina, task: LaneTask): Promise<LaneResult> {
    let reply: LaneReply;
    try {
      reply = (await pool.run(task)) as LaneReply;
    } catch (error) {
      task.control.stop();
      const cause = this.#death ?? error;
      throw new WorkerError(`a worker thread ended before its work was done${messageOf(cause)}`, { cause });
    }
    if (reply.ok) return reply;
    task.control.stop();
    throw errorFromWire(reply);
  }

  #open(): Piscina {
    const pool = new Piscina({
      filename: workerFile(),
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: IDLE_MS,
      atomics: "disabled",
    });
    // An idle worker that dies has lost nothing, and the next scan starts another; unheard, its error would end the process.
    return pool.on("error", (error) => (this.#death = error));
  }
}

/**
 * A task waits for a worker that is starting. Where each one dies of that, the pool tells nobody, and the task would wait
 * for ever; as long as one lives, it does the work of all. Gives what undoes it.
 */
function failWhenNoneStarts(pool: Piscina): () => void {
  const onDeath = (): void => {
    // The pool still counts the worker of which it tells.
    queueMicrotask(() => {
      if (pool.queueSize > 0 && pool.threads.length === 0) void pool.destroy();
    });
  };
  pool.on("workerDestroy", onDeath);
  return () => void pool.off("workerDestroy", onDeath);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : "";
}

/** The built entry. From the sources (under the test runner) that is the one in dist: a worker can't run TypeScript. */
function workerFile(): string {
  const beside = fileURLToPath(new URL("./worker.js", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/workers/worker.js", import.meta.url));
}
