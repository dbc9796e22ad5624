import { invocationOf } from "./invocation.js";
import type { Language } from "./language.js";
import type { Texts } from "./texts.js";

/** The catalogue of one language: reading both costs a start as much as commander does. `run`: how commands in it are written. */
export async function loadTexts(language: Language, run = invocationOf()): Promise<Texts> {
  return language === "zh"
    ? (await import("./texts-zh.js")).chinese(run)
    : (await import("./texts-en.js")).english(run);
}
