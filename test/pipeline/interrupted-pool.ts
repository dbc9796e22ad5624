// A pool without threads, and lanes that can be interrupted between two given pieces of input: by a stop, or as if killed.
import { onTestFinished } from "vitest";
import { PlainScanner } from "../../src/core/line/plain-scanner.js";
import { WasmScanner } from "../../src/scanner-wasm/scanner-wasm.js";
import { answerShare } from "../../src/workers/engine.js";
import { scanLane } from "../../src/workers/lane.js";
import type { WorkerPool } from "../../src/workers/pool.js";

/** What a process that was killed leaves is on the disk: this ends all lanes without another word. */
export class Killed extends Error {}

let beforeEach: () => void;
const interrupted = new WeakSet<object>();

/** `beforeScan` is called before each piece is scanned, in this test from now on; it may throw `Killed`. */
export function interruptedPool(beforeScan: () => void): () => WorkerPool {
  beforeEach = beforeScan;
  for (const { prototype } of [PlainScanner, WasmScanner]) interruptible(prototype);
  const pool: Pick<WorkerPool, "runLanes" | "runShares" | "warmUp" | "close"> = {
    warmUp: () => {},
    close: async () => {},
    // The first lane is the main thread's.
    runLanes: async (task, lanes) =>
      Promise.all(Array.from({ length: lanes }, async (_, i) => scanLane({ ...task, lane: i + 1 }, false))),
    runShares: async (tasks) =>
      Promise.all(tasks.map(async ({ share }) => ({ ok: true, sessions: await answerShare(share) }) as const)),
  };
  return () => pool as WorkerPool;
}

// No spy: that would keep what each call was given.
function interruptible(prototype: Pick<PlainScanner, "scan">): void {
  // oxlint-disable-next-line unbound-method -- it is called with the scanner whose method it was
  const { scan } = prototype;
  if (interrupted.has(scan)) return;
  function interruptedScan(this: PlainScanner, ...piece: Parameters<PlainScanner["scan"]>): void {
    beforeEach();
    scan.apply(this, piece);
  }
  interrupted.add(interruptedScan);
  prototype.scan = interruptedScan;
  onTestFinished(() => {
    prototype.scan = scan;
  });
}
