// File operations that fail: the n-th call of one function of node:fs, or all calls from that one on. The functions are patched in
// the built-in module itself, so the code under test is the one that ships.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Short: it does half of what was asked, and says so. */
export type Failure = "EIO" | "EACCES" | "EMFILE" | "ENOSPC" | "short";

/** What each function may fail with. */
export const FAILURES = {
  openSync: ["EMFILE", "EACCES", "EIO", "ENOSPC"],
  readSync: ["EIO", "short"],
  read: ["EIO", "short"],
  writeSync: ["ENOSPC", "EIO", "short"],
  readFileSync: ["EIO", "EACCES", "EMFILE"],
  writeFileSync: ["ENOSPC", "EIO"],
  readdirSync: ["EIO", "EACCES", "EMFILE"],
  statSync: ["EACCES", "EIO"],
  lstatSync: ["EACCES", "EIO"],
  fstatSync: ["EIO"],
  realpathSync: ["EACCES", "EIO"],
  readlinkSync: ["EIO"],
  existsSync: ["EIO"],
  accessSync: ["EACCES"],
  mkdirSync: ["ENOSPC", "EACCES"],
  mkdtempSync: ["ENOSPC", "EACCES"],
  renameSync: ["EIO", "ENOSPC", "EACCES"],
  linkSync: ["EIO", "ENOSPC"],
  symlinkSync: ["ENOSPC", "EACCES"],
  unlinkSync: ["EIO", "EACCES"],
  rmSync: ["EIO"],
  rmdirSync: ["EIO"],
  fsyncSync: ["EIO", "ENOSPC"],
  fdatasyncSync: ["EIO", "ENOSPC"],
  ftruncateSync: ["EIO"],
  fchmodSync: ["EIO"],
  closeSync: ["EIO"],
} as const satisfies Partial<Record<keyof typeof fs, readonly Failure[]>>;
export type Operation = keyof typeof FAILURES;
export const OPERATIONS = Object.keys(FAILURES) as Operation[];

export interface FailingCall {
  readonly operation: Operation;
  /** From 1. */
  readonly call: number;
  readonly failure: Failure;
  /** Whether all further calls fail too. */
  readonly lasts: boolean;
}

type Call = (...args: unknown[]) => unknown;
const PATCHED = fs as unknown as Record<Operation, Call>;

export interface Ended<T> {
  readonly result: T | undefined;
  readonly error: unknown;
  /** How often each function was called. */
  readonly calls: ReadonlyMap<Operation, number>;
}

/** Runs `work` with a call that fails; with none it only counts. */
export async function withFailingCall<T>(failing: FailingCall | undefined, work: () => Promise<T>): Promise<Ended<T>> {
  const calls = new Map<Operation, number>();
  const originals = OPERATIONS.map((name) => [name, PATCHED[name]] as const);
  for (const [name, original] of originals) PATCHED[name] = counted(name, original, calls, failing);
  syncBuiltinESMExports();
  try {
    return { result: await work(), error: undefined, calls };
  } catch (error) {
    return { result: undefined, error, calls };
  } finally {
    for (const [name, original] of originals) PATCHED[name] = original;
    syncBuiltinESMExports();
  }
}

function counted(
  name: Operation,
  original: Call,
  calls: Map<Operation, number>,
  failing: FailingCall | undefined,
): Call {
  const patched: Call = (...args) => {
    const call = (calls.get(name) ?? 0) + 1;
    calls.set(name, call);
    const isIt = failing?.operation === name && (failing.lasts ? call >= failing.call : call === failing.call);
    return isIt ? failed(name, original, args, failing.failure) : original(...args);
  };
  return Object.assign(patched, original);
}

function failed(name: Operation, original: Call, args: unknown[], failure: Failure): unknown {
  if (failure === "short") return short(original, args);
  if (name === "existsSync") return false;
  // A descriptor is closed even where its last bytes could not be written.
  if (name === "closeSync") original(...args);
  const error = Object.assign(new Error(`${failure}: injected, ${name}`), {
    code: failure,
    syscall: name.replace("Sync", ""),
    errno: -5,
  });
  if (name !== "read") throw error;
  setImmediate(args.at(-1) as (error: Error) => void, error);
  return undefined;
}

/** Of `(fd, bytes, offset, length, …)`. */
function short(original: Call, args: unknown[]): unknown {
  const [fd, bytes, offset = 0, length = (bytes as Uint8Array).length - (offset as number), ...rest] = args;
  if (typeof length !== "number") return original(...args);
  return original(fd, bytes, offset, Math.ceil(length / 2), ...rest);
}
