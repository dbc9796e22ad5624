import type { PageData } from "../page-data.js";
import { h, quoted } from "./element.js";
import { fill } from "./words.js";

/** Where the figures come from, and what was not counted. */
export function sources({ archives, lines, rejects, warnings, texts, left }: PageData): HTMLElement {
  const words = texts.sources;
  const more = (n: number): HTMLElement | false => n > 0 && h("p", "empty", fill(words.left, n));
  const facts = lines.flatMap(({ label, text }) => [h("dt", {}, label), h("dd", "number", text)]);
  return h(
    "div",
    "columns",
    h(
      "div",
      "wide",
      h("h3", {}, words.archives),
      archives.length === 0
        ? h("p", "empty", words.noArchives)
        : table([words.path, words.bytes, words.status], archives.map(archiveRow)),
      more(left.archives),
    ),
    h("div", {}, h("h3", {}, words.lines), h("dl", "figures", ...facts)),
    h(
      "div",
      {},
      h("h3", {}, words.rejects),
      rejects.length === 0
        ? h("p", "empty", words.noRejects)
        : table(
            [texts.drafts.place, words.reason],
            rejects.map(({ place, reason }) => [quoted(place, "code"), reason]),
          ),
      more(left.rejects),
    ),
    h(
      "div",
      "wide",
      h("h3", {}, words.warnings),
      warnings.length === 0
        ? h("p", "empty", words.noWarnings)
        : h("ul", "warnings", ...warnings.map((text) => h("li", {}, quoted(text)))),
      more(left.warnings),
    ),
  );
}

function archiveRow({ path, bytes, status, isWhole, reason }: PageData["archives"][number]): (Node | string)[] {
  const state = h("span", isWhole ? "chip" : "chip bad", status);
  return [quoted(path, "code"), bytes, h("span", {}, state, reason === "" ? "" : " ", quoted(reason, "faint"))];
}

function table(head: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLElement {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...head.map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell) => h("td", {}, cell))))),
  );
}
