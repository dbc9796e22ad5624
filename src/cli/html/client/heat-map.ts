import type { PageData } from "../page-data.js";
import { h, quoted } from "./element.js";
import { fill, number } from "./words.js";

const SHADES = 6;

/** Sessions by rules: a table whose cells are shaded by their hits. */
export function heatMap({ sessions, texts, left }: PageData): HTMLElement {
  const words = texts.sessions;
  const { patterns, rows, elsewhere } = sessions;
  if (rows.length === 0) return h("p", "empty", texts.none);
  const most = Math.max(1, ...rows.flatMap(({ hits }) => hits));
  const names = [...patterns.map((name) => quoted(name)), words.others];
  const head = names.map((name) => h("th", { scope: "col", className: "slanted" }, h("span", {}, name)));
  const body = rows.map(({ id, hits }) =>
    h("tr", {}, h("th", { scope: "row" }, quoted(id, "code")), ...hits.map((n) => cell(n, shadeOf(n, most)))),
  );
  const last = h("tr", "sum", h("th", { scope: "row" }, words.elsewhere), ...elsewhere.map((n) => cell(n, 0)));
  const table = h(
    "table",
    "heat",
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.session), ...head)),
    h("tbody", {}, ...body, last),
  );
  const region = h(
    "div",
    { className: "scroll", tabIndex: 0, role: "group", ariaLabel: texts.sections.sessions },
    table,
  );
  return h(
    "div",
    {},
    h("p", "lead", [words.lead, ...(left.sessions > 0 ? [fill(words.left, left.sessions)] : [])].join(" ")),
    region,
  );
}

function cell(hits: number, shade: number): HTMLElement {
  return h("td", `shade-${shade}`, hits === 0 ? "" : short(hits));
}

/** By the logarithm: one busy session leaves the others their shades. */
function shadeOf(hits: number, most: number): number {
  return hits === 0 ? 0 : 1 + Math.round((Math.log(hits) / Math.max(1, Math.log(most))) * (SHADES - 1));
}

/** `1,234`, `12k`: a cell has room for five characters. */
function short(hits: number): string {
  if (hits < 10_000) return number(hits);
  return hits < 1e6 ? `${Math.round(hits / 1e3)}k` : `${Math.round(hits / 1e6)}M`;
}
