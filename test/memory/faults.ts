// File operations that fail, or end the process, at a chosen one of them. They are patched in the built-in module itself, so
// the code under test is the one that ships.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Everything that changes something on the disk; the others may be done by a dead process as often as it likes. */
const OPERATIONS = [
  "openSync",
  "writeSync",
  "writeFileSync",
  "fsyncSync",
  "fchmodSync",
  "ftruncateSync",
  "renameSync",
  "unlinkSync",
  "rmSync",
  "rmdirSync",
  "symlinkSync",
] as const;

export type Fault =
  /** The process is killed before the operation, after it, or when a write has taken half of its bytes. */
  | "killed before"
  | "killed after"
  | "killed within"
  /** The operation fails with this code, and the process lives on. */
  | "ENOSPC"
  | "EIO"
  | "EROFS"
  | "EACCES";

export class Killed extends Error {}

export interface Trial {
  /** The operations that there were. */
  readonly operations: readonly string[];
  readonly outcome: "done" | "killed" | Error;
}

/** Runs `work` with a fault at operation number `at` (from 1; 0: none). */
export async function withFault(at: number, fault: Fault, work: () => Promise<unknown>): Promise<Trial> {
  const trap = new Trap(at, fault);
  trap.set();
  try {
    await work();
    return { operations: trap.operations, outcome: "done" };
  } catch (error) {
    return { operations: trap.operations, outcome: trap.isDead ? "killed" : (error as Error) };
  } finally {
    trap.lift();
  }
}

type Operation = (...args: unknown[]) => unknown;

class Trap {
  readonly operations: string[] = [];
  isDead = false;
  readonly #at: number;
  readonly #fault: Fault;
  readonly #originals = new Map<string, Operation>();

  constructor(at: number, fault: Fault) {
    this.#at = at;
    this.#fault = fault;
  }

  set(): void {
    for (const name of OPERATIONS) {
      const original = fs[name] as unknown as Operation;
      this.#originals.set(name, original);
      (fs as unknown as Record<string, Operation>)[name] = (...args) => this.#run(name, original, args);
    }
    syncBuiltinESMExports();
  }

  lift(): void {
    for (const [name, original] of this.#originals) (fs as unknown as Record<string, Operation>)[name] = original;
    syncBuiltinESMExports();
  }

  #run(name: string, original: Operation, args: unknown[]): unknown {
    // A dead process does nothing any more, in no `finally` either.
    if (this.isDead) throw new Killed();
    if (name === "openSync" && isReading(args[1])) return original(...args);
    if (this.operations.push(name) !== this.#at) return original(...args);
    if (this.#fault.startsWith("killed")) return this.#die(name, original, args);
    // A folder that can't be synced is no failure: the names of operations are all that is told apart here.
    throw Object.assign(new Error(`${this.#fault}: injected, ${name}`), { code: this.#fault, syscall: name });
  }

  #die(name: string, original: Operation, args: unknown[]): never {
    this.isDead = true;
    if (this.#fault === "killed after") original(...args);
    if (this.#fault === "killed within" && name === "writeSync")
      original(args[0], (args[1] as Buffer).subarray(0, (args[1] as Buffer).length >> 1));
    throw new Killed();
  }
}

function isReading(flags: unknown): boolean {
  return (
    flags === undefined ||
    flags === "r" ||
    (typeof flags === "number" && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0)
  );
}

/** The lock that a killed process left is its own, but here that process lives on: makes it a dead one's. */
export function buryLockOwner(lock: string): void {
  if (fs.lstatSync(lock, { throwIfNoEntry: false }) === undefined) return;
  const owner = JSON.parse(fs.readlinkSync(lock)) as Record<string, unknown>;
  fs.unlinkSync(lock);
  fs.symlinkSync(JSON.stringify({ ...owner, started: "another" }), lock);
}
