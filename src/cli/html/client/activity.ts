import type { PageActivity, PageData } from "../page-data.js";
import { bucketsOf, dayText, summed, type Buckets } from "./buckets.js";
import { h, quoted } from "./element.js";
import { Plot } from "./plot.js";
import { colour, onTheme } from "./theme.js";
import { fill, number } from "./words.js";

/** So many patterns have a colour; the rest is grey. */
const COLOURS = 6;
const RANGES = [30, 90, 365];
const START_RANGE = 90;
const NARROW = 700;

interface Series {
  readonly name: string;
  readonly colour: string;
  readonly days: readonly number[];
  isOn: boolean;
}

/** Hits over time: stacked bars of the patterns with the most hits, or those of one pattern. */
export class ActivityChart {
  readonly element: HTMLElement;
  readonly #activity: PageActivity;
  readonly #texts: PageData["texts"]["activity"];
  readonly #plot: Plot;
  readonly #legend = h("ul", "legend");
  readonly #readout = h("p", "readout");
  readonly #table = h("div", { className: "scroll", tabIndex: 0, role: "group" });
  readonly #figures = h("details", "figures");
  readonly #canvas = h("div", { className: "plot", role: "img" });
  readonly #select: HTMLSelectElement;
  readonly #ranges: HTMLButtonElement[];
  #days: number;
  #series: Series[] = [];
  #buckets: Buckets;

  constructor(activity: PageActivity, { texts, left }: PageData) {
    this.#activity = activity;
    this.#texts = texts.activity;
    const count = activity.others.length;
    const start = innerWidth < NARROW ? 30 : START_RANGE;
    this.#days = count > start * 2 ? start : Infinity;
    this.#buckets = bucketsOf(activity.from, count, this.#days);
    this.#ranges = this.#rangeButtons(count);
    this.#select = this.#patternSelect();
    this.#plot = new Plot(this.#canvas, (bar) => this.#read(bar));
    this.#table.setAttribute("aria-label", this.#texts.figures);
    this.#figures.append(h("summary", {}, this.#texts.figures), this.#table);
    this.#figures.addEventListener("toggle", () => this.#fillTable());
    this.element = h(
      "div",
      {},
      ...this.#notes(left.series),
      this.#controls(),
      this.#canvas,
      this.#readout,
      this.#legend,
      this.#figures,
    );
    // An element has a width once it is in the page.
    requestAnimationFrame(() => this.choose(-1));
    onTheme(() => this.#show());
  }

  /** Shows one pattern, by its number; -1: those with the most hits. */
  choose(pattern: number): void {
    const { series, others } = this.#activity;
    this.#select.value = String(pattern);
    const chosen = series[pattern];
    const most = series
      .slice(0, COLOURS)
      .map(({ name, days }, i) => ({ name, days, colour: `series-${i + 1}`, isOn: true }));
    const rest = series.slice(COLOURS).reduce((sum, { days }) => sum.map((n, i) => n + (days[i] ?? 0)), others.slice());
    this.#series =
      chosen === undefined
        ? [...most, { name: this.#texts.others, days: rest, colour: "series-rest", isOn: true }].filter(hasHits)
        : [{ name: chosen.name, days: chosen.days, colour: "series-1", isOn: true }];
    this.#show();
  }

  #show(): void {
    const { from, others } = this.#activity;
    this.#buckets = bucketsOf(from, others.length, this.#days);
    this.#plot.show({
      startsMs: this.#buckets.startsMs,
      width: this.#buckets.width,
      series: this.#shown().map((one) => ({ colour: colour(one.colour), hits: summed(one.days, this.#buckets) })),
    });
    this.#legend.replaceChildren(...this.#series.map((one) => h("li", {}, this.#legendButton(one))));
    this.#canvas.setAttribute("aria-label", this.#inWords());
    this.#read(null);
    this.#fillTable();
  }

  #shown(): Series[] {
    return this.#series.filter(({ isOn }) => isOn);
  }

  #notes(leftSeries: number): HTMLElement[] {
    const { from, others, earlier, series } = this.#activity;
    const texts = this.#texts;
    const to = dayText(Date.parse(from) + (others.length - 1) * 86_400_000);
    const all = [
      fill(texts.lead, from, to),
      ...(earlier > 0 ? [fill(texts.earlier, earlier)] : []),
      ...(leftSeries > 0 ? [fill(texts.series, series.length)] : []),
    ];
    return [h("p", "lead", all.join(" "))];
  }

  #controls(): HTMLElement {
    const group = h("div", { className: "segments", role: "group" }, ...this.#ranges);
    group.setAttribute("aria-label", this.#texts.range);
    return h("div", "controls", group, h("label", "choice", h("span", {}, this.#texts.pattern), this.#select));
  }

  #rangeButtons(count: number): HTMLButtonElement[] {
    const ranges = [...RANGES.filter((days) => days < count), Infinity];
    return ranges.map((days) => {
      const button = h(
        "button",
        { type: "button" },
        days === Infinity ? this.#texts.all : fill(this.#texts.days, days),
      );
      const mark = (): void => button.setAttribute("aria-pressed", String(days === this.#days));
      button.addEventListener("click", () => {
        this.#days = days;
        this.#ranges.forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
        this.#show();
      });
      mark();
      return button;
    });
  }

  #patternSelect(): HTMLSelectElement {
    const { series } = this.#activity;
    const option = (value: number, text: string): HTMLElement => h("option", { value: String(value) }, text);
    const select = h(
      "select",
      { id: "series" },
      option(-1, this.#texts.most),
      ...series.map(({ name }, i) => option(i, name)),
    );
    select.addEventListener("change", () => this.choose(Number(select.value)));
    return select;
  }

  #legendButton(series: Series): HTMLButtonElement {
    const swatch = h("span", `swatch ${series.colour}`);
    const total = summed(series.days, this.#buckets).reduce((a, b) => a + b, 0);
    const button = h(
      "button",
      { type: "button" },
      swatch,
      quoted(series.name, "name"),
      h("span", "count", number(total)),
    );
    button.setAttribute("aria-pressed", String(series.isOn));
    button.addEventListener("click", () => {
      series.isOn = !series.isOn;
      const at = this.#series.indexOf(series);
      this.#show();
      this.#legend.querySelectorAll("button")[at]?.focus();
    });
    return button;
  }

  /** What stands in a bar, beneath the chart; without one the range. */
  #read(bar: number | null): void {
    const { startsMs, width } = this.#buckets;
    const start = bar === null ? undefined : startsMs[bar];
    const by = width === 1 ? this.#texts.day : width === 7 ? this.#texts.week : this.#texts.month;
    if (bar === null || start === undefined) {
      this.#readout.replaceChildren(by);
      return;
    }
    const parts = this.#shown()
      .map((one) => ({ one, hits: summed(one.days, this.#buckets)[bar] ?? 0 }))
      .filter(({ hits }) => hits > 0);
    const total = parts.reduce((sum, { hits }) => sum + hits, 0);
    const prefix = width === 1 ? dayText(start) : `${this.#texts.from} ${dayText(start)}`;
    this.#readout.replaceChildren(
      h("strong", {}, `${prefix}  ${number(total)}`),
      ...parts.map(({ one, hits }) =>
        h("span", "part", h("span", `swatch ${one.colour}`), quoted(one.name, "name"), ` ${number(hits)}`),
      ),
    );
  }

  #inWords(): string {
    const { startsMs } = this.#buckets;
    const totals = this.#shown()
      .map(({ days }) => summed(days, this.#buckets))
      .reduce(
        (sum, hits) => sum.map((n, i) => n + (hits[i] ?? 0)),
        startsMs.map(() => 0),
      );
    const most = Math.max(0, ...totals);
    const day = (i: number): string => dayText(startsMs[i] ?? 0);
    const all = totals.reduce((a, b) => a + b, 0);
    return fill(this.#texts.chart, all, day(0), day(startsMs.length - 1), most, day(totals.indexOf(most)));
  }

  #fillTable(): void {
    if (!this.#figures.open) return this.#table.replaceChildren();
    const shown = this.#shown().map(({ name, days }) => ({ name, hits: summed(days, this.#buckets) }));
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, this.#texts.from),
      ...shown.map(({ name }) => h("th", { scope: "col" }, quoted(name))),
    );
    const rows = this.#buckets.startsMs.map((ms, i) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, dayText(ms)),
        ...shown.map(({ hits }) => h("td", "number", number(hits[i] ?? 0))),
      ),
    );
    this.#table.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows.toReversed())));
  }
}

function hasHits({ days }: Series): boolean {
  return days.some((hits) => hits > 0);
}
