import { DAY_MS } from "../../model/options.js";
import type { TimeCounts } from "../count/group-times.js";
import type { FalseGroup } from "./false-groups.js";

/** What the groups of one pattern that have false positives come to in the windows of 7 and of 14 days. */
export interface FalseCounts {
  readonly nowMs: number;
  readonly judgedMs: number;
  /** Until when nothing leaves a window; Infinity: for ever. */
  readonly untilMs: number;
  /** When the next false positive leaves one. */
  readonly risesAtMs: number;
  readonly d7: Cancelled;
  readonly d14: Cancelled;
}

interface Cancelled {
  /** Hits that false positives of their own session cancel. */
  readonly inSessions: number;
  /** False positives without a session. */
  readonly loose: number;
  /** The most hits that one session has left. */
  readonly most: number;
}

/** `judgedMs`: only what is later than this counts. */
export function falseCounts(groups: Iterable<FalseGroup>, nowMs: number, judgedMs: number): FalseCounts {
  const all = [...groups];
  const [from7, from14] = [nowMs - 7 * DAY_MS, nowMs - 14 * DAY_MS];
  let [untilMs, risesAtMs] = [Infinity, Infinity];
  for (const { hits, falses } of all) {
    risesAtMs = Math.min(risesAtMs, leaves(falses, nowMs));
    untilMs = Math.min(untilMs, leaves(hits, nowMs), risesAtMs);
  }
  const d7 = cancelled(all, Math.max(from7, judgedMs));
  const d14 = cancelled(all, Math.max(from14, judgedMs));
  return { nowMs, judgedMs, untilMs, risesAtMs, d7, d14 };
}

/** When the first of these times leaves a window. */
function leaves({ timeMs }: TimeCounts, nowMs: number): number {
  let at = Infinity;
  for (const ms of timeMs)
    for (const days of [7, 14]) if (ms + days * DAY_MS > nowMs) at = Math.min(at, ms + days * DAY_MS);
  return at;
}

function cancelled(groups: readonly FalseGroup[], fromMs: number): Cancelled {
  let [inSessions, loose, most] = [0, 0, 0];
  for (const { session, hits, falses } of groups) {
    const cancelling = later(falses, fromMs);
    if (session.length === 0) loose += cancelling;
    else {
      const met = later(hits, fromMs);
      inSessions += Math.min(cancelling, met);
      most = Math.max(most, met - cancelling);
    }
  }
  return { inSessions, loose, most };
}

function later({ timeMs, count }: TimeCounts, fromMs: number): number {
  let sum = 0;
  for (let i = 0; i < timeMs.length; i++) if ((timeMs[i] as number) > fromMs) sum += count[i] as number;
  return sum;
}
