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

/**
 * Appends contexts that left the state's log. The append comes before the state is written: a run that is killed between
 * the two displaces the same contexts again, and finds them at the end of the file. So none is lost and none is there twice.
 * The first `settledBytes` stood there when the state was written, so nothing of it stands in them. Returns as many for the next.
 */
export function archiveContexts(home: string, displaced: readonly Stored[], settledBytes = 0): number {
  if (displaced.length === 0) return settledBytes;
  const path = join(home, CONTEXT_ARCHIVE);
  const there = new Set(lastLines(path, settledBytes));
  const lines = displaced.map(jsonOf).filter((line) => !there.has(line));
  appendLines(path, lines, (tail) => lines.some((line) => line.startsWith(tail)));
  return statSync(path).size;
}

/** A file that is shorter than what was settled is another one. */
function lastLines(path: string, settledBytes: number): string[] {
  const fd = openOrNone(path);
  if (fd === undefined) return [];
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size < settledBytes ? size : size - settledBytes, TAIL_BYTES));
    return bytes.toString("utf8", 0, readFully(fd, bytes, bytes.length, size - bytes.length)).split("\n");
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
