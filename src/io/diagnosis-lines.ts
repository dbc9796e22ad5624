import { createHash } from "node:crypto";
import { fstatSync } from "node:fs";
import { join } from "node:path";
import { readLine } from "../core/line/line.js";
import { closeQuietly } from "./closing.js";
import { openRegularFile } from "./regular-file.js";
import { readFully } from "./file-identity.js";

/** What is wrong with the lines of a file to which lines are appended. */
export interface LineFaults {
  /** Byte offsets of whole lines that are no JSON objects. */
  readonly unreadable: readonly number[];
  /** The file ends within a line. */
  readonly isTorn: boolean;
  /** Byte offsets of lines that say again what an earlier one said. */
  readonly doubled: readonly number[];
}

/** Only the end of a very long file is looked at: that is where an interruption leaves its marks. */
const LOOKED_AT_BYTES = 64 << 20;
const NEWLINE = 0x0a;
const NO_FAULTS: LineFaults = { unreadable: [], isTorn: false, doubled: [] };

/**
 * Looks at each line of a file of the home. `identityOf` says by what a record is known; undefined: it may stand there as
 * often as it likes. A file that is not there, or can't be read, has no faults of this kind.
 */
export function lineFaults(
  home: string,
  name: string,
  identityOf: (record: Readonly<Record<string, unknown>>) => string | undefined,
): LineFaults {
  let bytes: Buffer;
  let startOffset: number;
  try {
    [bytes, startOffset] = endOf(join(home, name));
  } catch {
    return NO_FAULTS;
  }
  const faults = { unreadable: [] as number[], isTorn: false, doubled: [] as number[] };
  const seen = new Set<string>();
  for (let p = 0; p < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, p);
    const outcome = readLine(bytes, p, newline < 0 ? bytes.length : newline);
    if (outcome.type === "rejected") {
      if (newline < 0) faults.isTorn = true;
      else faults.unreadable.push(startOffset + p);
    }
    const identity = outcome.type === "record" ? identityOf(outcome.value) : undefined;
    if (identity !== undefined && isSeen(identity, seen)) faults.doubled.push(startOffset + p);
    p = newline < 0 ? bytes.length : newline + 1;
  }
  return faults;
}

/** Identities are as long as a line, and there may be very many: so much of a hash tells them apart. */
function isSeen(identity: string, seen: Set<string>): boolean {
  const hash = createHash("sha256").update(identity, "utf8").digest("base64").slice(0, 20);
  if (seen.has(hash)) return true;
  seen.add(hash);
  return false;
}

/** The file's last bytes from a line's beginning on, and where that is. */
function endOf(path: string): [bytes: Buffer, startOffset: number] {
  const fd = openRegularFile(path);
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - LOOKED_AT_BYTES);
    const bytes = Buffer.allocUnsafe(size - start);
    const read = bytes.subarray(0, readFully(fd, bytes, bytes.length, start));
    const skipped = start === 0 ? 0 : read.indexOf(NEWLINE) + 1;
    return [read.subarray(skipped), start + skipped];
  } finally {
    closeQuietly(fd);
  }
}
