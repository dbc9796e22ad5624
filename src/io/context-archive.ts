import { closeSync, fstatSync, readSync } from "node:fs";
import { join } from "node:path";
import { openRegularFile } from "./regular-file.js";
import { isContext } from "../core/state-guards.js";
import type { ContextEntry, Stored } from "../model/state.js";
import { appendLines } from "./durable-write.js";

export const CONTEXT_ARCHIVE = "context_archive.jsonl";
/** What an interrupted run appended is the very end of the file: far less than this. */
const TAIL_BYTES = 4 << 20;
const PIECE_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/**
 * Appends contexts that left the state's log. The append comes before the state is written: a run that is killed between
 * the two displaces the same contexts again, and finds them at the end of the file. So none is lost and none is there twice.
 */
export function archiveContexts(home: string, displaced: readonly Stored[]): void {
  if (displaced.length === 0) return;
  const path = join(home, CONTEXT_ARCHIVE);
  const there = new Set(lastLines(path));
  const lines = displaced.map((entry) => JSON.stringify(entry)).filter((line) => !there.has(line));
  appendLines(path, lines, (tail) => lines.some((line) => line.startsWith(tail)));
}

function lastLines(path: string): string[] {
  const fd = openOrNone(path);
  if (fd === undefined) return [];
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, size - bytes.length)).split("\n");
  } finally {
    closeSync(fd);
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

/** The archive's contexts of some rules. Lines of other rules are told by their bytes and not parsed. */
export function archivedContexts(home: string, ruleIds: readonly string[]): ContextEntry[] {
  if (ruleIds.length === 0) return [];
  const fd = openOrNone(join(home, CONTEXT_ARCHIVE));
  if (fd === undefined) return [];
  try {
    const texts = ruleIds.map((id) => JSON.stringify(id));
    const wanted = texts.map((text) => Buffer.from(text, "utf8"));
    const found: ContextEntry[] = [];
    for (const piece of wholeLines(fd)) {
      if (!wanted.some((id) => piece.includes(id))) continue;
      for (const line of piece.toString("utf8").split("\n")) {
        const entry = texts.some((text) => line.includes(text)) ? contextOf(line) : undefined;
        if (entry !== undefined && entry.rule_id !== null && ruleIds.includes(entry.rule_id)) found.push(entry);
      }
    }
    return found;
  } finally {
    closeSync(fd);
  }
}

/** The file in pieces that end where a line does. */
function* wholeLines(fd: number): Generator<Buffer> {
  let rest = Buffer.alloc(0);
  for (let at = 0; ;) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const length = readSync(fd, piece, 0, piece.length, at);
    if (length === 0) break;
    at += length;
    const bytes = Buffer.concat([rest, piece.subarray(0, length)]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    rest = bytes.subarray(end);
    if (end > 0) yield bytes.subarray(0, end);
  }
  if (rest.length > 0) yield rest;
}

function contextOf(line: string): ContextEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isContext(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}
