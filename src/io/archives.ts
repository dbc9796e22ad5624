import { openSync, statSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";
import { MnemonicError } from "../model/errors.js";
import { reasonMembers, type ArchiveReason, type ReasonCode } from "../model/archive-reasons.js";
import type { ArchiveReport, ArchiveStatus } from "../model/report.js";
import { compareText } from "../core/merge/counts.js";
import type { ArchiveRole } from "../core/line/record.js";
import { closeHeld, letGo, unlessLost, type ArchiveFile } from "./archive-file.js";
import { closeQuietly } from "./closing.js";
import { findDuplicates } from "./duplicates.js";
import { encodingOf, SIGNATURE_BYTES, type Encoding } from "./encoding.js";
import { changeSince, identify, readFully, type Change, type FileIdentity } from "./file-identity.js";
import type { Framing } from "./framing.js";
import { STANDARD_INPUT } from "./standard-input.js";

/** An archive that is read, and always as the same file. */
export interface OpenArchive {
  readonly path: string;
  readonly role: ArchiveRole;
  readonly file: ArchiveFile;
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
  /** Where it is; bytes where its name is no UTF-8. */
  readonly file: string | Buffer;
  readonly role: ArchiveRole;
  /** Why it can't be read, where that is known before it is opened. */
  readonly problem?: ArchiveReason;
}

/** So many archives are held open for the scan; of more than that, the others are opened for each use. */
const MOST_HELD = 512;
/** Workers, decoders and evidence want so many descriptors beside those of the archives. */
const SPARE_DESCRIPTORS = 64;

/**
 * Looks at archives and opens them; what can't be read, or is read already, is skipped with a reason.
 * @throws MnemonicError TOO_MANY_FILES where hardly any file may be open
 */
export function openArchives(files: readonly NamedFile[], mostHeld = MOST_HELD): ArchiveSet {
  const open: OpenArchive[] = [];
  const skipped: SkippedArchive[] = [];
  const held = new HeldFiles(open, mostHeld);
  try {
    for (const named of files.toSorted((a, b) => compareText(a.path, b.path))) {
      if (named.file === STANDARD_INPUT) continue; // it is taken in later, which takes its time
      const archive = held.makingRoom(() => openOne(named));
      if (isSkipped(archive)) skipped.push(archive);
      else held.add(archive, named.file);
    }
    if (open.length > 0) held.makingRoom(checkSpare);
    return { open: withoutDuplicates(open, skipped), skipped };
  } catch (error) {
    closeArchives(open);
    throw isOutOfDescriptors(error) ? tooFewFiles() : error;
  }
}

/** The first archives by path are held, as many as may be. */
class HeldFiles {
  readonly #open: OpenArchive[];
  readonly #files: NamedFile["file"][] = [];
  #most: number;
  #held = 0;

  constructor(open: OpenArchive[], most: number) {
    this.#open = open;
    this.#most = most;
  }

  add(archive: OpenArchive, file: NamedFile["file"]): void {
    this.#open.push(archive);
    this.#files.push(file);
    if (++this.#held > this.#most) this.#letGo(this.#open.length - 1);
  }

  /** Where descriptors run out, half of those that are held are let go. */
  makingRoom<T>(open: () => T): T {
    for (;;) {
      try {
        return open();
      } catch (error) {
        if (!isOutOfDescriptors(error) || this.#held === 0) throw error;
        this.#most = Math.floor(this.#held / 2);
        while (this.#held > this.#most) this.#letGo(this.#held - 1);
      }
    }
  }

  #letGo(number: number): void {
    const archive = this.#open[number] as OpenArchive;
    this.#open[number] = {
      ...archive,
      file: letGo(archive.file, this.#files[number] as NamedFile["file"], archive.identity),
    };
    this.#held--;
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

function tooFewFiles(): MnemonicError {
  return new MnemonicError(
    "TOO_MANY_FILES",
    "fewer files may be open at once than reading an archive takes",
    "raise the limit (ulimit -n 256), and run the same command again",
    { reason: { code: "files_few" } },
  );
}

export function closeArchives(archives: readonly OpenArchive[]): void {
  for (const { file } of archives) closeHeld(file);
}

/** Reasons that are an end of the content before its time. */
const CUT: ReadonlySet<ReasonCode> = new Set(["data_cut", "json_cut"]);

/** What the report says of an archive after the scan: workers got `readBytes` of it, and no more because of `failure`. */
export function archiveReport(archive: OpenArchive, readBytes: number, failure?: ArchiveReason): ArchiveReport {
  const of = (status: ArchiveStatus, reason: ArchiveReason): ArchiveReport => {
    return { path: archive.path, bytes: readBytes, status, ...reasonMembers(reason) };
  };
  if (failure !== undefined) return of(statusOf(failure.code, readBytes), failure);
  let change: Change;
  try {
    // One that is lost by now was read before.
    change = unlessLost(archive.file, (fd) => changeSince(fd, archive.identity), "none");
  } catch (error) {
    return of("partial", reasonOf(error));
  }
  if (change === "truncated" || readBytes < archive.identity.sizeBytes) return of("truncated", { code: "shortened" });
  if (change === "rewritten") return of("replaced", { code: "rewritten" });
  return { path: archive.path, bytes: readBytes, status: "complete" };
}

function statusOf(code: ReasonCode, readBytes: number): ArchiveStatus {
  if (CUT.has(code)) return "truncated";
  if (code === "supplanted") return "replaced";
  return code === "lost" && readBytes === 0 ? "unreadable" : "partial";
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
  if (typeof encoding === "string")
    return { path, role, file: { fd }, identity: identify(fd), encoding, framing: "lines" };
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

/** What the report says of what the system refused. */
export function reasonOf(error: unknown): ArchiveReason {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const known = KNOWN[code];
  return known === undefined ? { code: "io_error", params: { detail: message } } : { code: known };
}

/** Closes what need not be read, or can't be, and names it. */
function withoutDuplicates(open: readonly OpenArchive[], skipped: SkippedArchive[]): OpenArchive[] {
  const { twins, unread } = findDuplicates(open);
  for (const [{ path, file }, error] of unread) {
    closeHeld(file);
    skipped.push({ path, status: "unreadable", reason: reasonOf(error) });
  }
  for (const [{ path, file }, twin] of twins) {
    closeHeld(file);
    skipped.push({ path, status: "duplicate", reason: { code: "copy", params: { twin: twin.path } } });
  }
  return open.filter((archive) => !twins.has(archive) && !unread.has(archive));
}
