// Latencies as HDR histograms in whole microseconds, so that those of several runs can be added up without loss.
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram as HdrHistogram,
} from "hdr-histogram-js";

export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The histogram itself, in microseconds: V2, compressed, base64. */
  readonly encoded: string;
}

export function latencyOf(milliseconds: readonly number[]): Latency {
  const histogram = empty();
  // Whole microseconds: the histogram takes no fractions.
  for (const ms of milliseconds) histogram.recordValue(Math.round(ms * 1000));
  return summary(histogram);
}

export function addLatencies(one: Latency, other: Latency): Latency {
  const sum = empty();
  for (const { encoded } of [one, other]) sum.add(decodeFromCompressedBase64(encoded));
  return summary(sum);
}

/** One that grows with its values; those that were decoded don't. */
function empty(): HdrHistogram {
  const histogram = build({ numberOfSignificantValueDigits: 3 });
  histogram.autoResize = true;
  return histogram;
}

function summary(histogram: HdrHistogram): Latency {
  const at = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1000;
  return {
    count: histogram.totalCount,
    p50Ms: at(50),
    p99Ms: at(99),
    maxMs: histogram.maxValue / 1000,
    encoded: encodeIntoCompressedBase64(histogram),
  };
}
