import { DAY_MS, HOUR_MS } from "../../model/options.js";

/**
 * Which times a partial keeps exactly. It knows no window: windows are asked of it afterwards. Before `floorMs` a time
 * only counts; from there on it is kept by the hour, and to the millisecond in the hours of `exactHours`. A window can
 * then be asked for whose edges lie in exact hours.
 */
export interface Precision {
  /** Records up to here are folded; later ones ("future") are counted apart. */
  readonly asOfMs: number;
  /** Start of the first hour that is kept. */
  readonly floorMs: number;
  /** Starts of the hours kept to the millisecond, ascending. Empty means all of them. */
  readonly exactHours: readonly number[];
  /**
   * By `patternName`: events not later than this are in the state's fold already and are not folded again; -Infinity:
   * undated events that come first are. Patterns that do not stand here are folded from the beginning.
   */
  readonly foldedUntilMs?: ReadonlyMap<string, number>;
}

export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/**
 * What one scan at `nowMs` needs: the hours in which its windows begin and end, and those of `watermarks` (times that
 * hits must be later than). A question without a window wants `floorMs` -Infinity.
 */
export function precisionFor(
  nowMs: number,
  watermarks: Iterable<number> = [],
  floorMs = hourOf(nowMs - 14 * DAY_MS),
): Precision {
  const edges = [nowMs, nowMs - 7 * DAY_MS, nowMs - 14 * DAY_MS];
  for (const ms of watermarks) if (ms >= floorMs && ms <= nowMs) edges.push(ms);
  return { asOfMs: nowMs, floorMs, exactHours: [...new Set(edges.map(hourOf))].toSorted((a, b) => a - b) };
}

/** The key of the cell that a time falls into: itself in an exact hour, else the start of its hour. */
export function cellOf(ms: number, exactHours: readonly number[]): number {
  const hour = hourOf(ms);
  return exactHours.length === 0 || exactHours.includes(hour) ? ms : hour;
}
