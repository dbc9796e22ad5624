import type { Language } from "./language.js";
import type { Texts } from "./texts.js";

/** The catalogue of one language: reading both costs a start as much as commander does. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === "zh" ? (await import("./texts-zh.js")).zh : (await import("./texts-en.js")).en;
}
