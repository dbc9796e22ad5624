import { lstatSync, readdirSync, statSync } from "node:fs";
import { warning } from "../core/rules/rule-file.js";
import type { RuleWarning, RuleWarningCode } from "../model/rule.js";
import type { WarningReason } from "../model/warning-reasons.js";
import { stampInput, type InputStamp } from "./input-stamps.js";

/** A file or folder below the home's `rules`. */
export interface RuleEntry {
  /** Relative to the home, `/` between the parts. */
  readonly path: string;
  /** The whole path for the system: a name that is not UTF-8 is found by its bytes alone. */
  readonly at: Buffer;
}

export interface RuleEntries {
  /** In the order of their paths' code points. */
  readonly files: readonly RuleEntry[];
  /** Whatever was looked at, before it was. */
  readonly inputs: readonly InputStamp[];
  readonly warnings: readonly RuleWarning[];
  /** Paths below which there may be rules that were not seen. */
  readonly unread: readonly string[];
}

/** A link to the root of a disk is a mistake that must not read the disk. */
const MAX_FILES = 100_000;
const MAX_FOLDERS = 2000;

const LEGACY = "rules.permanent.md";
const RULE_NAME = /\.md$/i;
/** Dot files and folders (`.expired`), back-ups of editors, Canon's index. */
const SKIPPED = /^\.|~$|^_index\.md$/i;

/** Finds the rule files of a home. `breathe` is awaited before each folder and may throw. */
export async function findRuleFiles(home: string, breathe: () => Promise<void>): Promise<RuleEntries> {
  const walk = new RuleWalk();
  walk.start({ path: "", at: Buffer.from(home) });
  for (let folder = walk.next(); folder !== undefined; folder = walk.next()) {
    await breathe();
    walk.list(folder);
  }
  walk.files.sort((a, b) => Buffer.compare(a.at, b.at));
  return walk;
}

class RuleWalk {
  readonly files: RuleEntry[] = [];
  readonly warnings: RuleWarning[] = [];
  readonly inputs: InputStamp[] = [];
  readonly unread: string[] = [];
  // Folders go before links to folders: what can be reached both ways is found under its own name, in whatever order
  // the system lists a folder. `seen` ends loops.
  private readonly folders: RuleEntry[] = [];
  private readonly links: RuleEntry[] = [];
  private readonly seen = new Set<string>();
  private full = false;

  start(home: RuleEntry): void {
    const legacy = join(home, Buffer.from(LEGACY));
    this.inputs.push(stampInput(legacy.at));
    if (lookAt(legacy.at, lstatSync).kind !== "absent") this.noteLegacy(legacy);
    const root = join(home, Buffer.from("rules"));
    this.inputs.push(stampInput(root.at));
    if (lookAt(root.at, lstatSync).kind === "absent") return;
    const { kind, problem } = lookAt(root.at, statSync);
    if (kind === "folder") this.folders.push(root);
    // A file that stands in its place hides no rule.
    else if (problem === null) this.warn("rules_unreadable", root, { code: "no_folder" });
    else this.miss(root, unread(problem));
  }

  next(): RuleEntry | undefined {
    return this.full ? undefined : (this.folders.pop() ?? this.links.shift());
  }

  list(folder: RuleEntry): void {
    const { identity } = lookAt(folder.at, statSync);
    if (this.seen.has(identity) || this.isFull(this.seen.size, MAX_FOLDERS, "folders_many")) return;
    if (identity !== "") this.seen.add(identity);
    this.inputs.push(stampInput(folder.at));
    try {
      const found = readdirSync(folder.at, { withFileTypes: true, encoding: "buffer" });
      found.sort((a, b) => Buffer.compare(a.name, b.name));
      for (const each of found) this.add(join(folder, each.name), each.name.toString(), kindOf(each));
    } catch (error) {
      if (isOutOfFiles(error)) throw error;
      this.miss(folder, unread(codeOf(error)));
    }
  }

  private add(entry: RuleEntry, name: string, kind: Kind): void {
    if (SKIPPED.test(name)) return;
    if (kind !== "folder") this.inputs.push(stampInput(entry.at));
    if (entry.path === `rules/${LEGACY}`) this.noteLegacy(entry);
    else if (kind === "link") this.addLink(entry, name);
    else if (kind === "folder") this.folders.push(entry);
    else if (RULE_NAME.test(name)) this.addFile(entry, kind);
  }

  private addLink(entry: RuleEntry, name: string): void {
    const { kind, problem } = lookAt(entry.at, statSync);
    if (kind === "folder") this.links.push(entry);
    else if (problem === null && RULE_NAME.test(name)) this.addFile(entry, kind);
    // Where it led is not known; a name without an extension is a folder's.
    else if (problem !== null && (RULE_NAME.test(name) || !name.includes("."))) {
      this.warn("rule_unreadable", entry, { code: "dead_link", params: { detail: problem } });
      // A rule that went away with its link covers nothing; one that can't be reached may.
      if (problem !== "ENOENT") this.unread.push(entry.path);
    }
  }

  private addFile(entry: RuleEntry, kind: Kind): void {
    if (kind !== "file") this.warn("rule_unreadable", entry, { code: "not_opened" });
    else if (!this.isFull(this.files.length, MAX_FILES, "files_many")) this.files.push(entry);
  }

  private isFull(count: number, limit: number, code: "files_many" | "folders_many"): boolean {
    if (count < limit) return false;
    if (!this.full) {
      this.warnings.push(warning("rules_too_many", "rules", { code, params: { n: limit } }));
      this.unread.push("rules");
    }
    this.full = true;
    return true;
  }

  private noteLegacy(entry: RuleEntry): void {
    this.warn("rules_legacy", entry, { code: "legacy" });
  }

  private miss(folder: RuleEntry, reason: WarningReason): void {
    this.warn("rules_unreadable", folder, reason);
    this.unread.push(folder.path);
  }

  private warn(code: RuleWarningCode, entry: RuleEntry, reason: WarningReason): void {
    this.warnings.push(warning(code, entry.path, reason));
  }
}

type Kind = "file" | "folder" | "link" | "absent" | "other";

interface Look {
  readonly kind: Kind;
  /** Device and inode; empty where there is nothing to look at. */
  readonly identity: string;
  /** The system's code for why it could not be looked at. */
  readonly problem: string | null;
}

function lookAt(at: Buffer, stat: typeof lstatSync): Look {
  try {
    const stats = stat(at, { bigint: true });
    return { kind: kindOf(stats), identity: `${stats.dev}:${stats.ino}`, problem: null };
  } catch (error) {
    const kind = codeOf(error) === "ENOENT" ? "absent" : "other";
    return { kind, identity: "", problem: codeOf(error) };
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Kind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function join(folder: RuleEntry, name: Buffer): RuleEntry {
  const path = folder.path === "" ? name.toString() : `${folder.path}/${name.toString()}`;
  return { path, at: Buffer.concat([folder.at, Buffer.from("/"), name]) };
}

/** So many files are open that no further one can be: whoever called is told, for nothing can be said of the file. */
export function isOutOfFiles(error: unknown): boolean {
  return codeOf(error) === "EMFILE" || codeOf(error) === "ENFILE";
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown error";
}

/** Never the system's own message: it holds the raw path. */
function unread(detail: string): WarningReason {
  return { code: "unread", params: { detail } };
}
