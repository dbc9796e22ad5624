import { lstatSync, readdirSync, statSync, type Dirent } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { compareText } from "../core/merge/counts.js";
import { reasonText, type ArchiveReason } from "../model/archive-reasons.js";
import { ArchiveNotFoundError, MnemonicError } from "../model/errors.js";
import { reasonOf, type NamedFile } from "./archives.js";
import { filesMatching, isGlob } from "./globs.js";
import { isArchiveName, isNoArchive } from "./home.js";
import { STANDARD_INPUT } from "./standard-input.js";

/** Files of named folders that have no archive's name: how many, and the first of them. */
export class PassedOver {
  files = 0;
  readonly paths: string[] = [];

  add(path: string): void {
    if (this.files++ < MOST_NAMED) this.paths.push(path);
  }
}

const MOST_NAMED = 5;

/**
 * Files, folders (walked, sorted), patterns and `-` as files. A path that is there is meant as it stands, whatever signs
 * are in it. Throws ArchiveNotFoundError for one that is not there, and for a pattern that nothing matches; MnemonicError
 * ARCHIVE_NOT_FOUND where the folders hold none at all.
 */
export function expandPaths(paths: readonly string[], passedOver = new PassedOver()): NamedFile[] {
  const files = namedFiles(paths, passedOver);
  if (files.length === 0 && paths.length > 0) throw noneIn(paths[0] as string, passedOver.files);
  return files;
}

/** The same, where none at all is an answer as well. */
export function namedFiles(paths: readonly string[], passedOver = new PassedOver()): NamedFile[] {
  // A path that was given twice is one archive; the same file under two names is a duplicate, and is named.
  const files = new Map(paths.flatMap((path) => expandPath(path, passedOver)).map((file) => [file.path, file]));
  return [...files.values()];
}

function noneIn(folder: string, files: number): MnemonicError {
  const name = JSON.stringify(folder);
  const others = files === 0 ? "" : `; ${files} with other names were passed over`;
  return new MnemonicError(
    "ARCHIVE_NOT_FOUND",
    `${name} holds no archive: no file is named *.jsonl* or *.json*${others}`,
    "name files, or a pattern, which reads any name: 'folder/*'",
    { reason: { code: "archives_none", name, n: files } },
  );
}

function expandPath(path: string, passedOver: PassedOver): NamedFile[] {
  if (path === STANDARD_INPUT) return [intercepts(path)];
  if (!isGlob(path) || isThere(path)) return isFolder(path) ? walk(path, passedOver) : [intercepts(path)];
  const found = filesMatching(path);
  const archives = found.filter((file) => !isNoArchive(basename(file)));
  if (archives.length > 0) return archives.map((file) => intercepts(file));
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

function walk(folder: string, passedOver: PassedOver, file: string | Buffer = folder): NamedFile[] {
  let entries;
  try {
    entries = readdirSync(file, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    return [{ ...intercepts(folder, file), problem: folderProblem(error) }];
  }
  return entries
    .map((entry) => named(entry, folder, file))
    .toSorted((a, b) => compareText(a.name, b.name))
    .flatMap(({ entry, name, path, place }) => {
      if (name.startsWith(".")) return [];
      if (entry.isDirectory()) return walk(path, passedOver, place);
      if (entry.isSymbolicLink() && leadsToFolder(place))
        return [{ ...intercepts(path, place), problem: { code: "folder_link" } }];
      if (isArchiveName(name)) return [intercepts(path, place)];
      // What a home keeps beside its log, and leftovers, are no logs; of any other name one may be.
      if (!isNoArchive(name)) passedOver.add(path);
      return [];
    });
}

/** What an entry is called, and where it is: by its bytes where they are no UTF-8, or it would not be found. */
function named(entry: Dirent<Buffer>, folder: string, file: string | Buffer) {
  const bytes = entry.name;
  const text = bytes.toString();
  const isText = !text.includes("\ufffd") || Buffer.from(text).equals(bytes);
  const name = isText ? text : bytes.toString("latin1").replaceAll(/[\x80-\xff]/g, escaped);
  const path = join(folder, name);
  const place = isText && typeof file === "string" ? path : Buffer.concat([bytesOf(file), SEPARATOR, bytes]);
  return { entry, name, path, place };
}

const SEPARATOR = Buffer.from(sep);

/** Absolute: what is opened later may be looked for from elsewhere. */
function bytesOf(file: string | Buffer): Buffer {
  return typeof file === "string" ? Buffer.from(resolve(file)) : file;
}

function escaped(byte: string): string {
  return `\\x${byte.charCodeAt(0).toString(16)}`;
}

/** Links to folders are not followed: they may lead back up. */
function leadsToFolder(link: string | Buffer): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

function intercepts(path: string, file: string | Buffer = path): NamedFile {
  return { path, file, role: "intercepts" };
}

function folderProblem(error: unknown): ArchiveReason {
  return { code: "folder_unreadable", params: { detail: reasonText(reasonOf(error)) } };
}
