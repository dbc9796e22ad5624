import type { Concept } from "./concepts.js";
import { plainWords } from "./views.js";

/** Words by `|`; `{a|b} c` is both, and `*` any ending. */
export type Words = Readonly<Partial<Record<Concept, string>>>;

export interface Phrase {
  readonly phrase: string;
  readonly concept: Concept;
  /** Any ending may follow. */
  readonly open: boolean;
}

/** A word with its choices as it is written, and whose it is. */
interface Written {
  readonly word: string;
  readonly concept: Concept;
  readonly list: number;
}

const KEY_LENGTH = 2;
/** What the views leave as it is: such words need not go through them. */
const PLAIN = /^[a-z0-9 ./:\u4e00-\u9fff]*$/;
const CHOICES = /[{}|*]/g;

/**
 * Phrases by their first two characters, or their only one. Together they are tens of thousands, so those of a beginning are
 * spelled out when a text has it: to spell out all of them took a third of a second, for a text of two words.
 */
export class PhraseIndex {
  readonly #written = new Map<string, Written[]>();
  readonly #phrases = new Map<string, readonly Phrase[]>();

  constructor(lists: readonly Words[]) {
    for (const [list, words] of lists.entries())
      for (const [concept, text] of Object.entries(words))
        for (const word of wordsOf(text)) {
          const written = { word, concept: concept as Concept, list };
          for (const key of keysOf(word)) {
            const others = this.#written.get(key);
            if (others === undefined) this.#written.set(key, [written]);
            else others.push(written);
          }
        }
  }

  /** Those that may stand at a place of the text. */
  beginningAt(text: string, at: number): readonly Phrase[] {
    const [long, short] = [this.#of(text.slice(at, at + KEY_LENGTH)), this.#of(text.charAt(at))];
    return short.length === 0 ? long : [...long, ...short];
  }

  #of(key: string): readonly Phrase[] {
    const known = this.#phrases.get(key);
    if (known !== undefined) return known;
    const written = this.#written.get(key);
    // What is no beginning is not kept: there is no end of them.
    if (written === undefined) return NONE;
    const phrases = phrasesOf(written, key);
    this.#phrases.set(key, phrases);
    return phrases;
  }
}

const NONE: readonly Phrase[] = [];

function phrasesOf(written: readonly Written[], key: string): readonly Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const { word, concept, list } of written)
    for (const one of spelledOut(word)) {
      const bare = one.replace(/\*$/, "");
      const phrase = plainOf(bare);
      if (phrase.slice(0, KEY_LENGTH) !== key) continue;
      phrases.set(`${list} ${concept} ${one}`, { phrase, concept, open: one.endsWith("*") });
    }
  return [...phrases.values()];
}

function plainOf(bare: string): string {
  return PLAIN.test(bare) ? bare : plainWords(bare);
}

/** How the phrases of a word may begin. Spells out no more of it than that takes. */
function keysOf(word: string): ReadonlySet<string> {
  const isPlain = PLAIN.test(word.replace(CHOICES, ""));
  const beginnings = isPlain
    ? begunWith(word, KEY_LENGTH)
    : spelledOut(word).map((one) => plainOf(one.replace(/\*$/, "")));
  const keys = beginnings.map((one) => one.replace(/\*$/, "").slice(0, KEY_LENGTH));
  return new Set(keys.filter((key) => key !== ""));
}

function wordsOf(list: string): string[] {
  return list.replace(/\s+/g, " ").match(/(?:\{[^}]*\}|[^|{])+/g) ?? [];
}

/** Of each `{a|b}` one choice, in every combination. */
function spelledOut(word: string): string[] {
  return combined(partsOf(word)).map((one) => one.replaceAll("  ", " ").trim());
}

/** The same of so much of the word that each has `least` characters. */
function begunWith(word: string, least: number): string[] {
  const parts = partsOf(word);
  for (let count = 1; count < parts.length; count++) {
    const begun = combined(parts.slice(0, count)).map((one) => one.replaceAll("  ", " ").trimStart());
    if (begun.every((one) => one.length >= least)) return begun;
  }
  return spelledOut(word);
}

/** What may stand in each place: every second part of a word stands in braces. */
function partsOf(word: string): readonly (readonly string[])[] {
  return word.split(/[{}]/).map((part, i) => (i % 2 === 0 ? [part] : part.split("|")));
}

function combined(parts: readonly (readonly string[])[]): string[] {
  let words = [""];
  for (const choices of parts) words = words.flatMap((before) => choices.map((choice) => before + choice));
  return words;
}
