import { randomBytes } from "node:crypto";
import { openSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeQuietly } from "./closing.js";
import { removeQuietly } from "./durable-write.js";

/**
 * Temporary files without a name: each is unlinked as soon as it is open, so that however the process ends nothing is left
 * behind, and nobody else can open it. Exclusive creation follows no link that someone has laid.
 */
export class SpillFiles {
  readonly files: readonly number[];
  /** Names that could not be taken away while the file is open, as on some systems. */
  readonly #named: string[] = [];

  /** @throws the file system's own error */
  constructor(count: number, folder = tmpdir()) {
    const files: number[] = [];
    this.files = files;
    try {
      for (let i = 0; i < count; i++) files.push(this.#open(folder));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    for (const fd of this.files) closeQuietly(fd);
    for (const name of this.#named) removeQuietly(name);
  }

  #open(folder: string): number {
    const name = join(folder, `mnemonic-${process.pid}-${randomBytes(8).toString("hex")}.spill`);
    const fd = openSync(name, "wx+", 0o600);
    try {
      unlinkSync(name);
    } catch {
      this.#named.push(name);
    }
    return fd;
  }
}
