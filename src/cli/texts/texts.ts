import { invocationOf } from "./invocation.js";
import type { Language } from "./language.js";
import { english } from "./texts-en.js";
import { chinese } from "./texts-zh.js";

/**
 * Everything the command says, but for the protocol lines (protocol-lines.ts), which are Chinese in any language.
 * A text with a value in it is a function: word order differs between languages, so nothing is glued together outside.
 * Commands in it are made by the `Invocation` that the catalogue is made with.
 */
export type Texts = ReturnType<typeof english>;

const CATALOGUE: Readonly<Record<Language, typeof english>> = { en: english, zh: chinese };

export function textsOf(language: Language, run = invocationOf()): Texts {
  return CATALOGUE[language](run);
}
