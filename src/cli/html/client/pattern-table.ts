import type { PageActivity, PageData, PagePattern } from "../page-data.js";
import { confidence } from "./drafts.js";
import { h, quoted } from "./element.js";
import { found, searchText, type Order, type SortKey } from "./pattern-order.js";
import { sparkline } from "./sparkline.js";
import { fill, number } from "./words.js";

const ROWS = 50;
const PRINTED_ROWS = 500;
const NUMBERS = new Set<SortKey>(["session", "d7", "d14", "total"]);

/** The table of patterns: searched, filtered, sorted, and shown a page at a time, so that thousands stay quick. */
export class PatternTable {
  readonly element: HTMLElement;
  readonly #patterns: readonly PagePattern[];
  readonly #activity: PageActivity | undefined;
  readonly #texts: PageData["texts"]["patterns"];
  readonly #searched: readonly string[];
  readonly #search: HTMLInputElement;
  readonly #action: HTMLSelectElement;
  readonly #heads = new Map<SortKey, HTMLElement>();
  readonly #body = h("tbody", {});
  readonly #found = h("p", { className: "found", role: "status" });
  readonly #pager = h("div", "pager");
  readonly #onChart: (series: number) => void;
  #order: Order = { isAscending: false };
  #from = 0;
  #open = new Set<PagePattern>();

  /** `onChart` is asked to show a pattern by the number of its series. */
  constructor({ patterns, activity, texts, left }: PageData, onChart: (series: number) => void) {
    this.#patterns = patterns;
    this.#activity = activity;
    this.#texts = texts.patterns;
    this.#searched = patterns.map(searchText);
    this.#onChart = onChart;
    this.#search = this.#searchField();
    this.#action = this.#actionField(texts.patterns.any);
    const region = h(
      "div",
      { className: "scroll", tabIndex: 0, role: "group", ariaLabel: texts.sections.patterns },
      h("table", "patterns", h("thead", {}, this.#headRow()), this.#body),
    );
    this.element = h(
      "div",
      {},
      this.#controls(),
      region,
      this.#pager,
      left.patterns > 0 && h("p", "empty", fill(this.#texts.left, left.patterns)),
    );
    addEventListener("beforeprint", () => this.#show(PRINTED_ROWS));
    addEventListener("afterprint", () => this.#show());
    this.#show();
  }

  #controls(): HTMLElement {
    return h(
      "div",
      "controls",
      h("label", "choice wide", h("span", {}, this.#texts.search), this.#search),
      h("label", "choice", h("span", {}, this.#texts.action), this.#action),
      this.#found,
    );
  }

  #searchField(): HTMLInputElement {
    const input = h("input", {
      type: "search",
      id: "search",
      placeholder: this.#texts.searchHint,
      autocomplete: "off",
      spellcheck: false,
    });
    input.addEventListener("input", () => this.#restart());
    return input;
  }

  #actionField(any: string): HTMLSelectElement {
    const actions = [...new Set(this.#patterns.map(({ action }) => action))].toSorted();
    const select = h(
      "select",
      { id: "action" },
      h("option", { value: "" }, any),
      ...actions.map((action) => h("option", { value: action }, action)),
    );
    select.addEventListener("change", () => this.#restart());
    return select;
  }

  #headRow(): HTMLElement {
    const { columns } = this.#texts;
    return h(
      "tr",
      {},
      ...Object.entries(columns).map(([key, title]) => {
        if (key === "trend") return h("th", { scope: "col", className: "trend" }, title);
        const button = h("button", { type: "button" }, title);
        const head = h(
          "th",
          { scope: "col", className: `${key}${NUMBERS.has(key as SortKey) ? " number" : ""}` },
          button,
        );
        button.addEventListener("click", () => this.#sortBy(key as SortKey));
        this.#heads.set(key as SortKey, head);
        return head;
      }),
    );
  }

  /** First the way that is mostly wanted (the most hits, the first name), then the other, then the report's own order. */
  #sortBy(key: SortKey): void {
    const first = !NUMBERS.has(key) && key !== "confidence" && key !== "last";
    if (this.#order.key !== key) this.#order = { key, isAscending: first };
    else if (this.#order.isAscending === first) this.#order = { key, isAscending: !first };
    else this.#order = { isAscending: false };
    this.#restart();
  }

  #restart(): void {
    this.#from = 0;
    this.#show();
  }

  #show(most = ROWS): void {
    const all = found(this.#patterns, this.#searched, this.#search.value, this.#action.value, this.#order);
    const rows = all.slice(this.#from, this.#from + most);
    this.#body.replaceChildren(
      ...rows.flatMap((pattern) => this.#rowsOf(pattern)),
      ...(rows.length === 0 ? [h("tr", {}, h("td", { colSpan: 10, className: "empty" }, this.#texts.none))] : []),
    );
    for (const [key, head] of this.#heads) head.setAttribute("aria-sort", this.#sortOf(key));
    this.#found.textContent = fill(this.#texts.found, all.length, this.#patterns.length);
    this.#showPager(all.length);
  }

  #sortOf(key: SortKey): string {
    if (this.#order.key !== key) return "none";
    return this.#order.isAscending ? "ascending" : "descending";
  }

  #showPager(total: number): void {
    const { previous, next, page } = this.#texts;
    const step = (text: string, to: number, isOff: boolean): HTMLButtonElement => {
      const button = h("button", { type: "button", disabled: isOff }, text);
      button.addEventListener("click", () => {
        this.#from = to;
        this.#show();
        // The button was made anew; whoever uses keys goes on from where they were.
        const [one, other] = this.#pager.querySelectorAll("button");
        const again = text === previous ? one : other;
        (again?.disabled === true ? (again === one ? other : one) : again)?.focus();
      });
      return button;
    };
    const last = Math.min(total, this.#from + ROWS);
    this.#pager.replaceChildren(
      ...(total <= ROWS
        ? []
        : [
            step(previous, Math.max(0, this.#from - ROWS), this.#from === 0),
            h("span", {}, fill(page, this.#from + 1, last)),
            step(next, this.#from + ROWS, last === total),
          ]),
    );
  }

  #rowsOf(pattern: PagePattern): HTMLElement[] {
    const isOpen = this.#open.has(pattern);
    const toggle = h("button", { type: "button", className: "toggle" }, quoted(pattern.name));
    toggle.setAttribute("aria-expanded", String(isOpen));
    toggle.addEventListener("click", () => {
      if (isOpen) this.#open.delete(pattern);
      else this.#open.add(pattern);
      const at = [...this.#body.querySelectorAll(".toggle")].indexOf(toggle);
      this.#show();
      this.#body.querySelectorAll<HTMLElement>(".toggle")[at]?.focus();
    });
    const label = pattern.name.includes(pattern.label) ? [] : [quoted(pattern.label, "label")];
    const series = this.#activity?.series[pattern.series];
    const figure = (n: number, name: string): HTMLElement => h("td", `number ${name}`, number(n));
    const row = h(
      "tr",
      {},
      h("th", { scope: "row", className: "name" }, toggle, ...label),
      h("td", "trend", series !== undefined && sparkline(series.days)),
      figure(pattern.session, "session"),
      figure(pattern.d7, "d7"),
      figure(pattern.d14, "d14"),
      figure(pattern.total, "total"),
      h("td", "confidence", confidence(pattern.confidence)),
      h("td", "trigger", pattern.trigger),
      h("td", "action", pattern.action),
      h("td", "time last", pattern.last.slice(0, 10)),
    );
    return isOpen ? [row, this.#details(pattern)] : [row];
  }

  #details(pattern: PagePattern): HTMLElement {
    const { falsePositives, sessions, first, interceptors, coveredBy, columns, chart } = this.#texts;
    const facts: [string, string][] = [
      [columns.session, number(pattern.session)],
      [columns.d14, number(pattern.d14)],
      [falsePositives, number(pattern.falsePositives)],
      [sessions, number(pattern.sessions)],
      [first, pattern.first],
      [columns.last, pattern.last],
      [columns.trigger, pattern.trigger],
      [interceptors, pattern.interceptors],
      [coveredBy, pattern.coveredBy],
    ];
    const list = facts
      .filter(([, text]) => text !== "")
      .flatMap(([label, text]) => [h("dt", {}, label), h("dd", {}, quoted(text))]);
    const button = h("button", { type: "button" }, chart);
    button.addEventListener("click", () => this.#onChart(pattern.series));
    return h("tr", "details", h("td", { colSpan: 10 }, h("dl", {}, ...list), pattern.series >= 0 && button));
  }
}
