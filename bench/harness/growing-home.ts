// A home whose log grows by pieces that were made with it: the end of one archive is held back.
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const RULES = 500;
const CHUNK_BYTES = 1 << 20;

export class GrowingHome {
  readonly path: string;
  readonly #log: string;
  /** The archive itself: what of it is in the log is read from there no more. */
  readonly #rest: number;
  #at: number;

  /** The log is the archive's first `bytes`, to the end of a line; the archive is used up. */
  constructor(path: string, archive: string, bytes: number) {
    this.path = path;
    this.#log = join(path, "intercept_log.jsonl");
    mkdirSync(join(path, "rules", "ban"), { recursive: true });
    for (let i = 0; i < RULES; i++)
      writeFileSync(join(path, "rules", "ban", `made-${i}.md`), `---\nid: made-${i}\nlevel: hard\n---\nDo not.\n`);
    copyFileSync(archive, this.#log);
    this.#rest = openSync(archive, "r");
    this.#at = this.#lineEnd(bytes);
    truncateSync(this.#log, this.#at);
    // Nobody else takes it for whole.
    renameSync(archive, join(path, "held-back"));
  }

  /** Appends about so many bytes, whole lines. */
  append(bytes: number): void {
    const end = bytes === 0 ? this.#at : this.#lineEnd(this.#at + bytes);
    while (this.#at < end) {
      const chunk = this.#read(this.#at, Math.min(CHUNK_BYTES, end - this.#at));
      appendFileSync(this.#log, chunk);
      this.#at += chunk.length;
    }
  }

  close(): void {
    closeSync(this.#rest);
  }

  /** The first end of a line that is not before `at`. */
  #lineEnd(at: number): number {
    for (let from = at - 1; from < fstatSync(this.#rest).size; from += CHUNK_BYTES) {
      const end = this.#read(from, CHUNK_BYTES).indexOf(0x0a);
      if (end >= 0) return from + end + 1;
    }
    throw new Error("the archive that was made is too short for this many rounds");
  }

  #read(at: number, bytes: number): Buffer {
    const chunk = Buffer.allocUnsafe(bytes);
    return chunk.subarray(0, readSync(this.#rest, chunk, 0, bytes, at));
  }
}
