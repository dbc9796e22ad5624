import { readdirSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { MnemonicError } from "../model/errors.js";

export const LOG_NAME = "intercept_log.jsonl";

/** Files of a home that are never archives of intercepts (semantics, section 1), their copies and half-written successors. */
const OTHER_FILE = /^(?:(?:errors|context_archive)\.jsonl|(?:mnemonic_state|state|config)\.json)(?:[.-]|$)/;

// The log, or a sibling: a number or date behind `.` or `-`, with or without `.jsonl`, perhaps compressed.
const COMPRESSED_LOG = /^intercept_log\.jsonl\.(?:gz|zst|xz|bz2)$/;
const SIBLING = /^intercept_log(?:\.jsonl)?[.-]\d(?:[\dTWZ:_.+-]*[\dZ])?(?:\.jsonl)?(?:\.(?:gz|zst|xz|bz2))?$/;
const ARCHIVE_NAME = /\.json/;
const LEFTOVER = /(?:\.(?:bak|orig|tmp|swp)|~)(?:\.(?:gz|zst|xz|bz2))?$/;

/** The home: `home` if given, else `$HERMES_HOME/self-reflection`, else `~/.hermes/self-reflection`. Absolute. */
export function resolveHome(home?: string): string {
  if (home !== undefined) {
    const path = resolve(home);
    // An empty name is an unset variable of the caller's, not the current folder.
    if (home !== "" && isFile(path)) throw isNoFolder(home);
    if (home === "" || !isDirectory(path))
      throw new MnemonicError(
        "HOME_NOT_FOUND",
        `home ${JSON.stringify(home)}: no such folder`,
        "name the folder that holds intercept_log.jsonl (home, --home)",
        { reason: { code: "home_missing", name: home } },
      );
    return path;
  }
  const base = process.env["HERMES_HOME"];
  return join(base === undefined || base === "" ? join(userFolder(), ".hermes") : base, "self-reflection");
}

/** Whoever names the log itself means to read it: how, is said. */
function isNoFolder(home: string): MnemonicError {
  return new MnemonicError(
    "HOME_NOT_FOUND",
    `home ${JSON.stringify(home)}: it is a file, and a home is a folder`,
    "name the folder that holds intercept_log.jsonl (home, --home); a log alone is read as an archive: mnemonic scan FILE",
    { reason: { code: "home_file", name: home } },
  );
}

/** A user without an entry in the system's list has none where HOME is not set. */
function userFolder(): string {
  try {
    // An empty HOME would make a home of the current folder.
    return homedir() || userInfo().homedir;
  } catch (error) {
    throw new MnemonicError(
      "HOME_NOT_FOUND",
      "no home: neither HERMES_HOME nor HOME is set, and the system knows no folder of this user's",
      "name the folder that holds intercept_log.jsonl (home, --home)",
      { cause: error, reason: { code: "home_unknown" } },
    );
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Names of the home's log and its rotated siblings, sorted; a home that is not there has none. */
export function logNames(home: string): string[] {
  return namesIn(home).filter(isLogName);
}

function isLogName(name: string): boolean {
  return name === LOG_NAME || COMPRESSED_LOG.test(name) || (SIBLING.test(name) && !LEFTOVER.test(name));
}

/** Whether a file of that name in the home is one that Guard, Canon, the user or Mnemonic itself keeps there. */
export function isHomeFile(name: string): boolean {
  return isLogName(name) || OTHER_FILE.test(name);
}

/** Whether a folder that is named as an archive contributes this file. */
export function isArchiveName(name: string): boolean {
  return ARCHIVE_NAME.test(name) && !name.startsWith(".") && !isNoArchive(name);
}

/** Whether a file is read only if it is named itself: another file of a home, an editor's or a rotation's leftover. */
export function isNoArchive(name: string): boolean {
  return LEFTOVER.test(name) || OTHER_FILE.test(name);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new MnemonicError(
      "HOME_NOT_FOUND",
      `home ${JSON.stringify(folder)}: ${(error as Error).message}`,
      "check the folder and its permissions",
      {
        cause: error,
        reason: { code: "home_unreadable", name: folder, detail: String((error as NodeJS.ErrnoException).code) },
      },
    );
  }
}
