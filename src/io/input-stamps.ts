import { statSync } from "node:fs";

/** A file or folder that an answer was made of, and what the system said of it before it was read. */
export interface InputStamp {
  readonly at: string | Buffer;
  readonly stamp: string;
}

/** A write may be as much older than the clock says: file systems count time in ticks. */
const TICK_MS = 20;

/** What changes whenever the content does (or, of a folder, the names in it). */
export function stampInput(at: string | Buffer): InputStamp {
  return { at, stamp: stampText(at) };
}

/** Whether none of them has changed since. */
export function areUnchanged(inputs: readonly InputStamp[]): boolean {
  return inputs.every(({ at, stamp }) => stampText(at) === stamp);
}

/**
 * Whether a later change of any of them will show: one that was written to a moment before it was looked at might be written
 * to again within the same tick.
 */
export function areSettled(inputs: readonly InputStamp[], nowMs: number): boolean {
  return inputs.every(({ stamp }) => {
    const changedMs = Number(stamp.slice(stamp.lastIndexOf(" ") + 1));
    return stamp === "" || changedMs < nowMs - TICK_MS;
  });
}

/** Empty: it is not there. */
function stampText(at: string | Buffer): string {
  try {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return "";
    return `${stat.dev} ${stat.ino} ${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
  } catch (error) {
    // Why it can't be looked at may change without its time; NaN is never settled.
    return `${(error as NodeJS.ErrnoException).code ?? "unknown"} NaN`;
  }
}
