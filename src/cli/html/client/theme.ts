import { h } from "./element.js";
import type { PageTexts } from "../page-texts-en.js";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const watchers: (() => void)[] = [];
const dark = matchMedia("(prefers-color-scheme: dark)");
let chosen: Theme = "auto";

/** Calls back when colours change; what CSS can't reach is drawn anew then. */
export function onTheme(redraw: () => void): void {
  watchers.push(redraw);
}

function apply(theme: Theme): void {
  const isDark = theme === "auto" ? dark.matches : theme === "dark";
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  for (const redraw of watchers) redraw();
}

/** Paper is light. */
function followPrinting(): void {
  addEventListener("beforeprint", () => apply("light"));
  addEventListener("afterprint", () => apply(chosen));
}

/** The colour that a custom property of the style has now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function themeSwitch({ theme, themes }: PageTexts["client"]): HTMLElement {
  const select = h(
    "select",
    { id: "theme", ariaLabel: theme },
    ...THEMES.map((name) => h("option", { value: name }, themes[name])),
  );
  select.addEventListener("change", () => apply((chosen = select.value as Theme)));
  dark.addEventListener("change", () => apply(chosen));
  followPrinting();
  apply(chosen);
  return h("label", "choice", h("span", {}, theme), select);
}
