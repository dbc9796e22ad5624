import { svg } from "./element.js";

const [WIDTH, HEIGHT] = [90, 22];

const [LEVEL_WIDTH, LEVEL_HEIGHT] = [52, 6];

/** How much of 1 a value is, as a bar beside its figure. */
export function levelBar(value: number): SVGElement {
  const bar = (name: string, width: number): SVGElement =>
    svg("rect", { class: name, width, height: LEVEL_HEIGHT, rx: LEVEL_HEIGHT / 2 });
  return svg(
    "svg",
    {
      class: "level",
      viewBox: `0 0 ${LEVEL_WIDTH} ${LEVEL_HEIGHT}`,
      width: LEVEL_WIDTH,
      height: LEVEL_HEIGHT,
      "aria-hidden": "true",
    },
    bar("ground", LEVEL_WIDTH),
    bar("value", Math.max(LEVEL_HEIGHT, value * LEVEL_WIDTH)),
  );
}

/** The last `days` of a series as small bars; decoration beside the figures, so hidden from screen readers. */
export function sparkline(series: readonly number[], days = 30): SVGElement {
  const hits = series.slice(-days);
  const most = Math.max(1, ...hits);
  const step = WIDTH / days;
  const bars = hits.flatMap((n, i) => {
    if (n === 0) return [];
    const height = Math.max(2, (n / most) * HEIGHT);
    const x = (days - hits.length + i) * step;
    return [svg("rect", { x, y: HEIGHT - height, width: Math.max(1, step - 1), height })];
  });
  const ground = svg("rect", { class: "ground", x: 0, y: HEIGHT - 0.5, width: WIDTH, height: 0.5 });
  return svg(
    "svg",
    { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    ground,
    ...bars,
  );
}
