// The form that github-action-benchmark reads as `customBiggerIsBetter`: every figure is turned so that more is better.
import type { BenchResult, Row } from "./result.js";
import { median } from "./statistics.js";

export interface GithubFigure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly range?: string;
  readonly extra: string;
}

export function githubFigures({ bench, rows, versions, machine }: BenchResult): GithubFigure[] {
  const extra = `mnemonic ${versions["mnemonic"]}, node ${versions["node"]}, ${machine.cpu}`;
  return rows.flatMap((row) => {
    const speed = speedOf(bench, row);
    if (speed === undefined) return [];
    const name = [bench, row.corpus, row.name].filter((part) => part !== "").join(": ");
    return [{ name, ...speed, extra: row.reason === "" ? extra : `${extra}; ${row.reason}` }];
  });
}

function speedOf(bench: string, row: Row): { unit: string; value: number; range?: string } | undefined {
  const { bytes, samples, latency } = row;
  if (row.status !== "measured") return undefined;
  if (bench === "memory") return ranged(samples.peakMiB, (mebibytes) => bytes / 1e6 / mebibytes, "MB per peak MiB");
  if (latency !== undefined) return { unit: "1/s at the median", value: 1000 / latency.p50Ms };
  if (bytes > 0) return ranged(samples.seconds, (seconds) => bytes / 1e6 / seconds, "MB/s");
  return ranged(samples.seconds, (seconds) => 1 / seconds, "1/s");
}

/** The median, and how far half of the values lie around it. */
function ranged(
  values: readonly number[] | undefined,
  turned: (value: number) => number,
  unit: string,
): { unit: string; value: number; range?: string } | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const all = values.map(turned);
  const value = median(all);
  const spread = median(all.map((each) => Math.abs(each - value)));
  return { unit, value, range: `± ${((100 * spread) / value).toFixed(1)} %` };
}
