import { statSync, type Stats } from "node:fs";

/** A file or folder that an answer was made of, and what the system said of it before it was read. */
export interface InputStamp {
  readonly at: string | Buffer;
  readonly stamp: Stamp;
}

/**
 * What changes whenever the content does (or, of a folder, the names in it): device, inode, mode, size, the times of the last
 * write and the last change in milliseconds. Empty: it is not there. A text alone: why it can't be looked at.
 */
type Stamp = readonly (number | string)[];

/** A write may be as much older than the clock says: file systems count time in ticks. */
const TICK_MS = 20;

export function stampInput(at: string | Buffer): InputStamp {
  const stat = statOf(at);
  if (stat === undefined) return { at, stamp: [] };
  if (typeof stat === "string") return { at, stamp: [stat] };
  return { at, stamp: [stat.dev, stat.ino, stat.mode, stat.size, stat.mtimeMs, stat.ctimeMs] };
}

/** Whether none of them has changed since. */
export function areUnchanged(inputs: readonly InputStamp[]): boolean {
  return inputs.every(isUnchanged);
}

/** There are as many of these as a home has rules, in every scan of it: nothing is made but the comparison. */
function isUnchanged({ at, stamp }: InputStamp): boolean {
  const stat = statOf(at);
  if (stat === undefined) return stamp.length === 0;
  if (typeof stat === "string") return stamp[0] === stat;
  return (
    stat.mtimeMs === stamp[4] &&
    stat.ctimeMs === stamp[5] &&
    stat.size === stamp[3] &&
    stat.ino === stamp[1] &&
    stat.dev === stamp[0] &&
    stat.mode === stamp[2]
  );
}

/**
 * Whether a later change of any of them will show: one that was written to a moment before it was looked at might be written
 * to again within the same tick. Why something can't be looked at may change without its time.
 */
export function areSettled(inputs: readonly InputStamp[], nowMs: number): boolean {
  return inputs.every(({ stamp }) => {
    const changedMs = stamp[5];
    return stamp.length === 0 || (typeof changedMs === "number" && changedMs < nowMs - TICK_MS);
  });
}

function statOf(at: string | Buffer): Stats | string | undefined {
  try {
    return statSync(at, { throwIfNoEntry: false });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}
