// Counts of files, without what may differ between forms of one log.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scanArchives, type ArchiveCounts } from "../../src/scan/scan-archives.js";
import { tempFolder } from "../io/temp-folder.js";

export const NOW = Date.parse("2026-05-25T12:34:56.789Z");

export async function countsOf(
  files: Readonly<Record<string, Uint8Array>>,
  maxLineBytes?: number,
): Promise<ArchiveCounts> {
  const folder = tempFolder();
  const archives = Object.keys(files).map((name) => join(folder, name));
  Object.values(files).forEach((bytes, i) => writeFileSync(archives[i]!, bytes));
  return scanArchives({ archives, now: NOW, threads: 1, ...(maxLineBytes === undefined ? {} : { maxLineBytes }) });
}

/** What must not depend on the form: everything but blank lines, paths and places. */
export function formless({ patterns, lines, archives, ...rest }: ArchiveCounts): unknown {
  const { accepted, rejected, incomplete, reasons } = lines;
  return {
    ...rest,
    lines: { accepted, rejected, incomplete, reasons },
    status: archives.map(({ status }) => status),
    patterns: patterns.map(({ newest, ...pattern }) => ({ ...pattern, newest: newest.map(({ timeMs }) => timeMs) })),
  };
}
