import { lstatSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
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

function walk(folder: string, passedOver: PassedOver): NamedFile[] {
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
      if (entry.isDirectory()) return walk(path, passedOver);
      if (entry.isSymbolicLink() && leadsToFolder(path))
        return [{ ...intercepts(path), problem: { code: "folder_link" } }];
      if (isArchiveName(entry.name)) return [intercepts(path)];
      // What a home keeps beside its log, and leftovers, are no logs; of any other name one may be.
      if (!isNoArchive(entry.name)) passedOver.add(path);
      return [];
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

function folderProblem(error: unknown): ArchiveReason {
  return { code: "folder_unreadable", params: { detail: reasonText(reasonOf(error)) } };
}
