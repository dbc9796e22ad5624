import { closeSync, lstatSync, openSync, realpathSync, statSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createFile, replaceFile } from "../io/durable-write.js";
import { placeInHome } from "../io/rejects-file.js";
import { quoted } from "../core/text/quoted.js";
import { Refusal } from "./command-errors.js";
import type { Texts } from "./texts/texts.js";
import { readFully } from "../io/file-identity.js";

/**
 * A file that a page goes to. It is looked at before the work begins, and again when the page is written: a file that is
 * there is only replaced if that was asked for and it is such a page itself, so that a slip of the name costs nothing.
 */
export class PageFile {
  readonly #path: string;
  readonly #mayReplace: boolean;
  /** How every such page begins. */
  readonly #start: Buffer;
  readonly #texts: Texts;

  constructor(path: string, mayReplace: boolean, start: string, texts: Texts) {
    this.#path = path;
    this.#mayReplace = mayReplace;
    this.#start = Buffer.from(start);
    this.#texts = texts;
  }

  /** What is there already. @throws Refusal if the page can't go there */
  check(home: string): Stats | undefined {
    const { pageFile } = this.#texts;
    const place = placeInHome(realTarget(this.#path), home);
    if (place !== undefined) throw new Refusal(pageFile.inHome[place](quoted(this.#path)), pageFile.otherFolderHint);
    const there = statOf(this.#path);
    if (there === undefined) {
      if (isLink(this.#path)) throw new Refusal(pageFile.noFile(quoted(this.#path)), pageFile.otherHint);
      const folder = dirname(this.#path);
      if (statOf(folder)?.isDirectory() === true) return undefined;
      throw new Refusal(pageFile.noFolder(quoted(folder)), pageFile.noFolderHint);
    }
    if (!there.isFile()) throw new Refusal(pageFile.noFile(quoted(this.#path)), pageFile.otherHint);
    if (!this.#mayReplace) throw new Refusal(pageFile.exists(quoted(this.#path)), pageFile.existsHint);
    if (there.size > 0 && !this.#isPage()) throw new Refusal(pageFile.foreign(quoted(this.#path)), pageFile.otherHint);
    return there;
  }

  /** @throws Refusal; the file is then as it was */
  write(page: string, home: string): void {
    const { pageFile } = this.#texts;
    const there = this.check(home);
    try {
      if (there === undefined) createFile(this.#path, page);
      else replaceFile(this.#path, page, there.mode & 0o777);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") throw new Refusal(pageFile.exists(quoted(this.#path)), pageFile.existsHint);
      throw new Refusal(pageFile.unwritable(quoted(this.#path), message), pageFile.unwritableHint);
    }
  }

  #isPage(): boolean {
    const head = Buffer.alloc(this.#start.length);
    const fd = openSync(this.#path, "r");
    try {
      readFully(fd, head, head.length, 0);
    } finally {
      closeSync(fd);
    }
    return head.equals(this.#start);
  }
}

/** Where the page would be, by whatever links. */
function realTarget(path: string): string {
  const folder = dirname(path);
  try {
    return statOf(path) === undefined ? join(realpathSync(folder), basename(path)) : realpathSync(path);
  } catch {
    return path; // its folder is not there, which is said next
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** A link that leads to nothing looks like no file at all, and yet its name is taken. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
