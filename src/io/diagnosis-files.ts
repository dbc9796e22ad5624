import { accessSync, constants, fstatSync, lstatSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { closeQuietly } from "./closing.js";
import { readRegularFile } from "./regular-file.js";
import { isObject } from "../core/memory/state-shape.js";
import { isoTime, parseTime } from "../core/line/time.js";
import type { FileStatus } from "../model/outputs.js";
import type { Stored } from "../model/state.js";
import { ERRORS_NAME } from "./canon.js";
import { CONTEXT_ARCHIVE } from "./context-archive.js";
import { isDirectory, LOG_NAME, logNames } from "./home.js";
import { isAbandoned } from "./state-lock.js";
import { SHARED_STATE_NAME, STATE_NAME } from "./state-store.js";
import { readFully } from "./file-identity.js";

/** What `status` and `doctor` see of a home's files. Nothing here writes. */

/** The files of a home that Mnemonic knows, with sizes and times; the log and its siblings first. */
export function homeFiles(home: string): FileStatus[] {
  const names = [...logNames(home), ERRORS_NAME, CONTEXT_ARCHIVE, STATE_NAME, SHARED_STATE_NAME, "config.json"];
  return names.flatMap((path) => {
    const stat = lookAt(join(home, path));
    return stat === undefined
      ? []
      : [{ path, bytes: stat.size, modified: isoTime(Math.floor(stat.mtimeMs)) as string }];
  });
}

function lookAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** `state.json`; undefined: there is none; null: it is no JSON object, or can't be read. */
export function sharedState(home: string): Stored | null | undefined {
  try {
    const value: unknown = JSON.parse(readRegularFile(join(home, SHARED_STATE_NAME)).replace(/^\uFEFF/, ""));
    return isObject(value) ? value : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : null;
  }
}

export type HomeAccess = "missing" | "unwritable" | "fine";

export function accessTo(home: string): HomeAccess {
  if (!isDirectory(home)) return "missing";
  try {
    accessSync(home, constants.W_OK | constants.X_OK);
    return "fine";
  } catch {
    return "unwritable";
  }
}

/** The state's mode if others than its owner can read it, as in `644`; Windows has no such modes. */
export function openMode(home: string): string | undefined {
  if (process.platform === "win32") return undefined;
  const mode = (lookAt(join(home, STATE_NAME))?.mode ?? 0) & 0o777;
  return (mode & 0o077) === 0 ? undefined : mode.toString(8).padStart(3, "0");
}

export interface Leftovers {
  readonly lock: "none" | "held" | "abandoned";
  /** Half-written successors of a killed process. */
  readonly temporary: readonly string[];
  /** States that were moved aside. */
  readonly corrupt: readonly string[];
}

export const LOCK_NAME = `${STATE_NAME}.lock`;
const TEMPORARY = /^(?:mnemonic_state|state)\.json\.\d+-[0-9a-f]{12}\.tmp$/;
const CORRUPT = /^(?:mnemonic_state|state)\.json\.corrupt-/;

export function leftovers(home: string): Leftovers {
  const names = readdirSync(home).toSorted();
  const lock = join(home, LOCK_NAME);
  const isThere = lstatSync(lock, { throwIfNoEntry: false }) !== undefined;
  return {
    lock: !isThere ? "none" : isAbandoned(lock) ? "abandoned" : "held",
    temporary: names.filter((name) => TEMPORARY.test(name)),
    corrupt: names.filter((name) => CORRUPT.test(name)),
  };
}

const TAIL_BYTES = 64 * 1024;

/** The latest time, not after `nowMs`, in the last lines of the log: of whatever kind the records are. NaN: none has one. */
export function newestRecordMs(home: string, nowMs: number): number {
  const times = tailOf(join(home, LOG_NAME)).split("\n").map(timeOf);
  const past = times.filter((ms) => ms <= nowMs);
  return past.length === 0 ? NaN : Math.max(...past);
}

function tailOf(path: string): string {
  try {
    if (!statSync(path).isFile()) return "";
    const fd = openSync(path, "r");
    try {
      const { size } = fstatSync(fd);
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
      return bytes.toString("utf8", 0, readFully(fd, bytes, bytes.length, size - bytes.length));
    } finally {
      closeQuietly(fd);
    }
  } catch {
    return "";
  }
}

function timeOf(line: string): number {
  try {
    const record: unknown = JSON.parse(line);
    return isObject(record) ? parseTime(record["ts"] ?? record["timestamp"]) : NaN;
  } catch {
    return NaN;
  }
}
