import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { packageFile } from "../io/package-files.js";
import { errorFromWire, WorkerError } from "../model/errors.js";
import { keepVigil, type Signs } from "./vigil.js";
import { WARM_UP, type LaneResult, type LaneTask, type ShareResult, type ShareTask, type WorkerReply } from "./wire.js";

/** How long an idle worker of a resident library is kept warm. */
const IDLE_MS = 30_000;

/** The worker threads of one Mnemonic. They start with the first task and stay warm; `close` ends them. */
export class WorkerPool {
  readonly #workers: number;
  #piscina: Piscina | undefined;
  /** What the pool said last of a worker that had no task, or why all were ended. */
  #death: unknown;

  /** `threads`: how many may scan, the caller's among them; default: as many as the machine has. */
  constructor(threads = availableParallelism()) {
    this.#workers = Math.max(1, threads - 1);
  }

  /** Runs a task once in each of `lanes` workers, as lanes 1 and on. Never more lanes than workers. */
  async runLanes(task: Omit<LaneTask, "lane">, lanes: number): Promise<LaneResult[]> {
    const tasks = Array.from({ length: Math.min(lanes, this.#workers) }, (_, i) => ({ ...task, lane: i + 1 }));
    const { control } = task;
    const signs = { life: () => control.done + control.latestRange, stopped: () => control.stopped };
    return this.#runAll<LaneResult>(tasks, signs, () => control.stop());
  }

  /** Runs shares of a merge, each in a worker. */
  async runShares(tasks: readonly ShareTask[]): Promise<ShareResult[]> {
    return this.#runAll<ShareResult>(tasks, { life: () => 0, stopped: () => false }, () => {});
  }

  /** Has up to `lanes` workers start and load, and does not wait for it. What goes wrong is told by the first real task. */
  warmUp(lanes: number): void {
    if (this.#piscina !== undefined) return;
    const pool = (this.#piscina = this.#open());
    for (let i = 0; i < Math.min(lanes, this.#workers); i++) pool.run(WARM_UP).catch(() => {});
  }

  async close(): Promise<void> {
    const pool = this.#piscina;
    this.#piscina = undefined;
    await pool?.destroy();
  }

  /** All are awaited before one's failure is told: none may still be reading when the archives are closed. */
  async #runAll<T>(tasks: readonly (LaneTask | ShareTask)[], signs: Signs, onFailure: () => void): Promise<T[]> {
    const pool = (this.#piscina ??= this.#open());
    this.#death = undefined;
    const forget = failWhenNoneStarts(pool);
    const endVigil = keepVigil(signs, () => this.#giveUp(pool));
    const settled = await Promise.allSettled(
      tasks.map(async (task) => {
        try {
          return await this.#run<T>(pool, task);
        } catch (error) {
          onFailure();
          throw error;
        }
      }),
    );
    forget();
    endVigil();
    return settled.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
  }

  async #run<T>(pool: Piscina, task: LaneTask | ShareTask): Promise<T> {
    let reply: WorkerReply;
    try {
      reply = (await pool.run(task)) as WorkerReply;
    } catch (error) {
      const cause = this.#death ?? error;
      throw new WorkerError(`a worker thread ended before its work was done${messageOf(cause)}`, { cause });
    }
    if (!reply.ok) throw errorFromWire(reply);
    return reply as T;
  }

  /** What hangs in the system itself (a drive that is gone) can't even be ended: nobody waits for that. */
  #giveUp(pool: Piscina): void {
    this.#death = new Error("it gave no sign of life any more");
    if (this.#piscina === pool) this.#piscina = undefined;
    void pool.destroy();
  }

  #open(): Piscina {
    const pool = new Piscina({
      // From the sources too (under the test runner): a worker can't run TypeScript.
      filename: fileURLToPath(packageFile("dist/worker.cjs")),
      minThreads: 0,
      maxThreads: this.#workers,
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
