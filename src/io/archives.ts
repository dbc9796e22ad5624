import { lstatSync, openSync, readdirSync, statSync, constants } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ArchiveNotFoundError, MnemonicError } from "../model/errors.js";
import { reasonMembers, reasonText, type ArchiveReason, type ReasonCode } from "../model/archive-reasons.js";
import type { ArchiveReport, ArchiveStatus } from "../model/report.js";
import { compareText } from "../core/merge/counts.js";
import type { ArchiveRole } from "../core/line/record.js";
import { closeQuietly } from "./closing.js";
import { findDuplicates } from "./duplicates.js";
import { encodingOf, SIGNATURE_BYTES, type Encoding } from "./encoding.js";
import { changeSince, identify, type FileIdentity } from "./file-identity.js";
import type { Framing } from "./framing.js";
import { filesMatching, isGlob } from "./globs.js";
import { isArchiveName, isNoArchive } from "./home.js";
import { STANDARD_INPUT } from "./standard-input.js";
import { readFully } from "./file-identity.js";

/** An archive that is open for the whole scan: workers read by its descriptor, so that all see the same file. */
export interface OpenArchive {
  readonly path: string;
  readonly role: ArchiveRole;
  readonly fd: number;
  readonly identity: FileIdentity;
  readonly encoding: Encoding;
  /** JSON Lines until it was looked into (`prepareArchives`). */
  readonly framing: Framing;
}

/** An archive that is named in the report but not read. */
export interface SkippedArchive {
  readonly path: string;
  readonly status: Exclude<ArchiveStatus, "complete">;
  readonly reason: ArchiveReason;
}

export interface ArchiveSet {
  /** Sorted by path: an archive's number orders like its path. */
  readonly open: readonly OpenArchive[];
  readonly skipped: readonly SkippedArchive[];
}

export interface NamedFile {
  /** What the report calls it: relative to the home, or as it was named. */
  readonly path: string;
  /** Where it is. */
  readonly file: string;
  readonly role: ArchiveRole;
  /** Why it can't be read, where that is known before it is opened. */
  readonly problem?: ArchiveReason;
}

/**
 * Files, folders (walked, sorted), patterns and `-` as files. A path that is there is meant as it stands, whatever signs
 * are in it. Throws ArchiveNotFoundError for one that is not there, and for a pattern that nothing matches.
 */
export function expandPaths(paths: readonly string[]): NamedFile[] {
  // A path that was given twice is one archive; the same file under two names is a duplicate, and is named.
  const files = new Map(paths.flatMap(expandPath).map((file) => [file.path, file]));
  return [...files.values()];
}

function expandPath(path: string): NamedFile[] {
  if (path === STANDARD_INPUT) return [intercepts(path)];
  if (!isGlob(path) || isThere(path)) return isFolder(path) ? walk(path) : [intercepts(path)];
  const found = filesMatching(path);
  const archives = found.filter((file) => !isNoArchive(basename(file)));
  if (archives.length > 0) return archives.map(intercepts);
  throw new ArchiveNotFoundError(
    path,
    found.length === 0
      ? "no such file or folder, and no file matches it as a pattern"
      : "as a pattern it matches only files that are no archives (errors.jsonl, *.bak and the like); name one to have it read",
  );
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw new ArchiveNotFoundError(path, "no such file or folder");
    return false; // a loop of links, a folder closed to us: opening it says so, and the others are read
  }
}

function walk(folder: string): NamedFile[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return [{ ...intercepts(folder), problem: folderProblem(error) }];
  }
  return entries
    .toSorted((a, b) => compareText(a.name, b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith(".")) return [];
      if (entry.isDirectory()) return walk(path);
      if (entry.isSymbolicLink() && leadsToFolder(path))
        return [{ ...intercepts(path), problem: { code: "folder_link" } }];
      return isArchiveName(entry.name) ? [intercepts(path)] : [];
    });
}

/** Links to folders are not followed: they may lead back up. */
function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

function intercepts(path: string): NamedFile {
  return { path, file: path, role: "intercepts" };
}

/** Workers, decoders and evidence want so many descriptors beside those of the archives. */
const SPARE_DESCRIPTORS = 32;

/**
 * Opens archives; what can't be read, or is read already, is skipped with a reason. Where the limit of open files does not
 * suffice, nothing is read: a part of the archives would pass for all of them.
 * @throws MnemonicError TOO_MANY_FILES
 */
export function openArchives(files: readonly NamedFile[]): ArchiveSet {
  const open: OpenArchive[] = [];
  const skipped: SkippedArchive[] = [];
  try {
    for (const named of files.toSorted((a, b) => compareText(a.path, b.path))) {
      if (named.file === STANDARD_INPUT) continue; // it is taken in later, which takes its time
      const archive = openOne(named);
      (isSkipped(archive) ? skipped : open).push(archive as never);
    }
    if (open.length > 0) checkSpare();
    return { open: withoutDuplicates(open, skipped), skipped };
  } catch (error) {
    closeArchives(open);
    throw isOutOfDescriptors(error) ? tooManyFiles(files.length) : error;
  }
}

/** @throws the system's own error where there are too few descriptors */
function checkSpare(): void {
  const spare: number[] = [];
  try {
    // Any file will do, and this one is there.
    while (spare.length < SPARE_DESCRIPTORS) spare.push(openSync(fileURLToPath(import.meta.url), constants.O_RDONLY));
  } finally {
    for (const fd of spare) closeQuietly(fd);
  }
}

function isOutOfDescriptors(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EMFILE" || code === "ENFILE";
}

function tooManyFiles(files: number): MnemonicError {
  return new MnemonicError(
    "TOO_MANY_FILES",
    `${files} archives are more than may be open at once`,
    `raise the limit (ulimit -n ${files + 256}), or read fewer at once`,
    { reason: { code: "archives_many", n: files } },
  );
}

export function closeArchives(archives: readonly OpenArchive[]): void {
  for (const { fd } of archives) closeQuietly(fd);
}

/** Reasons that are an end of the content before its time. */
const CUT: ReadonlySet<ReasonCode> = new Set(["data_cut", "json_cut"]);

/** What the report says of an archive after the scan: workers got `readBytes` of it, and no more because of `failure`. */
export function archiveReport(archive: OpenArchive, readBytes: number, failure?: ArchiveReason): ArchiveReport {
  const of = (status: ArchiveStatus, reason: ArchiveReason): ArchiveReport => {
    return { path: archive.path, bytes: readBytes, status, ...reasonMembers(reason) };
  };
  if (failure !== undefined) return of(CUT.has(failure.code) ? "truncated" : "partial", failure);
  const change = changeSince(archive.fd, archive.identity);
  if (change === "truncated" || readBytes < archive.identity.sizeBytes) return of("truncated", { code: "shortened" });
  if (change === "rewritten") return of("replaced", { code: "rewritten" });
  return { path: archive.path, bytes: readBytes, status: "complete" };
}

function isSkipped(archive: OpenArchive | SkippedArchive): archive is SkippedArchive {
  return "status" in archive;
}

function openOne(named: NamedFile): OpenArchive | SkippedArchive {
  const { path, file, problem } = named;
  if (problem !== undefined) return { path, status: "unreadable", reason: problem };
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return { path, status: "unreadable", reason: { code: "is_folder" } };
    if (!stat.isFile()) return { path, status: "unreadable", reason: { code: "not_regular" } };
    return openFile(named);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return { path, status: "unreadable", reason: reasonOf(error) };
  }
}

function openFile({ path, file, role }: NamedFile): OpenArchive | SkippedArchive {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  let opened = false;
  try {
    const archive = lookAt(path, fd, role);
    opened = !isSkipped(archive);
    return archive;
  } finally {
    if (!opened) closeQuietly(fd);
  }
}

/** What came through a pipe and stands in a file by now. */
export function openSpooled(path: string, fd: number): OpenArchive | SkippedArchive {
  const archive = lookAt(path, fd, "intercepts");
  if (isSkipped(archive)) closeQuietly(fd);
  return archive;
}

function lookAt(path: string, fd: number, role: ArchiveRole): OpenArchive | SkippedArchive {
  const start = Buffer.alloc(SIGNATURE_BYTES);
  const encoding = encodingOf(start.subarray(0, readFully(fd, start, start.length, 0)));
  if (typeof encoding === "string") return { path, role, fd, identity: identify(fd), encoding, framing: "lines" };
  const { unread } = encoding;
  const reason: ArchiveReason =
    unread === "utf-16" ? { code: "utf16_unmarked" } : { code: "unread_form", params: { form: unread } };
  return { path, status: "unsupported", reason };
}

const KNOWN: Readonly<Record<string, ReasonCode>> = {
  ENOENT: "gone",
  EACCES: "permission",
  ELOOP: "link_loop",
};

function reasonOf(error: unknown): ArchiveReason {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const known = KNOWN[code];
  return known === undefined ? { code: "io_error", params: { detail: message } } : { code: known };
}

function folderProblem(error: unknown): ArchiveReason {
  return { code: "folder_unreadable", params: { detail: reasonText(reasonOf(error)) } };
}

/** Closes what need not be read, and names it. */
function withoutDuplicates(open: readonly OpenArchive[], skipped: SkippedArchive[]): OpenArchive[] {
  const twins = findDuplicates(open);
  for (const [{ path, fd }, twin] of twins) {
    closeQuietly(fd);
    skipped.push({ path, status: "duplicate", reason: { code: "copy", params: { twin: twin.path } } });
  }
  return open.filter((archive) => !twins.has(archive));
}
