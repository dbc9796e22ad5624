import type { Language } from "./language.js";
import { en } from "./texts-en.js";
import { zh } from "./texts-zh.js";

/**
 * Everything the command says, but for the protocol lines (protocol-lines.ts), which are Chinese in any language.
 * A text with a value in it is a function: word order differs between languages, so nothing is glued together outside.
 */
export type Texts = typeof en;

const CATALOGUE: Readonly<Record<Language, Texts>> = { en, zh };

export function textsOf(language: Language): Texts {
  return CATALOGUE[language];
}
