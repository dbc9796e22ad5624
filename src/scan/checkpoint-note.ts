import type { HashSeed } from "../core/line/hash.js";
import type { ProcessIdentity } from "../io/process-identity.js";
import type { StoredArchive } from "./stored-archive.js";

/** What the first run was told, and each one that goes on from it. */
export interface FirstRun {
  readonly nowMs: number;
  /** By `patternName`, as the state had them: what is counted how depends on them. */
  readonly watermarksMs: ReadonlyMap<string, number>;
  readonly foldedUntilMs: ReadonlyMap<string, number>;
}

/** What a backfill was asked, as a person would know it again. */
export interface AskedBackfill {
  /** Whole paths and patterns. */
  readonly archives: readonly string[];
  /** By name, those that were given. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What is noted of a backfill when it begins. */
export interface Note {
  readonly asked: AskedBackfill;
  /** When the first run began. */
  readonly startedMs: number;
  readonly first: FirstRun;
  readonly slack: number;
  readonly seed: HashSeed;
  readonly archives: readonly StoredArchive[];
  readonly owner: ProcessIdentity;
}

/** Times may be infinite, which JSON knows no number for. */
export type StoredTimes = readonly (readonly [string, string])[];

export function storedTimes(times: ReadonlyMap<string, number>): StoredTimes {
  return [...times].map(([name, ms]) => [name, String(ms)]);
}

function timesOf(stored: StoredTimes): Map<string, number> {
  return new Map(stored.map(([name, ms]) => [name, Number(ms)]));
}

export function encodeNote({ first, ...note }: Note): string {
  const watermarksMs = storedTimes(first.watermarksMs);
  return JSON.stringify({
    ...note,
    first: { ...first, watermarksMs, foldedUntilMs: storedTimes(first.foldedUntilMs) },
  });
}

/** Of a text whose checksum was looked at. */
export function decodeNote(text: string): Note {
  const { first, ...note } = JSON.parse(text) as Omit<Note, "first"> & {
    readonly first: { readonly nowMs: number; readonly watermarksMs: StoredTimes; readonly foldedUntilMs: StoredTimes };
  };
  const { nowMs, watermarksMs, foldedUntilMs } = first;
  return { ...note, first: { nowMs, watermarksMs: timesOf(watermarksMs), foldedUntilMs: timesOf(foldedUntilMs) } };
}
