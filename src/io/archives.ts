import { closeSync, openSync, readdirSync, readSync, statSync, constants } from "node:fs";
import { join } from "node:path";
import { ArchiveNotFoundError } from "../model/errors.js";
import type { ArchiveReport, ArchiveStatus } from "../model/report.js";
import { compareText } from "../core/counts.js";
import type { ArchiveRole } from "../core/record.js";
import { changeSince, identify, isPrefix, isSameFile, type FileIdentity } from "./file-identity.js";
import { isArchiveName } from "./home.js";

/** How an archive's bytes become lines. */
export type Encoding = "plain" | "gzip" | "utf16le" | "utf16be";

/** An archive that is open for the whole scan: workers read by its descriptor, so that all see the same file. */
export interface OpenArchive {
  readonly path: string;
  readonly role: ArchiveRole;
  readonly fd: number;
  readonly identity: FileIdentity;
  readonly encoding: Encoding;
}

/** An archive that is named in the report but not read. */
export interface SkippedArchive {
  readonly path: string;
  readonly status: Exclude<ArchiveStatus, "complete">;
  readonly reason: string;
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
}

const MAGIC: readonly { readonly bytes: readonly number[]; readonly name: string }[] = [
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: "zstd" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], name: "xz" },
  { bytes: [0x42, 0x5a, 0x68], name: "bzip2" },
];

/** Files and folders (walked, sorted) as files. Throws ArchiveNotFoundError for a path that is not there. */
export function expandPaths(paths: readonly string[]): NamedFile[] {
  return paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw new ArchiveNotFoundError(path, "no such file or folder");
    return (stat.isDirectory() ? walk(path) : [path]).map((file) => ({ path: file, file, role: "intercepts" }));
  });
}

function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => compareText(a.name, b.name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith(".") ? [] : walk(path);
    return isArchiveName(entry.name) ? [path] : [];
  });
}

/** Opens archives; what can't be read, or is read already, is skipped with a reason. */
export function openArchives(files: readonly NamedFile[]): ArchiveSet {
  const open: OpenArchive[] = [];
  const skipped: SkippedArchive[] = [];
  for (const file of files.toSorted((a, b) => compareText(a.path, b.path))) {
    const archive = openOne(file);
    (isSkipped(archive) ? skipped : open).push(archive as never);
  }
  const unique = dropDuplicates(open, skipped);
  return { open: unique, skipped };
}

export function closeArchives(archives: readonly OpenArchive[]): void {
  for (const { fd } of archives) closeSync(fd);
}

/** What the report says of an archive after the scan. `readBytes` is what the workers got of it. */
export function archiveReport(archive: OpenArchive, readBytes: number, failure?: string): ArchiveReport {
  const { path } = archive;
  const wanted = archive.identity.sizeBytes;
  if (failure !== undefined) return { path, bytes: readBytes, status: "partial", reason: failure };
  const change = changeSince(archive.fd, archive.identity);
  if (change === "truncated" || readBytes < wanted)
    return {
      path,
      bytes: readBytes,
      status: "truncated",
      reason: "the file became shorter during the scan; what was read is counted",
    };
  if (change === "rewritten")
    return {
      path,
      bytes: readBytes,
      status: "replaced",
      reason: "the file was rewritten during the scan; what was read is counted",
    };
  return { path, bytes: readBytes, status: "complete" };
}

function isSkipped(archive: OpenArchive | SkippedArchive): archive is SkippedArchive {
  return "status" in archive;
}

function openOne({ path, file, role }: NamedFile): OpenArchive | SkippedArchive {
  try {
    const stat = statSync(file);
    if (!stat.isFile())
      return {
        path,
        status: "unreadable",
        reason: stat.isDirectory() ? "is a folder, not a file" : "is not a regular file",
      };
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const start = Buffer.alloc(6);
    const length = readSync(fd, start, 0, start.length, 0);
    const encoding = encodingOf(start.subarray(0, length));
    if (typeof encoding === "string") return { path, role, fd, identity: identify(fd), encoding };
    closeSync(fd);
    return {
      path,
      status: "unsupported",
      reason: `${encoding.name} compression is not read; decompress it, or compress it with gzip`,
    };
  } catch (error) {
    return { path, status: "unreadable", reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const known: Record<string, string> = {
    ENOENT: "the file is gone (a link to nothing?)",
    EACCES: "permission denied",
    ELOOP: "the link leads back to itself",
    EMFILE: "too many open files",
  };
  return known[code] ?? (error as Error).message;
}

function encodingOf(start: Buffer): Encoding | { name: string } {
  if (start[0] === 0x1f && start[1] === 0x8b) return "gzip";
  if (start[0] === 0xff && start[1] === 0xfe) return "utf16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf16be";
  return MAGIC.find(({ bytes }) => bytes.every((byte, i) => start[i] === byte)) ?? "plain";
}

/** The same file through a link, and a file that is how another begins (a copy made before rotation), are read once. */
function dropDuplicates(open: readonly OpenArchive[], skipped: SkippedArchive[]): OpenArchive[] {
  const kept = new Set<OpenArchive>();
  const byStart = new Map<string, OpenArchive[]>(); // only files that begin alike are compared
  for (const archive of open.toSorted((a, b) => b.identity.sizeBytes - a.identity.sizeBytes)) {
    const alike = byStart.get(startOf(archive)) ?? [];
    const twin = alike.find((other) => isTwin(archive, other));
    if (twin === undefined) {
      kept.add(archive);
      byStart.set(startOf(archive), [...alike, archive]);
    } else {
      closeSync(archive.fd);
      skipped.push({
        path: archive.path,
        status: "duplicate",
        reason: `its content is part of ${JSON.stringify(twin.path)}, which is read`,
      });
    }
  }
  return open.filter((archive) => kept.has(archive));
}

/** An empty file begins like any other, and is no copy of it: it is told apart by its path. */
function startOf({ fd, identity, path }: OpenArchive): string {
  if (identity.sizeBytes === 0) return path;
  const line = Buffer.alloc(Math.min(identity.sizeBytes, 16));
  readSync(fd, line, 0, line.length, 0);
  return line.toString("latin1");
}

function isTwin(shorter: OpenArchive, longer: OpenArchive): boolean {
  return isSameFile(shorter.identity, longer.identity) || isPrefix(shorter.fd, shorter.identity, longer.fd);
}
