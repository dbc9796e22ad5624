import type { PageData, PageDraft } from "../page-data.js";
import { h, quoted } from "./element.js";
import { levelBar } from "./sparkline.js";
import { fill } from "./words.js";

/** Drafts with their evidence, one article each. */
export function drafts({ drafts: all, texts, left }: PageData): HTMLElement {
  const words = texts.drafts;
  if (all.length === 0) return h("p", "empty", words.none);
  return h(
    "div",
    {},
    h("p", "lead", words.lead),
    ...all.map((draft, i) => article(draft, i < 3, words)),
    left.drafts > 0 && h("p", "empty", fill(words.left, left.drafts)),
  );
}

type Words = PageData["texts"]["drafts"];

function article(draft: PageDraft, isOpen: boolean, words: Words): HTMLElement {
  const { rule, id, pattern, type, unsafe, why, keywords, evidence } = draft;
  const facts = [{ label: words.why, text: why }, ...draft.facts].flatMap(({ label, text }) => [
    h("dt", {}, label),
    h("dd", {}, quoted(text)),
  ]);
  return h(
    "article",
    draft.isPending ? "draft pending" : "draft",
    h(
      "header",
      {},
      h("h3", {}, quoted(rule)),
      h("span", "judged", h("span", "faint", words.confidence), confidence(draft.confidence)),
    ),
    h(
      "p",
      "chips",
      ...chips(draft, words),
      quoted(pattern, "code"),
      h("span", "faint", type),
      h("span", "code faint", id),
    ),
    unsafe !== "" && h("p", { className: "unsafe", role: "note" }, quoted(unsafe)),
    h(
      "dl",
      {},
      ...facts,
      ...(keywords.length === 0
        ? []
        : [h("dt", {}, words.keywords), h("dd", "chips", ...keywords.map((keyword) => quoted(keyword, "chip")))]),
    ),
    evidence.length > 0 && places(draft, isOpen, words),
  );
}

function chips({ status, isPending, isNew }: PageDraft, words: Words): HTMLElement[] {
  return [
    h("span", isPending ? "chip strong" : "chip", status),
    ...(isNew ? [h("span", "chip fresh", words.fresh)] : []),
  ];
}

/** A confidence with its bar. */
export function confidence(value: number): HTMLElement {
  return h("span", "confidence", h("span", "number", value.toFixed(2)), levelBar(value));
}

function places({ evidence }: PageDraft, isOpen: boolean, words: Words): HTMLElement {
  const column = (text: string): HTMLElement => h("th", { scope: "col" }, text);
  const rows = evidence.map(({ place, time, session }) =>
    h("tr", {}, h("td", {}, quoted(place, "code")), h("td", "time", time), h("td", {}, quoted(session, "code"))),
  );
  const table = h(
    "table",
    "places",
    h("thead", {}, h("tr", {}, column(words.place), column(words.time), column(words.session))),
    h("tbody", {}, ...rows),
  );
  return h("details", { open: isOpen }, h("summary", {}, `${words.evidence} (${evidence.length})`), table);
}
