// What a gate says: its figures, its verdict, and what to do about it.
import type { Gate, Judged } from "./result.js";
import { halfWidth } from "./statistics.js";
import { interval } from "./table.js";

const NAMES = { cpuSeconds: "CPU time", seconds: "elapsed time" } as const;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function gateLines({ base, tolerance, verdict, figures, remarks }: Gate): string[] {
  return [
    ...figures.map((figure) => figureLine(figure, base)),
    ...remarks,
    `${verdict}: ${CONCLUSIONS[verdict](figures, tolerance)}`,
  ];
}

function figureLine(figure: Judged, base: string): string {
  const noise = figure.noise === null ? "" : `; the base by itself ${interval(figure.noise)}`;
  return `${NAMES[figure.of]} of the scan by that of ${base}: ${interval(figure)}, ${figure.pairs} rounds${noise}`;
}

type Conclude = (figures: readonly Judged[], tolerance: number) => string;

const CONCLUSIONS: Readonly<Record<Gate["verdict"], Conclude>> = {
  fine: (_, tolerance) => `no slow-down beyond the tolerance of ${percent(tolerance)}`,
  slower: (figures, tolerance) => {
    const found = figures.filter(({ verdict }) => verdict === "slower");
    const by = found.map(({ of, estimate }) => `${percent(estimate - 1)} more ${NAMES[of]}`).join(", ");
    return `the scan takes ${by} than the base; tolerated are ${percent(tolerance)}. npm run profile shows where the time goes`;
  },
  inconclusive: ([figure], tolerance) => {
    const width = figure === undefined ? "unknown" : `± ${percent(halfWidth(figure))}`;
    const advice = "run it for longer (--seconds), on a quieter machine, or with more --tolerance";
    return `the noise here (${width}) is too great for a tolerance of ${percent(tolerance)}. This is no alarm, and no all-clear; ${advice}`;
  },
};
