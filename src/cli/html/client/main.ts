// Builds the page out of the data that stands in it. No text of it is ever taken for markup, and nothing is loaded.
import type { Figure, PageData } from "../page-data.js";
import { ActivityChart } from "./activity.js";
import { drafts } from "./drafts.js";
import { h } from "./element.js";
import { heatMap } from "./heat-map.js";
import { PatternTable } from "./pattern-table.js";
import { sources } from "./sources.js";
import { themeSwitch } from "./theme.js";
import { number } from "./words.js";

type SectionName = keyof PageData["texts"]["sections"];

const data = JSON.parse(document.querySelector("#data")?.textContent ?? "") as PageData;
const { texts } = data;

const chart = data.activity && new ActivityChart(data.activity, data);
const patterns = new PatternTable(data, (series) => {
  chart?.choose(series);
  document.querySelector("#activity")?.scrollIntoView();
});
const bodies: Readonly<Record<SectionName, HTMLElement>> = {
  activity: chart?.element ?? h("p", "empty", texts.activity.noDates),
  drafts: drafts(data),
  sessions: heatMap(data),
  patterns: patterns.element,
  sources: sources(data),
};

document.body.append(
  h("a", { className: "skip", href: "#main" }, texts.skip),
  header(),
  h("main", { id: "main" }, figures(data.figures), ...Object.entries(bodies).map(section)),
  h("footer", {}, texts.foot),
);
openForPrinting();

function header(): HTMLElement {
  const { title, status, statusText, facts } = data.head;
  const links = Object.entries(texts.sections).map(([name, text]) => h("a", { href: `#${name}` }, text));
  return h(
    "header",
    "top",
    h("div", "bar", h("nav", { ariaLabel: texts.contents }, ...links), themeSwitch(texts)),
    h("div", "title", h("h1", {}, title), h("span", `chip ${status}`, statusText)),
    h("p", "facts", ...facts.map((fact) => h("span", {}, fact))),
  );
}

function figures(all: readonly Figure[]): HTMLElement {
  return h(
    "dl",
    "key",
    ...all.map(({ label, value, note, tone }) =>
      h("div", tone ?? "", h("dt", {}, label), h("dd", "value", number(value)), h("dd", "note", note)),
    ),
  );
}

function section([name, body]: [string, HTMLElement]): HTMLElement {
  const title = h("h2", { id: `${name}-title` }, texts.sections[name as SectionName]);
  const element = h("section", { id: name }, title, body);
  element.setAttribute("aria-labelledby", title.id);
  return element;
}

/** On paper nothing can be opened. */
function openForPrinting(): void {
  let closed: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>("article details:not([open])")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });
}
