import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { MnemonicError, UsageError } from "../model/errors.js";
import { REJECT_REASONS } from "../model/report.js";
import { closeQuietly } from "./closing.js";
import { removeOfDead, removeQuietly, temporaryName } from "./durable-write.js";
import { isArchiveName, isHomeFile } from "./home.js";
import { isGlob } from "./globs.js";
import { writeAll } from "./reject-spool.js";
import { readFully } from "./file-identity.js";

const COPY_BYTES = 1 << 20;
/** As `RejectSpool` writes them. */
const FIRST_LINE = new RegExp(
  `^\\{"path":"(?:[^"\\\\]|\\\\.)*","offset":\\d+,"reason":"(?:${REJECT_REASONS.join("|")})",`,
);

/** How far a lane's file of rejected lines goes after a range of an archive, or a part of one. */
export interface RangeRejects {
  readonly archive: number;
  readonly from: number;
  readonly rejectsEnd: number;
}

interface Spool {
  readonly fd: number;
  /** Where the first one begins. */
  readonly at: number;
  readonly ends: readonly RangeRejects[];
}

/** What an interrupted run has rejected: an open file, and how far it goes after each part. */
export type KnownRejects = Spool;

/**
 * The file of `--rejects`. Lanes write to nameless files beside it, each its own and each range after the other; at the end
 * their pieces are put together in the order of place. It appears whole or not at all, and never in the place of another
 * file unless that was asked for.
 */
export class RejectsFile {
  readonly #path: string;
  readonly #overwrite: boolean;
  readonly #whole: Spool[][] = [];
  #open: Spool[] = [];
  #known: readonly KnownRejects[] = [];
  #temporary: string | undefined;

  /** @throws UsageError, MnemonicError OUTPUT_EXISTS, OUTPUT_UNWRITABLE */
  constructor(path: string, overwrite: boolean, home: string, archives: readonly string[] = []) {
    this.#path = targetOf(path);
    this.#overwrite = overwrite;
    refuseInput(this.#path, home, archives);
    refuseExisting(this.#path, overwrite);
    removeOfDead(this.#path);
  }

  /**
   * A file for each lane of a scan: one of those that were opened for it (`kept`), or a nameless one. Those of a scan that is
   * done again are dropped. What is `known` comes in between. All are closed by this.
   */
  spools(lanes: number, known: readonly KnownRejects[] = [], kept: readonly number[] = []): number[] {
    this.#drop([...this.#open, ...this.#known]);
    this.#known = known;
    this.#open = Array.from({ length: lanes }, (_, lane) => ({
      fd: kept[lane] ?? namelessFile(this.#path),
      at: 0,
      ends: [],
    }));
    return this.#open.map(({ fd }) => fd);
  }

  /** What the lanes say of their ranges, in the order of lanes. */
  found(lanes: readonly (readonly RangeRejects[])[]): void {
    this.#open = this.#open.map((spool, lane) => Object.assign(spool, { ends: lanes[lane] ?? [] }));
  }

  /** The scan holds: its rejects come next. */
  keep(): void {
    this.#whole.push([...this.#known, ...this.#open]);
    this.#open = [];
    this.#known = [];
  }

  /** Puts the pieces together under a temporary name. @throws MnemonicError OUTPUT_UNWRITABLE */
  write(): void {
    const temporary = temporaryName(this.#path);
    const fd = attempt(this.#path, () => openSync(temporary, "wx", 0o600));
    this.#temporary = temporary;
    try {
      for (const spools of this.#whole) for (const piece of piecesOf(spools)) copy(piece, fd);
      attempt(this.#path, () => fsyncSync(fd));
    } finally {
      closeSync(fd);
    }
  }

  /** Gives the file its name. @throws MnemonicError OUTPUT_EXISTS, OUTPUT_UNWRITABLE */
  publish(): void {
    const temporary = this.#temporary as string;
    if (this.#overwrite) {
      refuseExisting(this.#path, true);
      attempt(this.#path, () => renameSync(temporary, this.#path));
    } else placeNew(temporary, this.#path);
  }

  /** Leaves nothing behind but what was published. */
  close(): void {
    // Where it was published by a link, it has two names.
    if (this.#temporary !== undefined) removeQuietly(this.#temporary);
    this.#drop([...this.#open, ...this.#known, ...this.#whole.flat()]);
    this.#open = [];
    this.#known = [];
    this.#whole.length = 0;
  }

  #drop(spools: readonly Spool[]): void {
    for (const { fd } of spools) closeQuietly(fd);
  }
}

/** The file itself, where a link leads to it. */
function targetOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    // It is not there, or a link to nothing is.
  }
  return join(
    attempt(whole, () => realpathSync(dirname(whole))),
    basename(whole),
  );
}

/**
 * Whether a new file would be taken for one of the home's: "rules": for a rule, "home": for a log or another of its files. `path`:
 * as `targetOf` has it.
 */
export function placeInHome(path: string, home: string): "rules" | "home" | undefined {
  if (path.startsWith(realOf(join(home, "rules")) + sep)) return "rules";
  return dirname(path) === realOf(home) && isHomeFile(basename(path)) ? "home" : undefined;
}

/** A file of the input must not be written to, and what is written must not be read as input by the next run. */
function refuseInput(path: string, home: string, archives: readonly string[]): void {
  const place = placeInHome(path, home);
  if (place === "rules")
    throw new UsageError(
      `rejects: ${JSON.stringify(path)} is among the rules of the home`,
      "write it to another folder: what lies there is read as a rule",
      { reason: { code: "output_rule", name: path } },
    );
  const asInput = archives.some((archive) => isInput(path, realOf(beforeGlob(archive)), archive));
  if (place === "home" || asInput)
    throw new UsageError(
      `rejects: ${JSON.stringify(path)} is read as a log, or would be by the next run`,
      "write it to another folder, or under a name without .json",
      { reason: { code: "output_input", name: path } },
    );
}

function isInput(path: string, from: string, archive: string): boolean {
  if (path === from) return true;
  const inside = relative(from, path);
  if (inside.startsWith("..") || inside.split(sep).some((name) => name.startsWith("."))) return false;
  return isGlob(archive) || isArchiveName(basename(path));
}

/** The folder that a pattern begins with, or the path as it is. */
function beforeGlob(archive: string): string {
  if (!isGlob(archive) || lstatSync(archive, { throwIfNoEntry: false }) !== undefined) return archive;
  const names = archive.split("/");
  return names.slice(0, names.findIndex(isGlob)).join("/") || (archive.startsWith("/") ? "/" : ".");
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function refuseExisting(path: string, overwrite: boolean): void {
  const stat = attempt(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stat === undefined) return;
  if (!stat.isFile()) {
    throw new MnemonicError("OUTPUT_EXISTS", `${JSON.stringify(path)} is there and is no regular file`, "name a file", {
      reason: { code: "output_irregular", name: path },
    });
  }
  if (!overwrite) throw alreadyThere(path);
  if (stat.size > 0 && !attempt(path, () => isOfRejects(path)))
    throw new MnemonicError(
      "OUTPUT_EXISTS",
      `${JSON.stringify(path)} is there and holds something else than rejected lines`,
      "name another file: only an empty one, or one that --rejects has written, is replaced (overwrite: true, --force)",
      { reason: { code: "output_foreign", name: path } },
    );
}

/** Whether a file begins as those do that stand here. */
function isOfRejects(path: string): boolean {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const start = Buffer.alloc(COPY_BYTES);
    return FIRST_LINE.test(start.toString("latin1", 0, readFully(fd, start, start.length, 0)));
  } finally {
    closeSync(fd);
  }
}

function alreadyThere(path: string): MnemonicError {
  return new MnemonicError(
    "OUTPUT_EXISTS",
    `${JSON.stringify(path)} is there already`,
    "name another file, or replace it (overwrite: true, --force)",
    { reason: { code: "output_exists", name: path } },
  );
}

/** A link fails where the name is taken by now, a rename would not. */
function placeNew(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyThere(path);
    // Not every file system has links.
    refuseExisting(path, false);
    attempt(path, () => renameSync(temporary, path));
  }
}

function namelessFile(path: string): number {
  return attempt(dirname(path), () => {
    const name = temporaryName(path);
    const fd = openSync(name, "wx+", 0o600);
    try {
      unlinkSync(name);
      return fd;
    } catch (error) {
      // A file that still has a name would be left behind.
      closeQuietly(fd);
      removeQuietly(name);
      throw error;
    }
  });
}

interface Piece {
  readonly fd: number;
  readonly start: number;
  readonly end: number;
}

/** In the order of place. */
function piecesOf(spools: readonly Spool[]): Piece[] {
  const pieces = spools.flatMap(({ fd, at, ends }) =>
    ends.map(({ archive, from, rejectsEnd: end }, i) => ({
      fd,
      archive,
      from,
      start: ends[i - 1]?.rejectsEnd ?? at,
      end,
    })),
  );
  const found = pieces.filter(({ start, end }) => end > start);
  return found.toSorted((a, b) => a.archive - b.archive || a.from - b.from);
}

function copy({ fd, start, end }: Piece, to: number): void {
  const buffer = Buffer.allocUnsafe(Math.min(COPY_BYTES, end - start));
  for (let at = start; at < end;) {
    const bytes = readSync(fd, buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytes === 0) throw unwritable("the temporary file of rejected lines", new Error("it ends too early"));
    writeAll(to, buffer.subarray(0, bytes));
    at += bytes;
  }
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unwritable(JSON.stringify(path), error as Error, path);
  }
}

function unwritable(what: string, error: Error, path?: string): MnemonicError {
  const hint = "check that the folder is there, its space and its permissions";
  const { code = "" } = error as NodeJS.ErrnoException;
  const reason = path === undefined ? undefined : ({ code: "output_unwritten", name: path, detail: code } as const);
  return new MnemonicError("OUTPUT_UNWRITABLE", `${what} can't be written: ${error.message}`, hint, {
    cause: error,
    ...(reason && { reason }),
  });
}
