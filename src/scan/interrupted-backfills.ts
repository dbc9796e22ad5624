import { isDeepStrictEqual } from "node:util";
import { isoTime } from "../core/line/time.js";
import { decodePieces } from "../core/segment/pieces.js";
import { checkpointsOf, foldersIn, type CheckpointFolder } from "../io/checkpoint-folder.js";
import { closeQuietly } from "../io/closing.js";
import { isAlive, ownIdentity } from "../io/process-identity.js";
import { SegmentReader } from "../io/segment-file.js";
import type { InterruptedBackfill } from "../model/outputs.js";
import { decodeNote, type Note } from "./checkpoint-note.js";

/** What is kept of the backfills of a home that have not ended, the one that began first first. Nothing is written. */
export function interruptedBackfills(home: string): InterruptedBackfill[] {
  const found = keptOf(home).map((folder) => backfillIn(folder, noteIn(folder)));
  return found.toSorted((a, b) => (a.began ?? "").localeCompare(b.began ?? "", "en"));
}

/** Removes what is kept of a home's interrupted backfills, but not of those that run. Returns how many bytes went. */
export function clearCheckpoints(home: string): number {
  let bytes = 0;
  for (const folder of keptOf(home)) if (!isOfAnother(noteIn(folder))) bytes += folder.remove();
  return bytes;
}

/** Whether another process that runs keeps its own there. */
export function isOfAnother(note: Note | undefined): boolean {
  if (note === undefined || isDeepStrictEqual(note.owner, ownIdentity())) return false;
  return isAlive(note.owner) === true;
}

function keptOf(home: string): CheckpointFolder[] {
  return [...new Set([false, true].map((isDry) => checkpointsOf(home, isDry)))].flatMap(foldersIn);
}

/** One that is damaged is none. */
function noteIn(folder: CheckpointFolder): Note | undefined {
  try {
    const text = folder.readNote();
    return text === undefined ? undefined : decodeNote(text);
  } catch {
    return undefined;
  }
}

function backfillIn(folder: CheckpointFolder, note: Note | undefined): InterruptedBackfill {
  const { bytes, files } = folder.size();
  const kept = { path: folder.path, bytes, files };
  if (note === undefined)
    return {
      ...kept,
      state: "damaged",
      began: null,
      now: null,
      archives: [],
      options: {},
      read_bytes: 0,
      total_bytes: 0,
    };
  return {
    ...kept,
    state: isOfAnother(note) ? "running" : "interrupted",
    began: isoTime(note.startedMs),
    now: isoTime(note.first.nowMs),
    ...note.asked,
    read_bytes: folder.segmentNames.reduce((sum, name) => sum + readBytesOf(folder, name), 0),
    total_bytes: note.archives.reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0),
  };
}

/** Of the archives' files. What is damaged, or is just being replaced, is read again. */
function readBytesOf(folder: CheckpointFolder, name: string): number {
  try {
    const { fd, sizeBytes } = folder.openSegment(name);
    try {
      const { pieces } = decodePieces(new SegmentReader(fd, 0, sizeBytes, name).note(), name);
      return pieces.reduce((sum, { readBytes }) => sum + readBytes, 0);
    } finally {
      closeQuietly(fd);
    }
  } catch {
    return 0;
  }
}
