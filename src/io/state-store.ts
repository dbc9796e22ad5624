import { statSync } from "node:fs";
import { join } from "node:path";
import { quoted } from "../core/text/quoted.js";
import {
  asRead,
  EMPTY_STATE,
  parseState,
  STATE_VERSION,
  stateSource,
  type StateText,
} from "../core/memory/state-shape.js";
import { MnemonicError } from "../model/errors.js";
import type { Warning } from "../model/report.js";
import { warningOf } from "../model/warning-reasons.js";
import type { State } from "../model/state.js";
import type { SeenLines } from "./context-archive.js";
import { moveAside, removeLeftovers, replaceFile } from "./durable-write.js";
import { readOwnBytes } from "./regular-file.js";
import { isAbandoned, withLock, type LockOptions } from "./state-lock.js";

export const STATE_NAME = "mnemonic_state.json";
export const SHARED_STATE_NAME = "state.json";

/** A state file at one moment. */
export interface ReadState extends StateText {
  /** The file as it stands there, by which a later look tells whether anybody wrote meanwhile; null: there is none. */
  readonly bytes: Buffer | null;
  /** What this process has seen of the context archive when it wrote the state. */
  readonly archived?: SeenLines | undefined;
  /** It can't be understood: it is to be moved aside and the state to be rebuilt. */
  readonly corrupt: boolean;
}

/**
 * Reads the state; one that can't be understood is empty and `corrupt`. What was read `last` is it, if the file says the same.
 * @throws MnemonicError STATE_UNWRITABLE if it can't be read
 */
export function readState(home: string, last?: ReadState): ReadState {
  const bytes = readStored(home);
  if (last !== undefined && isSame(bytes, last.bytes)) return last;
  if (bytes === null) return { ...EMPTY_STATE, bytes, corrupt: false };
  const parsed = parseState(bytes.toString("utf8"));
  if (parsed === null) return { ...EMPTY_STATE, bytes, corrupt: true };
  if (parsed.state.state_version > STATE_VERSION) throw newerState(home, parsed.state.state_version);
  return { ...parsed, bytes, corrupt: false };
}

function isSame(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

function readStored(home: string): Buffer | null {
  try {
    return readOwnBytes(join(home, STATE_NAME));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unwritable(home, STATE_NAME, error, "read");
  }
}

/** What may be done while the lock is held. */
export interface StateHold {
  /** The state as it is now; a corrupt one has been moved aside. */
  readonly read: ReadState;
  readonly warnings: readonly Warning[];
  /** Writes the state, if it says anything new. `before` runs first, if it is written at all. Returns what stands there now. */
  readonly write: (state: State, before?: () => void) => ReadState;
}

/** Takes the lock, reads the state and lets `work` write it. @throws MnemonicError LOCKED, STATE_UNWRITABLE */
export async function holdState<T>(
  home: string,
  work: (hold: StateHold) => T,
  options: LockOptions,
  last?: ReadState,
): Promise<T> {
  try {
    return await withLock(join(home, `${STATE_NAME}.lock`), () => work(hold(home, last)), options);
  } catch (error) {
    throw isFileError(error) ? unwritable(home, STATE_NAME, error, "write") : error;
  }
}

/** Whether a process was killed while it wrote. */
export function hasAbandonedLock(home: string): boolean {
  return isAbandoned(join(home, `${STATE_NAME}.lock`));
}

/** Clears away what a killed process left, if there is anything, for a run that has nothing to write. */
export async function tidyAfterKilled(home: string, options: LockOptions): Promise<void> {
  if (hasAbandonedLock(home)) await holdState(home, () => {}, options);
}

function hold(home: string, last: ReadState | undefined): StateHold {
  removeLeftovers(home, [STATE_NAME, SHARED_STATE_NAME]);
  const read = readState(home, last);
  const warnings = read.corrupt ? [movedAside(moveAside(join(home, STATE_NAME), corruptLabel()))] : [];
  const write = (state: State, before?: () => void): ReadState => {
    const bytes = Buffer.from(stateSource(read, state), "utf8");
    if (isSame(bytes, read.bytes)) return read;
    before?.();
    replaceFile(join(home, STATE_NAME), bytes);
    return { ...asRead(read, state), bytes, corrupt: false };
  };
  return { read, warnings, write };
}

/** `corrupt-20260525T120000Z`, by the clock: it says when the file was found, whatever `now` a run was given. */
export function corruptLabel(): string {
  return `corrupt-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
}

function movedAside(name: string): Warning {
  return warningOf("state_corrupt", STATE_NAME, { code: "state_moved", params: { name: quoted(name) } });
}

/** The same finding of a run that writes nothing. */
export const CORRUPT_UNTOUCHED: Warning = warningOf("state_corrupt", STATE_NAME, { code: "state_untouched" });

export function canHoldState(home: string): boolean {
  return statSync(home, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && !(error instanceof MnemonicError) && "syscall" in error;
}

const REASONS: Readonly<Record<string, [reason: string, hint: string]>> = {
  EISDIR: ["a folder stands in its place", "move that folder away"],
  ENOTREG: ["it is not a regular file", "move it away"],
  ENXIO: ["it is not a regular file", "move it away"],
  EOWNER: [
    "another user has put it there, or a link in its place",
    "see whose it is (ls -l), remove it or take it over (chown), and let nobody else write into the home",
  ],
  EACCES: ["permission denied", "check the permissions of the home and of its files"],
  EPERM: ["permission denied", "check the permissions of the home and of its files"],
  EROFS: ["the file system is read-only", "scan without writing (dryRun: true, --dry-run)"],
  ENOSPC: ["the disk is full", "make room on the disk and run the same command again"],
  EDQUOT: ["the disk quota is used up", "make room and run the same command again"],
  EFBIG: [
    "a limit on the size of files does not let it be written",
    "raise the limit (ulimit -f) and run the same command again",
  ],
  ELOOP: ["the link leads back to itself", "mend or remove the link"],
  ENOENT: ["its folder does not exist (a link to nothing?)", "mend or remove the link"],
  ENOTDIR: ["the home is no folder", "name the home's folder (home, --home)"],
};

export function unwritable(home: string, name: string, error: unknown, verb: "read" | "write"): MnemonicError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const [reason, hint] = REASONS[code] ?? [(error as Error).message, "mend that, and run the same command again"];
  const left = verb === "write" ? "; it is as it was before" : "";
  return new MnemonicError(
    "STATE_UNWRITABLE",
    `${quoted(join(home, name))} can't be ${verb === "read" ? "read" : "written"}: ${reason}${left}`,
    hint,
    {
      cause: error,
      reason: { code: verb === "read" ? "state_unread" : "state_unwritten", name: join(home, name), detail: code },
    },
  );
}

function newerState(home: string, version: number): MnemonicError {
  return new MnemonicError(
    "STATE_UNWRITABLE",
    `${quoted(join(home, STATE_NAME))} was written by a newer Mnemonic (version ${version}; this one knows ${STATE_VERSION})`,
    "update hermes-mnemonic",
    { reason: { code: "state_newer", name: join(home, STATE_NAME), n: version } },
  );
}
