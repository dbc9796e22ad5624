import { lstatSync, readlinkSync, renameSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { readRegularFile } from "./regular-file.js";
import { setTimeout } from "node:timers/promises";
import { AbortedError, MnemonicError } from "../model/errors.js";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.js";

/*
 * The lock is a symbolic link that leads nowhere: its making is atomic, its "target" is the owner (pid, host, start), and
 * it needs no room on a full disk. Where links can't be made it is a small file.
 *
 * A dead owner's lock is broken at once. Two that find it dead must not both break it, the second taking away the lock
 * that a third has made meanwhile: so whoever breaks lock X first takes the claim `X.<identity of the link found dead>`,
 * in the same way, looks again whether X is still that link, and only then removes it. A dead claim is broken likewise.
 *
 * Why not proper-lockfile: it knows age, not life; it replaces `process.emit` and listens to signals; it takes 50 ms to
 * load.
 */

export interface LockOptions {
  /** How long to wait for a living owner. */
  readonly waitMs?: number | undefined;
  /** From then on a lock counts as dead whose owner can't be asked after: another host's, or none that we can read. */
  readonly strangerMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const WAIT_MS = 10_000;
const STRANGER_MS = 60_000;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 60;
/** Locks that this process could not take away: it holds them no more. */
const unreleased = new Set<string>();
const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EINVAL"]);

/** Runs `work` as the only process that does. @throws MnemonicError LOCKED; the file system's error */
export async function withLock<T>(path: string, work: () => T, options: LockOptions = {}): Promise<T> {
  await acquire(path, options);
  const mine = ownedOf(path);
  try {
    return work();
  } finally {
    if (mine !== undefined) release(path, mine);
  }
}

/** Which lock has just been made. */
function ownedOf(path: string): string | undefined {
  try {
    return identityOf(path);
  } catch (error) {
    remove(path);
    throw error;
  }
}

/** What was done under the lock is done, whatever becomes of the lock: where it stays, it dies with this process. */
function release(path: string, mine: string): void {
  try {
    // A lock that was taken for dead (this machine slept) is another's by now.
    if (identityOf(path) === mine) remove(path);
  } catch {
    unreleased.add(mine);
  }
}

/** Whether a dead process left its lock. */
export function isAbandoned(path: string): boolean {
  return identityOf(path) !== undefined && isDead(path, STRANGER_MS);
}

async function acquire(path: string, options: LockOptions): Promise<void> {
  const giveUpAt = performance.now() + (options.waitMs ?? WAIT_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    if (take(path)) return;
    breakIfDead(path, options.strangerMs ?? STRANGER_MS);
    if (take(path)) return;
    if (options.signal?.aborted === true) throw new AbortedError("the command");
    if (performance.now() > giveUpAt) throw lockedError(path);
    // Not in step: those who wait together would else ask together.
    await setTimeout(pauseMs * (0.5 + Math.random()));
  }
}

/** Makes the lock; false: there is one. */
function take(path: string): boolean {
  const owner = JSON.stringify(ownIdentity());
  try {
    symlinkSync(owner, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "EEXIST") return false;
    if (NO_LINKS.has(code)) return takeAsFile(path, owner);
    throw error;
  }
}

function takeAsFile(path: string, owner: string): boolean {
  try {
    writeFileSync(path, owner, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function breakIfDead(path: string, strangerMs: number): void {
  const found = identityOf(path);
  if (found === undefined || !isDead(path, strangerMs)) return;
  const claim = `${path}.${found}`;
  if (!take(claim)) return breakIfDead(claim, strangerMs);
  try {
    if (identityOf(path) === found) remove(path);
  } finally {
    remove(claim);
  }
}

/** Which lock this is: a later one at the same path is another. */
function identityOf(path: string): string | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino.toString(36)}-${stat.mtimeNs.toString(36)}`;
}

function isDead(path: string, strangerMs: number): boolean {
  if (unreleased.has(identityOf(path) ?? "")) return true;
  const owner = ownerOf(path);
  const alive = owner === undefined ? undefined : isAlive(owner);
  if (alive !== undefined) return !alive;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > strangerMs;
}

/** undefined: the lock is gone, or not of our making. */
function ownerOf(path: string): ProcessIdentity | undefined {
  try {
    const owner: unknown = JSON.parse(readOwner(path));
    if (typeof owner !== "object" || owner === null) return undefined;
    const { pid, host, started } = owner as Record<string, unknown>;
    const isKnown = Number.isSafeInteger(pid) && typeof host === "string" && typeof started === "string";
    return isKnown ? (owner as ProcessIdentity) : undefined;
  } catch {
    return undefined;
  }
}

function readOwner(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return readRegularFile(path);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    // Other programs make their locks as folders.
    if (code === "EISDIR" || code === "EPERM") removeFolder(path);
    else if (code !== "ENOENT") throw error;
  }
}

/** What somebody put into the folder is not ours to delete: it is moved out of the way. */
function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    renameSync(path, `${path}.stale-${Date.now()}`);
  }
}

function lockedError(path: string): MnemonicError {
  const owner = ownerOf(path);
  const who = owner === undefined ? "another program" : `process ${owner.pid} on ${JSON.stringify(owner.host)}`;
  return new MnemonicError(
    "LOCKED",
    `the state is locked by ${who} (${JSON.stringify(path)}); nothing was written`,
    "wait until it is done and run the same command again; if it never ends, end that process",
    { reason: { code: "locked", name: path } },
  );
}
