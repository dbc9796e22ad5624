import { heldFd } from "../io/archive-file.js";
import { isCuttable, lastLineEnd } from "../io/ranges.js";
import type { OpenArchive } from "../io/archives.js";
import { stampOf, type FileStamp } from "../io/file-identity.js";
import { changeOf, rememberFile, sameFile } from "../io/known-file.js";
import { HOUR_MS } from "../model/options.js";
import type { ArchiveReport, CacheNote } from "../model/report.js";
import type { KnownArchive } from "./home-cache.js";
import type { Part, ScannedPart } from "./part-scan.js";

/** A new part of this size keeps its last bytes apart: should their times lie ahead of the clock, little is read again. */
export const SPLIT_BYTES = 8 << 20;
const LAST_BYTES = 1 << 20;
const SHORTLY_MS = HOUR_MS;

/** An open archive with what is known of it. */
export interface Planned {
  readonly archive: OpenArchive;
  readonly stamp: FileStamp;
  /** What holds of what is known of it. */
  readonly known: KnownArchive | undefined;
  /** Where the last whole line ends: what is behind it is counted but not kept. */
  readonly settled: number;
  readonly ahead?: KnownArchive["ahead"];
}

export type NoteChange = (code: CacheNote["code"], path: string) => void;

/** What of each open archive is known and still holds. */
export function planKnown(
  open: readonly OpenArchive[],
  archives: readonly KnownArchive[],
  nowMs: number,
  note: NoteChange,
): Planned[] {
  return open.map((archive) => {
    const stamp = { ...stampOf(heldFd(archive.file)), sizeBytes: archive.identity.sizeBytes };
    const before = archives.find(({ file }) => sameFile(file.stamp, stamp));
    if (before === undefined) noteNew(archive, open, archives, note);
    const known = before && whatHolds(archive, stamp, before, nowMs, note);
    return { archive, stamp, known, settled: settledEnd(archive, known && before) };
  });
}

/** `known`: as it was, for what is stale of it ended at a line's end too. */
function settledEnd(archive: OpenArchive, known: KnownArchive | undefined): number {
  const { file, identity } = archive;
  if (!isCuttable(archive)) return identity.sizeBytes;
  if (known?.file.stamp.sizeBytes === identity.sizeBytes) return known.ahead?.settled ?? known.file.knownBytes;
  return lastLineEnd(heldFd(file), identity.sizeBytes, known?.file.knownBytes);
}

/** Another file stands in the place of one that was known, and that one is nowhere else. */
function noteNew(
  { path }: OpenArchive,
  open: readonly OpenArchive[],
  archives: readonly KnownArchive[],
  note: NoteChange,
): void {
  const before = archives.find((one) => one.path === path);
  const isThere = before !== undefined && open.some(({ file }) => sameFile(stampOf(heldFd(file)), before.file.stamp));
  if (before !== undefined && !isThere) note("replaced", path);
}

function whatHolds(
  archive: OpenArchive,
  stamp: FileStamp,
  known: KnownArchive,
  nowMs: number,
  note: NoteChange,
): KnownArchive | undefined {
  const change = changeOf(heldFd(archive.file), stamp, known.file);
  const isSame = archive.encoding === known.encoding && archive.framing === known.framing;
  if (change === "truncated" || change === "rewritten") note(change, archive.path);
  else if (isSame && (change === "none" || isCuttable(archive))) return withoutStale(known, nowMs);
  return undefined;
}

/** Without extents in which a record was future that is not any more, or the other way round, and without those behind them. */
function withoutStale(known: KnownArchive, nowMs: number): KnownArchive {
  const stale = known.extents.findIndex(({ earliestMs, validUntilMs }) => nowMs < earliestMs || nowMs >= validUntilMs);
  if (stale < 0) return known;
  const extents = known.extents.slice(0, stale);
  return { ...known, extents, file: { ...known.file, knownBytes: extents.at(-1)?.to ?? 0 } };
}

/** What is to be read of an archive, behind the bytes that are known. */
export function newParts({ archive, settled }: Planned, number: number, { file, ahead }: KnownArchive): Part[] {
  const { knownBytes } = file;
  if (settled <= knownBytes) return [];
  const whole = { archive: number, from: knownBytes, to: settled };
  const isLong = settled - knownBytes >= SPLIT_BYTES;
  if (!isCuttable(archive) || !(isLong || ahead !== undefined)) return [whole];
  const about = isLong ? settled - LAST_BYTES : Math.min(ahead?.to ?? 0, settled);
  const cut = lastLineEnd(heldFd(archive.file), about, knownBytes);
  return cut === knownBytes || cut === settled
    ? [whole]
    : [
        { ...whole, to: cut },
        { ...whole, from: cut },
      ];
}

/**
 * The parts that are not kept yet, from the first with a time that lies shortly ahead, as where its writer's clock is ahead of this
 * one: to keep them would be to drop them in a moment, and to add all else up anew.
 */
export function partsAhead(
  { archive, settled }: Planned,
  parts: readonly ScannedPart[],
  nowMs: number,
): readonly ScannedPart[] {
  const first = parts.findIndex(({ partial }) => partial.validUntilMs - nowMs <= SHORTLY_MS);
  const from = parts[first]?.from;
  return from === undefined || !isCuttable(archive) || settled - from > LAST_BYTES ? [] : parts.slice(first);
}

/** The same, settled no further than what is kept. */
export function settledBefore(one: Planned, parts: readonly ScannedPart[]): Planned {
  const [first] = parts;
  return first === undefined ? one : { ...one, settled: first.from, ahead: { to: first.to, settled: one.settled } };
}

/** What of an archive is not settled yet. */
export function tailPart({ archive: { identity }, settled }: Planned, number: number): Part[] {
  return settled < identity.sizeBytes ? [{ archive: number, from: settled, to: identity.sizeBytes }] : [];
}

/** The archive as it is known now. One that changed while it was read, or that the disk did not give, is read anew the next time. */
export function remembered(
  known: KnownArchive,
  { archive, stamp, settled, ahead }: Planned,
  report: ArchiveReport,
): KnownArchive {
  const isWhole = report.status === "complete";
  if (!isWhole && (isCuttable(archive) || report.code === "io_error"))
    return { ...known, file: { ...known.file, stamp: { ...stamp, sizeBytes: Number.MAX_SAFE_INTEGER } } };
  const isSame = known.file.knownBytes === settled && known.file.head !== "";
  const file = isSame ? { ...known.file, stamp } : rememberFile(heldFd(archive.file), stamp, settled, known.file);
  const { path: _path, ...told } = report;
  const { report: _report, ahead: _ahead, ...rest } = known;
  return { ...rest, file, ...(isWhole ? {} : { report: told }), ...(ahead && { ahead }) };
}
