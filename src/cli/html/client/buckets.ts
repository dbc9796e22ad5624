const DAY_MS = 86_400_000;
/** More bars than this are too thin to be told apart. */
const MOST_BARS = 130;

export interface Buckets {
  /** Days in a bar. */
  readonly width: 1 | 7 | 30;
  /** First days of the bars, epoch milliseconds. */
  readonly startsMs: readonly number[];
  /** Where each bar begins in the days, and behind the last one. */
  readonly edges: readonly number[];
}

/**
 * The bars for the last `days` of `count` days from `from` (`2026-05-25`) on. They end with the last day, so the first one
 * may stand for fewer days than the others.
 */
export function bucketsOf(from: string, count: number, days: number): Buckets {
  const shown = Math.min(count, days);
  const width = shown <= MOST_BARS ? 1 : shown <= MOST_BARS * 7 ? 7 : 30;
  const edges = [count];
  while ((edges[0] as number) > count - shown) edges.unshift(Math.max(count - shown, (edges[0] as number) - width));
  const fromMs = Date.parse(`${from}T00:00:00Z`);
  return { width, edges, startsMs: edges.slice(0, -1).map((edge) => fromMs + edge * DAY_MS) };
}

/** Hits by bar. */
export function summed(days: readonly number[], { edges }: Buckets): number[] {
  return edges.slice(0, -1).map((edge, i) => days.slice(edge, edges[i + 1]).reduce((sum, hits) => sum + hits, 0));
}

/** `2026-05-25`. */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().replace(/T.*/, "");
}
