import uPlot from "uplot";
import { colour, onTheme } from "./theme.js";

export interface Bars {
  readonly startsMs: readonly number[];
  /** Days in a bar. */
  readonly width: number;
  /** Bottom first. */
  readonly series: readonly { readonly colour: string; readonly hits: readonly number[] }[];
}

const HEIGHT = 280;
/** Width of the figures on the left; page.css sets the legend in by as much. */
const GUTTER = 48;
const GROUPED = new Intl.NumberFormat("en-US");

/** Stacked bars in an element: drawn anew for other bars, another width of the window, or other colours. */
export class Plot {
  readonly #host: HTMLElement;
  readonly #onBar: (bar: number | null) => void;
  #bars: Bars = { startsMs: [], width: 1, series: [] };
  #plot: uPlot | undefined;

  /** `onBar` hears which bar is pointed at. */
  constructor(host: HTMLElement, onBar: (bar: number | null) => void) {
    this.#host = host;
    this.#onBar = onBar;
    onTheme(() => this.#draw());
    new ResizeObserver(() => this.#resize()).observe(host);
  }

  show(bars: Bars): void {
    this.#bars = bars;
    this.#draw();
  }

  #resize(): void {
    const width = this.#host.clientWidth;
    if (width > 0 && this.#plot !== undefined && this.#plot.width !== width)
      this.#plot.setSize({ width, height: HEIGHT });
  }

  #draw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    const { startsMs } = this.#bars;
    const width = this.#host.clientWidth;
    if (startsMs.length === 0 || width === 0) return;
    this.#plot = new uPlot(this.#options(width), this.#data(), this.#host);
  }

  /** A bar is drawn over the one that it is stacked upon: so the highest comes first. */
  #data(): uPlot.AlignedData {
    const { startsMs, series } = this.#bars;
    const sum = startsMs.map(() => 0);
    const stacked = series.map(({ hits }) => hits.map((n, i) => (sum[i] = (sum[i] as number) + n)));
    return [startsMs.map((ms) => ms / 1000), ...stacked.toReversed()] as uPlot.AlignedData;
  }

  #options(width: number): uPlot.Options {
    const { series, startsMs, width: days } = this.#bars;
    const barSeconds = days * 86_400;
    const first = (startsMs[0] as number) / 1000;
    const last = (startsMs.at(-1) as number) / 1000;
    const bars = uPlot.paths.bars?.({ size: [0.82, 44], align: 0 }) as uPlot.Series.PathBuilder; // it is in every build
    const line = colour("line");
    const axis = { stroke: colour("faint"), font: "12px system-ui, sans-serif", ticks: { show: false } };
    return {
      width,
      height: HEIGHT,
      // Days are those of UTC, whatever the reader's zone.
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: true, range: () => [first - barSeconds * 0.6, last + barSeconds * 0.6] },
        y: { range: (_, __, max) => [0, Math.max(4, max * 1.08)] },
      },
      axes: [
        { ...axis, grid: { show: false }, values: dateLabels, space: 72, size: 30 },
        {
          ...axis,
          grid: { stroke: line, width: 1 },
          size: GUTTER,
          incrs: [
            1,
            2,
            5,
            10,
            20,
            50,
            100,
            200,
            500,
            ...[3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((e) => [1, 2, 5].map((n) => n * 10 ** e)),
          ],
          values: (_, ticks) => ticks.map((n) => GROUPED.format(n)),
        },
      ],
      series: [
        {},
        ...series.toReversed().map((one) => ({ fill: one.colour, width: 0, points: { show: false }, paths: bars })),
      ],
      hooks: { setCursor: [({ cursor }) => this.#onBar(cursor.idx ?? null)] },
    };
  }
}

/** `05-25`, with the year where it changes. */
function dateLabels(_: uPlot, seconds: number[]): string[] {
  let year = "";
  return seconds.map((one) => {
    const [before = "", day = ""] = new Date(one * 1000).toISOString().split(/-(.*)T/);
    const label = before === year ? day : `${before}-${day}`;
    year = before;
    return label;
  });
}
