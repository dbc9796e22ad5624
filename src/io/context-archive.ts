import { fstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { closeQuietly } from "./closing.js";
import { openRegularFile } from "./regular-file.js";
import { jsonOf } from "../core/text/json-of.js";
import type { Stored } from "../model/state.js";
import { appendLines } from "./durable-write.js";
import { readFully } from "./file-identity.js";

export const CONTEXT_ARCHIVE = "context_archive.jsonl";
/** What an interrupted run appended is the very end of the file: far less than this. */
const TAIL_BYTES = 4 << 20;

/** So many lines are remembered; beyond, the file is read again. */
const MOST_LINES = 1 << 16;

/** The lines that were seen at the end of the archive when it had so many bytes. */
export interface SeenLines {
  readonly bytes: number;
  readonly lines: Set<string>;
}

/**
 * Appends contexts that left the state's log. The append comes before the state is written: a run that is killed between
 * the two displaces the same contexts again, as does one whose state or clock was put back, and finds them at the end of the
 * file. So none is lost and none is there twice. `seen`: while the state has stayed as it was. Returns as much for the next.
 */
export function archiveContexts(
  home: string,
  displaced: readonly Stored[],
  seen: SeenLines | undefined,
): SeenLines | undefined {
  if (displaced.length === 0) return seen;
  const path = join(home, CONTEXT_ARCHIVE);
  const there = lastLines(path, seen);
  const lines = displaced.map(jsonOf).filter((line) => !there.has(line));
  appendLines(path, lines, (tail) => lines.some((line) => line.startsWith(tail)));
  for (const line of lines) there.add(line);
  return there.size > MOST_LINES ? undefined : { bytes: statSync(path).size, lines: there };
}

/** A file that is shorter than what was seen is another one. */
function lastLines(path: string, seen: SeenLines | undefined): Set<string> {
  const fd = openOrNone(path);
  if (fd === undefined) return new Set();
  try {
    const { size } = fstatSync(fd);
    const known = seen !== undefined && seen.bytes <= size ? seen : { bytes: 0, lines: new Set<string>() };
    const bytes = Buffer.alloc(Math.min(size - known.bytes, TAIL_BYTES));
    const text = bytes.toString("utf8", 0, readFully(fd, bytes, bytes.length, size - bytes.length));
    for (const line of text.split("\n")) known.lines.add(line);
    return known.lines;
  } finally {
    closeQuietly(fd);
  }
}

function openOrNone(path: string): number | undefined {
  try {
    return openRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
